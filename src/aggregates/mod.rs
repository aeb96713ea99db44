//! The ranking aggregates `rrf`, `top_k` and `rank_text`.
//!
//! Their SQL, functions included, is `sql/aggregates.sql`; here are the functions behind it. Those with
//! an internal state come in a fixed set, named as the catalog columns that refer to them: `_trans`,
//! `_combine`, `_serialize`, `_deserialize`, `_final`.

mod id;
mod rank_text;
mod rrf;
mod state;
mod top_k;

pgrx::extension_sql_file!("../../sql/aggregates.sql", name = "aggregates");
