//! Decay as text: `prefix:halflife:coefficient,...`, the form of a setting or an argument.

use std::fmt::Write;

use crate::decay::Entry;
use crate::decimal;
use crate::recency::Decay;
use crate::{Error, Result};

/// How the form is explained to whoever got it wrong.
const HINT: &str = "Write prefix:halflife:coefficient entries separated by commas, for example \
                    daily/:14:1.5,people/:365:0.3, with halflife (in days) and coefficient 0 or more.";

/// How the form of the fallback is explained.
const FALLBACK_HINT: &str = "Write halflife:coefficient, for example 90:0.3, with halflife (in days) and coefficient 0 or more.";

/// Reads `prefix:halflife:coefficient,...`.
///
/// An entry is split at its last two colons, so a prefix may hold colons. Fields are trimmed, blank
/// entries are skipped, and of two entries with the same prefix the last one counts. Empty text has
/// no entry: it overrides nothing.
pub fn parse(text: &str) -> Result<Vec<Entry>> {
    text.split(',').filter(|entry| !entry.trim().is_empty()).map(parse_entry).collect()
}

fn parse_entry(entry: &str) -> Result<Entry> {
    let refuse = |reason: &str| {
        let entry = entry.trim();
        Error::invalid(format!("decay entry \"{entry}\": {reason}")).hint(HINT)
    };
    let mut fields = entry.rsplitn(3, ':');
    let (Some(coefficient), Some(halflife), Some(prefix)) =
        (fields.next(), fields.next(), fields.next())
    else {
        return Err(refuse("expected prefix:halflife:coefficient"));
    };
    let prefix = prefix.trim();
    if prefix.is_empty() {
        return Err(refuse("the prefix is empty, expected prefix:halflife:coefficient"));
    }
    let decay = parse_decay(halflife, coefficient).map_err(|reason| refuse(&reason))?;
    Ok(Entry { prefix: prefix.to_owned(), decay })
}

/// Reads `halflife:coefficient`, the decay of every slug that no prefix matches.
pub fn parse_fallback(text: &str) -> Result<Decay> {
    let refuse = |reason: &str| {
        let text = text.trim();
        Error::invalid(format!("decay \"{text}\": {reason}")).hint(FALLBACK_HINT)
    };
    let Some((halflife, coefficient)) = text.split_once(':') else {
        return Err(refuse("expected halflife:coefficient"));
    };
    parse_decay(halflife, coefficient).map_err(|reason| refuse(&reason))
}

/// The two numbers, named as gbrain.yml names them; the error is the reason.
pub(super) fn parse_decay(halflife: &str, coefficient: &str) -> Result<Decay, String> {
    let number = |name: &str, text: &str| {
        decimal::parse_non_negative(text).map_err(|refusal| match refusal {
            decimal::Refusal::Missing => format!("{name} is missing"),
            refusal => format!("{name} \"{}\" {}", text.trim(), refusal.reason()),
        })
    };
    Ok(Decay::new(number("halflifeDays", halflife)?, number("coefficient", coefficient)?))
}

/// Writes entries in the form that [`parse`] reads.
///
/// Refuses a prefix that the form cannot hold: one with a comma, which YAML allows.
pub fn format(entries: &[Entry]) -> Result<String> {
    let mut text = String::new();
    for Entry { prefix, decay } in entries {
        if prefix.contains(',') {
            return Err(Error::invalid(format!("prefix \"{prefix}\" holds a comma"))
                .detail("A comma separates the entries of a decay map that is written as text.")
                .hint("Set gbrain_rank.recency_yaml to the YAML text itself."));
        }
        if !text.is_empty() {
            text.push(',');
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{prefix}:{}:{}", decay.halflife_days, decay.coefficient);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(prefix: &str, halflife: f64, coefficient: f64) -> Entry {
        Entry { prefix: prefix.to_owned(), decay: Decay::new(halflife, coefficient) }
    }

    #[test]
    fn entries_are_read_in_order() {
        assert_eq!(
            parse(" daily/ : 7 : 1.5 ,, a:b/:0:0,").unwrap(),
            [entry("daily/", 7.0, 1.5), entry("a:b/", 0.0, 0.0)]
        );
    }

    #[test]
    fn a_prefix_may_hold_colons_blanks_and_any_script() {
        assert_eq!(parse("::x::1:2").unwrap(), [entry("::x:", 1.0, 2.0)]);
        assert_eq!(parse("my notes/:1:2").unwrap(), [entry("my notes/", 1.0, 2.0)]);
        assert_eq!(parse("日记/:1:2").unwrap(), [entry("日记/", 1.0, 2.0)]);
        assert_eq!(parse("http://x/:1:2").unwrap(), [entry("http://x/", 1.0, 2.0)]);
    }

    #[test]
    fn refusals_name_the_entry_and_the_reason() {
        for (text, message) in [
            ("ok/:7:1,bad", "decay entry \"bad\": expected prefix:halflife:coefficient"),
            (
                " : 7 : 1",
                "decay entry \": 7 : 1\": the prefix is empty, expected prefix:halflife:coefficient",
            ),
            (
                "d/:7abc:1",
                "decay entry \"d/:7abc:1\": halflifeDays \"7abc\" is not a finite decimal number",
            ),
            ("d/::1", "decay entry \"d/::1\": halflifeDays is missing"),
            ("d/:7:", "decay entry \"d/:7:\": coefficient is missing"),
            ("d/:7:-1", "decay entry \"d/:7:-1\": coefficient \"-1\" is negative"),
            ("d/:-7:1", "decay entry \"d/:-7:1\": halflifeDays \"-7\" is negative"),
            (
                "d/:nan:1",
                "decay entry \"d/:nan:1\": halflifeDays \"nan\" is not a finite decimal number",
            ),
            (
                "d/:0x10:1",
                "decay entry \"d/:0x10:1\": halflifeDays \"0x10\" is not a finite decimal number",
            ),
            (
                "d/:1e999:1",
                "decay entry \"d/:1e999:1\": halflifeDays \"1e999\" is not a finite decimal number",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.message, message);
            assert_eq!(error.hint.as_deref(), Some(HINT));
        }
    }

    #[test]
    fn the_fallback_is_two_numbers() {
        assert_eq!(parse_fallback(" 90 : 0.3 ").unwrap(), Decay::new(90.0, 0.3));
        for text in ["", "90", "90:", ":0.3", "x:90:0.3", "90:0.3:1", "-1:1", "90,0.3"] {
            assert!(parse_fallback(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_prefix_with_a_comma_cannot_be_written() {
        assert!(format(&[entry("a,b/", 1.0, 1.0)]).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            entries in prop::collection::vec(
                ("[^,\\s]([^,]*[^,\\s])?", 0.0..1e300_f64, 0.0..1e300_f64), 0..20)
        ) {
            let entries: Vec<_> = entries.iter().map(|(p, h, c)| entry(p, *h, *c)).collect();
            prop_assert_eq!(parse(&format(&entries).unwrap()).unwrap(), entries);
        }

        #[test]
        fn no_text_panics(text in "[a:/,. 0-9x-]{0,40}") {
            let _ = parse(&text);
            let _ = parse_fallback(&text);
        }
    }
}
