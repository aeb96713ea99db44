//! Error codes in running text: `ORA-01555` out of a log, a stack trace or a question.
//!
//! A code is what a person would paste into a search box. It stands alone (no ASCII letter or digit
//! directly before or after it), is upper-cased, and is listed once, where it first appears. Numbers
//! without a mark (a year, a port, an address, a status) are no codes.

use crate::error::{Error, Result};
use once_cell::sync::Lazy;
use regex::{Captures, Regex, RegexBuilder};
use std::collections::HashSet;

/// The built-in families, one alternative each; what is captured is the code. Letters match in either
/// case and digits are ASCII, so that a code is the same bytes in every locale.
const FAMILIES: &str = r"(?ix-u)
    # Oracle and its tools.
    ( (?: ORA | PLS | TNS | DPY | RMAN | SP2 | KUP | LPX ) - [0-9]{4,5} )
    # After the word SQLSTATE (also SQLState=, SQL state:, SQLSTATE[...]) every SQLSTATE counts.
  | SQL \ ? STATE (?: \ (?: code | is ) )? [\ \t:=\[\]('\x22-]{1,4} ( [0-9A-Z]{5} )
    # ERROR:  23505: ... as Postgres writes it when it is verbose.
  | (?: ERROR | FATAL | PANIC ) : [\ \t]* ( [0-9]{5} ) :
    # A SQLSTATE with a letter, of a known class; the shapes are those that servers use, so that
    # 256MB, 22:30 written 22h30, and the 22T10 of a timestamp stay out.
  | ( (?: 0[ABFLPZ] | 2[BDF] | 3[BDF] | F0 | P0 | XX | HV | HY | HZ | IM ) [0-9]{3}
    | (?: [0-6][0-9] | 72 | 0[ABFLPZ] | 2[BDF] | 3[BDF] | F0 | P0 | XX | HY | HV ) [PS][0-9]{2}
    | 22 (?: 00[BCDFGHLMNST] | 01[BEFGWX] | 02[EGH] | 03[A-G] )
    | HV00[B-DJ-NP-R] | 0100C | 428C9 )
    # MySQL: ERROR 1062 (23000). The year of a log line's date is told apart below.
  | ( ERROR [\ \t]+ [1-9][0-9]{3} )
  | ( MY - [0-9]{6} )
  | ( CVE - [0-9]{4} - [0-9]{4,} )
    # Compilers: rustc E0382, TypeScript TS2345, C# CS0246.
  | ( E [0-9]{4} )
  | ( (?: TS | CS ) [0-9]{4,} )
    # Windows: an HRESULT, a knowledge base article.
  | ( 0x [0-9A-F]{8} )
  | ( KB [0-9]{6,} )
";

/// The groups of [`FAMILIES`] that are looked at once more after they matched.
const AFTER_SEVERITY: usize = 3;
const WITH_A_LETTER: usize = 4;
const MYSQL: usize = 5;

/// SQLSTATE classes of the SQL standard, Postgres, and MySQL's and ODBC's drivers.
const SQLSTATE_CLASSES: &[&str] = &[
    "00", "01", "02", "03", "07", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "22",
    "23", "24", "25", "26", "27", "28", "2B", "2D", "2F", "33", "34", "35", "38", "39", "3B", "3D",
    "3F", "40", "42", "44", "45", "53", "54", "55", "57", "58", "72", "F0", "HV", "HY", "HZ", "IM",
    "P0", "XX",
];

/// Compiled size of one extra pattern: a bound against patterns such as `(a{1000}){1000}`.
const EXTRA_PATTERN_SIZE: usize = 1 << 20;
/// A bound on the number of extra patterns, each of which reads the text once more.
const EXTRA_PATTERNS: usize = 64;

/// Compiled once per process. `None` cannot happen: the tests compile the pattern.
static BUILT_IN: Lazy<Option<Regex>> = Lazy::new(|| Regex::new(FAMILIES).ok());

/// Extra patterns beside the built-in families (`gbrain_rank.error_code_patterns`).
#[derive(Debug, Clone, Default)]
pub struct ErrorCodePatterns(Vec<Regex>);

impl ErrorCodePatterns {
    /// Reads one regular expression a line; blank lines are skipped. Matching ignores case.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines().count() > EXTRA_PATTERNS {
            return Err(Error::invalid("too many error code patterns")
                .detail(format!("There may be {EXTRA_PATTERNS} of them, one a line."))
                .hint("Join patterns with |."));
        }
        lines().map(Self::compile).collect::<Result<_>>().map(Self)
    }

    fn compile(line: &str) -> Result<Regex> {
        RegexBuilder::new(line)
            .case_insensitive(true)
            .size_limit(EXTRA_PATTERN_SIZE)
            .dfa_size_limit(EXTRA_PATTERN_SIZE)
            .build()
            .map_err(|error| {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                Error::invalid(format!("invalid error code pattern \"{line}\""))
                    .detail(format!("{}.", reason.trim_start_matches("error: ")))
                    .hint("Write one regular expression a line, for example APP-[0-9]{4}.")
            })
    }

    /// The codes of a text: upper-cased, distinct, in order of appearance.
    pub fn find(&self, text: &str) -> Vec<String> {
        let mut found = built_in(text);
        for pattern in &self.0 {
            let matches = pattern.find_iter(text).map(|code| (code.start(), code.as_str()));
            found.extend(matches.filter(|(start, code)| stands_alone(text, *start, code)));
        }
        found.sort_by_key(|(start, _)| *start);
        let mut seen = HashSet::new();
        let codes = found
            .into_iter()
            .filter(|(_, code)| code.len() <= MAX_CODE_BYTES)
            .map(|(_, code)| upper(code));
        codes.filter(|code| seen.insert(code.clone())).collect()
    }
}

/// A longer match is no code that anybody looks up, and may be longer than an index entry can be.
const MAX_CODE_BYTES: usize = 64;

/// The codes of the built-in families.
pub fn error_codes(text: &str) -> Vec<String> {
    ErrorCodePatterns::default().find(text)
}

/// Where the built-in families match, as (start, code).
fn built_in(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let Some(families) = BUILT_IN.as_ref() else { return found };
    let mut at = 0;
    while let Some(captures) = families.captures_at(text, at) {
        let Some((family, code)) = family(&captures) else { break };
        if is_code(text, family, code.start(), code.as_str()) {
            found.push((code.start(), code.as_str()));
            at = code.end();
        } else {
            // A code may begin inside what was none (`ERROR 1062` inside `ERROR: 42000 ERROR 1062`).
            // A match begins with an ASCII character, so the next byte is a character boundary.
            at = captures.get_match().start() + 1;
        }
    }
    found
}

/// The group that took part in the match, with its number.
fn family<'t>(captures: &Captures<'t>) -> Option<(usize, regex::Match<'t>)> {
    (1..captures.len()).find_map(|group| Some((group, captures.get(group)?)))
}

fn is_code(text: &str, family: usize, start: usize, code: &str) -> bool {
    stands_alone(text, start, code)
        && match family {
            AFTER_SEVERITY | WITH_A_LETTER => {
                let class = code[..2].to_ascii_uppercase();
                SQLSTATE_CLASSES.contains(&class.as_str())
            }
            MYSQL => !starts_a_date(&text[start + code.len()..]),
            _ => true,
        }
}

/// No ASCII letter or digit directly before or after. Other letters may touch: 报错ORA-01555了.
fn stands_alone(text: &str, start: usize, code: &str) -> bool {
    let bytes = text.as_bytes();
    let free = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let before = start.checked_sub(1).and_then(|before| bytes.get(before));
    !code.is_empty() && free(before) && free(bytes.get(start + code.len()))
}

/// Whether four digits go on as a date or a decimal (`ERROR 2026-01-15`, `ERROR 1234.5`).
fn starts_a_date(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'-' | b'/' | b'.', digit, ..] if digit.is_ascii_digit())
}

/// Upper case in ASCII only (a pattern of the user may hold other letters, which stay as they are),
/// with single spaces (`error  1062` is `ERROR 1062`).
fn upper(code: &str) -> String {
    let words: Vec<_> = code.split_ascii_whitespace().collect();
    words.join(" ").to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn finds(text: &str, codes: &[&str]) {
        assert_eq!(error_codes(text), codes, "in {text:?}");
    }

    #[test]
    fn the_families_compile() {
        assert!(BUILT_IN.is_some());
    }

    #[test]
    fn what_no_index_could_hold_is_no_code() {
        finds(&format!("KB{} ORA-01555", "7".repeat(30_000)), &["ORA-01555"]);
        finds(&format!("CVE-2024-{}", "1".repeat(55)), &[&format!("CVE-2024-{}", "1".repeat(55))]);
        finds(&format!("CVE-2024-{}", "1".repeat(56)), &[]);
    }

    #[test]
    fn oracle() {
        finds("ORA-01555: snapshot too old", &["ORA-01555"]);
        finds("ora-01555", &["ORA-01555"]);
        finds("Ora-0600", &["ORA-0600"]);
        finds(
            "PLS-00306 TNS-12541 DPY-4011 RMAN-06059 SP2-0640 KUP-04040 LPX-00200",
            &[
                "PLS-00306",
                "TNS-12541",
                "DPY-4011",
                "RMAN-06059",
                "SP2-0640",
                "KUP-04040",
                "LPX-00200",
            ],
        );
        finds("ORA-600", &[]);
        finds("ORA-015551", &[]);
        finds("XORA-01555", &[]);
        finds("ORA-01555a", &[]);
        finds("ORA01555", &[]);
        finds("ORA 01555", &[]);
        finds("FLORA-01555", &[]);
    }

    #[test]
    fn sqlstate_with_a_letter_stands_anywhere() {
        for code in [
            "42P01", "0A000", "22P02", "40P01", "57P03", "XX000", "P0001", "HV00N", "HV004",
            "2BP01", "0LP01", "3D000", "3F000", "2201E", "2203G", "0100C", "428C9", "25P02",
            "55P03", "58P01", "F0001", "HY000", "42S02", "08S01", "08P01", "0B000", "2F005",
            "XX002", "IM002", "39P01",
        ] {
            finds(code, &[code]);
            finds(&format!("ERROR: {}: x", code.to_lowercase()), &[code]);
            finds(&format!("({code})"), &[code]);
            finds(&format!("x{code}"), &[]);
            finds(&format!("{code}0"), &[]);
        }
    }

    #[test]
    fn what_only_looks_like_a_sqlstate() {
        for text in [
            "256MB",
            "100GB",
            "20min",
            "400ms",
            "24hrs",
            "22h30",
            "20T10",
            "2200V",
            "2000m",
            "HYENA",
            "IMAGE",
            "XXXXL",
            "HVACS",
            "22nd5",
            "28day",
            "42abc",
            "1280P",
            "52P01",
            "99S01",
            "0X000",
            "3A000",
            "56P01",
            "2026-01-22T10:30:00Z",
            "2026-01-08T09:15:00+08:00",
            "5e-05s",
            "P123",
        ] {
            finds(text, &[]);
        }
    }

    #[test]
    fn five_digits_need_their_word() {
        finds("SQLSTATE 23505", &["23505"]);
        finds("SQLSTATE: 23505", &["23505"]);
        finds("SQLSTATE=42704, SQLCODE=-204", &["42704"]);
        finds("SQLSTATE[23000]: Integrity constraint violation", &["23000"]);
        finds("SQL state: 23505", &["23505"]);
        finds("sqlState \"23505\"", &["23505"]);
        finds("sqlstate code 40001", &["40001"]);
        finds("SQLSTATE[HY000] [2002]", &["HY000"]);
        finds("ERROR:  23505: duplicate key", &["23505"]);
        finds("FATAL:  28000: no pg_hba.conf entry", &["28000"]);
        finds("PANIC:58030:disk", &["58030"]);
        finds("23505", &[]);
        finds("error 23505", &[]);
        finds("ERROR: 23505", &[]);
        finds("ERROR: 12345: no class", &[]);
        finds("ERROR: 235056: x", &[]);
        finds("SQLSTATE23505", &[]);
        finds("SQLSTATE 235055", &[]);
    }

    #[test]
    fn plain_numbers_are_no_codes() {
        for text in [
            "20260115",
            "10.0.0.1:5432",
            "12345",
            "HTTP 404",
            "the year 42000 BC",
            "HTTP/1.1 500 Internal Server Error",
            "42000",
            "port 15432 of 192.168.10.42",
            "2026-01-15 10:00:00.123",
            "ERROR 2026-01-15 10:00:00 connection lost",
            "ERROR 2026/01/15 x",
            "ERROR 1234.5 ms",
            "ERROR 404",
            "ERROR 12345",
            "1555",
            "01555",
            "+86 138 0013 8000",
            "550e8400-e29b-41d4-a716-446655440000",
            "3.14159",
            "$42000",
            "v17.20042",
        ] {
            finds(text, &[]);
        }
    }

    #[test]
    fn mysql() {
        finds("ERROR 1062 (23000): Duplicate entry", &["ERROR 1062"]);
        finds("error  2002 (HY000): Can't connect", &["ERROR 2002", "HY000"]);
        finds("ERROR 1064", &["ERROR 1064"]);
        finds("[ERROR] [MY-010457] [Server]", &["MY-010457"]);
        finds("my-012345", &["MY-012345"]);
        finds("MY-12345", &[]);
        finds("MY-0123456", &[]);
        finds("TERROR 1062", &[]);
        finds("ERROR 0404", &[]);
    }

    #[test]
    fn other_families() {
        finds("CVE-2024-3094 and cve-2021-44228", &["CVE-2024-3094", "CVE-2021-44228"]);
        finds("CVE-2024-309", &[]);
        finds("error[E0382]: use of moved value", &["E0382"]);
        finds("e0382", &["E0382"]);
        finds("E382 E03821 1E0382 RE0382", &[]);
        finds("error TS2345: Argument", &["TS2345"]);
        finds("TS18048", &["TS18048"]);
        finds("CS0246: The type", &["CS0246"]);
        finds("CSS0246 TS12", &[]);
        finds("HRESULT 0x80070005", &["0X80070005"]);
        finds("0x8007000 0x800700051 0x8007000G", &[]);
        finds("KB5034441, KB503444", &["KB5034441", "KB503444"]);
        finds("KB50344 512KB500000x", &[]);
    }

    #[test]
    fn order_of_appearance_and_once_each() {
        finds("ORA-06512 42P01 ora-06512 ORA-01403 42p01", &["ORA-06512", "42P01", "ORA-01403"]);
        finds("ORA-01555,ORA-00600;ORA-04031", &["ORA-01555", "ORA-00600", "ORA-04031"]);
    }

    #[test]
    fn only_ascii_letters_and_digits_touch() {
        finds("报错ORA-01555了", &["ORA-01555"]);
        finds("错误码：42P01。", &["42P01"]);
        finds("_ORA-01555_", &["ORA-01555"]);
        finds("éORA-01555é", &["ORA-01555"]);
        finds("-ORA-01555-", &["ORA-01555"]);
        finds("ORA-01555.", &["ORA-01555"]);
        // The Kelvin sign and the long s fold to k and s elsewhere; a code is ASCII.
        finds("\u{212a}B5034441 T\u{17f}2345", &[]);
        finds("ORA-０１５５５", &[]);
    }

    #[test]
    fn a_rejected_match_hides_no_code_behind_it() {
        finds("CS12TS1234 xORA-01555 ORA-00600", &["ORA-00600"]);
        finds("ERROR: 42000 ERROR 1062", &["ERROR 1062"]);
        finds("SQLSTATE [42P01X] 42P02", &["42P02"]);
    }

    #[test]
    fn a_long_log_is_read_to_its_end() {
        let mut log =
            "2026-01-15 10:00:00.123 UTC [4242] LOG: checkpoint complete at 10.0.0.1:5432\n"
                .repeat(10_000);
        log.push_str("Caused by: ora-01555: snapshot too old");
        finds(&log, &["ORA-01555"]);
    }

    #[test]
    fn hostile_text_is_read_once() {
        // Each would take minutes if a rejected match were searched from its start again and again.
        for text in [
            "CVE-2024-1".repeat(200_000),
            format!("KB{}x", "1".repeat(2_000_000)),
            "ERROR ".repeat(300_000),
            "SQLSTATE".repeat(200_000),
            "ERROR: 12345".repeat(100_000),
        ] {
            finds(&text, &[]);
        }
    }

    #[test]
    fn extra_patterns_add_families() {
        let patterns = ErrorCodePatterns::parse("APP-[0-9]{4}\n\n  错误[0-9]+ \n").unwrap();
        assert_eq!(patterns.find("app-1234 then ORA-01555"), ["APP-1234", "ORA-01555"]);
        assert_eq!(patterns.find("APP-12345 xAPP-1234"), Vec::<String>::new());
        assert_eq!(patterns.find("出现错误42"), ["错误42"]);
        assert_eq!(ErrorCodePatterns::parse("x*").unwrap().find("yyy"), Vec::<String>::new());
    }

    #[test]
    fn malformed_patterns_are_refused() {
        for text in ["APP-[0-9", "(", "a{1000}{1000}{1000}", "*", "(?=x)"] {
            let error = ErrorCodePatterns::parse(text).unwrap_err();
            assert_eq!(error.message, format!("invalid error code pattern \"{text}\""));
            assert!(error.detail.is_some() && error.hint.is_some());
        }
        assert!(ErrorCodePatterns::parse(&"a\n".repeat(65)).is_err());
        assert!(ErrorCodePatterns::parse(&"a\n".repeat(64)).is_ok());
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC*") {
            let codes = error_codes(&text);
            let distinct: HashSet<_> = codes.iter().collect();
            prop_assert_eq!(distinct.len(), codes.len());
        }

        #[test]
        fn a_code_is_found_in_any_company(before in "[a-z .:,\n]{0,40}", after in "[a-z .:,\n]{0,40}") {
            let text = format!("{before} ORA-01555 {after}");
            prop_assert!(error_codes(&text).contains(&"ORA-01555".to_owned()));
        }
    }
}
