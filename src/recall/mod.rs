//! `recall`: the 6+1 factors as SQL functions, and the two paths that rank by them.

mod factors;

use gbrain_rank_core::recall::memory::LambdaMap;
use gbrain_rank_core::tokens::visit_tokens;

use crate::error::SqlResult;
use crate::text_search::dictionary::dictionary_for;

/// Cuts a text into words with the dictionary that it needs.
fn cut(text: &str, visit: &mut dyn FnMut(&str)) -> SqlResult<()> {
    visit_tokens(&*dictionary_for(text)?, text, visit);
    Ok(())
}

fn memory_lambda() -> SqlResult<LambdaMap> {
    Ok(LambdaMap::default())
}

pgrx::extension_sql_file!(
    "../../sql/recall_comments.sql",
    name = "recall_comments",
    requires = [
        factors::token_overlap,
        factors::substring_bonus,
        factors::topic_trace_bonus,
        factors::type_boost,
        factors::review_bonus,
        factors::memory_score,
        factors::memory_tier,
        factors::goal_boost,
        factors::freshness
    ]
);
