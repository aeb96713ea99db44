//! The factor of the episodic path: how fresh a memory of what happened is.

use super::whole_days;

/// What is left of the freshness after each whole day.
pub const KEPT_PER_DAY: f64 = 0.95;
/// The freshness of a row without a date.
pub const WITHOUT_DATE: f64 = 0.5;

/// `0.95 ^ whole days old`; times in microseconds. A date to come is as fresh as today.
pub fn freshness(date: Option<i64>, now: i64) -> f64 {
    date.map_or(WITHOUT_DATE, |date| KEPT_PER_DAY.powf(whole_days(date, now)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::DAY_MICROS;

    #[test]
    fn loses_five_percent_a_whole_day() {
        assert_eq!(freshness(Some(0), 0), 1.0);
        assert_eq!(freshness(Some(0), DAY_MICROS - 1), 1.0);
        assert_eq!(freshness(Some(0), DAY_MICROS), 0.95);
        assert_eq!(freshness(Some(DAY_MICROS), 0), 1.0);
        assert_eq!(freshness(None, 0), 0.5);
        assert_eq!(freshness(Some(i64::MIN), i64::MAX), 0.0);
    }
}
