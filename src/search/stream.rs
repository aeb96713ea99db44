//! Runs an inner statement as the caller and hands over its rows one by one, without storing them.

use std::ffi::CString;

use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::kept_plan::{Running, kept_plan};
use super::statement::Statement;
use crate::error::{SqlResult, report};
use crate::varlena::flat;

/// One row of an inner statement, valid until the next one comes.
pub struct Row<'a> {
    values: &'a [pg_sys::Datum],
    nulls: &'a [bool],
}

impl Row<'_> {
    /// The raw datum of a column, counted from 0: not detoasted, `None` for NULL.
    #[inline]
    pub fn datum(&self, at: usize) -> Option<pg_sys::Datum> {
        match self.nulls.get(at) {
            Some(false) => Some(self.values[at]),
            _ => None,
        }
    }

    /// The bytes of a varlena column behind its header, detoasted into the row's memory context.
    #[inline]
    pub fn bytes(&self, at: usize) -> Option<&[u8]> {
        let datum = self.datum(at)?;
        // SAFETY: the caller reads a varlena column; what detoasting copies lives as long as the row.
        unsafe {
            let varlena = flat(datum);
            let start = pgrx::varlena::vardata_any(varlena).cast::<u8>();
            let length = pgrx::varlena::varsize_any_exhdr(varlena);
            Some(std::slice::from_raw_parts(start, length))
        }
    }

    /// A column's value as a Rust type. The column must have that type's SQL type.
    #[inline]
    pub fn get<T: FromDatum>(&self, at: usize) -> Option<T> {
        // SAFETY: the caller's SELECT list casts each column to the type that it reads.
        self.datum(at).and_then(|datum| unsafe { T::from_datum(datum, false) })
    }
}

/// What happens to a row; an error stops the statement.
type OnRow<'a> = &'a mut dyn FnMut(&Row<'_>) -> SqlResult<()>;

/// The same, for a statement that may stop early: `false` says that no row behind this one is wanted.
type OnRowWhile<'a> = &'a mut dyn FnMut(&Row<'_>) -> SqlResult<bool>;

/// A receiver of rows that Postgres calls. The C part comes first, so that a pointer to it is a
/// pointer to the whole.
#[repr(C)]
struct Receiver<'a> {
    head: pg_sys::DestReceiver,
    on_row: OnRowWhile<'a>,
    row_context: pg_sys::MemoryContext,
    failed: Option<ErrorReport>,
}

/// What a plan is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    /// The values of this call.
    Values,
    /// Any values: a look-up, which has one good plan, is planned once a session.
    Kept,
}

/// Runs the statement with its values planned in: see [`stream_while`].
pub fn stream(statement: &Statement, on_row: OnRow<'_>) -> SqlResult<()> {
    stream_as(Planning::Values, statement, on_row)
}

/// Runs the statement to its end: see [`stream_while`].
pub fn stream_as(planning: Planning, statement: &Statement, on_row: OnRow<'_>) -> SqlResult<()> {
    stream_while(planning, statement, &mut |row| on_row(row).map(|()| true))
}

/// Runs the statement read-only, in the caller's snapshot, and calls `on_row` for each row, in a memory
/// context that is emptied after it.
pub fn stream_while(
    planning: Planning,
    statement: &Statement,
    on_row: OnRowWhile<'_>,
) -> SqlResult<()> {
    let sql = CString::new(statement.sql.as_str()).map_err(|_| {
        report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            "an inner statement holds a zero byte",
        )
    })?;
    // SAFETY: SPI is entered and left in pairs; where the statement raises an ERROR, the transaction
    // (or subtransaction) that aborts leaves SPI and frees the context. The receiver outlives the
    // call, and its closure is called only during it.
    unsafe {
        pg_sys::SPI_connect();
        let plan = match planning {
            Planning::Values => None,
            Planning::Kept => match kept_plan(statement, &sql) {
                Ok(plan) => Some(plan),
                Err(error) => {
                    pg_sys::SPI_finish();
                    return Err(error);
                }
            },
        };
        let row_context = pg_sys::AllocSetContextCreateInternal(
            pg_sys::CurrentMemoryContext,
            c"gbrain_rank row".as_ptr(),
            pg_sys::ALLOCSET_DEFAULT_MINSIZE as usize,
            pg_sys::ALLOCSET_DEFAULT_INITSIZE as usize,
            pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
        );
        let mut receiver = Receiver {
            head: pg_sys::DestReceiver {
                receiveSlot: Some(receive_slot),
                rStartup: Some(start_up),
                rShutdown: Some(shut_down),
                rDestroy: Some(shut_down),
                mydest: pg_sys::CommandDest::DestNone,
            },
            on_row,
            row_context,
            failed: None,
        };
        let options = pg_sys::SPIExecuteOptions {
            params: statement.parameter_list(),
            read_only: true,
            dest: (&raw mut receiver).cast(),
            ..Default::default()
        };
        let status = match plan {
            Some(plan) => {
                let _running = Running::enter();
                pg_sys::SPI_execute_plan_extended(plan, &options)
            }
            None => pg_sys::SPI_execute_extended(sql.as_ptr(), &options),
        };
        let failed = receiver.failed.take();
        pg_sys::MemoryContextDelete(row_context);
        pg_sys::SPI_finish();
        match failed {
            Some(error) => Err(error),
            None if status < 0 => Err(report(
                PgSqlErrorCode::ERRCODE_EXTERNAL_ROUTINE_EXCEPTION,
                format!("inner statement failed with SPI status {status}"),
            )),
            None => Ok(()),
        }
    }
}

#[pg_guard]
unsafe extern "C-unwind" fn receive_slot(
    slot: *mut pg_sys::TupleTableSlot,
    receiver: *mut pg_sys::DestReceiver,
) -> bool {
    // SAFETY: Postgres passes the receiver that `stream` gave it, and a slot of the statement's
    // columns; after slot_getsomeattrs_int (or where they are all there) the arrays are filled.
    unsafe {
        let receiver = &mut *receiver.cast::<Receiver<'_>>();
        let columns = (*(*slot).tts_tupleDescriptor).natts;
        if i32::from((*slot).tts_nvalid) < columns {
            pg_sys::slot_getsomeattrs_int(slot, columns);
        }
        let row = Row {
            values: std::slice::from_raw_parts((*slot).tts_values, columns as usize),
            nulls: std::slice::from_raw_parts((*slot).tts_isnull, columns as usize),
        };
        let outer = pg_sys::MemoryContextSwitchTo(receiver.row_context);
        let outcome = (receiver.on_row)(&row);
        pg_sys::MemoryContextSwitchTo(outer);
        pg_sys::MemoryContextReset(receiver.row_context);
        match outcome {
            Ok(go_on) => go_on,
            Err(error) => {
                receiver.failed = Some(error);
                false
            }
        }
    }
}

#[pg_guard]
unsafe extern "C-unwind" fn start_up(
    _receiver: *mut pg_sys::DestReceiver,
    _operation: std::ffi::c_int,
    _columns: pg_sys::TupleDesc,
) {
}

#[pg_guard]
unsafe extern "C-unwind" fn shut_down(_receiver: *mut pg_sys::DestReceiver) {}
