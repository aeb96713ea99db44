//! How many rows hold a lexeme, and how long rows are, from what ANALYZE keeps of a tsvector column.
//!
//! ANALYZE lists the most common lexemes with the share of (not null) rows that hold them. A lexeme
//! that is not listed is rarer than the rarest listed one: half of that share is assumed. The listed
//! shares add up to the mean number of listed lexemes in a row, which serves as the average length: it
//! costs nothing, and every session sees the same number between two ANALYZEs.

/// What one relation's statistics say about the lexemes of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Rows of the relation, as the planner knows them: its weight among several.
    pub rows: f64,
    /// The share of rows whose tsvector is not null.
    pub not_null: f64,
    /// The share (of rows that are not null) of each lexeme asked for; `None` when it is not listed.
    pub listed: Vec<Option<f64>>,
    /// The smallest share listed; 0 when nothing is.
    pub rarest: f64,
    /// The sum of all listed shares.
    pub sum: f64,
}

/// The shares of a query's lexemes over all relations that a source reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Frequencies {
    pub rows: f64,
    pub average_length: f64,
    /// The share of rows that hold each lexeme, in the order in which they were asked for.
    pub shares: Vec<f64>,
}

impl Frequencies {
    /// Averages over relations, weighted by their rows; `None` when there is none.
    pub fn of(samples: &[Sample]) -> Option<Self> {
        let asked = samples.first()?.listed.len();
        let rows: f64 = samples.iter().map(|sample| sample.rows.max(0.0)).sum();
        // Where no relation knows its rows they count alike.
        let weight = |sample: &Sample| {
            if rows > 0.0 { sample.rows.max(0.0) / rows } else { 1.0 / samples.len() as f64 }
        };
        let mean = |value: &dyn Fn(&Sample) -> f64| -> f64 {
            samples.iter().map(|sample| weight(sample) * sample.not_null * value(sample)).sum()
        };
        let share = |at: usize| mean(&|sample: &Sample| sample.share(at));
        let not_null = mean(&|_| 1.0);
        let length = mean(&|sample: &Sample| sample.sum);
        Some(Self {
            rows,
            average_length: if not_null > 0.0 { length / not_null } else { 0.0 },
            shares: (0..asked).map(share).collect(),
        })
    }
}

impl Sample {
    fn share(&self, at: usize) -> f64 {
        self.listed.get(at).copied().flatten().unwrap_or(self.rarest / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: f64, listed: [Option<f64>; 2]) -> Sample {
        Sample { rows, not_null: 1.0, listed: listed.to_vec(), rarest: 0.02, sum: 40.0 }
    }

    #[test]
    fn an_unlisted_lexeme_is_half_as_frequent_as_the_rarest() {
        let found = Frequencies::of(&[sample(1000.0, [Some(0.5), None])]).unwrap();
        assert_eq!(found.shares, [0.5, 0.01]);
        assert_eq!((found.rows, found.average_length), (1000.0, 40.0));
    }

    #[test]
    fn relations_count_by_their_rows() {
        let parts = [sample(300.0, [Some(0.4), None]), sample(100.0, [None, Some(0.8)])];
        let found = Frequencies::of(&parts).unwrap();
        assert!((found.shares[0] - (0.4 * 0.75 + 0.01 * 0.25)).abs() < 1e-12);
        assert!((found.shares[1] - (0.01 * 0.75 + 0.8 * 0.25)).abs() < 1e-12);
        assert_eq!(found.rows, 400.0);
    }

    #[test]
    fn null_rows_hold_nothing_and_have_no_length() {
        let half = Sample { not_null: 0.5, ..sample(10.0, [Some(0.4), None]) };
        let found = Frequencies::of(&[half]).unwrap();
        assert_eq!(found.shares, [0.2, 0.005]);
        assert_eq!(found.average_length, 40.0);
    }

    #[test]
    fn unknown_row_counts_weigh_alike() {
        let parts = [sample(-1.0, [Some(0.2), None]), sample(0.0, [Some(0.4), None])];
        let found = Frequencies::of(&parts).unwrap();
        assert!((found.shares[0] - 0.3).abs() < 1e-12);
        assert_eq!(Frequencies::of(&[]), None);
    }
}
