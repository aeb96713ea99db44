//! Where a source's column comes from: through views, joins, subqueries and UNION ALL down to the
//! tables, and whether row security or a security barrier stands in the way.

use std::ffi::CStr;

use pgrx::pg_sys;

/// Views nest less deep than this; the limit keeps a walk far from the stack's end.
const MAX_DEPTH: usize = 64;

/// What a column of a source is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseColumn {
    /// A column of a table, materialised view, foreign table or partitioned table. `check_as` is the
    /// role whose rights count there: the owner of the view above it, or the caller (invalid). `entry`
    /// tells the places apart at which a view reads the table: a self-join reads it at two.
    Column { relid: pg_sys::Oid, attnum: i16, check_as: pg_sys::Oid, entry: u64 },
    /// An expression over a text search configuration, such as `to_tsvector('english', body)`.
    Configured { config: pg_sys::Oid },
}

/// How a walk came to where it is.
#[derive(Clone, Copy)]
struct Way {
    /// The role whose rights count; invalid for the caller.
    check_as: pg_sys::Oid,
    /// The entries of range tables on the way, as one number.
    entry: u64,
}

impl Way {
    const START: Self = Self { check_as: pg_sys::InvalidOid, entry: 0 };

    /// Through the entry of a range table with this index.
    fn through(self, index: i64) -> Self {
        let entry = self.entry.wrapping_mul(0x0100_0000_01b3) ^ index.cast_unsigned();
        Self { entry, ..self }
    }
}

/// The columns below `attnum` of `relid`; of a UNION ALL one for each arm. Expressions without a text
/// search configuration have none.
pub fn base_columns(relid: pg_sys::Oid, attnum: i16) -> Vec<BaseColumn> {
    let mut found = Vec::new();
    // SAFETY: the walk reads relcache entries that it holds open, and nothing else.
    unsafe { relation_column(relid, attnum, Way::START, MAX_DEPTH, &mut found) };
    found
}

/// The columns that `attnum` of a materialised view was last filled from; none for another relation.
pub fn filled_from(relid: pg_sys::Oid, attnum: i16) -> Vec<BaseColumn> {
    let mut found = Vec::new();
    // SAFETY: as for base_columns; the view stays open while its query is walked.
    unsafe {
        if pg_sys::get_rel_relkind(relid) as u8 == b'm' {
            let view = View::open(relid);
            if let Some(query) = view.filling_query() {
                let way = Way { check_as: view.reader(pg_sys::InvalidOid), ..Way::START };
                query_column(query, attnum, way, MAX_DEPTH, &mut found);
            }
        }
    }
    found
}

/// Whether conditions that are not leakproof stay above the table: row security is active for the
/// role that reads it, or a view on the way is a security barrier.
pub fn is_guarded(relid: pg_sys::Oid) -> bool {
    // SAFETY: as for base_columns.
    unsafe { relation_is_guarded(relid, pg_sys::InvalidOid, MAX_DEPTH) }
}

/// A view held open while its query is read.
struct View {
    relation: pg_sys::Relation,
}

impl View {
    /// # Safety
    /// `relid` names a view.
    unsafe fn open(relid: pg_sys::Oid) -> Self {
        // SAFETY: raises an ERROR, and never returns NULL, when the relation is gone.
        let relation =
            unsafe { pg_sys::relation_open(relid, pg_sys::AccessShareLock as pg_sys::LOCKMODE) };
        Self { relation }
    }

    fn query(&self) -> *mut pg_sys::Query {
        // SAFETY: the relation is an open view.
        unsafe { pg_sys::get_view_query(self.relation) }
    }

    /// The query that REFRESH runs: the only rule of a materialised view.
    fn filling_query(&self) -> Option<*mut pg_sys::Query> {
        // SAFETY: rd_rules is NULL or a lock with that many rules, each with its list of queries.
        unsafe {
            let rules = (*self.relation).rd_rules;
            if rules.is_null() || (*rules).numLocks < 1 {
                return None;
            }
            nodes::<pg_sys::Query>((**(*rules).rules).actions).next()
        }
    }

    fn is_barrier(&self) -> bool {
        // SAFETY: a view's rd_options are NULL or ViewOptions.
        unsafe {
            let options = (*self.relation).rd_options.cast::<pg_sys::ViewOptions>();
            !options.is_null() && (*options).security_barrier
        }
    }

    /// The role whose rights count for what the view reads.
    fn reader(&self, caller: pg_sys::Oid) -> pg_sys::Oid {
        // SAFETY: as for is_barrier; rd_rel is never NULL in an open relation.
        unsafe {
            #[cfg(not(feature = "pg14"))]
            {
                let options = (*self.relation).rd_options.cast::<pg_sys::ViewOptions>();
                if !options.is_null() && (*options).security_invoker {
                    return caller;
                }
            }
            #[cfg(feature = "pg14")]
            let _ = caller;
            (*(*self.relation).rd_rel).relowner
        }
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: opened in `open`; the lock stays until the transaction ends, as Postgres does it.
        unsafe { pg_sys::relation_close(self.relation, pg_sys::NoLock as pg_sys::LOCKMODE) };
    }
}

unsafe fn relation_column(
    relid: pg_sys::Oid,
    attnum: i16,
    way: Way,
    depth: usize,
    found: &mut Vec<BaseColumn>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    // SAFETY: a catalog look-up; the view stays open while its query is walked.
    unsafe {
        if pg_sys::get_rel_relkind(relid) as u8 != b'v' {
            let Way { check_as, entry } = way;
            found.push(BaseColumn::Column { relid, attnum, check_as, entry });
            return;
        }
        let view = View::open(relid);
        let way = Way { check_as: view.reader(way.check_as), ..way };
        query_column(view.query(), attnum, way, depth, found);
    }
}

/// # Safety
/// `query` is a valid query tree.
unsafe fn query_column(
    query: *mut pg_sys::Query,
    resno: i16,
    way: Way,
    depth: usize,
    found: &mut Vec<BaseColumn>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    // SAFETY: the tree is valid, so each list holds the nodes that its field is declared to hold.
    unsafe {
        if !(*query).setOperations.is_null() {
            set_operation_column(query, (*query).setOperations, resno, way, depth, found);
            return;
        }
        for target in nodes::<pg_sys::TargetEntry>((*query).targetList) {
            if (*target).resno == resno {
                expression(query, (*target).expr.cast(), way, depth, found);
            }
        }
    }
}

/// # Safety
/// `node` is part of `query`'s set operation tree.
unsafe fn set_operation_column(
    query: *mut pg_sys::Query,
    node: *mut pg_sys::Node,
    resno: i16,
    way: Way,
    depth: usize,
    found: &mut Vec<BaseColumn>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    // SAFETY: each cast follows the node's tag.
    unsafe {
        match (*node).type_ {
            pg_sys::NodeTag::T_SetOperationStmt => {
                let set = node.cast::<pg_sys::SetOperationStmt>();
                set_operation_column(query, (*set).larg, resno, way, depth, found);
                set_operation_column(query, (*set).rarg, resno, way, depth, found);
            }
            pg_sys::NodeTag::T_RangeTblRef => {
                let index = (*node.cast::<pg_sys::RangeTblRef>()).rtindex;
                if let Some(entry) = range_table_entry(query, i64::from(index))
                    && !(*entry).subquery.is_null()
                {
                    let way = way.through(i64::from(index));
                    query_column((*entry).subquery, resno, way, depth, found);
                }
            }
            _ => {}
        }
    }
}

/// # Safety
/// `node` is an expression of `query`.
unsafe fn expression(
    query: *mut pg_sys::Query,
    node: *mut pg_sys::Node,
    way: Way,
    depth: usize,
    found: &mut Vec<BaseColumn>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    if node.is_null() {
        return;
    }
    // SAFETY: each cast follows the node's tag.
    unsafe {
        match (*node).type_ {
            pg_sys::NodeTag::T_Var => {
                let var = node.cast::<pg_sys::Var>();
                if (*var).varlevelsup == 0
                    && let Some(entry) = range_table_entry(query, i64::from((*var).varno))
                {
                    let way = way.through(i64::from((*var).varno));
                    entry_column(query, entry, (*var).varattno, way, depth, found);
                }
            }
            pg_sys::NodeTag::T_RelabelType => {
                let relabel = node.cast::<pg_sys::RelabelType>();
                expression(query, (*relabel).arg.cast(), way, depth, found);
            }
            _ => {
                if let Some(config) = configuration_in(node, depth) {
                    found.push(BaseColumn::Configured { config });
                }
            }
        }
    }
}

/// # Safety
/// `entry` is part of `query`'s range table.
unsafe fn entry_column(
    query: *mut pg_sys::Query,
    entry: *mut pg_sys::RangeTblEntry,
    attnum: i16,
    way: Way,
    depth: usize,
    found: &mut Vec<BaseColumn>,
) {
    // SAFETY: the fields read are those that the entry's kind fills.
    unsafe {
        match (*entry).rtekind {
            pg_sys::RTEKind::RTE_RELATION => {
                relation_column((*entry).relid, attnum, way, depth, found);
            }
            pg_sys::RTEKind::RTE_SUBQUERY => {
                query_column((*entry).subquery, attnum, way, depth, found);
            }
            pg_sys::RTEKind::RTE_JOIN => {
                let alias = usize::try_from(attnum - 1)
                    .ok()
                    .and_then(|at| nodes::<pg_sys::Node>((*entry).joinaliasvars).nth(at));
                if let Some(alias) = alias {
                    expression(query, alias, way, depth, found);
                }
            }
            pg_sys::RTEKind::RTE_CTE if (*entry).ctelevelsup == 0 => {
                let name = CStr::from_ptr((*entry).ctename);
                for cte in nodes::<pg_sys::CommonTableExpr>((*query).cteList) {
                    if CStr::from_ptr((*cte).ctename) == name {
                        query_column((*cte).ctequery.cast(), attnum, way, depth, found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The first regconfig constant in an expression of functions and operators.
///
/// # Safety
/// `node` is NULL or a valid expression.
unsafe fn configuration_in(node: *mut pg_sys::Node, depth: usize) -> Option<pg_sys::Oid> {
    let depth = depth.checked_sub(1)?;
    if node.is_null() {
        return None;
    }
    // SAFETY: each cast follows the node's tag; a regconfig datum is an oid.
    unsafe {
        let arguments = match (*node).type_ {
            pg_sys::NodeTag::T_Const => {
                let constant = node.cast::<pg_sys::Const>();
                return ((*constant).consttype == pg_sys::REGCONFIGOID && !(*constant).constisnull)
                    .then(|| pg_sys::Oid::from((*constant).constvalue.value() as u32));
            }
            pg_sys::NodeTag::T_FuncExpr => (*node.cast::<pg_sys::FuncExpr>()).args,
            pg_sys::NodeTag::T_OpExpr => (*node.cast::<pg_sys::OpExpr>()).args,
            pg_sys::NodeTag::T_CoalesceExpr => (*node.cast::<pg_sys::CoalesceExpr>()).args,
            pg_sys::NodeTag::T_RelabelType => {
                return configuration_in((*node.cast::<pg_sys::RelabelType>()).arg.cast(), depth);
            }
            _ => return None,
        };
        nodes::<pg_sys::Node>(arguments).find_map(|argument| configuration_in(argument, depth))
    }
}

unsafe fn relation_is_guarded(relid: pg_sys::Oid, check_as: pg_sys::Oid, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    // SAFETY: catalog look-ups; the view stays open while its query is walked.
    unsafe {
        if pg_sys::get_rel_relkind(relid) as u8 != b'v' {
            let enabled = pg_sys::CheckEnableRlsResult::RLS_ENABLED as i32;
            return pg_sys::check_enable_rls(relid, check_as, true) == enabled;
        }
        let view = View::open(relid);
        view.is_barrier() || query_is_guarded(view.query(), view.reader(check_as), depth)
    }
}

/// # Safety
/// `query` is a valid query tree.
unsafe fn query_is_guarded(query: *mut pg_sys::Query, check_as: pg_sys::Oid, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    // SAFETY: the fields read are those that each entry's kind fills.
    unsafe {
        let entry_is_guarded = |entry: *mut pg_sys::RangeTblEntry| match (*entry).rtekind {
            // A view's own entry in its range table (OLD, NEW) has the view's kind and is no source.
            pg_sys::RTEKind::RTE_RELATION
                if (*entry).inFromCl || (*entry).relkind as u8 != b'v' =>
            {
                relation_is_guarded((*entry).relid, check_as, depth)
            }
            pg_sys::RTEKind::RTE_SUBQUERY => {
                (*entry).security_barrier || query_is_guarded((*entry).subquery, check_as, depth)
            }
            _ => false,
        };
        nodes::<pg_sys::RangeTblEntry>((*query).rtable).any(entry_is_guarded)
            || nodes::<pg_sys::CommonTableExpr>((*query).cteList)
                .any(|cte| query_is_guarded((*cte).ctequery.cast(), check_as, depth))
    }
}

/// # Safety
/// `query` is a valid query tree.
unsafe fn range_table_entry(
    query: *mut pg_sys::Query,
    index: i64,
) -> Option<*mut pg_sys::RangeTblEntry> {
    let at = usize::try_from(index).ok()?.checked_sub(1)?;
    // SAFETY: the range table holds entries only.
    unsafe { nodes::<pg_sys::RangeTblEntry>((*query).rtable) }.nth(at)
}

/// The pointers of a list, typed.
///
/// # Safety
/// `list` is NULL or a valid list of `T` nodes.
unsafe fn nodes<T>(list: *mut pg_sys::List) -> impl Iterator<Item = *mut T> {
    // SAFETY: a valid list has `length` cells.
    let length = if list.is_null() { 0 } else { unsafe { (*list).length } };
    (0..usize::try_from(length).unwrap_or(0))
        // SAFETY: the index is below the length.
        .map(move |at| unsafe { (*(*list).elements.add(at)).ptr_value.cast::<T>() })
}
