//! Plans that are kept for the session: of look-ups, whose plan does not depend on their values.
//!
//! Planning such a statement takes longer than running it. A kept plan is Postgres' own generic plan,
//! which it makes anew when anything that the plan is made of changes, or the role that runs it. One thing
//! it does not watch: a text search configuration, which a plan holds by its oid. See [`forget_plans`].

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
    /// By the generation that they belong to and their SQL.
    static PLANS: RefCell<HashMap<(u64, String), pg_sys::SPIPlanPtr>> = RefCell::default();
    static GENERATION: Cell<u64> = const { Cell::new(0) };
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

/// Makes every plan that is kept unknown, because a name in its statement may stand for another text
/// search configuration now. Called from invalidations, so nothing is freed here: plans may be running.
pub fn forget_plans() {
    GENERATION.set(GENERATION.get().wrapping_add(1));
}

/// The plan of a statement. SPI must be connected.
pub fn kept_plan(statement: &Statement, sql: &CString) -> SqlResult<pg_sys::SPIPlanPtr> {
    // Before the names are resolved: what changes meanwhile makes this plan unknown, too.
    let generation = GENERATION.get();
    let key = (generation, statement.sql.clone());
    let known = PLANS.with_borrow(|plans| plans.get(&key).copied());
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
        let full = plans.len() >= MAX_PLANS || plans.keys().any(|(of, _)| *of != generation);
        let dropped =
            if full && RUNNING.get() == 0 { std::mem::take(plans) } else { HashMap::new() };
        plans.insert(key, plan);
        dropped
    });
    for old in dropped.into_values() {
        // SAFETY: a kept plan that is in the map no longer, and none of them is running.
        unsafe { pg_sys::SPI_freeplan(old) };
    }
    Ok(plan)
}
