//! Text search: the words of a text, in Chinese, English and the names that programs use.

pub mod dictionary;
mod tokens;
pub mod utf8;
