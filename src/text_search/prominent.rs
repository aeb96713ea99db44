//! `prominent(tsvector)`: the lexemes that stand out in a text, for an index.

use gbrain_rank_core::tsvector::TsVector;
use pgrx::prelude::*;

use super::datum::TsVectorDatum;

/// The lexemes of a text that stand in its title (weight A) or more than twice, without positions.
#[pg_extern(immutable, parallel_safe, strict, cost = 20)]
fn prominent(vector: TsVectorDatum) -> TsVectorDatum {
    match TsVector::new(vector.binary()) {
        Some(read) => TsVectorDatum::from_binary(&gbrain_rank_core::prominent::prominent(&read)),
        None => vector,
    }
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.prominent(tsvector) IS
'The lexemes of a tsvector that stand at weight A (in a title) or more than twice, without positions. A GIN index on gbrain_rank.prominent(content_tsv) lets query() leave out rows whose terms cannot add up, under bm25.';
"#,
    name = "prominent_comments",
    requires = [prominent]
);
