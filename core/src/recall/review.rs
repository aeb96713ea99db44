//! Factor 5: a review found that it went wrong. What failed is worth recalling first.

/// What a decision found to be wrong adds.
pub const WRONG_DECISION: f64 = 2.0;
/// What an outcome of `failure` adds.
pub const FAILURE: f64 = 1.0;

/// The two facts of a row's `review` that count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Review {
    /// `decision_correct` is the boolean false.
    pub wrong_decision: bool,
    /// `outcome` is the text `failure`.
    pub failure: bool,
}

impl Review {
    /// From the values of the two keys; anything but a boolean and a text is neutral.
    pub fn new(decision_correct: Option<bool>, outcome: Option<&str>) -> Self {
        Self {
            wrong_decision: decision_correct == Some(false),
            failure: outcome == Some("failure"),
        }
    }

    /// The review that a bonus stands for: the two parts differ, so the sum tells them apart.
    pub fn from_bonus(bonus: f64) -> Self {
        Self {
            wrong_decision: bonus >= WRONG_DECISION,
            failure: bonus == FAILURE || bonus == WRONG_DECISION + FAILURE,
        }
    }

    /// What the review adds to the total; both parts add.
    pub fn bonus(self) -> f64 {
        let part = |holds, value| if holds { value } else { 0.0 };
        part(self.wrong_decision, WRONG_DECISION) + part(self.failure, FAILURE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_both_parts_and_reads_them_back() {
        for (decision, outcome, expected) in [
            (Some(false), Some("failure"), 3.0),
            (Some(false), None, 2.0),
            (None, Some("failure"), 1.0),
            (Some(true), Some("success"), 0.0),
            (None, Some("Failure"), 0.0),
        ] {
            let review = Review::new(decision, outcome);
            assert_eq!(review.bonus(), expected);
            assert_eq!(Review::from_bonus(expected), review);
        }
    }
}
