//! What happens when a setting gets a value: it is refused, or it is taken even though it is bad.
//!
//! A user who says `SET` must be told at once. But a bad value also arrives where nobody can be told:
//! at the start of a connection (ALTER DATABASE, ALTER ROLE, PGOPTIONS, postgresql.conf), when the
//! library is loaded after the SET, and in a parallel worker, which gets all settings of its leader
//! and would take the whole query down. There the value is taken as it is, *poisoned*: what needs it
//! fails and says so, everything else goes on.
//!
//! `extra` is what Postgres keeps beside a value and hands back to the assign hook, also on RESET
//! and ROLLBACK. It holds the source of the value, nothing else: that a value is poisoned shows when
//! it is parsed again.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

use gbrain_rank_core::Error;
use pgrx::pg_sys::GucSource::{PGC_S_FILE, PGC_S_INTERACTIVE, PGC_S_SESSION, Type as GucSource};
use pgrx::pg_sys::panic::{ErrorReport, pgrx_extern_c_guard};
use pgrx::prelude::*;

use super::setting::{Listed, Setting, parse_text, refusal};

/// True while `_PG_init` defines the settings: Postgres then calls the check hook for values that
/// were given long before, with the source of a live SET.
static LOADING: AtomicBool = AtomicBool::new(false);

/// Defines settings, without refusing what was given before they existed.
pub fn define_all(settings: &[&'static dyn Listed]) {
    /// Ends the loading also where an error does.
    struct Loading;
    impl Drop for Loading {
        fn drop(&mut self) {
            LOADING.store(false, Ordering::Relaxed);
        }
    }
    LOADING.store(true, Ordering::Relaxed);
    let _loading = Loading;
    for setting in settings {
        setting.define();
    }
}

/// Whether someone typed this value just now and can be told about it.
fn is_live(source: GucSource) -> bool {
    // SAFETY: a variable of this backend that Postgres sets while a worker starts up.
    let starting_worker = unsafe { pg_sys::InitializingParallelWorker };
    source >= PGC_S_INTERACTIVE && !LOADING.load(Ordering::Relaxed) && !starting_worker
}

/// Whether the running statement is ALTER SYSTEM. Its value has the source of a file, as has a value
/// that a reload brings, but only here is there someone to warn.
fn in_alter_system(source: GucSource) -> bool {
    if source != PGC_S_FILE || LOADING.load(Ordering::Relaxed) {
        return false;
    }
    // SAFETY: the portal that runs now, null outside a statement.
    unsafe {
        let portal = pg_sys::ActivePortal;
        !portal.is_null() && (*portal).commandTag == pg_sys::CommandTag::CMDTAG_ALTER_SYSTEM
    }
}

/// The check hook: refuses a bad value that is given live, and takes every other.
///
/// # Safety
/// Only Postgres may call it, as a check hook.
pub unsafe fn check<T>(
    setting: &'static Setting<T>,
    text: *mut *mut c_char,
    extra: *mut *mut c_void,
    source: GucSource,
) -> bool {
    // SAFETY: the closure runs under the guard that turns a panic into an ERROR.
    unsafe {
        pgrx_extern_c_guard(|| {
            let text = if (*text).is_null() { c"" } else { CStr::from_ptr(*text) };
            match parse_text(text, setting.parse) {
                Ok(value) => {
                    if let Some(warn) = setting.on_live_set
                        && source == PGC_S_SESSION
                        && is_live(source)
                    {
                        warn(&value);
                    }
                }
                Err(error) if is_live(source) => {
                    refuse(setting.declaration.name, error);
                    return false;
                }
                Err(error) if in_alter_system(source) => {
                    let name = setting.declaration.name.to_string_lossy();
                    ErrorReport::new(
                        PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
                        format!("{}, stored all the same: {}", refusal(&name), error.message),
                        "gbrain_rank",
                    )
                    .set_detail("After a reload every function that needs it will fail.")
                    .set_hint(format!("ALTER SYSTEM RESET {name} takes it back."))
                    .report(PgLogLevel::WARNING);
                }
                Err(_) => {}
            }
            keep_source(extra, source)
        })
    }
}

/// The assign hook: the value is in place now.
///
/// # Safety
/// Only Postgres may call it, as an assign hook, with the `extra` of [`check`].
pub unsafe fn assign<T>(setting: &'static Setting<T>, extra: *mut c_void) {
    // SAFETY: `check` leaves a source in every extra; where there is none, nothing is read.
    let source = unsafe { extra.cast::<GucSource>().as_ref() };
    setting.changed(source.copied().unwrap_or(pg_sys::GucSource::PGC_S_DEFAULT));
}

/// Leaves the error for guc.c to raise. Its own message would print the whole value, which may be a
/// map of ten thousand prefixes; ours names the entry.
fn refuse(name: &CStr, error: Error) {
    let copy = |text: &str| {
        let text = CString::new(text.replace('\0', "")).unwrap_or_default();
        // SAFETY: pstrdup copies the string into the current memory context, which outlives the
        // report that guc.c makes when the hook has returned.
        unsafe { pg_sys::pstrdup(text.as_ptr()) }
    };
    // SAFETY: these variables are how a check hook hands its error to guc.c, which has emptied them.
    unsafe {
        pg_sys::GUC_check_errcode(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE as i32);
        pg_sys::GUC_check_errmsg_string =
            copy(&format!("{}: {}", refusal(&name.to_string_lossy()), error.message));
        if let Some(detail) = error.detail {
            pg_sys::GUC_check_errdetail_string = copy(&detail);
        }
        if let Some(hint) = error.hint {
            pg_sys::GUC_check_errhint_string = copy(&hint);
        }
    }
}

/// Leaves the source beside the value; `false` when there is no memory, which guc.c reports.
///
/// # Safety
/// `extra` is the place that Postgres gave to the check hook.
unsafe fn keep_source(extra: *mut *mut c_void, source: GucSource) -> bool {
    // SAFETY: guc.c frees the memory with the function that belongs to this allocation.
    unsafe {
        let memory = allocate(size_of::<GucSource>());
        if memory.is_null() {
            return false;
        }
        memory.cast::<GucSource>().write(source);
        *extra = memory;
    }
    true
}

/// Memory that guc.c may free: until Postgres 15 it calls free(), then pfree().
///
/// # Safety
/// A server function is called: only in the thread of the backend.
unsafe fn allocate(size: usize) -> *mut c_void {
    #[cfg(any(feature = "pg14", feature = "pg15"))]
    // SAFETY: malloc has no precondition.
    unsafe {
        libc::malloc(size)
    }
    #[cfg(not(any(feature = "pg14", feature = "pg15")))]
    // SAFETY: it returns null when there is no memory, as LOG is no error.
    unsafe {
        pg_sys::guc_malloc(pg_sys::LOG as i32, size)
    }
}
