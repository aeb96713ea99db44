//! Cutting a headline to length without breaking a word or a mark.

/// The longest snippet, in characters, marks included.
pub const MAX_CHARS: usize = 200;

const OPEN: &str = "<b>";
const CLOSE: &str = "</b>";

/// The text on one line, cut to at most `limit` characters at a word's end. A mark that the cut
/// leaves open is closed.
pub fn shorten(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    // Room for an ellipsis and for closing a mark.
    let room = limit.saturating_sub(1 + CLOSE.len());
    let end = line.char_indices().nth(room).map_or(line.len(), |(end, _)| end);
    let mut cut = &line[..end];
    // A mark that is cut through is no mark.
    if let Some(at) = cut.rfind('<')
        && (OPEN.starts_with(&cut[at..]) || CLOSE.starts_with(&cut[at..]))
        && cut[at..] != *OPEN
        && cut[at..] != *CLOSE
    {
        cut = &cut[..at];
    }
    // Breaks at a space near the end; a text without spaces is cut where it is.
    if let Some(at) = cut.rfind(' ')
        && at > cut.len() / 2
    {
        cut = &cut[..at];
    }
    let open = cut.matches(OPEN).count() > cut.matches(CLOSE).count();
    format!("{}{}…", cut.trim_end(), if open { CLOSE } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_text_is_left_alone() {
        assert_eq!(shorten("a  b\n c", 10), "a b c");
        assert_eq!(shorten("", 10), "");
    }

    #[test]
    fn cuts_at_a_word_and_closes_marks() {
        assert_eq!(shorten("alpha beta gamma delta", 20), "alpha beta…");
        assert_eq!(shorten("alpha <b>beta gamma</b> delta", 20), "alpha <b>beta</b>…");
        assert_eq!(shorten("数据库连接池数据库连接池", 10), "数据库连接…");
    }

    proptest! {
        #[test]
        fn never_longer_than_the_limit(text in "(\\PC{0,9}|<b>|</b>| ){0,30}", limit in 12usize..80) {
            prop_assert!(shorten(&text, limit).chars().count() <= limit);
        }
    }
}
