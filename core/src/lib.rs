//! The formulas, parsers, tokenizers and heaps of gbrain_rank, without Postgres.
//!
//! Everything here is pure: a value in, a value out, no clock, no setting, no unsafe code. The
//! extension in `src/` reads rows and settings, calls these functions and hands back what they say.
#![forbid(unsafe_code)]

pub mod axes;
pub mod boost;
pub mod bound;
pub mod codec;
pub mod decay;
pub mod decimal;
pub mod document;
pub mod effective_date;
pub mod emotional_weight;
pub mod error;
pub mod error_codes;
pub mod iso_date;
pub mod jsonb;
pub mod late_top_k;
pub mod mode;
pub mod prominent;
pub mod query_text;
pub mod recall;
pub mod recency;
pub mod retrieve;
pub mod rrf;
pub mod salience;
pub mod scope;
pub mod screen;
pub mod segment;
pub mod setting_values;
pub mod snippet;
pub mod text_query;
pub mod text_rank;
pub mod threshold;
pub mod tokens;
pub mod top_k;
pub mod tsquery;
pub mod tsvector;
pub mod yaml;

pub use error::{Error, ErrorKind, Result};
pub use mode::Mode;
