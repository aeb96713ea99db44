//! Factor 1: which words of the query the row also has.

/// Cuts a text into words and hands each to the visitor: [`crate::tokens::visit_tokens`] with the
/// dictionary that the text needs. Loading that one may fail.
pub type Cut<'a, E> = dyn Fn(&str, &mut dyn FnMut(&str)) -> Result<(), E> + 'a;

/// What ten shared tokens add to the base.
const TEN_TOKENS: f64 = 3.0;

/// The tokens of the query that are among those of a row's lower-cased texts, in code point order.
///
/// A token is a piece of the lower-cased text it comes from: a text that holds none of the query's
/// is not cut into words at all, which is most of the work.
pub fn matched_tokens<'a, 'q, E>(
    query: impl IntoIterator<Item = &'q String> + Copy,
    lower_texts: impl IntoIterator<Item = &'a str>,
    cut: &Cut<'_, E>,
) -> Result<Vec<String>, E> {
    let mut missing: Vec<&str> = query.into_iter().map(String::as_str).collect();
    for text in lower_texts {
        // Nothing left to look for ends the search, too.
        if missing.iter().any(|token| text.contains(token)) {
            cut(text, &mut |token| missing.retain(|missing| *missing != token))?;
        }
    }
    Ok(query.into_iter().filter(|token| !missing.contains(&token.as_str())).cloned().collect())
}

/// What `count` shared tokens add to the base: 0.3 each, rounded once, so that it is what SQL makes of
/// `0.3 * count`.
pub fn token_overlap(count: usize) -> f64 {
    TEN_TOKENS * count as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Dictionary;
    use crate::tokens::{tokens, visit_tokens};
    use once_cell::sync::Lazy;
    use proptest::prelude::*;
    use std::convert::Infallible;

    static DICTIONARY: Lazy<Dictionary> = Lazy::new(Dictionary::builtin);

    fn matched(query: &str, texts: &[&str]) -> Vec<String> {
        let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        let cut = |text: &str, visit: &mut dyn FnMut(&str)| {
            visit_tokens(&DICTIONARY, text, visit);
            Ok::<(), Infallible>(())
        };
        let query = tokens(&DICTIONARY, query);
        matched_tokens(&query, lower.iter().map(String::as_str), &cut).unwrap()
    }

    #[test]
    fn counts_distinct_shared_tokens() {
        let found = matched("git branch strategy", &["Git branching", "branch strategy", "git"]);
        assert_eq!(found, ["branch", "git", "strategy"]);
        assert_eq!(matched("rust rust", &["rust", "rust", "rust"]), ["rust"]);
        assert!(matched("go", &["golang", "hexagonal"]).is_empty());
        assert!(matched("the of and", &["the of and", "the"]).is_empty());
        assert_eq!(token_overlap(2), 0.6);
        assert_eq!(token_overlap(3), 0.9);
        assert_eq!(token_overlap(0), 0.0);
    }

    proptest! {
        /// Leaving out the cut of texts that hold no token changes nothing.
        #[test]
        fn the_short_cut_is_exact(
            query in "[a-cA锁据数库+#_. ]{0,12}",
            title in "[a-cA锁据数库+#_. ]{0,12}",
            body in "\\PC{0,20}",
        ) {
            let mut row = tokens(&DICTIONARY, &title);
            row.extend(tokens(&DICTIONARY, &body));
            let query_tokens = tokens(&DICTIONARY, &query);
            let expected: Vec<String> = query_tokens.intersection(&row).cloned().collect();
            prop_assert_eq!(matched(&query, &[&title, &body]), expected);
        }
    }
}
