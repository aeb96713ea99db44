//! The planner support of `matches()` and `may_contain()`: which index condition they stand for, and
//! how many rows it keeps.

use std::ffi::CStr;

use pgrx::datum::Internal;
use pgrx::prelude::*;

use crate::planner_support::respond;

/// `tsvector @@ tsquery` in pg_operator, whose oids below 10,000 never change.
const TEXT_SEARCH_MATCH: pg_sys::Oid = pg_sys::Oid::from_u32(3636);
/// `anyarray && anyarray`.
const ARRAY_OVERLAP: pg_sys::Oid = pg_sys::Oid::from_u32(pg_sys::OID_ARRAY_OVERLAP_OP);

/// `jsonb @> jsonb`.
const JSONB_CONTAINS: pg_sys::Oid = pg_sys::Oid::from_u32(3246);

/// `text ~~* text`, which is ILIKE.
const TEXT_ILIKE: pg_sys::Oid = pg_sys::Oid::from_u32(1627);

/// True: what `may_contain` says of every text that an index has not left out. The text is taken as a
/// raw datum, so that it is not fetched.
#[pg_extern(sql = false)]
fn may_contain(_fcinfo: pg_sys::FunctionCallInfo) -> bool {
    true
}

/// Support function of all forms of `matches`: estimates and index conditions are the operator's.
#[pg_extern(immutable, parallel_safe)]
fn matches_support(request: Internal) -> Internal {
    // SAFETY: Postgres calls a support function with one node, which lives through the call.
    unsafe { respond(request, |node| answer(node)) }
}

/// The node to return, or `None` for a request that has no special answer.
///
/// # Safety
///
/// `node` is null or a node of the planner.
unsafe fn answer(node: *mut pg_sys::Node) -> Option<*mut pg_sys::Node> {
    // SAFETY: a node begins with its tag, and the tag says what the node is.
    unsafe {
        match node.as_ref()?.type_ {
            pg_sys::NodeTag::T_SupportRequestSelectivity => {
                let request = node.cast::<pg_sys::SupportRequestSelectivity>();
                (*request).selectivity = selectivity(&*request)?;
                Some(node)
            }
            pg_sys::NodeTag::T_SupportRequestIndexCondition => {
                index_condition(&mut *node.cast::<pg_sys::SupportRequestIndexCondition>())
            }
            _ => None,
        }
    }
}

/// The operator that a call with these arguments stands for.
///
/// # Safety
///
/// `args` is a list of expressions.
unsafe fn operator(args: *mut pg_sys::List) -> Option<pg_sys::Oid> {
    // SAFETY: list_nth of a list that is long enough gives an expression, whose type is asked.
    unsafe {
        if args.is_null() || (*args).length != 2 {
            return None;
        }
        match pg_sys::exprType(pg_sys::list_nth(args, 0).cast()) {
            pg_sys::TSVECTOROID => Some(TEXT_SEARCH_MATCH),
            pg_sys::TEXTARRAYOID => Some(ARRAY_OVERLAP),
            pg_sys::JSONBOID => Some(JSONB_CONTAINS),
            pg_sys::TEXTOID => Some(TEXT_ILIKE),
            _ => None,
        }
    }
}

/// The share of rows that the operator would keep, from the statistics.
///
/// # Safety
///
/// `request` is a request of the planner.
unsafe fn selectivity(request: &pg_sys::SupportRequestSelectivity) -> Option<f64> {
    // SAFETY: the fields of the request are handed on as they came.
    unsafe {
        let operator = operator(request.args)?;
        Some(if request.is_join {
            pg_sys::join_selectivity(
                request.root,
                operator,
                request.args,
                request.inputcollid,
                request.jointype,
                request.sjinfo,
            )
        } else {
            pg_sys::restriction_selectivity(
                request.root,
                operator,
                request.args,
                request.inputcollid,
                request.varRelid,
            )
        })
    }
}

/// The condition `column operator query` for an index whose operator family holds the operator.
///
/// # Safety
///
/// `request` is a request of the planner.
unsafe fn index_condition(
    request: &mut pg_sys::SupportRequestIndexCondition,
) -> Option<*mut pg_sys::Node> {
    // SAFETY: the node of the request is the call whose argument `indexarg` is the index column; the
    // expressions are shared, as the planner's own index conditions share theirs.
    unsafe {
        if !pgrx::is_a(request.node, pg_sys::NodeTag::T_FuncExpr) {
            return None;
        }
        let call = request.node.cast::<pg_sys::FuncExpr>();
        let args = (*call).args;
        let operator = operator(args)?;
        // `a && b` is `b && a`; a tsquery column is no place to look a tsvector up.
        let query_arg = match request.indexarg {
            0 => 1,
            1 if operator == ARRAY_OVERLAP => 0,
            _ => return None,
        };
        let column = pg_sys::list_nth(args, request.indexarg);
        let query = pg_sys::list_nth(args, query_arg);
        let same_collation = request.indexcollation == pg_sys::InvalidOid
            || request.indexcollation == (*call).inputcollid;
        if !same_collation
            || !pg_sys::op_in_opfamily(operator, request.opfamily)
            || (operator == TEXT_ILIKE && !is_of_pg_trgm(request.opfamily))
            || !pg_sys::is_pseudo_constant_for_index(request.root, query.cast(), request.index)
        {
            return None;
        }
        let condition = pg_sys::make_opclause(
            operator,
            pg_sys::BOOLOID,
            false,
            column.cast(),
            query.cast(),
            pg_sys::InvalidOid,
            request.indexcollation,
        );
        // What the index says of a text is not asked again: may_contain() takes it as it is.
        request.lossy = operator == TEXT_ILIKE;
        Some(pg_sys::lappend(std::ptr::null_mut(), condition.cast()).cast())
    }
}

/// Does the operator family belong to pg_trgm? The patterns of may_contain() are for what trigrams tell
/// of them: an index that compares texts with the whole pattern would leave too many out.
///
/// # Safety
///
/// Within a transaction.
unsafe fn is_of_pg_trgm(opfamily: pg_sys::Oid) -> bool {
    // SAFETY: look-ups in the catalog; the name of an extension that does not exist is NULL.
    unsafe {
        let extension = pg_sys::getExtensionOfObject(pg_sys::OperatorFamilyRelationId, opfamily);
        let name = pg_sys::get_extension_name(extension);
        !name.is_null() && CStr::from_ptr(name) == c"pg_trgm"
    }
}

extension_sql_file!(
    "../sql/matches.sql",
    name = "matches",
    requires = [matches_support, may_contain]
);

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.matches_support(internal) IS
'Planner support of matches(): index conditions and estimates of the operator it stands for.';
"#,
    name = "matches_support_comment",
    requires = [matches_support]
);
