//! The text search types of Postgres, and pointers to its structures, as arguments and results.

use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::datum::Datum;
use pgrx::nullable::Nullable;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;

/// A `tsvector`, as an argument or to hand back.
#[derive(Clone, Copy)]
pub struct TsVectorDatum(pg_sys::Datum);

impl TsVectorDatum {
    /// From the bytes behind the varlena header.
    pub fn from_binary(binary: &[u8]) -> Self {
        Self(varlena(binary))
    }

    /// The bytes behind the varlena header, detoasted.
    pub fn binary(&self) -> &[u8] {
        // SAFETY: the datum is a tsvector, a varlena, of this call.
        unsafe { detoasted(self.0) }
    }
}

/// A `tsquery`, as an argument or to hand back.
#[derive(Clone, Copy)]
pub struct TsQueryDatum(pg_sys::Datum);

impl TsQueryDatum {
    /// Reads tsquery input text. Such text never holds a zero byte.
    pub fn from_text(text: &str) -> Self {
        let mut input = Vec::with_capacity(text.len() + 1);
        input.extend_from_slice(text.as_bytes());
        input.push(0);
        // SAFETY: `tsqueryin` reads a zero-terminated string and returns a tsquery, never NULL, in
        // the current memory context.
        let datum = unsafe {
            pgrx::direct_function_call_as_datum(
                pg_sys::tsqueryin,
                &[Some(pg_sys::Datum::from(input.as_ptr()))],
            )
        };
        Self(datum.unwrap_or(pg_sys::Datum::null()))
    }

    pub fn datum(&self) -> pg_sys::Datum {
        self.0
    }

    /// The bytes behind the varlena header, detoasted.
    pub fn binary(&self) -> &[u8] {
        // SAFETY: the datum is a tsquery, a varlena, of this call.
        unsafe { detoasted(self.0) }
    }
}

/// The bytes of a varlena behind its header.
///
/// # Safety
/// The datum is a varlena that outlives what is made of it.
unsafe fn detoasted<'a>(datum: pg_sys::Datum) -> &'a [u8] {
    // SAFETY: `pg_detoast_datum` gives a varlena with a 4-byte header, whose length it holds.
    unsafe {
        let header = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
        let length = pgrx::varlena::varsize_any_exhdr(header);
        std::slice::from_raw_parts(pgrx::varlena::vardata_any(header).cast(), length)
    }
}

/// A new varlena in the current memory context.
fn varlena(bytes: &[u8]) -> pg_sys::Datum {
    let size = bytes.len() + pg_sys::VARHDRSZ;
    // SAFETY: `palloc` gives `size` bytes or raises; the header and `bytes` fill them exactly.
    unsafe {
        let header = pg_sys::palloc(size).cast::<pg_sys::varlena>();
        pgrx::varlena::set_varsize_4b(header, size as i32);
        std::ptr::copy_nonoverlapping(
            bytes.as_ptr(),
            header.cast::<u8>().add(pg_sys::VARHDRSZ),
            bytes.len(),
        );
        pg_sys::Datum::from(header)
    }
}

/// The SQL name of a type, and how it is passed.
macro_rules! sql_type {
    ($rust:ty, $sql:literal) => {
        // SAFETY: the datum is what the SQL type says.
        unsafe impl SqlTranslatable for $rust {
            const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!($rust);
            const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
            const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> =
                Ok(SqlMappingRef::literal($sql));
            const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
                Ok(ReturnsRef::One(SqlMappingRef::literal($sql)));
        }
    };
}

/// An argument or a result declared `internal`: a pointer to one of Postgres' structures.
pub struct Pointer<T>(pub *mut T);

// SAFETY: Postgres passes such pointers between functions that agree on what they point to.
unsafe impl<'fcx, T> ArgAbi<'fcx> for Pointer<T> {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: any datum is a `RawDatum`.
        match unsafe { arg.unbox_arg_using_from_datum::<RawDatum>() } {
            Some(RawDatum(datum)) => Self(datum.cast_mut_ptr()),
            None => Self(std::ptr::null_mut()),
        }
    }
}

// SAFETY: as above.
unsafe impl<T> BoxRet for Pointer<T> {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> Datum<'fcx> {
        // SAFETY: as above.
        unsafe { fcinfo.return_raw_datum(pg_sys::Datum::from(self.0)) }
    }
}

// SAFETY: only maps the type to its SQL name.
unsafe impl<T> SqlTranslatable for Pointer<T> {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Pointer<()>);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> =
        Ok(SqlMappingRef::literal("internal"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("internal")));
}

sql_type!(TsVectorDatum, "tsvector");
sql_type!(TsQueryDatum, "tsquery");

/// Arguments that are pointers to varlenas, kept as they are.
macro_rules! varlena_argument {
    ($rust:ident) => {
        // SAFETY: a pointer to a varlena that outlives the call.
        unsafe impl<'fcx> ArgAbi<'fcx> for $rust {
            unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
                // SAFETY: as above; the datum outlives the call.
                match unsafe { arg.unbox_arg_using_from_datum::<RawDatum>() } {
                    Some(RawDatum(datum)) => Self(datum),
                    None => Self(pg_sys::Datum::null()),
                }
            }

            unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
                if arg.is_null() {
                    Nullable::Null
                } else {
                    // SAFETY: as above.
                    Nullable::Valid(unsafe { Self::unbox_arg_unchecked(arg) })
                }
            }
        }
    };
}

varlena_argument!(TsVectorDatum);
varlena_argument!(TsQueryDatum);

/// A datum as it came, still toasted.
struct RawDatum(pg_sys::Datum);

impl pgrx::datum::FromDatum for RawDatum {
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _typoid: pg_sys::Oid,
    ) -> Option<Self> {
        (!is_null).then_some(Self(datum))
    }
}

// SAFETY: the datum points to a tsvector in the caller's memory context.
unsafe impl BoxRet for TsVectorDatum {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> Datum<'fcx> {
        // SAFETY: as above.
        unsafe { fcinfo.return_raw_datum(self.0) }
    }
}

// SAFETY: the datum points to a tsquery that outlives the call.
unsafe impl BoxRet for TsQueryDatum {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> Datum<'fcx> {
        // SAFETY: as above.
        unsafe { fcinfo.return_raw_datum(self.0) }
    }
}
