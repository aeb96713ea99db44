//! One setting: its text as Postgres holds it, and its typed value.

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use gbrain_rank_core::{Error, Result};
use pgrx::guc::{GucContext, GucFlags, GucRegistry, GucSetting};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::source::Source;
use crate::error::{SqlResult, report};

/// What a reader of `SHOW`, `pg_settings` and `gbrain_rank.settings()` is told about a setting.
pub struct Declaration {
    pub name: &'static CStr,
    pub default: &'static CStr,
    pub context: GucContext,
    pub description: &'static CStr,
}

/// A setting whose text stands for a `T`.
///
/// Postgres owns the text. A text that is no `T` may stand there (it is *poisoned*, see `hook`), so
/// a value is only ever read through [`Setting::read`], which can refuse.
pub struct Setting<T: 'static> {
    pub declaration: Declaration,
    pub parse: fn(&str) -> Result<T>,
    /// Called with the new value of a live SET by the user of this session, to warn.
    pub on_live_set: Option<fn(&T)>,
    pub check_hook: unsafe extern "C-unwind" fn(
        *mut *mut std::ffi::c_char,
        *mut *mut std::ffi::c_void,
        pg_sys::GucSource::Type,
    ) -> bool,
    pub assign_hook: unsafe extern "C-unwind" fn(*const std::ffi::c_char, *mut std::ffi::c_void),
    text: GucSetting<Option<CString>>,
    source: AtomicU32,
    generation: AtomicU64,
}

/// The last value that was read, for as long as the setting does not change.
pub struct Cache<T>(RefCell<Option<(u64, T)>>);

impl<T> Cache<T> {
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// The value made at `generation`, made now if the cached one is older.
    #[inline]
    pub fn get(&self, generation: u64, make: impl FnOnce() -> SqlResult<T>) -> SqlResult<T>
    where
        T: Clone,
    {
        if let Some((at, value)) = &*self.0.borrow()
            && *at == generation
        {
            return Ok(value.clone());
        }
        let value = make()?;
        self.0.replace(Some((generation, value.clone())));
        Ok(value)
    }
}

/// The hooks that Postgres calls for one setting; they cannot tell by themselves for which.
macro_rules! hooks {
    ($setting:expr) => {{
        /// SAFETY: Postgres calls it as a check hook, with the arguments of one.
        unsafe extern "C-unwind" fn check(
            text: *mut *mut std::ffi::c_char,
            extra: *mut *mut std::ffi::c_void,
            source: pgrx::pg_sys::GucSource::Type,
        ) -> bool {
            // SAFETY: the arguments are passed on as they came.
            unsafe { $crate::settings::hook::check(&$setting, text, extra, source) }
        }
        /// SAFETY: Postgres calls it as an assign hook, with what the check hook left.
        unsafe extern "C-unwind" fn assign(
            _: *const std::ffi::c_char,
            extra: *mut std::ffi::c_void,
        ) {
            // SAFETY: the argument is passed on as it came.
            unsafe { $crate::settings::hook::assign(&$setting, extra) }
        }
        (check, assign)
    }};
}
pub(super) use hooks;

impl<T> Setting<T> {
    pub const fn new(
        declaration: Declaration,
        parse: fn(&str) -> Result<T>,
        on_live_set: Option<fn(&T)>,
        (check_hook, assign_hook): (
            unsafe extern "C-unwind" fn(
                *mut *mut std::ffi::c_char,
                *mut *mut std::ffi::c_void,
                pg_sys::GucSource::Type,
            ) -> bool,
            unsafe extern "C-unwind" fn(*const std::ffi::c_char, *mut std::ffi::c_void),
        ),
    ) -> Self {
        let text = GucSetting::<Option<CString>>::new(Some(declaration.default));
        Self {
            declaration,
            parse,
            on_live_set,
            check_hook,
            assign_hook,
            text,
            source: AtomicU32::new(pg_sys::GucSource::PGC_S_DEFAULT),
            generation: AtomicU64::new(0),
        }
    }

    /// A number that changes with every change of the setting.
    #[inline]
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    /// Notes that Postgres has put another text in place, and where that came from.
    pub fn changed(&self, source: pg_sys::GucSource::Type) {
        self.source.store(source, Ordering::Relaxed);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The typed value; a poisoned text is an error that names the setting and its source.
    pub fn read(&self) -> SqlResult<T> {
        let text = self.text.get().unwrap_or_default();
        parse_text(&text, self.parse).map_err(|error| self.poisoned(error))
    }

    /// As [`Setting::read`], remembering the value until the setting changes.
    #[inline]
    pub fn read_cached(&self, cache: &Cache<T>) -> SqlResult<T>
    where
        T: Clone,
    {
        cache.get(self.generation(), || self.read())
    }

    /// Where the current text comes from.
    pub fn source(&self) -> Source {
        Source(self.source.load(Ordering::Relaxed))
    }

    /// The error for a value that is needed now and was bad when it arrived; also for one that turns out
    /// to be bad only when it is used, such as the name of an object that does not exist.
    pub fn poisoned(&self, error: Error) -> ErrorReport {
        let name = self.declaration.name.to_string_lossy();
        let source = self.source();
        let hint = error.hint.map(|hint| hint + " ").unwrap_or_default();
        let mut report = report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            format!("{} (source: {source}): {}", refusal(&name), error.message),
        )
        .set_hint(hint + &source.where_to_correct(&name));
        if let Some(detail) = error.detail {
            report = report.set_detail(detail);
        }
        report
    }
}

/// How every message about a bad value begins, which is how those of Postgres do.
pub fn refusal(name: &str) -> String {
    format!("invalid value for parameter \"{name}\"")
}

/// Parses a text of Postgres, which need not be UTF-8.
pub fn parse_text<T>(text: &CStr, parse: fn(&str) -> Result<T>) -> Result<T> {
    match text.to_str() {
        Ok(text) => parse(text),
        Err(_) => Err(Error::invalid("the value is not valid UTF-8")),
    }
}

/// A setting of whatever type, as the registry lists it.
pub trait Listed: Sync {
    fn declaration(&self) -> &Declaration;
    /// Tells Postgres about the setting, which takes over a value that was given before.
    fn define(&'static self);
    /// The current text, and where it came from; `false` when a function that needs it would fail.
    fn current(&self) -> (CString, Source, bool);
}

impl<T: 'static> Listed for Setting<T> {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn define(&'static self) {
        let Declaration { name, ref context, description, .. } = self.declaration;
        let context = match context {
            GucContext::Sighup => GucContext::Sighup,
            GucContext::Suset => GucContext::Suset,
            _ => GucContext::Userset,
        };
        // SAFETY: both hooks guard against panics (`hook::check`, `hook::assign`), and the setting is
        // static.
        unsafe {
            GucRegistry::define_string_guc_with_hooks(
                name,
                description,
                c"",
                &self.text,
                context,
                GucFlags::EXPLAIN,
                Some(self.check_hook),
                Some(self.assign_hook),
                None,
            );
        }
    }

    fn current(&self) -> (CString, Source, bool) {
        let text = self.text.get().unwrap_or_default();
        let valid = parse_text(&text, self.parse).is_ok();
        (text, self.source(), valid)
    }
}
