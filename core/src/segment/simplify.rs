//! Traditional Chinese as simplified.

use std::borrow::Cow;

use once_cell::sync::Lazy;

const FIRST: u32 = 0x4E00;
const LAST: u32 = 0x9FFF;

/// Characters that are simplified in some words only, and so not by themselves.
const IN_SOME_WORDS: &str = "藉著苧";

/// For each character of the main block whether simplified text may spell it otherwise. Nearly all
/// Chinese text is simplified already, which this tells much faster than a conversion would.
static TRADITIONAL: Lazy<Vec<bool>> = Lazy::new(|| {
    let mut single = [0; 4];
    (FIRST..=LAST)
        .filter_map(char::from_u32)
        .map(|c| {
            let word = &*c.encode_utf8(&mut single);
            IN_SOME_WORDS.contains(c) || fast2s::convert(word) != word
        })
        .collect()
});

/// A character of the main block of Chinese.
pub(super) fn is_common(c: char) -> bool {
    (FIRST..=LAST).contains(&(c as u32))
}

/// The text in simplified characters. Each takes as many bytes as the one it stands for.
pub(super) fn simplify(text: &str) -> Cow<'_, str> {
    let traditional: &[bool] = &TRADITIONAL;
    let may_change = |c: char| {
        let index = (c as u32).wrapping_sub(FIRST) as usize;
        traditional.get(index).is_some_and(|&traditional| traditional)
    };
    if !text.chars().any(may_change) {
        return Cow::Borrowed(text);
    }
    let simplified = fast2s::convert(text);
    if simplified.len() == text.len() { Cow::Owned(simplified) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_text_becomes_simplified_byte_for_byte() {
        assert_eq!(simplify("數據庫連線逾時"), "数据库连线逾时");
        assert_eq!(simplify("乾隆把乾淨的書看著"), "乾隆把干净的书看着");
        assert!(matches!(simplify("数据库连接池"), Cow::Borrowed(_)));
        for c in (FIRST..=LAST).filter_map(char::from_u32) {
            let text = c.to_string();
            assert_eq!(simplify(&text), fast2s::convert(&text));
            assert_eq!(simplify(&text).len(), text.len());
        }
    }
}
