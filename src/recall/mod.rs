//! `recall`: the 6+1 factors as SQL functions, and the two paths that rank by them.

mod candidates;
mod episodic;
mod factors;
mod folding;
mod goals;
mod knowledge;
mod request;
mod rows;
mod searches;

use gbrain_rank_core::tokens::visit_tokens_between;

use crate::error::SqlResult;
use crate::error_codes::check_for_interrupts;
use crate::text_search::dictionary::dictionary;

/// Cuts a text into words with the dictionary that it needs.
fn cut(text: &str, visit: &mut dyn FnMut(&str)) -> SqlResult<()> {
    visit_tokens_between(&*dictionary()?, text, &mut check_for_interrupts, visit);
    Ok(())
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
        factors::freshness,
        searches::recall_knowledge,
        searches::recall_episodic,
        searches::recall
    ]
);
