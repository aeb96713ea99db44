//! Reciprocal rank fusion: one list out of several that do not share a scale.

use crate::{Error, Result};

/// The usual constant: how little the first places differ from the next.
pub const DEFAULT_RANK_CONSTANT: i32 = 60;

/// What one place in one list adds: `weight / (rank_constant + rank)`, ranks from 1.
pub fn reciprocal_rank(rank: i64, weight: f64, rank_constant: i32) -> Result<f64> {
    if rank < 1 {
        return Err(Error::invalid(format!("rank {rank} is below 1"))
            .hint("Ranks are places in a list and start at 1."));
    }
    if !weight.is_finite() {
        return Err(Error::invalid(format!("weight {weight} is not a finite number"))
            .hint("The usual weight is 1."));
    }
    if rank_constant < 0 {
        return Err(Error::invalid(format!("rank constant {rank_constant} is negative"))
            .hint("The usual rank constant is 60."));
    }
    Ok(weight / (f64::from(rank_constant) + rank as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_by_hand() {
        assert_eq!(reciprocal_rank(1, 1.0, 60), Ok(1.0 / 61.0));
        assert_eq!(reciprocal_rank(4, 2.0, 0), Ok(0.5));
        assert!(reciprocal_rank(0, 1.0, 60).is_err());
        assert!(reciprocal_rank(1, f64::NAN, 60).is_err());
        assert!(reciprocal_rank(1, 1.0, -1).is_err());
    }
}
