//! The 6+1 factors of `recall`, one file each, and the score that composes them.
//!
//! `total = base x type_boost + review_bonus + 0.5 x memory_score + goal_boost`, where
//! `base = token_overlap + substring_bonus + topic_trace_bonus`. A row whose base is 0 is out,
//! whatever the other factors say: they grade what matched, they never make something match.

pub mod candidates;
pub mod freshness;
pub mod goal;
pub mod memory;
pub mod review;
pub mod score;
pub mod substring;
pub mod text_bound;
pub mod token_overlap;
pub mod topic_trace;
pub mod type_boost;

/// Microseconds in a day of 24 hours.
const DAY_MICROS: i64 = 86_400_000_000;

/// Whole days from `then` to `now`, both in microseconds; a moment that is still to come is 0 days
/// old.
///
/// ```
/// use gbrain_rank_core::recall::whole_days;
/// let day = 86_400_000_000;
/// assert_eq!(whole_days(0, 2 * day - 1), 1.0);
/// assert_eq!(whole_days(day, 0), 0.0);
/// ```
pub fn whole_days(then: i64, now: i64) -> f64 {
    (now.saturating_sub(then).max(0) / DAY_MICROS) as f64
}
