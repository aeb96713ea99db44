//! Error codes in running text: `ORA-01555` out of a log, a stack trace or a question.
//!
//! A code is what a person would paste into a search box. It stands alone (no ASCII letter or digit
//! directly before or after it), is upper-cased, and is listed once, where it first appears. Numbers
//! without a mark (a year, a port, an address, a status) are no codes.

use crate::axes::month;
use crate::error::{Error, Result};
use once_cell::sync::Lazy;
use regex::{Captures, Regex, RegexBuilder};
use std::collections::{BTreeMap, HashSet};

/// What may stand between the word SQLSTATE and its code: signs, blanks and line breaks in any script,
/// but no end of a clause, after which a number is about something else.
const SEPARATOR: &str = r"(?u: [^0-9A-Za-z.,;!?。，；！？、] )";

/// The built-in families, one alternative each; what is captured is the code. Letters match in either
/// case and digits are ASCII, so that a code is the same bytes in every locale. `SEPARATOR` stands for
/// the constant of that name.
const FAMILIES: &str = r"(?ix-u)
    # Oracle and its tools.
    ( (?: ORA | PLS | TNS | DPY | RMAN | SP2 | KUP | LPX ) - [0-9]{4,5} )
    # After the word SQLSTATE (also SQLState=, SQL state:, SQLSTATE[...]).
  | SQL [\ _]? STATE (?: SEPARATOR{0,4} (?: code | value | is | was | = ) )? SEPARATOR{1,8}
    (?: ( [0-9]{5} ) | ( [0-9A-Z]{2} [0-9A-Z]{3} ) )
    # ERROR:  23505: ... as Postgres writes it when it is verbose.
  | (?: ERROR | FATAL | PANIC ) (?u: [:：] ) [\ \t\r\n]{0,8} ( [0-9]{5} ) (?u: [:：] )
    # A SQLSTATE with a letter, of a known class; the shapes are those that servers and drivers use, so
    # that 256MB, 22:30 written 22h30, and the 22T10 of a timestamp stay out. First the classes with a
    # letter, then those of two digits.
  | ( (?: 0[ADFKLMNPSTUVWYZ] | 2[BCDFH] | 3[BDF] | F0 | P0 | XX | HV | HW | HY | HZ | IM )
        (?: [0-9]{3} | [PS][0-9]{2} )
    | 0B000
    | HY [CT][0-9]{2}
    | HV00[A-DJ-NP-R]
    | XA (?: E[0-9]{2} | [0-9]{3} )
    | (?: [0-6][0-9] | 72 ) [PS][0-9]{2}
    | 22 (?: 00[BCDFGHLMNST] | 01[BEFGWX] | 02[EGH] | 03[A-G] )
    | 0100C
    | 42 [JKXYZ] [0-9]{2}
    | 428C9 )
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
const AFTER_THE_WORD: usize = 2;
const AFTER_THE_WORD_WITH_A_LETTER: usize = 3;
const AFTER_SEVERITY: usize = 4;
const WITH_A_LETTER: usize = 5;
const MYSQL: usize = 6;

/// SQLSTATE classes: those of the SQL standard with its parts (HV: foreign data, HW: datalinks, HY: the
/// call level interface, which is ODBC's), those of Postgres, and those of ODBC drivers (IM, S0, S1),
/// MySQL (XA) and Oracle.
const SQLSTATE_CLASSES: &[&str] = &[
    "00", "01", "02", "03", "07", "08", "09", "0A", "0B", "0D", "0E", "0F", "0K", "0L", "0M", "0N",
    "0P", "0S", "0T", "0U", "0V", "0W", "0X", "0Y", "0Z", "10", "20", "21", "22", "23", "24", "25",
    "26", "27", "28", "2B", "2C", "2D", "2E", "2F", "2H", "30", "33", "34", "35", "36", "38", "39",
    "3B", "3C", "3D", "3F", "40", "42", "44", "45", "46", "53", "54", "55", "57", "58", "72", "F0",
    "HV", "HW", "HY", "HZ", "IM", "P0", "S0", "S1", "XA", "XX",
];

/// Compiled size of one extra pattern: a bound against patterns such as `(a{1000}){1000}`.
const EXTRA_PATTERN_SIZE: usize = 1 << 20;
/// A bound on the number of extra patterns, each of which reads the text once more.
const EXTRA_PATTERNS: usize = 64;

/// Compiled once per process. `None` cannot happen: the tests compile the pattern.
static BUILT_IN: Lazy<Option<Regex>> =
    Lazy::new(|| Regex::new(&FAMILIES.replace("SEPARATOR", SEPARATOR)).ok());

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
                    .detail(sentence(reason.trim_start_matches("error: ")))
                    .hint("Write one regular expression a line, for example APP-[0-9]{4}.")
            })
    }

    /// The codes of a text: upper-cased, distinct, in order of appearance.
    pub fn find(&self, text: &str) -> Vec<String> {
        self.find_as_written(text, &mut || ()).into_iter().map(|found| found.code).collect()
    }

    /// The same, with how the text writes each code first. `between` is called between matches: an extra
    /// pattern may read the rest of the text for each of them.
    pub fn find_as_written(&self, text: &str, between: &mut dyn FnMut()) -> Vec<FoundCode> {
        let mut found = built_in(text, between);
        for pattern in &self.0 {
            for code in pattern.find_iter(text) {
                between();
                if stands_alone(text, code.start(), code.as_str()) {
                    found.push((code.start(), code.as_str()));
                }
            }
        }
        found.sort_by_key(|(start, _)| *start);
        let mut seen = HashSet::new();
        let codes = found
            .into_iter()
            .filter(|(_, code)| code.len() <= MAX_CODE_BYTES)
            .map(|(_, code)| FoundCode { code: upper(code), written: single_spaced(code) });
        codes.filter(|found| seen.insert(found.code.clone())).collect()
    }
}

/// A code of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCode {
    /// Upper-cased.
    pub code: String,
    /// In the letter case of the text.
    pub written: String,
}

/// At most so many of the codes, in their order: of the families that have most the last ones go, so
/// that a log with a vulnerability in each line keeps its one ORA-04031. Addresses (a stack trace is full
/// of them) get what the other families leave.
pub fn at_most(mut codes: Vec<FoundCode>, most: usize) -> Vec<FoundCode> {
    let mut sizes: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for found in &codes {
        *sizes.entry(found.family()).or_default() += 1;
    }
    let mut families: Vec<_> = sizes.into_iter().collect();
    families.sort_by_key(|((is_address, _), size)| (*is_address, *size));
    let mut left = most;
    let mut room = BTreeMap::new();
    let mut sharing = families.iter().filter(|((is_address, _), _)| !is_address).count();
    for (family, size) in families {
        let share = left.checked_div(sharing).unwrap_or(left);
        let taken = size.min(share);
        left -= taken;
        sharing = sharing.saturating_sub(1);
        room.insert(family, taken);
    }
    codes.retain(|found| match room.get_mut(&found.family()) {
        Some(room @ 1..) => {
            *room -= 1;
            true
        }
        _ => false,
    });
    codes
}

impl FoundCode {
    /// Whether it is an address, and what it begins with up to its digits.
    fn family(&self) -> (bool, String) {
        let name = self.code.chars().take_while(|c| !c.is_ascii_digit()).collect();
        (self.code.starts_with("0X"), name)
    }
}

/// What the parser of patterns says, as a sentence.
fn sentence(reason: &str) -> String {
    let mut rest = reason.chars();
    let first = rest.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(rest.as_str().trim_end_matches('.').chars()).chain(['.']).collect()
}

/// A longer match is no code that anybody looks up, and may be longer than an index entry can be.
const MAX_CODE_BYTES: usize = 64;

/// The letter cases of a code up to this many are all looked up: six letters.
const MAX_SPELLINGS: usize = 64;

/// How a code may be written in a column that others fill, upper case first: in every letter case, or
/// for a code of many letters in upper, lower and title case, the `x` of a number in lower case too.
pub fn spellings(code: &str) -> Vec<String> {
    let letters: Vec<usize> =
        (0..code.len()).filter(|&at| code.as_bytes()[at].is_ascii_alphabetic()).collect();
    let in_lower = |lowered: &dyn Fn(usize) -> bool| {
        let letter = |(at, letter): (usize, char)| {
            if lowered(at) { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        code.char_indices().map(letter).collect::<String>()
    };
    if letters.len() <= MAX_SPELLINGS.ilog2() as usize {
        let lowered_by = |mask: usize| {
            in_lower(&|at| letters.binary_search(&at).is_ok_and(|bit| mask >> bit & 1 == 1))
        };
        return (0..1_usize << letters.len()).map(lowered_by).collect();
    }
    let word_begins = |at: usize| at == 0 || !code.as_bytes()[at - 1].is_ascii_alphabetic();
    let mut spellings =
        vec![in_lower(&|_| false), in_lower(&|_| true), in_lower(&|at| !word_begins(at))];
    if code.starts_with("0X") {
        spellings.push(in_lower(&|at| at == 1));
    }
    spellings.sort_unstable();
    spellings.dedup();
    spellings
}

/// The codes of the built-in families.
pub fn error_codes(text: &str) -> Vec<String> {
    ErrorCodePatterns::default().find(text)
}

/// Where the built-in families match, as (start, code).
fn built_in<'t>(text: &'t str, between: &mut dyn FnMut()) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    let Some(families) = BUILT_IN.as_ref() else { return found };
    let mut at = 0;
    while let Some(captures) = families.captures_at(text, at) {
        between();
        let Some((family, code)) = family(&captures) else { break };
        let whole = captures.get_match().start();
        // The word before a code stands alone as well: SQLSTATE is not found in mySQLSTATE.
        if free_before(text, whole) && is_code(text, family, code.start(), code.as_str()) {
            found.push((code.start(), code.as_str()));
            at = code.end();
        } else {
            // A code may begin inside what was none (`ERROR 1062` inside `ERROR: 42000 ERROR 1062`).
            // A match begins with an ASCII character, so the next byte is a character boundary.
            at = whole + 1;
        }
    }
    found
}

/// The group that took part in the match, with its number.
fn family<'t>(captures: &Captures<'t>) -> Option<(usize, regex::Match<'t>)> {
    (1..captures.len()).find_map(|group| Some((group, captures.get(group)?)))
}

fn is_code(text: &str, family: usize, start: usize, code: &str) -> bool {
    let of_known_class = || {
        let class = code[..2].to_ascii_uppercase();
        SQLSTATE_CLASSES.contains(&class.as_str())
    };
    stands_alone(text, start, code)
        && match family {
            // Whatever the class: what the text calls an SQLSTATE is one (applications make their own).
            AFTER_THE_WORD => true,
            // A word of five letters (SQLSTATE value, SQL state table) is none.
            AFTER_THE_WORD_WITH_A_LETTER => {
                code.bytes().any(|byte| byte.is_ascii_digit()) && of_known_class()
            }
            AFTER_SEVERITY | WITH_A_LETTER => of_known_class(),
            MYSQL => !starts_a_date(code, &text[start + code.len()..]),
            _ => true,
        }
}

/// No ASCII letter or digit directly before or after. Other letters may touch: 报错ORA-01555了.
fn stands_alone(text: &str, start: usize, code: &str) -> bool {
    let after = text.as_bytes().get(start + code.len());
    !code.is_empty()
        && free_before(text, start)
        && after.is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

fn free_before(text: &str, start: usize) -> bool {
    let before = start.checked_sub(1).and_then(|before| text.as_bytes().get(before));
    before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Whether the four digits at the end of `ERROR 2026` go on as a date or a decimal (`ERROR 2026-01-15`,
/// `ERROR 1234.5`), or are a year in other writing (`ERROR 2026 Jan 15`, `ERROR 2026年1月`, `ERROR 2026:01:15`).
fn starts_a_date(code: &str, rest: &str) -> bool {
    if matches!(rest.as_bytes(), [b'-' | b'/' | b'.', digit, ..] if digit.is_ascii_digit()) {
        return true;
    }
    let is_month = || {
        let word = rest.trim_start_matches([' ', '\t', ',']);
        let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
        month(&word[..end]).is_some()
    };
    let is_pair = |mark: u8| {
        matches!(rest.as_bytes(), [a, x, y, b, ..] if *a == mark && *b == mark
            && x.is_ascii_digit() && y.is_ascii_digit())
    };
    let is_year = code.ends_with(|c: char| c.is_ascii_digit())
        && ["19", "20"].contains(&&code[code.len() - 4..code.len() - 2]);
    is_year && (rest.starts_with('年') || is_pair(b':') || is_pair(b'_') || is_month())
}

/// Upper case in ASCII only (a pattern of the user may hold other letters, which stay as they are, here and
/// in what create_memory keeps), with single spaces (`error  1062` is `ERROR 1062`).
fn upper(code: &str) -> String {
    single_spaced(code).to_ascii_uppercase()
}

fn single_spaced(code: &str) -> String {
    code.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
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
            "42P01", "0A000", "22P02", "40P01", "57P03", "XX000", "P0001", "HV00A", "HV00N",
            "HV004", "2BP01", "0LP01", "3D000", "3F000", "2201E", "2203G", "0100C", "428C9",
            "25P02", "55P03", "58P01", "F0001", "HY000", "42S02", "08S01", "08P01", "0B000",
            "2F005", "XX002", "IM002", "39P01", "HYT00", "HYT01", "HYC00", "HY010", "IM014",
            "42X05", "42Y03", "42J03", "XX000", "P0000", "F0000", "XAE04", "XA100", "0K000",
            "2H000", "HW001",
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
            "HYPER",
            "HYTTE",
            "IMPLY",
            "20x20",
            "40X40",
            "20W50",
            "0x100",
            "0e100",
            "0b101",
            "2E100",
            "3C905",
            "S1000",
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
        finds("sqlstate 23505", &["23505"]);
    }

    #[test]
    fn any_signs_may_stand_between_the_word_and_its_code() {
        for text in [
            "SQLSTATE：23505",
            "SQLSTATE： 23505",
            "SQLSTATE（23505）",
            "SQLSTATE【23505】",
            "SQLSTATE\n23505",
            "SQLSTATE:\r\n  23505",
            "SQLSTATE\t23505",
            "SQLSTATE [23505]",
            "SQLSTATE[23505]",
            "[SQLSTATE: 23505]",
            "SQLSTATE=23505",
            "SQLSTATE = '23505'",
            "SQLSTATE => 23505",
            "SQLSTATE (23505)",
            "SQLSTATE<23505>",
            "SQLSTATE-23505",
            "SQLSTATE_23505",
            "SQLSTATE #23505",
            "SQLSTATE|23505|",
            "{\"sqlstate\": \"23505\"}",
            "SqlState is 23505",
            "SQLSTATE value: 23505",
            "SQLSTATE 错误码：23505",
            "错误SQLSTATE 23505",
            "RETURNED_SQLSTATE: 23505",
            "SQL_STATE: 23505",
            "ERROR：23505：重复",
            "ERROR：23505: duplicate key",
            "error:  23505: duplicate key",
            "FATAL:\t23505:",
        ] {
            finds(text, &["23505"]);
        }
        finds("SQLSTATE：42P01", &["42P01"]);
        finds("SQLSTATE\nhyt00", &["HYT00"]);
    }

    #[test]
    fn the_word_stands_alone_and_its_code_is_near() {
        for text in [
            "mySQLSTATE 23505",
            "9SQLSTATE 23505",
            "getSQLState 23505",
            "SQLSTATES 23505",
            "SQLSTATEx23505",
            "SQLSTATE. 23505 rows",
            "no SQLSTATE, 23505 rows",
            "SQLSTATE。23505",
            "SQLSTATE of row 23505",
            "SQLSTATE ---------- 23505",
            "TERROR: 23505: x",
            "MYFATAL: 23505: x",
        ] {
            finds(text, &[]);
        }
    }

    #[test]
    fn after_the_word_digits_count_whatever_their_class() {
        finds("SQLSTATE 99999", &["99999"]);
        finds("SQLSTATE '72000'", &["72000"]);
        finds("ERROR: 99999: x", &[]);
        // With a letter the class is known, and a word is no code.
        finds("SQLSTATE S1000", &["S1000"]);
        finds("SQLSTATE 22ZZ9", &["22ZZ9"]);
        finds("SQLSTATE ZZ999", &[]);
        finds("SQLSTATE value", &[]);
        finds("SQLSTATE codes", &[]);
        finds("the SQL state table", &[]);
        finds("SQLSTATE HYENA", &[]);
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
            "ERROR 2026年01月15日",
            "ERROR 2026 Jan 15 x",
            "ERROR 2026:01:15",
            "ERROR 2026_01_15",
            "ERROR 2026 January 15",
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
        finds("ERROR 1690 Decimal value out of range", &["ERROR 1690"]);
        finds("ERROR 1146 Marketing.t does not exist", &["ERROR 1146"]);
        finds("ERROR 2026 marked", &["ERROR 2026"]);
        finds("ERROR 1064:1 near x", &["ERROR 1064"]);
        finds("ERROR 2026 (HY000): SSL connection error", &["ERROR 2026", "HY000"]);
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
            "SQLSTATE        ".repeat(100_000),
            "SQLSTATE 1234 ".repeat(100_000),
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
    fn every_letter_case_is_a_spelling() {
        assert_eq!(spellings("23505"), ["23505"]);
        assert_eq!(spellings("E0382"), ["E0382", "e0382"]);
        let oracle = spellings("ORA-01555");
        assert_eq!(oracle.len(), 8);
        for spelling in ["ORA-01555", "ora-01555", "Ora-01555", "oRa-01555"] {
            assert!(oracle.iter().any(|known| known == spelling), "{spelling}");
        }
        assert_eq!(spellings("ERROR 1062").len(), 32);
        assert_eq!(
            spellings("0XDEADBEEF"),
            ["0XDEADBEEF", "0Xdeadbeef", "0xDEADBEEF", "0xdeadbeef"]
        );
        assert_eq!(spellings("错误A7"), ["错误A7", "错误a7"]);
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

    #[test]
    fn of_too_many_codes_the_rare_families_stay() {
        let kept = |text: &str, most: usize| -> Vec<String> {
            let codes = ErrorCodePatterns::default().find_as_written(text, &mut || ());
            at_most(codes, most).into_iter().map(|found| found.code).collect()
        };
        let text = "CVE-2024-1001 CVE-2024-1002 0xDEADBEEF ORA-04031 CVE-2024-1003 42P01";
        assert_eq!(kept(text, 6).len(), 6);
        assert_eq!(
            kept(text, 5),
            ["CVE-2024-1001", "CVE-2024-1002", "ORA-04031", "CVE-2024-1003", "42P01"]
        );
        assert_eq!(kept(text, 3), ["CVE-2024-1001", "ORA-04031", "42P01"]);
        assert_eq!(kept("0xDEADBEE1 0xDEADBEE2 ORA-04031", 2), ["0XDEADBEE1", "ORA-04031"]);
        assert_eq!(kept(text, 0), [""; 0]);
    }

    #[test]
    fn a_code_is_known_as_it_is_written() {
        let patterns = ErrorCodePatterns::parse("ServerErr-[0-9]+\nÄrger-[0-9]+").unwrap();
        let mut matches = 0;
        let found = patterns.find_as_written("got ServerErr-7, ärger-12", &mut || matches += 1);
        let written: Vec<_> = found.iter().map(|found| found.written.as_str()).collect();
        assert_eq!(written, ["ServerErr-7", "ärger-12"]);
        let codes: Vec<_> = found.iter().map(|found| found.code.as_str()).collect();
        assert_eq!(codes, ["SERVERERR-7", "äRGER-12"]);
        assert!(matches >= 2, "the search can be stopped between matches");
    }
}
