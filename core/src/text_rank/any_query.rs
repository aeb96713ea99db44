//! `ts_rank` for any query at all: which of them [`TsRank`] ranks, and which the server has to.

use super::{DEFAULT_FIELD_WEIGHTS, Term, TsRank};
use crate::tsquery::StoredOperands;

/// Who ranks.
#[derive(Debug, Clone)]
pub enum Ranker {
    /// As an OR of distinct words: done here, to the last bit.
    AnyOf(TsRank),
    /// By the server: from the distances between words, or by rules that only it knows.
    Server,
}

/// `ts_rank` with its own weights, prepared for one query.
#[derive(Debug, Clone)]
pub struct AnyQuery {
    pub ranker: Ranker,
    /// The most that any vector can score.
    pub most: f64,
}

impl AnyQuery {
    /// Reads a tsquery behind its varlena header.
    pub fn from_binary(bytes: &[u8]) -> Self {
        // Text that is not UTF-8, of a database with another encoding: nothing is known.
        let Some(stored) = StoredOperands::from_binary(bytes) else {
            return Self { ranker: Ranker::Server, most: f64::INFINITY };
        };
        // Negated operands too: `ts_rank` reads them like the others.
        let mut terms: Vec<Term> = stored.lexemes.iter().map(Term::from).collect();
        terms.sort();
        terms.dedup();
        // Of `foo` and `foo:*` the server takes one for both, whichever an unstable sort puts first.
        let unclear = terms.windows(2).any(|pair| pair[0].lexeme == pair[1].lexeme);
        let words = terms.chunk_by(|a, b| a.lexeme == b.lexeme).count();
        if stored.all_wanted && words > 1 {
            // The parts a, b of an AND are joined as 1 - (1 - a)(1 - b), which stays within 1. One
            // word, however often, has nothing to be joined with: it is ranked as an OR.
            return Self { ranker: Ranker::Server, most: 1.0 };
        }
        if unclear {
            return Self { ranker: Ranker::Server, most: f64::INFINITY };
        }
        let rank = TsRank::new(terms, DEFAULT_FIELD_WEIGHTS);
        let most = rank.bounds().iter().sum();
        Self { ranker: Ranker::AnyOf(rank), most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsquery::testing::{Item, tsquery};
    use Item::{And, Or, Phrase, Word};

    /// The number of words ranked here, if so, and the bound.
    fn read(items: &[Item<'_>]) -> (Option<usize>, f64) {
        let query = AnyQuery::from_binary(&tsquery(items));
        match query.ranker {
            Ranker::AnyOf(rank) => (Some(rank.terms().len()), query.most),
            Ranker::Server => (None, query.most),
        }
    }

    const A: Item<'_> = Word("a", false);
    const A_PREFIX: Item<'_> = Word("a", true);
    const B: Item<'_> = Word("b", false);

    #[test]
    fn one_word_is_an_or_however_it_is_joined() {
        // With default weights 1.0912 is the most of one word: (1 + Z - 0.6 - 1/4)/Z, Z = 1.6449.
        for items in [&[A][..], &[And(2), A, A], &[Phrase(2), A, A], &[Or(2), A, A]] {
            let (words, most) = read(items);
            assert_eq!(words, Some(1));
            assert!((most - 1.091_2).abs() < 1e-3, "{most}");
        }
        assert_eq!(read(&[Phrase(2), A_PREFIX, A_PREFIX]), (Some(1), f64::INFINITY));
    }

    #[test]
    fn the_root_as_stored_decides() {
        assert_eq!(read(&[And(4), Or(2), B, A, Or(2), B, A]), (None, 1.0));
        assert_eq!(read(&[Phrase(2), B, A]), (None, 1.0));
        assert_eq!(read(&[Or(4), And(2), B, A, And(2), B, A]).0, Some(2));
        assert_eq!(read(&[Item::Not, And(2), B, A]).0, Some(2));
    }

    #[test]
    fn a_word_and_its_prefix_are_left_to_the_server() {
        assert_eq!(read(&[Or(2), A_PREFIX, A]), (None, f64::INFINITY));
        assert_eq!(read(&[And(2), A, A_PREFIX]), (None, f64::INFINITY));
        assert_eq!(read(&[And(4), B, Or(2), A, A_PREFIX]), (None, 1.0));
    }

    #[test]
    fn no_query_scores_nothing_and_no_bytes_are_unknown() {
        assert_eq!(read(&[]), (Some(0), 0.0));
        assert_eq!(AnyQuery::from_binary(&[1]).most, f64::INFINITY);
        let mut latin1 = tsquery(&[A]);
        latin1[4 + 12] = 0xE9;
        let query = AnyQuery::from_binary(&latin1);
        assert!(matches!(query.ranker, Ranker::Server) && query.most == f64::INFINITY);
    }
}
