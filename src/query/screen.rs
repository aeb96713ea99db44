//! `screen()`: ranks rows where they are read, in parallel workers too, and lets pass those that can be
//! among the best. What passes is ranked again, and told apart from ties, by the search itself.

use gbrain_rank_core::boost::BoostColumns;
use gbrain_rank_core::screen::{Screen, ScreenSpec};
use gbrain_rank_core::tsvector::TsVector;
use pgrx::fcinfo::{pg_arg_is_null, pg_getarg_datum_raw};
use pgrx::prelude::*;
use pgrx::{Internal, PgMemoryContexts};

use super::boost::first_date;
use crate::error::{OrReport, SqlResult};
use crate::planner_support::respond;
use crate::search::{Select, Statement};
use crate::source::{ALIAS, Role};

/// The share of rows that the planner is to expect behind a screen: a handful of any number.
const SELECTIVITY: f64 = 0.01;

/// Where the columns stand that a screen reads.
pub struct Columns<'a> {
    pub select: &'a Select,
    pub title: Option<usize>,
}

impl Columns<'_> {
    /// The condition that screens the rows of a statement; see `Select::screened`.
    pub fn condition(&self, spec: &ScreenSpec, statement: &mut Statement) -> Option<String> {
        let json = statement.bind(serde_json::to_string(spec).ok()?);
        let at = |position: Option<usize>, sql_type: &str| match position {
            Some(at) => format!("{ALIAS}.c{at}"),
            None => format!("NULL::pg_catalog.{sql_type}"),
        };
        let of = |role: Role, sql_type: &str| {
            at(self.select.position(role).filter(|_| spec.boost.is_some()), sql_type)
        };
        Some(format!(
            "gbrain_rank.screen({json}, {}, {}, {}, {}, {}, {}, {}, {})",
            at(self.select.tsvector(), "tsvector"),
            at(self.title, "tsvector"),
            of(Role::Slug, "text"),
            of(Role::EffectiveDate, "timestamptz"),
            of(Role::UpdatedAt, "timestamptz"),
            of(Role::CreatedAt, "timestamptz"),
            of(Role::EmotionalWeight, "float8"),
            of(Role::ActiveTakes, "int8"),
        ))
    }
}

/// Arguments: the screen as JSON, content_tsv, title_tsv, slug, effective_date, updated_at,
/// created_at, emotional_weight, active_takes. They are read by hand because a declared tsvector
/// argument would be fetched. The screen of the first row counts.
#[pg_extern(sql = false)]
fn screen(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Option<bool>> {
    // SAFETY: this function is declared with these nine arguments; a null one is not read.
    let argument = |number: usize| unsafe {
        (!pg_arg_is_null(fcinfo, number)).then(|| pg_getarg_datum_raw(fcinfo, number))
    };
    // SAFETY: the function manager's record of this call, and the first argument is text.
    let Some(screen) = (unsafe { kept_screen(fcinfo, argument(0))? }) else { return Ok(None) };
    // SAFETY: the declared types of the arguments are those read here.
    let (vector, title, factor) = unsafe {
        let row = BoostColumns {
            slug: argument(3).and_then(|slug| std::str::from_utf8(bytes(slug)).ok()),
            date: first_date([argument(4), argument(5), argument(6)]),
            emotional_weight: argument(7).and_then(|weight| f64::from_datum(weight, false)),
            active_takes: argument(8).and_then(|takes| i64::from_datum(takes, false)),
        };
        let vector = || argument(1).and_then(|vector| TsVector::new(bytes(vector)));
        let title = || argument(2).and_then(|title| TsVector::new(bytes(title)));
        (vector, title, screen.factor(row))
    };
    if !screen.can_reach(argument(2).is_some(), title, factor) {
        return Ok(Some(false));
    }
    Ok(Some(screen.passes(vector(), factor)))
}

/// The bytes of a variable-length value, fetched where needed. What that copies lives as long as
/// the caller's memory context: until the next row.
///
/// # Safety
/// The datum is of a variable-length type and not null.
unsafe fn bytes<'a>(datum: pg_sys::Datum) -> &'a [u8] {
    // SAFETY: by the caller's promise.
    unsafe {
        let value = pg_sys::pg_detoast_datum_packed(datum.cast_mut_ptr());
        let length = pgrx::varlena::varsize_any_exhdr(value);
        std::slice::from_raw_parts(pgrx::varlena::vardata_any(value).cast::<u8>(), length)
    }
}

/// The screen of the place in a query that calls, made at its first row.
///
/// # Safety
/// `fcinfo` is that of the running call of `screen`, `json` a text.
unsafe fn kept_screen<'a>(
    fcinfo: pg_sys::FunctionCallInfo,
    json: Option<pg_sys::Datum>,
) -> SqlResult<Option<&'a mut Screen>> {
    // SAFETY: the caller's promise; what is kept lives in fn_mcxt as long as the place that keeps it.
    unsafe {
        let Some(place) = (*fcinfo).flinfo.as_mut() else { return Ok(None) };
        if place.fn_extra.is_null() {
            let Some(json) = json else { return Ok(None) };
            let json = String::from_utf8_lossy(bytes(json));
            let screen = Screen::from_json(&json).or_report()?;
            let mut context = PgMemoryContexts::For(place.fn_mcxt);
            place.fn_extra = context.leak_and_drop_on_delete(screen).cast();
        }
        Ok(place.fn_extra.cast::<Screen>().as_mut())
    }
}

/// Planner support of screen(): nearly every row is held back.
#[pg_extern(immutable, parallel_safe)]
fn screen_support(request: Internal) -> Internal {
    // SAFETY: Postgres calls a support function with one node; its tag says what the node is.
    unsafe {
        respond(request, |node| {
            if node.type_ != pg_sys::NodeTag::T_SupportRequestSelectivity {
                return None;
            }
            let node: *mut pg_sys::Node = node;
            (*node.cast::<pg_sys::SupportRequestSelectivity>()).selectivity = SELECTIVITY;
            Some(node)
        })
    }
}
