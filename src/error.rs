//! From a refused value to a Postgres ERROR with its SQLSTATE, DETAIL and HINT.

use gbrain_rank_core::{Error, ErrorKind};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// What every SQL function returns that can refuse its input.
pub type SqlResult<T> = Result<T, ErrorReport>;

/// An ERROR with its SQLSTATE; DETAIL and HINT go on with `set_detail` and `set_hint`.
pub fn report(code: PgSqlErrorCode, message: impl Into<String>) -> ErrorReport {
    ErrorReport::new(code, message.into(), "gbrain_rank")
}

/// Turns the pure crate's error into the report that Postgres raises.
pub trait OrReport<T> {
    fn or_report(self) -> SqlResult<T>;
}

impl<T> OrReport<T> for Result<T, Error> {
    fn or_report(self) -> SqlResult<T> {
        self.map_err(|error| {
            let code = match error.kind {
                ErrorKind::InvalidParameterValue => PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
                ErrorKind::InvalidDatetimeFormat => PgSqlErrorCode::ERRCODE_INVALID_DATETIME_FORMAT,
                ErrorKind::DatetimeFieldOverflow => PgSqlErrorCode::ERRCODE_DATETIME_FIELD_OVERFLOW,
            };
            let mut raised = report(code, error.message);
            if let Some(detail) = error.detail {
                raised = raised.set_detail(detail);
            }
            if let Some(hint) = error.hint {
                raised = raised.set_hint(hint);
            }
            raised
        })
    }
}
