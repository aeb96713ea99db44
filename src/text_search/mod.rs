//! Text search: the words of a text, in Chinese, English and the names that programs use.

pub mod datum;
pub mod dictionary;
mod document;
mod relax;
mod tokens;
pub mod utf8;
