//! The server settings under which the inner statements of a search are planned and run.

use std::ffi::CString;

use pgrx::pg_sys;

use crate::error::SqlResult;

/// Sets what a search needs and, when dropped, puts back what the session had.
///
/// After an ERROR the abort of the transaction does the same.
pub struct InnerSettings {
    nest_level: i32,
    /// What was set, as the statements that a person would type.
    pub as_sql: Vec<String>,
}

impl InnerSettings {
    /// work_mem from `gbrain_rank.search_work_mem` (a lossy bitmap would recheck every row), no jit
    /// (it costs more than a search), and no fuzzy limit of GIN (a search is exact).
    pub fn enter() -> SqlResult<Self> {
        let work_mem = crate::settings::search_work_mem()?;
        let mut settings = Self::nested();
        settings.set("work_mem", &format!("{work_mem}kB"));
        settings.set("jit", "off");
        settings.set("gin_fuzzy_search_limit", "0");
        Ok(settings)
    }

    /// No notices: a stop word in a question is nothing to tell a client about.
    pub fn quiet() -> Self {
        let mut settings = Self::nested();
        settings.set("client_min_messages", "warning");
        settings
    }

    fn nested() -> Self {
        // SAFETY: opens a nest level that drop (or the abort) closes.
        let nest_level = unsafe { pg_sys::NewGUCNestLevel() };
        Self { nest_level, as_sql: Vec::new() }
    }

    /// Sets one more server setting until the search ends.
    pub fn set(&mut self, name: &str, value: &str) {
        let (Ok(c_name), Ok(c_value)) = (CString::new(name), CString::new(value)) else { return };
        // SAFETY: both are C strings, which set_config_option copies. SAVE restores the session's
        // value when the nest level ends.
        unsafe {
            pg_sys::set_config_option(
                c_name.as_ptr(),
                c_value.as_ptr(),
                pg_sys::GucContext::PGC_USERSET,
                pg_sys::GucSource::PGC_S_SESSION,
                pg_sys::GucAction::GUC_ACTION_SAVE,
                true,
                0,
                false,
            );
        }
        self.as_sql.push(format!("SET LOCAL {name} = '{value}';"));
    }
}

impl Drop for InnerSettings {
    fn drop(&mut self) {
        // SAFETY: closes the level that `enter` opened.
        unsafe { pg_sys::AtEOXact_GUC(true, self.nest_level) };
    }
}
