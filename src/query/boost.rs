//! The two boosts of a row: how young it is and how much it matters.

use std::rc::Rc;

use gbrain_rank_core::Mode;
use gbrain_rank_core::decay::DecayMap;
use gbrain_rank_core::recency::{self, Decay};
use gbrain_rank_core::salience;
use pgrx::pg_sys;

use crate::search::gate::DATE_ROLES;
use crate::search::{Row, Select};
use crate::source::{Role, Source};

/// Postgres' -infinity and infinity as microseconds.
const INFINITE: [i64; 2] = [i64::MIN, i64::MAX];

const MICROSECONDS_PER_DAY: f64 = 86_400_000_000.0;

const MAX_DAYS: f64 = 100_000.0;

/// The columns that the boosts read.
pub const ROLES: [Role; 6] = [
    Role::Slug,
    Role::EffectiveDate,
    Role::UpdatedAt,
    Role::CreatedAt,
    Role::EmotionalWeight,
    Role::ActiveTakes,
];

/// How a search boosts: the resolved axes, the decay map, and the moment that counts as now.
pub struct Boosting {
    pub recency: Mode,
    pub salience: Mode,
    pub decay_map: Rc<DecayMap>,
    /// Microseconds since 2000.
    pub now: i64,
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

impl Boost {
    pub fn factor(&self) -> f64 {
        self.recency_factor * self.salience_factor
    }

    /// The same row without its boosts: what it is made of stays to be seen.
    #[must_use]
    pub fn without_factors(self) -> Self {
        Self { recency_factor: 1.0, salience_factor: 1.0, ..self }
    }
}

impl Boosting {
    /// What the score of a row is multiplied by; 1, without reading the row, when both axes are off.
    #[inline]
    pub fn factor(&self, select: &Select, row: &Row<'_>, date: Option<i64>) -> f64 {
        if self.recency == Mode::Off && self.salience == Mode::Off {
            1.0
        } else {
            self.of(select, row, date).factor()
        }
    }

    /// The most that any row of a source can be multiplied by.
    pub fn most(&self, source: &Source) -> f64 {
        let youngest = recency::factor(self.decay_map.max_coefficient(), self.recency);
        youngest * self.most_salience(source)
    }

    /// The oldest date, in microseconds, of a row that is multiplied by more than `boost`; `None`
    /// where a row of any age may be.
    pub fn oldest_with(&self, boost: f64, source: &Source) -> Option<i64> {
        // A hair less, for rounding.
        let needed = (boost / self.most_salience(source) - 1.0) / recency::strength(self.recency);
        let needed = needed * (1.0 - 1e-6);
        if !needed.is_finite() || needed <= 0.0 {
            return None;
        }
        // coefficient x halflife / (halflife + days) >= needed, solved for days.
        let days = |decay: Decay| decay.halflife_days * (decay.coefficient / needed - 1.0);
        let oldest = self.decay_map.rows().map(|row| days(row.decay)).fold(0.0, f64::max);
        // A day more, for rounding; beyond a few centuries the bound would not tell rows apart.
        (oldest < MAX_DAYS)
            .then(|| self.now.saturating_sub(((oldest + 1.0) * MICROSECONDS_PER_DAY) as i64))
    }

    fn most_salience(&self, source: &Source) -> f64 {
        let takes = match source.column(Role::ActiveTakes).map(|column| column.type_oid) {
            None => 0,
            Some(pg_sys::INT4OID | pg_sys::INT2OID) => i64::from(i32::MAX),
            Some(_) => i64::MAX,
        };
        let weight = if source.column(Role::EmotionalWeight).is_some() { 1.0 } else { 0.0 };
        salience::factor(salience::score(weight, takes), self.salience)
    }

    /// The factors of a row whose parts are known.
    pub fn weigh(&self, boost: Boost) -> Boost {
        Boost {
            recency_factor: recency::factor(boost.component, self.recency),
            salience_factor: salience::factor(boost.salience_score, self.salience),
            ..boost
        }
    }

    /// The boosts of a row whose date is known.
    #[inline]
    pub fn of(&self, select: &Select, row: &Row<'_>, date: Option<i64>) -> Boost {
        let slug: Option<&str> = select.get(row, Role::Slug);
        let decay = self.decay_map.decay(slug.unwrap_or(""));
        let days_old = date.map(|date| recency::days_old(self.now, date));
        let component = days_old.map_or(0.0, |days| decay.component(days));
        // NaN and infinity in a row are neutral, as NULL is.
        let emotional_weight = select
            .get::<f64>(row, Role::EmotionalWeight)
            .filter(|weight| weight.is_finite())
            .map_or(0.0, |weight| weight.clamp(0.0, 1.0));
        let active_takes = select.get::<i64>(row, Role::ActiveTakes).unwrap_or(0).max(0);
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
}

/// A row's date: effective_date, else updated_at, else created_at, each only when finite.
#[inline]
pub fn row_date(select: &Select, row: &Row<'_>) -> Option<i64> {
    DATE_ROLES.iter().find_map(|&role| {
        let at = select.position(role)?;
        let date = row.datum(at)?.value() as i64;
        (!INFINITE.contains(&date)).then_some(date)
    })
}
