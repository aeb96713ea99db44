//! Small look-ups in the system catalogs.

use pgrx::datum::DatumWithOid;
use pgrx::prelude::*;
use pgrx::spi::SpiError;

use crate::error::{SqlResult, report};

/// The first column of the first row of a read-only statement; `None` for NULL and for no row.
pub fn catalog_value<T: FromDatum + IntoDatum>(
    sql: &str,
    arguments: &[DatumWithOid<'_>],
) -> SqlResult<Option<T>> {
    Spi::connect(|client| {
        let rows = client.select(sql, Some(1), arguments)?;
        if rows.is_empty() { Ok(None) } else { rows.first().get_one::<T>() }
    })
    .map_err(spi_failed)
}

/// A failure of SPI itself; a statement that fails raises its own ERROR.
pub fn spi_failed(error: SpiError) -> pgrx::pg_sys::panic::ErrorReport {
    report(
        PgSqlErrorCode::ERRCODE_EXTERNAL_ROUTINE_EXCEPTION,
        format!("inner statement failed: {error}"),
    )
}
