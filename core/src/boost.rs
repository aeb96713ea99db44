//! The two boosts of a row: how young it is and how much it matters.

use std::rc::Rc;

use crate::Mode;
use crate::decay::DecayMap;
use crate::recency::{self, Decay};
use crate::salience;

const MICROSECONDS_PER_DAY: f64 = 86_400_000_000.0;

/// Beyond a few centuries a bound on dates would not tell rows apart.
const MAX_DAYS: f64 = 100_000.0;

/// How a search boosts: the resolved axes, the decay map, and the moment that counts as now.
#[derive(Debug, Clone)]
pub struct Boosting {
    pub recency: Mode,
    pub salience: Mode,
    pub decay_map: Rc<DecayMap>,
    /// Microseconds since 2000.
    pub now: i64,
}

/// The columns of a row that its boosts are made of; what a row has not is neutral.
#[derive(Debug, Clone, Copy, Default)]
pub struct BoostColumns<'a> {
    pub slug: Option<&'a str>,
    /// Microseconds since 2000, finite.
    pub date: Option<i64>,
    pub emotional_weight: Option<f64>,
    pub active_takes: Option<i64>,
}

/// What the boosts of one row are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boost {
    pub decay: Decay,
    pub days_old: Option<f64>,
    pub component: f64,
    pub recency_factor: f64,
    pub emotional_weight: f64,
    pub active_takes: i64,
    pub salience_score: f64,
    pub salience_factor: f64,
}

/// A base times its factor, at most the greatest finite number: infinite scores could not be ranked.
#[inline]
pub fn boosted_score(base: f64, factor: f64) -> f64 {
    (base * factor).min(f64::MAX)
}

impl Boost {
    /// Finite, also where a decay map has coefficients near the end of what a number can be.
    pub fn factor(&self) -> f64 {
        boosted_score(self.recency_factor, self.salience_factor)
    }

    /// The same row without its boosts: what it is made of stays to be seen.
    #[must_use]
    pub fn without_factors(self) -> Self {
        Self { recency_factor: 1.0, salience_factor: 1.0, ..self }
    }
}

impl Boosting {
    /// Whether both axes are off, and every row's factor 1.
    #[inline]
    pub fn is_off(&self) -> bool {
        self.recency == Mode::Off && self.salience == Mode::Off
    }

    /// The boosts of a row.
    #[inline]
    pub fn of(&self, row: BoostColumns<'_>) -> Boost {
        let decay = self.decay_map.decay(row.slug.unwrap_or(""));
        let days_old = row.date.map(|date| recency::days_old(self.now, date));
        let component = days_old.map_or(0.0, |days| decay.component(days));
        // NaN and infinity in a row are neutral, as NULL is.
        let emotional_weight = row
            .emotional_weight
            .filter(|weight| weight.is_finite())
            .map_or(0.0, |weight| weight.clamp(0.0, 1.0));
        let active_takes = row.active_takes.unwrap_or(0).max(0);
        let salience_score = salience::score(emotional_weight, active_takes);
        self.weigh(Boost {
            decay,
            days_old,
            component,
            recency_factor: 1.0,
            emotional_weight,
            active_takes,
            salience_score,
            salience_factor: 1.0,
        })
    }

    /// The factors of a row whose parts are known.
    #[inline]
    #[must_use]
    pub fn weigh(&self, boost: Boost) -> Boost {
        Boost {
            recency_factor: recency::factor(boost.component, self.recency),
            salience_factor: salience::factor(boost.salience_score, self.salience),
            ..boost
        }
    }

    /// The oldest date, in microseconds, of a row that is multiplied by more than `boost`; `None`
    /// where a row of any age may be.
    pub fn oldest_with(&self, boost: f64, most_salience: f64) -> Option<i64> {
        // A hair less, for rounding.
        let needed = (boost / most_salience - 1.0) / recency::strength(self.recency);
        let needed = needed * (1.0 - 1e-6);
        if !needed.is_finite() || needed <= 0.0 {
            return None;
        }
        // coefficient x halflife / (halflife + days) >= needed, solved for days.
        let days = |decay: Decay| decay.halflife_days * (decay.coefficient / needed - 1.0);
        let oldest = self.decay_map.rows().map(|row| days(row.decay)).fold(0.0, f64::max);
        // A day more, for rounding.
        (oldest < MAX_DAYS)
            .then(|| self.now.saturating_sub(((oldest + 1.0) * MICROSECONDS_PER_DAY) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DAY: i64 = 86_400_000_000;

    #[test]
    fn boosts_stay_finite() {
        assert_eq!(boosted_score(f64::MAX, 2.0), f64::MAX);
        assert_eq!(boosted_score(0.0, f64::MAX), 0.0);
    }

    #[test]
    fn what_a_row_has_not_is_neutral() {
        let boosting = Boosting {
            recency: Mode::Strong,
            salience: Mode::Strong,
            decay_map: Rc::new(DecayMap::built_in()),
            now: 0,
        };
        assert_eq!(boosting.of(BoostColumns::default()).factor(), 1.0);
        let odd = BoostColumns {
            emotional_weight: Some(f64::NAN),
            active_takes: Some(-1),
            ..Default::default()
        };
        assert_eq!(boosting.of(odd).factor(), 1.0);
        let of =
            |date| boosting.of(BoostColumns { date: Some(date), ..Default::default() }).factor();
        assert_eq!(of(9 * DAY), of(0), "a future date is age 0");
    }

    proptest! {
        /// No row that is boosted by more is older.
        #[test]
        fn the_oldest_date_holds(
            days in 0i64..3_000, takes in 0i64..9, weight in 0.0f64..=1.0, boost in 1.0f64..4.5, mode in 0usize..3,
            prefix in proptest::sample::select(vec!["chat/", "daily/", "deals/", "concepts/", ""]),
        ) {
            let modes = [Mode::Off, Mode::On, Mode::Strong];
            let boosting = Boosting {
                recency: modes[mode],
                salience: Mode::On,
                decay_map: Rc::new(DecayMap::built_in()),
                now: 20_000 * DAY,
            };
            let date = boosting.now - days * DAY;
            let row = BoostColumns {
                slug: Some(prefix),
                date: Some(date),
                emotional_weight: Some(weight),
                active_takes: Some(takes),
            };
            let most_salience = salience::factor(salience::score(1.0, 9), Mode::On);
            if boosting.of(row).factor() > boost {
                prop_assert!(boosting.oldest_with(boost, most_salience).is_none_or(|oldest| date >= oldest));
            }
        }
    }
}
