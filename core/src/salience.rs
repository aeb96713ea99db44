//! Salience: how much a row matters, whatever its age.

use crate::Mode;

/// What a full emotional weight adds to the score.
const EMOTIONAL_WEIGHT_FACTOR: f64 = 5.0;

/// `5 x emotional_weight + ln(1 + active_takes)`.
///
/// The weight is clamped to 0..1 (NaN counts as 0), a negative count as 0.
#[must_use]
#[inline]
pub fn score(emotional_weight: f64, active_takes: i64) -> f64 {
    let weight = if emotional_weight.is_nan() { 0.0 } else { emotional_weight.clamp(0.0, 1.0) };
    #[allow(clippy::cast_precision_loss)]
    let takes = active_takes.max(0) as f64;
    EMOTIONAL_WEIGHT_FACTOR * weight + takes.ln_1p()
}

/// How strongly each mode weighs the score.
#[must_use]
#[inline]
pub fn strength(mode: Mode) -> f64 {
    match mode {
        Mode::Off => 0.0,
        Mode::On => 0.15,
        Mode::Strong => 0.30,
    }
}

/// What the score of a row is multiplied by: `1 + k ln(1 + score)`; 1 for a score of 0 or less.
#[must_use]
#[inline]
pub fn factor(score: f64, mode: Mode) -> f64 {
    if score > 0.0 { 1.0 + strength(mode) * score.ln_1p() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_that_matters_to_nobody_is_neutral() {
        assert_eq!(score(0.0, 0), 0.0);
        for mode in [Mode::Off, Mode::On, Mode::Strong] {
            assert_eq!(factor(0.0, mode), 1.0);
            assert_eq!(factor(-3.0, mode), 1.0);
            assert_eq!(factor(f64::NAN, mode), 1.0);
        }
    }

    #[test]
    fn the_weight_is_clamped_and_a_negative_count_is_none() {
        assert_eq!(score(7.0, 0), 5.0);
        assert_eq!(score(-1.0, -5), 0.0);
        assert_eq!(score(f64::NAN, 0), 0.0);
    }

    #[test]
    fn off_never_counts() {
        assert_eq!(factor(8.9, Mode::Off), 1.0);
    }

    proptest! {
        #[test]
        fn score_and_factor_are_finite_and_bounded(weight in any::<f64>(), takes in any::<i64>()) {
            let score = score(weight, takes);
            prop_assert!((0.0..=5.0 + 44.0).contains(&score));
            prop_assert!((1.0..=2.2).contains(&factor(score, Mode::Strong)));
        }
    }
}
