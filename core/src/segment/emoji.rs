//! Emoji, which may be spelled with several characters.

use super::chars::{is_emoji, is_ignorable, is_regional, is_skin_tone};

const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// No picture is spelled with more.
const MAX_EMOJI_BYTES: usize = 128;

/// The end of the emoji at `at`: two letters of a flag, or a picture with its colour and what is
/// joined to it.
pub(super) fn end(text: &str, at: usize) -> usize {
    let mut rest = text[at..].char_indices().peekable();
    let first = rest.next().map(|(_, c)| c);
    if first.is_some_and(is_regional) {
        rest.next_if(|&(_, c)| is_regional(c));
    } else {
        let mut joined = false;
        while let Some((_, c)) = rest.next_if(|&(offset, c)| {
            offset < MAX_EMOJI_BYTES
                && (is_ignorable(c) || is_skin_tone(c) || (joined && is_emoji(c)))
        }) {
            joined = c == ZERO_WIDTH_JOINER;
        }
    }
    rest.peek().map_or(text.len(), |(offset, _)| at + offset)
}
