//! `regclass` and `regconfig` as arguments and results: oids that Postgres reads and writes as names.

use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::datum::Datum;
use pgrx::nullable::Nullable;
use pgrx::pg_sys;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;

use crate::error::{SqlResult, report};

/// A newtype over an oid that is declared as one of Postgres' reg types.
macro_rules! reg_type {
    ($(#[$doc:meta])* $name:ident, $sql:literal, $type_oid:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub pg_sys::Oid);

        impl FromDatum for $name {
            unsafe fn from_polymorphic_datum(
                datum: pg_sys::Datum,
                is_null: bool,
                type_oid: pg_sys::Oid,
            ) -> Option<Self> {
                // SAFETY: a reg type's datum is an oid's.
                unsafe { pg_sys::Oid::from_polymorphic_datum(datum, is_null, type_oid) }.map(Self)
            }
        }

        impl IntoDatum for $name {
            fn into_datum(self) -> Option<pg_sys::Datum> {
                self.0.into_datum()
            }

            fn type_oid() -> pg_sys::Oid {
                $type_oid
            }
        }

        // SAFETY: the argument is an oid, as ARGUMENT_SQL declares.
        unsafe impl<'fcx> ArgAbi<'fcx> for $name {
            unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
                // SAFETY: the caller vouches that the argument is an oid and not NULL.
                let oid = unsafe { arg.unbox_arg_using_from_datum::<Self>() };
                oid.unwrap_or(Self(pg_sys::InvalidOid))
            }

            unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
                // SAFETY: the caller vouches that the argument is an oid.
                unsafe { arg.unbox_arg_using_from_datum::<Self>().into() }
            }
        }

        // SAFETY: the datum returned is an oid's.
        unsafe impl BoxRet for $name {
            unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> Datum<'fcx> {
                // SAFETY: an oid is passed by value.
                unsafe { fcinfo.return_raw_datum(pg_sys::Datum::from(self.0)) }
            }
        }

        // SAFETY: only maps the type to its SQL name.
        unsafe impl SqlTranslatable for $name {
            const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!($name);
            const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
            const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> =
                Ok(SqlMappingRef::literal($sql));
            const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
                Ok(ReturnsRef::One(SqlMappingRef::literal($sql)));
        }
    };
}

reg_type!(
    /// A relation, given by name.
    RegClass,
    "regclass",
    pg_sys::REGCLASSOID
);

reg_type!(
    /// A text search configuration, given by name.
    RegConfig,
    "regconfig",
    pg_sys::REGCONFIGOID
);

impl RegConfig {
    /// The configuration, if there is one of that oid: Postgres' own functions take its absence for a
    /// broken catalog.
    pub fn existing(self) -> SqlResult<Self> {
        let none = pg_sys::Datum::from(0);
        // SAFETY: a look-up in a catalog cache by its one key, an oid.
        let exists = unsafe {
            pg_sys::SearchSysCacheExists(
                pg_sys::SysCacheIdentifier::TSCONFIGOID as _,
                pg_sys::Datum::from(self.0),
                none,
                none,
                none,
            )
        };
        if exists { Ok(self) } else { Err(self.not_found()) }
    }

    /// The error for an oid that no configuration has.
    pub fn not_found(self) -> pg_sys::panic::ErrorReport {
        report(
            PgSqlErrorCode::ERRCODE_UNDEFINED_OBJECT,
            format!("text search configuration with OID {} does not exist", self.0.to_u32()),
        )
        .set_hint("List the configurations with \\dF in psql.")
    }
}
