//! Ids of any type: how they are written, and how ties between them are ordered.

use std::cell::UnsafeCell;
use std::cmp::Ordering;
use std::ffi::CStr;
use std::rc::Rc;

use pgrx::pg_sys;
use pgrx::prelude::*;

use super::row_text::OwnedDatum;
use super::statement::qualified_type;
use crate::catalog::catalog_value;
use crate::error::{SqlResult, report};
use crate::source::{Role, Source, type_name};

/// The type of a source's ids.
#[derive(Clone)]
pub struct IdKind(Rc<Kind>);

struct Kind {
    type_oid: pg_sys::Oid,
    output: pg_sys::Oid,
    /// The type's btree comparison; `None` orders by the text form.
    compare: Option<UnsafeCell<pg_sys::FmgrInfo>>,
    by_value: bool,
    length: i16,
}

impl IdKind {
    pub fn of(source: &Source) -> Self {
        let type_oid = source.column(Role::Id).map_or(pg_sys::TEXTOID, |column| column.type_oid);
        // SAFETY: catalog look-ups for a type that a column has; the FmgrInfo is copied out of the
        // type cache, whose entries live as long as the session.
        unsafe {
            let cached =
                pg_sys::lookup_type_cache(type_oid, pg_sys::TYPECACHE_CMP_PROC_FINFO as i32);
            // A function keeps what it finds out (the columns of a record) in its FmgrInfo: in that of
            // the search, which ends with it, and not in the type cache's, which never does.
            let compare = ((*cached).cmp_proc_finfo.fn_oid != pg_sys::InvalidOid).then(|| {
                UnsafeCell::new(pg_sys::FmgrInfo {
                    fn_extra: std::ptr::null_mut(),
                    fn_mcxt: pg_sys::CurrentMemoryContext,
                    ..(*cached).cmp_proc_finfo
                })
            });
            let mut output = pg_sys::InvalidOid;
            let mut is_varlena = false;
            pg_sys::getTypeOutputInfo(type_oid, &mut output, &mut is_varlena);
            Self(Rc::new(Kind {
                type_oid,
                output,
                compare,
                by_value: (*cached).typbyval,
                length: (*cached).typlen,
            }))
        }
    }

    pub fn type_oid(&self) -> pg_sys::Oid {
        self.0.type_oid
    }

    /// Whether ids are arrays, which do not fit into an array of ids, or records, which unnest() takes
    /// apart.
    pub fn is_composed(&self) -> bool {
        // SAFETY: catalog look-ups.
        unsafe {
            let base = pg_sys::getBaseType(self.0.type_oid);
            pg_sys::get_base_element_type(base) != pg_sys::InvalidOid
                || pg_sys::type_is_rowtype(base)
        }
    }

    /// The type's own equality, qualified: `OPERATOR(pg_catalog.=)`.
    pub fn equals(&self) -> SqlResult<String> {
        // SAFETY: a look-up in the type cache, whose entries live as long as the session.
        let operator = unsafe {
            (*pg_sys::lookup_type_cache(self.0.type_oid, pg_sys::TYPECACHE_EQ_OPR as i32)).eq_opr
        };
        let qualified: Option<String> = catalog_value(
            "SELECT pg_catalog.format('OPERATOR(%I.%s)', n.nspname, o.oprname)
             FROM pg_catalog.pg_operator o
             JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) o.oprnamespace
             WHERE o.oid OPERATOR(pg_catalog.=) $1",
            &[operator.into()],
        )?;
        qualified.ok_or_else(|| {
            report(
                PgSqlErrorCode::ERRCODE_UNDEFINED_FUNCTION,
                format!("ids of type {} cannot be compared", type_name(self.0.type_oid)),
            )
            .set_hint("Make a view that casts the id to text.")
        })
    }

    /// The type's name as SQL, qualified.
    pub fn sql_type(&self) -> String {
        qualified_type(self.0.type_oid)
    }

    /// An id as the searches return it.
    pub fn text(&self, datum: pg_sys::Datum) -> String {
        // SAFETY: the datum is of this type; the output is a palloc'ed C string.
        unsafe {
            let text = pg_sys::OidOutputFunctionCall(self.0.output, datum);
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }

    /// Whether a row's id certainly stands behind one that is kept, or is the same; asked before the
    /// row's own is copied.
    pub fn follows(&self, datum: Option<pg_sys::Datum>, kept: &Id) -> bool {
        match (datum.and_then(|datum| self.integer(datum)), &kept.order) {
            (Some(id), Order::Integer(kept)) => id >= *kept,
            _ => false,
        }
    }

    fn integer(&self, datum: pg_sys::Datum) -> Option<i64> {
        match self.0.type_oid {
            pg_sys::INT8OID => Some(datum.value() as i64),
            pg_sys::INT4OID => Some(i64::from(datum.value() as i32)),
            pg_sys::INT2OID => Some(i64::from(datum.value() as i16)),
            _ => None,
        }
    }

    /// A copy of a row's id that outlives the row.
    pub fn keep(&self, datum: Option<pg_sys::Datum>) -> Id {
        let Some(datum) = datum else {
            return Id { text: String::new(), order: Order::Null };
        };
        let text = self.text(datum);
        if let Some(id) = self.integer(datum) {
            return Id { text, order: Order::Integer(id) };
        }
        let order = match self.0.type_oid {
            // The text form of a uuid sorts as its bytes do, and text compares COLLATE "C".
            pg_sys::TEXTOID | pg_sys::VARCHAROID | pg_sys::UUIDOID => Order::Text,
            _ if self.0.compare.is_none() => Order::Text,
            _ => {
                // SAFETY: the datum is of this type, with its length and passing.
                let owned = unsafe { OwnedDatum::copy(datum, self.0.by_value, self.0.length) };
                Order::ByType(owned, self.clone())
            }
        };
        Id { text, order }
    }
}

/// An id of a row, kept for the answer.
#[derive(Clone)]
pub struct Id {
    pub text: String,
    order: Order,
}

#[derive(Clone)]
enum Order {
    Integer(i64),
    Text,
    ByType(OwnedDatum, IdKind),
    Null,
}

impl Id {
    /// The id as a search returns it: NULL where the row has none.
    pub fn to_text(&self) -> Option<String> {
        (!matches!(self.order, Order::Null)).then(|| self.text.clone())
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.order, &other.order) {
            (Order::Integer(a), Order::Integer(b)) => a.cmp(b),
            (Order::ByType(a, kind), Order::ByType(b, _)) => compare(kind, a, b),
            (Order::Null, Order::Null) => Ordering::Equal,
            (Order::Null, _) => Ordering::Greater,
            (_, Order::Null) => Ordering::Less,
            _ => self.text.as_bytes().cmp(other.text.as_bytes()),
        }
    }
}

fn compare(kind: &IdKind, a: &OwnedDatum, b: &OwnedDatum) -> Ordering {
    let Some(function) = &kind.0.compare else { return Ordering::Equal };
    // SAFETY: both datums are of the type whose comparison this is; "C" is a valid collation for it. A
    // comparison does not come back here, so that nothing else uses its FmgrInfo meanwhile.
    let outcome = unsafe {
        pg_sys::FunctionCall2Coll(function.get(), pg_sys::C_COLLATION_OID, a.datum(), b.datum())
    };
    (outcome.value() as i32).cmp(&0)
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Id {}
