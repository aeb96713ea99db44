//! Numbers as people write them in settings, decay triples and YAML.

/// Reads a plain decimal number: `7`, `7.5`, `.5`, `-1`, `1e3`, blanks around it allowed.
///
/// Stricter than a programming language's own parser, because a setting must not be half understood:
/// no hexadecimal, no `inf` or `nan`, no digit separators, nothing after the number. `None` also for
/// a number too large for a double. Negative zero reads as zero.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let text = text.trim();
    // Only these characters can occur, so Rust's parser never sees the words "inf" and "nan"; what is
    // left for it to refuse is their order.
    let plain = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E'));
    if !plain {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some(if number == 0.0 { 0.0 } else { number })
}

/// Why a number that must not be negative was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing but blanks.
    Missing,
    /// It is no plain, finite decimal number.
    NotANumber,
    /// It is below zero.
    Negative,
}

impl Refusal {
    /// The reason, to be put behind the name of the number.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Missing => "is missing",
            Self::NotANumber => "is not a finite decimal number",
            Self::Negative => "is negative",
        }
    }
}

/// Reads a plain decimal number that is zero or more.
pub fn parse_non_negative(text: &str) -> Result<f64, Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::Missing);
    }
    match parse(text) {
        None => Err(Refusal::NotANumber),
        Some(number) if number < 0.0 => Err(Refusal::Negative),
        Some(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_numbers_are_read() {
        for (text, number) in [
            ("7", 7.0),
            ("7.5", 7.5),
            (".5", 0.5),
            ("7.", 7.0),
            ("  14 ", 14.0),
            ("+3", 3.0),
            ("-1", -1.0),
            ("1e3", 1000.0),
            ("2.5E-2", 0.025),
            ("007", 7.0),
        ] {
            assert_eq!(parse(text), Some(number), "{text:?}");
        }
    }

    #[test]
    fn anything_else_is_no_number() {
        for text in [
            "", " ", ".", "-", "+", "e3", "1e", "7abc", "abc7", "0x10", "0b1", "inf", "Infinity",
            "-inf", "nan", "NaN", "1_000", "1,5", "1 000", "--1", "1.2.3", "1e400", "٣", "７", "∞",
            "7\0", "1e3.5",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn negative_zero_is_zero() {
        assert!(parse("-0").is_some_and(f64::is_sign_positive));
        assert_eq!(parse_non_negative("-0"), Ok(0.0));
    }

    #[test]
    fn refusals_say_why() {
        assert_eq!(parse_non_negative("  "), Err(Refusal::Missing));
        assert_eq!(parse_non_negative("7x"), Err(Refusal::NotANumber));
        assert_eq!(parse_non_negative("-0.5"), Err(Refusal::Negative));
    }

    proptest! {
        #[test]
        fn a_printed_number_reads_back(number in any::<f64>().prop_filter("finite", |n| n.is_finite())) {
            prop_assert_eq!(parse(&number.to_string()), Some(number));
            prop_assert_eq!(parse(&format!("{number:e}")), Some(number));
        }

        #[test]
        fn no_text_panics_or_gives_a_non_finite_number(text in ".*") {
            prop_assert!(parse(&text).is_none_or(f64::is_finite));
        }
    }
}
