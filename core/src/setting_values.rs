//! The values of settings that belong to no other module: choices, shares and counts.

use crate::text_rank::FieldWeights;
use crate::{Error, Result, decimal};

/// How a text score is computed (`gbrain_rank.text_rank`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRankMethod {
    /// Postgres' own `ts_rank`: counts and positions, no rare words.
    TsRank,
    /// BM25 with document frequencies from the statistics of ANALYZE.
    Bm25,
}

impl TextRankMethod {
    /// Reads `ts_rank` or `bm25`.
    pub fn parse(text: &str) -> Result<Self> {
        match text.trim() {
            "ts_rank" => Ok(Self::TsRank),
            "bm25" => Ok(Self::Bm25),
            other => Err(Error::invalid(format!("\"{other}\" is no way to rank text"))
                .hint("Valid values are ts_rank and bm25.")),
        }
    }

    /// The word that [`TextRankMethod::parse`] reads.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TsRank => "ts_rank",
            Self::Bm25 => "bm25",
        }
    }
}

/// In which languages cue phrases are understood (`gbrain_rank.intent_languages`); English always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntentLanguages {
    pub chinese: bool,
}

impl IntentLanguages {
    /// Reads `en` or `en,zh`.
    pub fn parse(text: &str) -> Result<Self> {
        const HINT: &str = "Valid values are en and en,zh.";
        let (mut english, mut chinese) = (false, false);
        for language in text.split(',').map(str::trim) {
            match language {
                "en" => english = true,
                "zh" => chinese = true,
                other => {
                    return Err(Error::invalid(format!("unknown language \"{other}\"")).hint(HINT));
                }
            }
        }
        if english {
            Ok(Self { chinese })
        } else {
            Err(Error::invalid("the language en is missing").hint(HINT))
        }
    }
}

/// Reads a number from 0 to 1.
pub fn parse_share(text: &str) -> Result<f64> {
    parse_number(text).filter(|share| *share <= 1.0).ok_or_else(|| {
        Error::invalid(format!("\"{}\" is no number from 0 to 1", text.trim()))
            .hint("Write a plain decimal number from 0 to 1, for example 0.1.")
    })
}

/// Reads a number that is 0 or more.
pub fn parse_non_negative(text: &str) -> Result<f64> {
    parse_number(text).ok_or_else(|| {
        Error::invalid(format!("\"{}\" is no finite number of 0 or more", text.trim()))
            .hint("Write a plain decimal number of 0 or more, for example 0.9.")
    })
}

/// Reads a whole number that is 0 or more.
pub fn parse_count(text: &str) -> Result<i64> {
    let text = text.trim();
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| {
        Error::invalid(format!("\"{text}\" is no whole number of 0 or more"))
            .hint("Write a whole number, for example 3; 0 turns it off.")
    })
}

/// Reads the weights of the fields D, C, B and A, as `ts_rank` takes them: four numbers from 0 to 1.
pub fn parse_field_weights(text: &str) -> Result<FieldWeights> {
    let refuse = |reason: String| {
        Error::invalid(reason)
            .hint("Write four numbers from 0 to 1, for D, C, B and A, for example 0.4,0.4,0.4,1.0.")
    };
    let mut weights = FieldWeights::default();
    let mut fields = text.split(',');
    for weight in &mut weights {
        let field = fields.next().ok_or_else(|| refuse("a weight is missing".to_owned()))?;
        let number = parse_number(field).filter(|weight| *weight <= 1.0);
        #[allow(clippy::cast_possible_truncation, reason = "0 to 1, in the width of ts_rank")]
        let number = number.map(|weight| weight as f32);
        *weight = number.ok_or_else(|| {
            refuse(format!("weight \"{}\" is no number from 0 to 1", field.trim()))
        })?;
    }
    match fields.next() {
        None => Ok(weights),
        Some(_) => Err(refuse("there are more than four weights".to_owned())),
    }
}

/// Reads the name of a file in a folder of the server, without its ending; empty is none.
pub fn parse_file_name(text: &str) -> Result<Option<String>> {
    let text = text.trim();
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    match text {
        "" => Ok(None),
        _ if text.bytes().all(plain) => Ok(Some(text.to_owned())),
        _ => Err(Error::invalid(format!("\"{text}\" is no name of a dictionary file"))
            .hint("Write the name of a file in tsearch_data without folder and ending, in lower-case letters, digits and underscores.")),
    }
}

fn parse_number(text: &str) -> Option<f64> {
    decimal::parse_non_negative(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_words() {
        for method in [TextRankMethod::TsRank, TextRankMethod::Bm25] {
            assert_eq!(TextRankMethod::parse(method.as_str()), Ok(method));
        }
        for text in ["", "BM25", "tsrank", "bm25,ts_rank"] {
            assert!(TextRankMethod::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn english_is_always_among_the_languages() {
        assert_eq!(IntentLanguages::parse("en"), Ok(IntentLanguages { chinese: false }));
        assert_eq!(IntentLanguages::parse(" en , zh "), Ok(IntentLanguages { chinese: true }));
        assert_eq!(IntentLanguages::parse("zh,en"), Ok(IntentLanguages { chinese: true }));
        for text in ["", "zh", "en,", "de", "en,de", "EN"] {
            assert!(IntentLanguages::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        assert_eq!(parse_share(" 0.1 "), Ok(0.1));
        assert_eq!(parse_share("1"), Ok(1.0));
        for text in ["", "7x", "1.01", "-0.1", "nan", "50%"] {
            assert!(parse_share(text).is_err(), "{text:?}");
        }
        assert_eq!(parse_non_negative("1.2"), Ok(1.2));
        assert!(parse_non_negative("-1").is_err());
        assert_eq!(parse_count("3"), Ok(3));
        for text in ["", "3.5", "-1", "+3", "3x", "99999999999999999999"] {
            assert!(parse_count(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn field_weights_are_four() {
        assert_eq!(parse_field_weights("0.4, 0.4,0.4,1.0"), Ok([0.4, 0.4, 0.4, 1.0]));
        for text in ["", "1,1,1", "1,1,1,1,1", "1,1,1,2", "1,,1,1", "{1,1,1,1}"] {
            assert!(parse_field_weights(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_file_name_stays_in_its_folder() {
        assert_eq!(parse_file_name(""), Ok(None));
        assert_eq!(parse_file_name("my_words2"), Ok(Some("my_words2".to_owned())));
        for text in ["../x", "a/b", "a.b", "A", "词"] {
            assert!(parse_file_name(text).is_err(), "{text:?}");
        }
    }
}
