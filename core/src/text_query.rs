//! From a question's parts to what is matched: all of it, any of it, and the lexemes that score it.

use std::collections::HashSet;

use crate::query_text::{MAX_TERMS, Part, QueryText, pieces};
use crate::segment::is_han;
use crate::tsquery::TsQuery;

/// An unspaced text longer than this holds more words than a query takes.
const MAX_UNSPACED_CHARS: usize = 1_000;

/// Postgres indexes no longer word, and says so in a NOTICE when it is asked for one.
const MAX_WORD_BYTES: usize = 2_046;

/// How a text configuration turns text into a query; the glue asks Postgres.
pub trait Lexize {
    type Error;

    /// plainto_tsquery: all of the words. `None` when only stop words are left.
    fn plain(&mut self, text: &str) -> Result<Option<TsQuery>, Self::Error>;

    /// phraseto_tsquery: the words next to each other.
    fn phrase(&mut self, text: &str) -> Result<Option<TsQuery>, Self::Error>;
}

/// What a question matches under one text configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct TextQuery {
    /// Every term, none of the negated ones.
    pub strict: TsQuery,
    /// Any term. `None` where the text must not be relaxed, and where there is nothing to relax.
    pub relaxed: Option<TsQuery>,
    /// The positive lexemes, each once: what a row is scored by, in every phase.
    pub lexemes: Vec<String>,
    /// No phrase and no negation, so that a search may fall back to similar titles.
    pub plain: bool,
    /// Text was left out.
    pub cut: bool,
}

impl TextQuery {
    /// `None` when no positive term is left: such a question matches nothing.
    pub fn build<L: Lexize>(text: &QueryText, lexize: &mut L) -> Result<Option<Self>, L::Error> {
        let mut cut = text.cut;
        let mut plain = true;
        let mut alternatives = vec![Alternative::default()];
        let mut terms = Terms::default();
        for part in &text.parts {
            let (query, negated) = match part {
                Part::Or => {
                    alternatives.push(Alternative::default());
                    continue;
                }
                Part::Phrase { text, negated } => {
                    plain = false;
                    let phrase = first_words(text);
                    cut |= phrase.len() < text.len();
                    (lexize.phrase(phrase)?, *negated)
                }
                Part::Word { text, negated } => {
                    plain &= !negated;
                    let word = shortened(text);
                    cut |= word.len() < text.len();
                    let query = lexize.plain(word)?;
                    if let (Some(query), false) = (&query, *negated) {
                        terms.add(word, query, lexize)?;
                    }
                    (query, *negated)
                }
            };
            if let (Some(query), Some(alternative)) = (query, alternatives.last_mut()) {
                alternative.add(query, negated);
            }
        }
        let Some(strict) = TsQuery::any(alternatives.into_iter().filter_map(Alternative::query))
        else {
            return Ok(None);
        };
        let mut lexemes: Vec<String> = Vec::new();
        for lexeme in strict.positive_lexemes() {
            if lexemes.len() == MAX_TERMS {
                cut = true;
                break;
            }
            lexemes.push(lexeme.text.clone());
        }
        let relaxed = if text.relaxable() { terms.any(&mut cut) } else { None };
        Ok(Some(Self { strict, relaxed, lexemes, plain, cut }))
    }

    /// The OR of the positive lexemes: what finds each row that can have a score.
    pub fn any_lexeme(&self) -> Option<TsQuery> {
        TsQuery::any(self.lexemes.iter().map(TsQuery::lexeme))
    }
}

/// What stands between two `or`s.
#[derive(Default)]
struct Alternative {
    wanted: Vec<TsQuery>,
    negated: Vec<TsQuery>,
}

impl Alternative {
    fn add(&mut self, query: TsQuery, negated: bool) {
        if negated {
            self.negated.push(TsQuery::Not(Box::new(query)));
        } else {
            self.wanted.push(query);
        }
    }

    /// `None` without a positive term: "everything but foo" is no question.
    fn query(self) -> Option<TsQuery> {
        if self.wanted.is_empty() {
            return None;
        }
        TsQuery::all(self.wanted.into_iter().chain(self.negated))
    }
}

/// The units of relaxation. A word such as widget-co or o'brien is one, whatever its parts; the
/// words of an unspaced Chinese text are one each.
#[derive(Default)]
struct Terms {
    found: Vec<TsQuery>,
}

impl Terms {
    fn add<L: Lexize>(
        &mut self,
        word: &str,
        query: &TsQuery,
        lexize: &mut L,
    ) -> Result<(), L::Error> {
        let whole: HashSet<&str> =
            query.positive_lexemes().into_iter().map(|lexeme| lexeme.text.as_str()).collect();
        let pieces = pieces(word);
        if pieces.len() > 1 {
            let mut parts = Vec::with_capacity(pieces.len());
            for piece in &pieces {
                if let Some(query) = lexize.plain(piece)? {
                    parts.push((*piece, query));
                }
            }
            // The pieces are units only where the configuration sees them as words of their own.
            let union: HashSet<&str> = parts
                .iter()
                .flat_map(|(_, query)| query.positive_lexemes())
                .map(|lexeme| lexeme.text.as_str())
                .collect();
            if union == whole {
                for (piece, query) in &parts {
                    self.add_piece(piece, query);
                }
                return Ok(());
            }
        }
        self.add_piece(word, query);
        Ok(())
    }

    fn add_piece(&mut self, piece: &str, query: &TsQuery) {
        if piece.chars().any(is_han) {
            self.found.extend(query.positive_lexemes().into_iter().cloned().map(TsQuery::Lexeme));
        } else {
            self.found.push(query.clone());
        }
    }

    /// Any of the terms; `None` of fewer than two, where there is nothing to relax.
    fn any(self, cut: &mut bool) -> Option<TsQuery> {
        *cut |= self.found.len() > MAX_TERMS;
        let any = TsQuery::any(self.found.into_iter().take(MAX_TERMS))?;
        matches!(any, TsQuery::Or(_)).then_some(any)
    }
}

/// A word, cut to what can be indexed and to what a query takes.
fn shortened(word: &str) -> &str {
    let limit = if word.chars().any(is_han) {
        word.char_indices().nth(MAX_UNSPACED_CHARS).map_or(word.len(), |(end, _)| end)
    } else if word.len() > MAX_WORD_BYTES {
        0
    } else {
        word.len()
    };
    &word[..limit]
}

/// A phrase, cut to as many words as a query takes and inside one that cannot be indexed.
fn first_words(phrase: &str) -> &str {
    let mut end = 0;
    for (nth, word) in phrase.split_whitespace().enumerate() {
        if nth == MAX_TERMS {
            return &phrase[..end];
        }
        let start = word.as_ptr() as usize - phrase.as_ptr() as usize;
        let taken = shortened(word).len();
        end = start + taken;
        if taken < word.len() {
            return &phrase[..end];
        }
    }
    phrase
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A configuration that lower-cases, splits compounds as Postgres does, drops `the`, and cuts
    /// Han text into pairs.
    struct Fake;

    impl Fake {
        fn words(text: &str) -> Vec<String> {
            let mut words: Vec<String> = Vec::new();
            for token in text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '-') {
                if token.chars().any(is_han) {
                    let chars: Vec<char> = token.chars().collect();
                    words.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
                } else if token != "the" && token.chars().any(char::is_alphanumeric) {
                    words.push(token.into());
                    if token.contains('-') {
                        words.extend(token.split('-').filter(|t| !t.is_empty()).map(String::from));
                    }
                }
            }
            words
        }
    }

    impl Lexize for Fake {
        type Error = Infallible;

        fn plain(&mut self, text: &str) -> Result<Option<TsQuery>, Infallible> {
            Ok(TsQuery::all(Self::words(text).into_iter().map(TsQuery::lexeme)))
        }

        fn phrase(&mut self, text: &str) -> Result<Option<TsQuery>, Infallible> {
            Ok(Self::words(text).into_iter().map(TsQuery::lexeme).reduce(|left, right| {
                TsQuery::Phrase { left: Box::new(left), right: Box::new(right), distance: 1 }
            }))
        }
    }

    fn build(text: &str) -> Option<TextQuery> {
        TextQuery::build(&QueryText::parse(text), &mut Fake).unwrap()
    }

    fn strict(text: &str) -> String {
        build(text).unwrap().strict.to_string()
    }

    fn relaxed(text: &str) -> Option<String> {
        build(text).unwrap().relaxed.map(|query| query.to_string())
    }

    #[test]
    fn strict_takes_all_terms() {
        assert_eq!(strict("alpha AND the beta"), "'alpha' & 'beta'");
        assert_eq!(strict("a or b c"), "'a' | ('b' & 'c')");
        assert_eq!(strict("a -b"), "'a' & !'b'");
        assert_eq!(strict(r#"x "c d""#), "'x' & ('c' <-> 'd')");
    }

    #[test]
    fn without_a_positive_term_there_is_no_query() {
        for text in ["", "the", "-a", "or", "the -a", "\"the\""] {
            assert_eq!(build(text), None, "{text}");
        }
        assert_eq!(strict("a or -b"), "'a'");
    }

    #[test]
    fn compounds_relax_as_one_term() {
        assert_eq!(
            relaxed("widget-co plan").as_deref(),
            Some("('widget-co' & 'widget' & 'co') | 'plan'")
        );
        assert_eq!(relaxed("widget-co"), None);
        assert_eq!(relaxed("foo,bar baz").as_deref(), Some("'foo' | 'bar' | 'baz'"));
        assert_eq!(relaxed("the plan"), None);
    }

    #[test]
    fn words_of_unspaced_text_relax_one_by_one() {
        assert_eq!(relaxed("连接池").as_deref(), Some("'连接' | '接池'"));
        assert_eq!(relaxed("连接"), None);
        assert_eq!(relaxed("连接池 abc").as_deref(), Some("'连接' | '接池' | 'abc'"));
    }

    #[test]
    fn phrases_and_negations_are_not_relaxed() {
        assert_eq!(relaxed(r#""a b" c"#), None);
        assert_eq!(relaxed("a b -c"), None);
        assert!(!build("a b -c").unwrap().plain);
        assert!(build("a b").unwrap().plain);
    }

    #[test]
    fn lexemes_are_the_positive_ones() {
        assert_eq!(build("a b -c a").unwrap().lexemes, ["a", "b"]);
    }

    #[test]
    fn hostile_sizes_are_cut() {
        let many: String = (0..400).map(|i| format!("w{i} ")).collect();
        let query = build(&many).unwrap();
        assert!(query.cut && query.lexemes.len() == MAX_TERMS);
        let query = build(&"数据库连接池".repeat(5_000)).unwrap();
        assert!(query.cut);
        let query = build(&format!("alpha {}", "x".repeat(3_000))).unwrap();
        assert!(query.cut && query.lexemes == ["alpha"]);
    }

    #[test]
    fn long_phrases_are_cut() {
        assert_eq!(first_words(" a  b "), " a  b ");
        assert_eq!(first_words(&"a ".repeat(300)), "a ".repeat(256).trim_end());
        assert_eq!(first_words(&format!("a {} b", "x".repeat(2047))), "a ");
        assert_eq!(
            first_words(&format!("a {} b", "字".repeat(1001))),
            format!("a {}", "字".repeat(1000))
        );
        let text = format!("\"{}\"", "a ".repeat(257));
        let query = TextQuery::build(&QueryText::parse(&text), &mut Fake).unwrap().unwrap();
        assert!(query.cut);
    }
}
