//! Plans that are kept for the session: of look-ups, whose plan does not depend on their values.
//!
//! Planning such a statement takes longer than running it. A kept plan is Postgres' own generic plan,
//! which it makes anew when anything that the plan is made of changes, or the role that runs it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CString;

use pgrx::pg_sys;
use pgrx::prelude::*;

use super::statement::Statement;
use crate::error::{SqlResult, report};

/// Plans of one session. Each source has a few; an application that searches more of them than this
/// at once plans some of its statements again.
const MAX_PLANS: usize = 128;

thread_local! {
    static PLANS: RefCell<HashMap<String, pg_sys::SPIPlanPtr>> = RefCell::default();
    static RUNNING: Cell<usize> = const { Cell::new(0) };
}

/// Says, while it lives, that a kept plan runs, so that none is freed: a source may be a view over a
/// function that searches itself.
pub struct Running(());

impl Running {
    pub fn enter() -> Self {
        RUNNING.set(RUNNING.get() + 1);
        Self(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.set(RUNNING.get().saturating_sub(1));
    }
}

/// The plan of a statement. SPI must be connected.
pub fn kept_plan(statement: &Statement, sql: &CString) -> SqlResult<pg_sys::SPIPlanPtr> {
    let known = PLANS.with_borrow(|plans| plans.get(&statement.sql).copied());
    if let Some(plan) = known {
        return Ok(plan);
    }
    let mut types = statement.parameter_types();
    // SAFETY: the caller is connected to SPI; the text and the types outlive the call. A plan that is
    // kept lives until it is freed below.
    let plan = unsafe {
        let plan = pg_sys::SPI_prepare_cursor(
            sql.as_ptr(),
            types.len() as i32,
            types.as_mut_ptr(),
            pg_sys::CURSOR_OPT_GENERIC_PLAN as i32,
        );
        if plan.is_null() || pg_sys::SPI_keepplan(plan) != 0 {
            return Err(report(
                PgSqlErrorCode::ERRCODE_EXTERNAL_ROUTINE_EXCEPTION,
                "inner statement cannot be planned",
            ));
        }
        plan
    };
    let dropped = PLANS.with_borrow_mut(|plans| {
        let full = plans.len() >= MAX_PLANS && RUNNING.get() == 0;
        let dropped = if full { std::mem::take(plans) } else { HashMap::new() };
        plans.insert(statement.sql.clone(), plan);
        dropped
    });
    for old in dropped.into_values() {
        // SAFETY: a kept plan that is in the map no longer, and none of them is running.
        unsafe { pg_sys::SPI_freeplan(old) };
    }
    Ok(plan)
}
