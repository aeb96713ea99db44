//! Text search: the words of a text, in Chinese, English and the names that programs use.

mod datum;
pub mod dictionary;
mod document;
mod headline;

mod parser;
mod prominent;
mod relax;
mod spelling;
mod tokens;

pgrx::extension_sql_file!(
    "../../sql/text_search.sql",
    name = "text_search",
    requires = [
        parser::multilingual_start,
        parser::multilingual_token,
        parser::multilingual_end,
        parser::multilingual_kinds,
        headline::multilingual_headline,
        spelling::spelling_lexize,
    ]
);
