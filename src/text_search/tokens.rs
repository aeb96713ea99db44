//! `tokens(text)`: the words that recall compares.

use std::collections::BTreeSet;

use gbrain_rank_core::tokens::visit_tokens_between;
use pgrx::prelude::*;

use super::dictionary::dictionary;
use crate::error::SqlResult;
use crate::error_codes::check_for_interrupts;
use crate::text::Text;

/// The distinct words of a text as recall compares them, sorted by code point.
#[pg_extern(immutable, parallel_safe, strict, cost = 100)]
fn tokens(text: Text<'_>) -> SqlResult<Vec<String>> {
    let dictionary = dictionary()?;
    let mut words = BTreeSet::new();
    visit_tokens_between(&dictionary, text.as_str(), &mut check_for_interrupts, |word| {
        if !words.contains(word) {
            words.insert(word.to_owned());
        }
    });
    Ok(words.into_iter().collect())
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.tokens(text) IS
'The distinct words of a text as recall compares them: lower case, Chinese cut by jieba in search mode, compounds such as user_id beside their parts, at least 2 characters, no function words.';
"#,
    name = "tokens_comments",
    requires = [tokens]
);
