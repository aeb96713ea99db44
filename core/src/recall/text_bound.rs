//! How much of a query a row can hold, by its tsvector alone: no text is read for that.

use crate::tsvector::TsVector;

/// What the lexemes of a row tell about its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextBound {
    /// For each token that a text holds only with one of these lexemes.
    told: Vec<Vec<String>>,
    /// How many tokens a text may hold without any.
    untold: usize,
    /// Lexemes that each text has which contains the query.
    of_query: Vec<String>,
}

/// The most that a row can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Possible {
    pub tokens: usize,
    pub query: bool,
}

impl TextBound {
    /// A token that no text holds without one of these lexemes.
    pub fn add_told(&mut self, lexemes: Vec<String>) {
        self.told.push(lexemes);
    }

    /// A token that a text may hold whatever its lexemes.
    pub fn add_untold(&mut self) {
        self.untold += 1;
    }

    /// Lexemes that a text which contains the query cannot be without.
    pub fn require_for_query(&mut self, lexemes: Vec<String>) {
        self.of_query.extend(lexemes);
    }

    /// What a row with these lexemes can hold at most.
    ///
    /// ```
    /// use gbrain_rank_core::recall::text_bound::{Possible, TextBound};
    /// use gbrain_rank_core::tsvector::TsVector;
    /// let mut bound = TextBound::default();
    /// bound.add_told(vec!["pool".into()]);
    /// bound.add_untold();
    /// let nothing = TsVector::new(&[0; 4]).unwrap();
    /// assert_eq!(bound.of(&nothing), Possible { tokens: 1, query: true });
    /// ```
    pub fn of(&self, vector: &TsVector<'_>) -> Possible {
        let holds = |lexeme: &String| vector.contains(lexeme.as_bytes());
        let told = self.told.iter().filter(|lexemes| lexemes.iter().any(holds)).count();
        Possible { tokens: told + self.untold, query: self.of_query.iter().all(holds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Weight};

    #[test]
    fn counts_what_the_lexemes_allow() {
        let mut bound = TextBound::default();
        bound.add_told(vec!["connect".into(), "connections".into()]);
        bound.add_told(vec!["pool".into()]);
        bound.add_told(vec!["retri".into()]);
        bound.add_untold();
        bound.require_for_query(vec!["pool".into(), "user".into()]);
        let possible = |lexemes: &[&str]| {
            let mut document = Document::new();
            for lexeme in lexemes {
                document.add(lexeme.as_bytes(), 1, Weight::B);
            }
            let bytes = document.to_binary();
            bound.of(&TsVector::new(&bytes).unwrap())
        };
        assert_eq!(possible(&[]), Possible { tokens: 1, query: false });
        assert_eq!(possible(&["connections", "connect"]), Possible { tokens: 2, query: false });
        assert_eq!(possible(&["pool", "retri", "user"]), Possible { tokens: 3, query: true });
    }
}
