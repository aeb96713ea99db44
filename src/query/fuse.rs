//! Reciprocal rank fusion of the lexical and the semantic arm.

use gbrain_rank_core::boost::boosted_score;
use gbrain_rank_core::rrf::DEFAULT_RANK_CONSTANT;
use gbrain_rank_core::top_k::TopK;

use super::hit::{Hit, Phase};
use super::matching::Matching;
use crate::error::SqlResult;

/// Each arm is this deep, whatever k: a shorter answer is the beginning of a longer one.
const ARM_DEPTH: usize = 1_000;

impl Matching<'_> {
    /// The best k of both arms. The base of a row is the sum of 1 / (60 + rank) over the arms that
    /// found it, divided by the best; boosts come after that.
    pub fn fused(&mut self, ids: &[String]) -> SqlResult<Vec<Hit>> {
        let lexical = self.lexical(ARM_DEPTH, false)?;
        let semantic = self.semantic(ids, ARM_DEPTH)?;
        let mut hits: Vec<Hit> = Vec::with_capacity(lexical.len() + semantic.len());
        for (at, mut hit) in lexical.into_iter().enumerate() {
            hit.lexical_rank = Some(at + 1);
            hits.push(hit);
        }
        // Sorted by id, so that the semantic arm finds its rows without comparing all pairs.
        hits.sort_by(|a, b| a.id.cmp(&b.id));
        let known = hits.len();
        for (at, mut hit) in semantic.into_iter().enumerate() {
            let rank = Some(at + 1);
            match hits[..known].binary_search_by(|known| known.id.cmp(&hit.id)) {
                Ok(found) => hits[found].semantic_rank = rank,
                Err(_) => {
                    hit.semantic_rank = rank;
                    hits.push(hit);
                }
            }
        }
        Ok(self.boost_fused(hits))
    }

    fn boost_fused(&mut self, mut hits: Vec<Hit>) -> Vec<Hit> {
        let plan = self.plan;
        let best = hits.iter().map(reciprocal_rank_sum).fold(0.0, f64::max);
        self.best.push((Phase::Fused, best));
        let mut top = TopK::new(plan.k);
        for mut hit in hits.drain(..) {
            hit.phase = Phase::Fused;
            hit.base = reciprocal_rank_sum(&hit) / best;
            hit.boost = plan.boosting.weigh(hit.boost);
            // The best base is 1.
            if hit.base < plan.floor_ratio {
                hit.boost = hit.boost.without_factors();
            }
            hit.score = boosted_score(hit.base, hit.boost.factor());
            top.push(hit);
        }
        top.into_sorted_vec()
    }
}

fn reciprocal_rank_sum(hit: &Hit) -> f64 {
    [hit.lexical_rank, hit.semantic_rank]
        .into_iter()
        .flatten()
        .map(|rank| 1.0 / (f64::from(DEFAULT_RANK_CONSTANT) + rank as f64))
        .sum()
}
