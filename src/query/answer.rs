//! One search from top to bottom: resolve, gate, match, score, rank.

use super::hit::{Hit, Phase};
use super::matching::Matching;
use super::plan::Plan;
use super::request::Request;
use crate::error::SqlResult;

/// The rows of a search, best first, with what explain needs.
pub struct Answer {
    pub plan: Plan,
    pub hits: Vec<Hit>,
    /// The server settings and the inner statements, when they are to be shown.
    pub settings: Vec<String>,
    pub statements: Vec<String>,
    pub best: Vec<(Phase, f64)>,
    pub skipped: Vec<&'static str>,
}

pub fn answer(request: &Request) -> SqlResult<Answer> {
    let plan = Plan::new(request)?;
    let mut matching = Matching::new(&plan)?;
    let asks = request.query.as_deref().is_some_and(|query| !query.trim().is_empty())
        && !plan.only_excludes;
    let hits = match &plan.semantic {
        _ if !asks => Vec::new(),
        Some(ids) => matching.fused(ids)?,
        None => matching.lexical(plan.k, true)?,
    };
    let Matching { settings, statements, best, skipped, .. } = matching;
    let set = settings.as_sql.clone();
    // The snippets come after the session has its own settings back.
    drop(settings);
    Ok(Answer { hits, settings: set, statements, best, skipped, plan })
}
