//! The words of Chinese with their frequencies, looked up where they lie.

/// `word frequency`, one a line, in the byte order of the first characters.
static LINES: &str = include_str!("../../data/words.txt");

/// All the frequencies added up.
pub(super) const TOTAL_FREQUENCY: usize = 60_101_964;

/// Every word and its frequency.
pub(super) fn all() -> impl Iterator<Item = (&'static str, usize)> {
    words(LINES)
}

/// The words that begin with a character.
pub(super) fn beginning_with(first: char) -> impl Iterator<Item = (&'static str, usize)> {
    words(&LINES[start_of(first)..]).take_while(move |(word, _)| word.starts_with(first))
}

fn words(lines: &'static str) -> impl Iterator<Item = (&'static str, usize)> {
    lines.lines().filter_map(|line| {
        let (word, frequency) = line.split_once(' ')?;
        Some((word, frequency.parse().ok()?))
    })
}

/// Where the first line is that does not come before `first`, found by halving.
fn start_of(first: char) -> usize {
    let mut single = [0; 4];
    let first = first.encode_utf8(&mut single).as_bytes();
    let bytes = LINES.as_bytes();
    // The line is in these bytes, or begins behind them. Both ends are beginnings of lines.
    let (mut from, mut to) = (0, bytes.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let line =
            bytes[from..middle].iter().rposition(|&b| b == b'\n').map_or(from, |n| from + n + 1);
        if bytes[line..].iter().take(first.len()).lt(first) {
            from = bytes[middle..].iter().position(|&b| b == b'\n').map_or(to, |n| middle + n + 1);
        } else {
            to = line;
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frequencies_add_up() {
        assert_eq!(all().map(|(_, frequency)| frequency).sum::<usize>(), TOTAL_FREQUENCY);
        assert_eq!(all().count(), LINES.lines().count());
        assert!(all().is_sorted_by_key(|(word, _)| word.chars().next()));
    }

    #[test]
    fn each_word_is_found_by_its_first_character() {
        let mut rest = all().peekable();
        let mut found = 0;
        while let Some(&(word, _)) = rest.peek() {
            let first = word.chars().next().unwrap();
            for pair in beginning_with(first) {
                assert_eq!(Some(pair), rest.next());
                found += 1;
            }
        }
        assert_eq!(found, all().count());
        for none in ['\0', ' ', '!', 'é', 'カ', '\u{4DBF}', '\u{9FFF}', '🚀', char::MAX] {
            assert_eq!(beginning_with(none).next(), None, "{none:?}");
        }
    }
}
