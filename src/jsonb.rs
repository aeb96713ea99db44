//! jsonb in its binary form: single keys are read in place, without printing and parsing the value.

use gbrain_rank_core::recall::review::Review;
use gbrain_rank_core::recall::topic_trace::Trace;
use gbrain_rank_core::scope::{Binding, Bindings, Element, ScopeKey};
use pgrx::callconv::{Arg, ArgAbi};
use pgrx::nullable::Nullable;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;
use std::borrow::Cow;
use std::ffi::CStr;
use std::marker::PhantomData;

/// A jsonb value, detoasted, that lives as long as the datum it was read from.
#[derive(Clone, Copy)]
pub struct Jsonb<'a> {
    datum: *mut pg_sys::Jsonb,
    lives: PhantomData<&'a pg_sys::Jsonb>,
}

/// One value inside a jsonb value.
enum Item<'a> {
    Null,
    Text(&'a [u8]),
    Number(pg_sys::Numeric),
    Bool(bool),
    Container(Container<'a>),
}

/// An array or an object inside a jsonb value.
#[derive(Clone, Copy)]
struct Container<'a> {
    start: *mut pg_sys::JsonbContainer,
    lives: PhantomData<&'a pg_sys::Jsonb>,
}

impl<'a> Jsonb<'a> {
    /// The bytes of the value, which tell two values apart.
    pub fn bytes(&self) -> &'a [u8] {
        // SAFETY: `datum` is a detoasted varlena that lives for 'a; its header holds its length.
        unsafe {
            let varlena = self.datum.cast::<pg_sys::varlena>();
            std::slice::from_raw_parts(varlena.cast::<u8>(), pgrx::varsize_any(varlena))
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

    /// What a row with these `context_tags` is bound to.
    pub fn bindings(self) -> Bindings<'a> {
        let root = self.root();
        match root.kind() {
            Kind::Object => Bindings::read(|key| root.binding(key)),
            Kind::Array if root.len() == 0 => Bindings::default(),
            Kind::Scalar if matches!(root.at(0), Some(Item::Null)) => Bindings::default(),
            Kind::Array | Kind::Scalar => Bindings::malformed(),
        }
    }

    /// The traces among the elements of `traces`; a lone object counts as a list of one.
    pub fn traces(self) -> impl Iterator<Item = Trace> {
        let root = self.root();
        let alone = (root.kind() == Kind::Object).then_some(root);
        let listed = if root.kind() == Kind::Array { root.len() } else { 0 };
        let listed = (0..listed).filter_map(move |index| match root.at(index) {
            Some(Item::Container(element)) if element.kind() == Kind::Object => Some(element),
            _ => None,
        });
        alone
            .into_iter()
            .chain(listed)
            .filter_map(|trace| Some(Trace { kind: trace.text("kind")?, id: trace.text("id")? }))
    }

    /// The facts of a `review` that recall reads.
    pub fn review(self) -> Review {
        let root = self.root();
        if root.kind() != Kind::Object {
            return Review::default();
        }
        let decision_correct = match root.get("decision_correct") {
            Some(Item::Bool(correct)) => Some(correct),
            _ => None,
        };
        let outcome = match root.get("outcome") {
            Some(Item::Text(outcome)) => std::str::from_utf8(outcome).ok(),
            _ => None,
        };
        Review::new(decision_correct, outcome)
    }

    /// The scalars under a key, as text: one, or the elements of an array.
    pub fn scalars(self, key: &str) -> Vec<Cow<'a, str>> {
        let root = self.root();
        let scalar = |item: Item<'a>| match item.element() {
            Element::Scalar(text) => Some(text),
            Element::Null | Element::Nested => None,
        };
        match if root.kind() == Kind::Object { root.get(key) } else { None } {
            Some(Item::Container(array)) if array.kind() == Kind::Array => {
                (0..array.len()).filter_map(|index| array.at(index).and_then(scalar)).collect()
            }
            Some(item) => scalar(item).into_iter().collect(),
            None => Vec::new(),
        }
    }

    fn root(self) -> Container<'a> {
        // SAFETY: `datum` points to a whole, aligned jsonb value.
        Container { start: unsafe { &raw mut (*self.datum).root }, lives: PhantomData }
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Array,
    Object,
    /// A lone value, which is stored as an array of one.
    Scalar,
}

impl<'a> Container<'a> {
    fn header(self) -> u32 {
        // SAFETY: `start` points into a whole jsonb value; every container starts with its header.
        unsafe { (*self.start).header }
    }

    fn len(self) -> u32 {
        self.header() & pg_sys::JB_CMASK
    }

    fn kind(self) -> Kind {
        if self.header() & pg_sys::JB_FOBJECT != 0 {
            Kind::Object
        } else if self.header() & pg_sys::JB_FSCALAR != 0 {
            Kind::Scalar
        } else {
            Kind::Array
        }
    }

    fn binding(self, key: ScopeKey) -> Binding<'a> {
        match self.get(key.name()) {
            None => Binding::Unbound,
            Some(Item::Container(array)) if array.kind() == Kind::Array => {
                let elements = (0..array.len()).filter_map(|index| array.at(index));
                Binding::of_array(key, elements.map(Item::element))
            }
            Some(item) => Binding::of(key, item.element()),
        }
    }

    /// The value of a key of an object.
    fn get(self, key: &str) -> Option<Item<'a>> {
        if self.len() == 0 {
            return None;
        }
        let mut value = pg_sys::JsonbValue::default();
        // SAFETY: the container is an object (the callers look), the key is given with its length,
        // and the result is written to `value`, whose pointers point into the container.
        let found = unsafe {
            pg_sys::getKeyJsonValueFromContainer(
                self.start,
                key.as_ptr().cast(),
                key.len() as i32,
                &raw mut value,
            )
        };
        // SAFETY: a non-null result is `value`, filled.
        (!found.is_null()).then(|| unsafe { Item::of(&value) })
    }

    /// The text or number under a key of an object; 7 and "7" are the same.
    fn text(self, key: &str) -> Option<String> {
        match self.get(key)? {
            Item::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            Item::Number(number) => Some(number_text(number).into_owned()),
            _ => None,
        }
    }

    /// The element of an array at a place.
    fn at(self, index: u32) -> Option<Item<'a>> {
        // SAFETY: the container is an array, or a scalar, which is one; a null result means that the
        // place is behind its end.
        unsafe {
            let value = pg_sys::getIthJsonbValueFromContainer(self.start, index);
            value.as_ref().map(|value| Item::of(value))
        }
    }
}

impl<'a> Item<'a> {
    /// # Safety
    ///
    /// `value` was read from a jsonb value that lives for 'a.
    unsafe fn of(value: &pg_sys::JsonbValue) -> Self {
        use pg_sys::jbvType;
        // SAFETY: the type says which member of the union is set, and its pointers point into the
        // jsonb value.
        unsafe {
            match value.type_ {
                jbvType::jbvString => {
                    let string = value.val.string;
                    Self::Text(std::slice::from_raw_parts(string.val.cast(), string.len as usize))
                }
                jbvType::jbvNumeric => Self::Number(value.val.numeric),
                jbvType::jbvBool => Self::Bool(value.val.boolean),
                jbvType::jbvBinary => {
                    Self::Container(Container { start: value.val.binary.data, lives: PhantomData })
                }
                _ => Self::Null,
            }
        }
    }

    fn element(self) -> Element<'a> {
        match self {
            Self::Null => Element::Null,
            Self::Text(text) => Element::Scalar(String::from_utf8_lossy(text)),
            Self::Number(number) => Element::Scalar(number_text(number)),
            Self::Bool(truth) => Element::Scalar(if truth { "true" } else { "false" }.into()),
            Self::Container(_) => Element::Nested,
        }
    }
}

/// A number as `->>` prints it.
fn number_text<'a>(number: pg_sys::Numeric) -> Cow<'a, str> {
    // SAFETY: numeric_out takes one numeric and returns a cstring, and uses neither fn_extra nor a
    // collation.
    let text = unsafe {
        pgrx::direct_function_call::<&CStr>(
            pg_sys::numeric_out,
            &[Some(pg_sys::Datum::from(number))],
        )
    };
    text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default().into()
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
        // Not packed: the containers inside must be aligned.
        // SAFETY: the caller says that the datum is a jsonb.
        let datum = unsafe { pg_sys::pg_detoast_datum(datum.cast_mut_ptr()).cast() };
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
