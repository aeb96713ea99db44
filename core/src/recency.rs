//! Recency: how much a row gains from being young.

use crate::Mode;

/// Microseconds in a day, the unit in which Postgres counts time.
const MICROSECONDS_PER_DAY: f64 = 86_400_000_000.0;

/// How fast the rows under one slug prefix age, and how much being young is worth there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decay {
    /// The age at which half of the boost is left. 0: evergreen, age does not count.
    pub halflife_days: f64,
    /// The boost of a row that is brand new.
    pub coefficient: f64,
}

impl Decay {
    /// A halflife and a coefficient, both finite and not negative.
    #[must_use]
    pub const fn new(halflife_days: f64, coefficient: f64) -> Self {
        Self { halflife_days, coefficient }
    }

    /// Whether age does not count here: every row has component 0.
    #[must_use]
    pub fn is_evergreen(self) -> bool {
        self.halflife_days == 0.0 || self.coefficient == 0.0
    }

    /// The hyperbolic decay `coefficient x halflife / (halflife + days_old)`.
    ///
    /// A negative age (a date in the future) is age 0.
    #[must_use]
    #[inline]
    pub fn component(self, days_old: f64) -> f64 {
        if self.is_evergreen() {
            return 0.0;
        }
        // The same fraction, divided by the halflife: no product can overflow, no quotient is NaN.
        self.coefficient / (1.0 + days_old.max(0.0) / self.halflife_days)
    }
}

/// The age in days, with its fraction, of a moment given in microseconds; at least 0.
#[must_use]
#[inline]
pub fn days_old(now_microseconds: i64, date_microseconds: i64) -> f64 {
    let age = now_microseconds.saturating_sub(date_microseconds).max(0);
    // Exact for any age below 285 years; beyond that the error is below a millisecond.
    #[allow(clippy::cast_precision_loss)]
    let age = age as f64;
    age / MICROSECONDS_PER_DAY
}

/// How strongly each mode weighs the component.
#[must_use]
#[inline]
pub fn strength(mode: Mode) -> f64 {
    match mode {
        Mode::Off => 0.0,
        Mode::On => 1.0,
        Mode::Strong => 1.5,
    }
}

/// What the score of a row is multiplied by: `1 + strength x component`, always finite.
#[must_use]
#[inline]
pub fn factor(component: f64, mode: Mode) -> f64 {
    (1.0 + strength(mode) * component).min(f64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn half_of_the_boost_is_left_at_the_halflife() {
        assert_eq!(Decay::new(7.5, 1.0).component(7.5), 0.5);
        assert_eq!(Decay::new(14.0, 1.5).component(0.0), 1.5);
    }

    #[test]
    fn evergreen_prefixes_never_count() {
        for decay in [Decay::new(0.0, 1.0), Decay::new(7.0, 0.0), Decay::new(0.0, 0.0)] {
            for age in [0.0, 1.0, f64::INFINITY] {
                assert_eq!(decay.component(age), 0.0);
            }
        }
    }

    #[test]
    fn the_future_is_age_zero() {
        assert_eq!(Decay::new(14.0, 1.5).component(-400.0), 1.5);
        assert_eq!(days_old(0, 86_400_000_000), 0.0);
        assert_eq!(days_old(i64::MIN, i64::MAX), 0.0);
    }

    #[test]
    fn an_age_has_a_fraction() {
        assert_eq!(days_old(86_400_000_000 + 43_200_000_000, 0), 1.5);
    }

    #[test]
    fn strengths_are_those_of_the_modes() {
        assert_eq!(factor(0.5, Mode::Off), 1.0);
        assert_eq!(factor(0.5, Mode::On), 1.5);
        assert_eq!(factor(0.5, Mode::Strong), 1.75);
        assert!(factor(f64::MAX, Mode::Strong).is_finite());
    }

    proptest! {
        #[test]
        fn the_component_lies_between_zero_and_the_coefficient(
            halflife in 0.0..f64::MAX, coefficient in 0.0..f64::MAX, age in any::<f64>(),
        ) {
            let component = Decay::new(halflife, coefficient).component(age);
            prop_assert!((0.0..=coefficient).contains(&component));
        }

        #[test]
        fn an_older_row_never_gains(age in 0.0..1e6_f64, more in 0.0..1e6_f64) {
            let decay = Decay::new(30.0, 0.7);
            prop_assert!(decay.component(age + more) <= decay.component(age));
        }
    }
}
