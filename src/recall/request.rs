//! The arguments of a recall, checked and resolved: what every path knows before it reads a row.

use std::rc::Rc;

use gbrain_rank_core::recall::goal::{self, GoalTerms};
use gbrain_rank_core::recall::score::Question;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;

use super::candidates::Candidates;
use super::{cut, goals};
use crate::error::{OrReport, SqlResult};
use crate::instant::{Instant, now_or_default};
use crate::query::plan;
use crate::search::{Gate, IdKind};
use crate::settings;
use crate::source::{Source, TextConfig};

/// What is read of a query: the rest of a longer one is not looked for.
pub const MAX_QUERY_CHARS: usize = 64_000;

/// One call, as its arguments came.
#[derive(Default)]
pub struct Request {
    pub source: Option<pg_sys::Oid>,
    pub query: Option<String>,
    pub topic_id: Option<String>,
    pub k: Option<i32>,
    pub goal_boost: Option<bool>,
    pub goals: Option<Vec<String>>,
    pub areas: Option<Vec<String>>,
    pub types: Option<Vec<String>>,
    pub scope: Option<String>,
    pub now: Option<Instant>,
    pub explain: bool,
    pub text_config: Option<pg_sys::Oid>,
}

/// A call that can be run.
pub struct Call {
    pub source: Rc<Source>,
    pub config: Rc<TextConfig>,
    pub id_kind: IdKind,
    pub gate: Gate,
    pub question: Question<'static, ErrorReport>,
    pub topic_id: Option<String>,
    pub candidates: Candidates,
    pub k: usize,
    /// The areas that are wanted, folded.
    pub areas: Option<Vec<String>>,
    pub explain: bool,
    /// Rows that cannot be among the best are left out before their text is read.
    pub pruning: bool,
}

impl Request {
    /// Checks the arguments and reads the goals, once for all paths.
    pub fn resolve(&self) -> SqlResult<Call> {
        let k = plan::checked_k(self.k)?;
        let now = now_or_default(self.now)?;
        let gate = Gate {
            scope: plan::scope(self.scope.as_deref())?,
            types: self.types.clone(),
            ..Gate::default()
        };
        let source = Source::resolve(self.source)?;
        let config = source.text_config(self.text_config)?;
        let question = Question::new(
            self.looked_for(),
            now,
            settings::memory_lambda()?,
            self.goals(&source)?,
            &cut,
        )?;
        Ok(Call {
            candidates: Candidates::new(&source, &config, &question)?,
            id_kind: IdKind::of(&source),
            areas: self.areas.as_ref().map(|areas| areas.iter().map(|a| goal::fold(a)).collect()),
            topic_id: self.topic_id.clone(),
            explain: self.explain,
            pruning: settings::pruning()?,
            source,
            config,
            gate,
            question,
            k,
        })
    }

    /// The query, or as much of it as a search takes.
    pub fn looked_for(&self) -> &str {
        let query = self.query.as_deref().unwrap_or_default();
        query.char_indices().nth(MAX_QUERY_CHARS).map_or(query, |(end, _)| &query[..end])
    }

    fn goals(&self, source: &Source) -> SqlResult<GoalTerms> {
        if !self.goal_boost.unwrap_or(true) {
            return Ok(GoalTerms::default());
        }
        let chosen = goal::choose(goals::of(source, self.goals.is_some())?, self.goals.as_deref())
            .or_report()?;
        Ok(GoalTerms::of(&chosen))
    }
}
