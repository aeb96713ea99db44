//! jsonb values as the SQL functions take them, read in place by the pure crate.

use crate::error::SqlResult;
use crate::text::require_utf8;
use crate::varlena::flat;
use gbrain_rank_core::jsonb::{Object, Value};
use gbrain_rank_core::recall::review::Review;
use gbrain_rank_core::recall::topic_trace::Trace;
use gbrain_rank_core::scope::{Bindings, Element};
use pgrx::callconv::{Arg, ArgAbi};
use pgrx::nullable::Nullable;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;
use std::borrow::Cow;
use std::ffi::{CStr, CString};
use std::marker::PhantomData;

/// A jsonb value, neither compressed nor out of line, that lives as long as the datum it was read from.
#[derive(Clone, Copy)]
pub struct Jsonb<'a> {
    datum: *mut pg_sys::varlena,
    lives: PhantomData<&'a pg_sys::varlena>,
}

impl<'a> Jsonb<'a> {
    /// The bytes of the value, which tell two values apart.
    pub fn bytes(self) -> &'a [u8] {
        // SAFETY: `datum` is a detoasted varlena that lives for 'a; its header holds its length.
        unsafe {
            let start = pgrx::varlena::vardata_any(self.datum).cast::<u8>();
            std::slice::from_raw_parts(start, pgrx::varlena::varsize_any_exhdr(self.datum))
        }
    }

    /// The value as Postgres prints it.
    pub fn to_text(self) -> String {
        // SAFETY: jsonb_out takes one jsonb and returns a cstring, and uses neither fn_extra nor a
        // collation.
        let text = unsafe {
            pgrx::direct_function_call::<&CStr>(
                pg_sys::jsonb_out,
                &[Some(pg_sys::Datum::from(self.datum))],
            )
        };
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The same, where it is UTF-8; 0A000 for text of another encoding.
    pub fn to_utf8(self) -> SqlResult<String> {
        let text = self.to_text();
        if text.contains(char::REPLACEMENT_CHARACTER) {
            require_utf8()?;
        }
        Ok(text)
    }

    /// What a row with these `context_tags` is bound to.
    pub fn bindings(self) -> Bindings<'a> {
        match self.value() {
            Some(tags) => Bindings::from_jsonb(tags, number_text),
            None => Bindings::malformed(),
        }
    }

    /// The traces among the elements of `traces`; a lone object counts as a list of one.
    pub fn traces(self) -> impl Iterator<Item = Trace> {
        let (alone, listed) = match self.value() {
            Some(Value::Object(trace)) => (Some(trace), None),
            Some(Value::Array(traces)) => (None, Some(traces)),
            _ => (None, None),
        };
        let listed = listed.into_iter().flat_map(|traces| traces.iter());
        let listed = listed.filter_map(|element| match element {
            Value::Object(trace) => Some(trace),
            _ => None,
        });
        alone
            .into_iter()
            .chain(listed)
            .filter_map(|trace| Some(Trace { kind: text(trace, "kind")?, id: text(trace, "id")? }))
    }

    /// The facts of a `review` that recall reads.
    pub fn review(self) -> Review {
        let Some(Value::Object(review)) = self.value() else { return Review::default() };
        let decision_correct = match review.get("decision_correct") {
            Some(Value::Bool(correct)) => Some(correct),
            _ => None,
        };
        let outcome = match review.get("outcome") {
            Some(Value::Text(outcome)) => std::str::from_utf8(outcome).ok(),
            _ => None,
        };
        Review::new(decision_correct, outcome)
    }

    /// The scalars under a key, as text: one, or the elements of an array.
    pub fn scalars(self, key: &str) -> Vec<Cow<'a, str>> {
        let scalar = |value: Value<'a>| match Element::of(value, number_text) {
            Element::Scalar(text) => Some(text),
            Element::Null | Element::Nested => None,
        };
        match self.value() {
            Some(Value::Object(tags)) => match tags.get(key) {
                Some(Value::Array(array)) => array.iter().filter_map(scalar).collect(),
                Some(value) => scalar(value).into_iter().collect(),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn value(self) -> Option<Value<'a>> {
        Value::read(self.bytes())
    }
}

/// JSON as a jsonb datum in the current memory context; `None` for text that holds a zero byte.
pub fn jsonb_datum(json: &str) -> Option<pg_sys::Datum> {
    let json = CString::new(json).ok()?;
    // SAFETY: jsonb_in takes one C string, and uses neither fn_extra nor a collation.
    unsafe {
        pgrx::direct_function_call(pg_sys::jsonb_in, &[Some(pg_sys::Datum::from(json.as_ptr()))])
    }
}

/// The text or number under a key of an object; 7 and "7" are the same.
fn text(object: Object<'_>, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        Value::Number(number) => Some(number_text(number)),
        _ => None,
    }
}

/// A number as `->>` prints it.
fn number_text(number: &[u8]) -> String {
    // A numeric is read in words, and the value may lie anywhere.
    let mut aligned = vec![0u64; number.len().div_ceil(8)];
    // SAFETY: the bytes are those of a whole numeric, and there is room for them; numeric_out takes
    // one numeric and returns a cstring, and uses neither fn_extra nor a collation.
    let text = unsafe {
        let start = aligned.as_mut_ptr();
        std::ptr::copy_nonoverlapping(number.as_ptr(), start.cast(), number.len());
        pgrx::direct_function_call::<&CStr>(
            pg_sys::numeric_out,
            &[Some(pg_sys::Datum::from(start))],
        )
    };
    text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

impl FromDatum for Jsonb<'_> {
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Self> {
        if is_null {
            return None;
        }
        // SAFETY: the caller says that the datum is a jsonb.
        let datum = unsafe { flat(datum) };
        Some(Self { datum, lives: PhantomData })
    }
}

// SAFETY: the datum is a jsonb, as ARGUMENT_SQL declares.
unsafe impl<'fcx> ArgAbi<'fcx> for Jsonb<'fcx> {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller says that the argument is a jsonb and not null.
        let datum = unsafe { arg.unbox_arg_using_from_datum::<Self>() };
        datum.unwrap_or(Self { datum: std::ptr::null_mut(), lives: PhantomData })
    }

    unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
        // SAFETY: the caller says that the argument is a jsonb.
        unsafe { arg.unbox_arg_using_from_datum::<Self>().into() }
    }
}

// SAFETY: only maps the type to its SQL name.
unsafe impl SqlTranslatable for Jsonb<'_> {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Jsonb);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> = Ok(SqlMappingRef::literal("jsonb"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("jsonb")));
}
