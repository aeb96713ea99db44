//! `resolve_axes()`: how a question wants to be ranked, read from its words.

use gbrain_rank_core::{Mode, axes};
use pgrx::prelude::*;

use crate::error::{OrReport, SqlResult};
use crate::record::Record;
use crate::settings;
use crate::text::Text;

/// The axes of a question, its terms without cue phrases, and these phrases. An explicit mode wins.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.resolve_axes(
    query text, salience text DEFAULT NULL, recency text DEFAULT NULL,
    OUT salience text, OUT recency text, OUT salience_source text, OUT recency_source text,
    OUT reason text, OUT terms text, OUT cues text[]
) STABLE PARALLEL SAFE COST 50
LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';
COMMENT ON FUNCTION gbrain_rank.resolve_axes(text, text, text) IS
'How a question wants to be ranked: salience and recency (off, on, strong), who decided each (caller, auto_heuristic), the reason, the terms without cue phrases, and the cue phrases taken out. An explicit mode wins, axis by axis.';
"#)]
fn resolve_axes(
    query: Option<Text<'_>>,
    salience: Option<Text<'_>>,
    recency: Option<Text<'_>>,
) -> SqlResult<Record> {
    let mode = |name, word: Option<Text<'_>>| {
        word.map(|word| Mode::parse(name, &word)).transpose().or_report()
    };
    let salience = mode("salience", salience)?;
    let recency = mode("recency", recency)?;
    let languages = settings::intent_languages()?;
    let axes = axes::resolve(query.as_deref().unwrap_or_default(), salience, recency, languages);
    Ok(Record(vec![
        axes.salience.as_str().into_datum(),
        axes.recency.as_str().into_datum(),
        axes.salience_source.as_str().into_datum(),
        axes.recency_source.as_str().into_datum(),
        axes.reason.as_str().into_datum(),
        axes.terms.into_datum(),
        axes.cues.into_datum(),
    ]))
}
