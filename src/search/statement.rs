//! An inner statement: SQL text with its parameters, and how a person would type it.

use std::fmt::Write as _;

use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::source::quote_literal;

/// A value that goes to Postgres as a parameter, never as SQL text.
#[derive(Debug, Clone, Copy)]
struct Parameter {
    type_oid: pg_sys::Oid,
    value: Option<pg_sys::Datum>,
}

/// A SELECT under construction.
#[derive(Debug, Default, Clone)]
pub struct Statement {
    pub sql: String,
    parameters: Vec<Parameter>,
}

impl Statement {
    /// A statement of fixed text, to which values may be bound.
    pub fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), parameters: Vec::new() }
    }

    /// Adds a value and gives the SQL that stands for it: `$n::type`.
    pub fn bind<T: IntoDatum>(&mut self, value: T) -> String {
        self.bind_datum(value.into_datum(), T::type_oid())
    }

    /// Adds a datum of a type and gives the SQL that stands for it: `$n::type`.
    pub fn bind_datum(&mut self, value: Option<pg_sys::Datum>, type_oid: pg_sys::Oid) -> String {
        self.parameters.push(Parameter { type_oid, value });
        format!("${}::{}", self.parameters.len(), qualified_type(type_oid))
    }

    /// Adds an array of datums of a varlena type that is aligned to integers: `$n::type[]`.
    pub fn bind_array(&mut self, elements: &[pg_sys::Datum], type_oid: pg_sys::Oid) -> String {
        let mut elements = elements.to_vec();
        // SAFETY: the elements are datums of that type; the array is built in the current context.
        let (array, array_type) = unsafe {
            let array = pg_sys::construct_array(
                elements.as_mut_ptr(),
                elements.len() as i32,
                type_oid,
                -1,
                false,
                b'i' as std::ffi::c_char,
            );
            (array, pg_sys::get_array_type(type_oid))
        };
        self.bind_datum(Some(pg_sys::Datum::from(array)), array_type)
    }

    /// Appends SQL text.
    pub fn push(&mut self, sql: &str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// The types of the parameters, in their order.
    pub(super) fn parameter_types(&self) -> Vec<pg_sys::Oid> {
        self.parameters.iter().map(|parameter| parameter.type_oid).collect()
    }

    /// The parameters as the executor takes them; `NULL` when there is none.
    pub(super) fn parameter_list(&self) -> pg_sys::ParamListInfo {
        if self.parameters.is_empty() {
            return std::ptr::null_mut();
        }
        // SAFETY: makeParamList allocates room for that many parameters in the current context.
        unsafe {
            let list = pg_sys::makeParamList(self.parameters.len() as i32);
            let slots = (*list).params.as_mut_slice(self.parameters.len());
            for (slot, parameter) in slots.iter_mut().zip(&self.parameters) {
                slot.value = parameter.value.unwrap_or(pg_sys::Datum::from(0));
                slot.isnull = parameter.value.is_none();
                slot.pflags = pg_sys::PARAM_FLAG_CONST as u16;
                slot.ptype = parameter.type_oid;
            }
            list
        }
    }

    /// The statement with its values written in: what EXPLAIN and auto_explain are to be shown.
    pub fn to_sql(&self) -> String {
        let mut out = String::with_capacity(self.sql.len());
        let mut rest = self.sql.as_str();
        while let Some(at) = rest.find('$') {
            let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
            let number = rest[at + 1..at + 1 + digits].parse::<usize>().ok();
            match number.and_then(|n| self.parameters.get(n.wrapping_sub(1))) {
                Some(parameter) => {
                    out.push_str(&rest[..at]);
                    out.push_str(&parameter.literal());
                }
                None => out.push_str(&rest[..=at + digits]),
            }
            rest = &rest[at + 1 + digits..];
        }
        let _ = write!(out, "{rest}");
        out
    }
}

impl Parameter {
    fn literal(&self) -> String {
        let Some(value) = self.value else { return "NULL".to_owned() };
        let mut function = pg_sys::InvalidOid;
        let mut is_varlena = false;
        // SAFETY: the datum is of that type, so its output function may be called on it; what comes
        // back is a palloc'ed C string.
        let text = unsafe {
            pg_sys::getTypeOutputInfo(self.type_oid, &mut function, &mut is_varlena);
            let text = pg_sys::OidOutputFunctionCall(function, value);
            std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned()
        };
        quote_literal(&text)
    }
}

/// A type's name, qualified so that no search_path can change its meaning.
pub fn qualified_type(type_oid: pg_sys::Oid) -> String {
    // Without a given modifier char(n) would be named as one character.
    let flags = pg_sys::FORMAT_TYPE_FORCE_QUALIFY | pg_sys::FORMAT_TYPE_TYPEMOD_GIVEN;
    // SAFETY: a catalog look-up that returns a palloc'ed C string, also for an unknown oid.
    unsafe {
        let name = pg_sys::format_type_extended(type_oid, -1, flags as pg_sys::bits16);
        std::ffi::CStr::from_ptr(name).to_string_lossy().into_owned()
    }
}
