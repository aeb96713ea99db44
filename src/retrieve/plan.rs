//! Resolving a call: the scope of the task, the codes and terms of its question, and its gate.

use std::rc::Rc;

use gbrain_rank_core::error_codes::at_most;
use gbrain_rank_core::query_text::QueryText;
use gbrain_rank_core::retrieve::{Reaching, Similarity};
use gbrain_rank_core::scope::{Scope, ScopeKey, ScopeWeights, split_tags};
use gbrain_rank_core::text_query::TextQuery;
use pgrx::prelude::*;

use super::request::Request;
use super::similar;
use crate::error::{OrReport, SqlResult, report};
use crate::error_codes::check_for_interrupts;
use crate::query::plan::checked_k;
use crate::search::{Gate, IdKind, MatchBy, lexize};
use crate::settings;
use crate::source::{Role, Source, TextConfig};
use crate::statistics::{self, NoStatistics};

/// The most rows of the baseline.
const MAX_BASELINE_K: i32 = 1000;

/// The most codes of one question: each takes several look-ups of an index.
const MAX_CODES: usize = 256;

/// Everything that a search knows before it reads a row.
pub struct Plan {
    pub source: Rc<Source>,
    pub config: Rc<TextConfig>,
    pub id_kind: IdKind,
    pub match_by: MatchBy,
    pub question: String,
    pub scope: Scope,
    pub scope_weights: ScopeWeights,
    pub gate: Gate,
    /// The error codes of the whole question.
    pub codes: Vec<String>,
    /// The same as the question writes them.
    pub written_codes: Vec<String>,
    pub text: Option<TextQuery>,
    pub similarity: Similarity,
    /// The rows of an OR of terms that can be similar enough; `None` where all can.
    pub reaching: Option<Reaching>,
    /// The most that `similarity` can give, and whether rows that cannot enter by it are left out
    /// before they are ranked.
    pub most_similarity: f64,
    pub pruning: bool,
    pub min_similarity: f64,
    pub k: usize,
    /// 0 where the call has no baseline.
    pub baseline_k: usize,
    pub explain: bool,
    pub with_bodies: bool,
    pub show_statements: bool,
    /// What was left out of the question, for explain.
    pub cut: Vec<&'static str>,
    /// Why the planner had no statistics, for explain.
    pub no_statistics: Option<&'static str>,
}

impl Plan {
    pub fn new(request: &Request) -> SqlResult<Self> {
        let k = checked_k(request.k)?;
        let baseline_k = checked_baseline_k(request)?;
        let (scope, tags) = task(request)?;
        let source = Source::resolve(request.source)?;
        let config = source.text_config(request.text_config)?;
        let question = request.query.clone().unwrap_or_default();
        let text = lexize::text_query(config.oid, &QueryText::plain(&question));
        let mut cut = Vec::new();
        if text.as_ref().is_some_and(|text| text.cut) {
            cut.push("text: the question is longer than what a search takes");
        }
        let patterns = settings::error_code_patterns()?;
        let mut codes = patterns.find_as_written(&question, &mut check_for_interrupts);
        if codes.len() > MAX_CODES {
            codes = at_most(codes, MAX_CODES);
            cut.push("exact: the question holds more codes than a search takes");
        }
        let (codes, written) = codes.into_iter().map(|found| (found.code, found.written)).unzip();
        let gate = Gate {
            scope: Some(scope.to_json()),
            tags,
            types: request.types.clone(),
            ..Gate::default()
        };
        let similarity =
            Similarity::new(text.iter().flat_map(|text| text.lexemes.iter().map(String::as_str)));
        let (pruning, min_similarity) = (settings::pruning()?, settings::min_similarity()?);
        let reaching =
            if pruning { similar::reaching(&source, &similarity, min_similarity)? } else { None };
        let no_statistics = if request.explain { planned_blindly(&source)? } else { None };
        Ok(Self {
            id_kind: IdKind::of(&source),
            match_by: MatchBy::of(&source),
            most_similarity: similarity.most(),
            pruning,
            similarity,
            reaching,
            min_similarity,
            scope_weights: settings::scope_weights()?,
            explain: request.explain,
            with_bodies: request.with_bodies,
            show_statements: request.show_statements,
            source,
            config,
            question,
            scope,
            gate,
            codes,
            written_codes: written,
            text,
            k,
            baseline_k,
            cut,
            no_statistics,
        })
    }
}

/// Why the planner cannot tell how many rows a term matches; `None` where it can, and for a source
/// without a tsvector column, which has nothing to count.
fn planned_blindly(source: &Source) -> SqlResult<Option<&'static str>> {
    let Some(column) = source.column(Role::ContentTsv) else { return Ok(None) };
    let known = statistics::frequencies(source.relid, column.attnum, &[], false)?;
    Ok(match known {
        Ok(_) | Err(NoStatistics::NoColumn) => None,
        Err(NoStatistics::NotAnalyzed) => Some(
            "statistics: ANALYZE has listed no lexeme of the table, so the layers are planned without them",
        ),
        Err(NoStatistics::NoPrivilege) => {
            Some("statistics: the column may not be read, so the layers are planned without them")
        }
        Err(NoStatistics::RowSecurity) => {
            Some("statistics: row security is active, so the layers are planned without them")
        }
    })
}

/// Checks baseline_k: 0 to 1000, and nothing of it where types are asked for.
fn checked_baseline_k(request: &Request) -> SqlResult<usize> {
    match request.baseline_k {
        Some(0..=MAX_BASELINE_K) if request.types.is_some() => Ok(0),
        Some(baseline_k @ 0..=MAX_BASELINE_K) => Ok(baseline_k as usize),
        given => {
            let given = given.map_or("null".to_owned(), |given| given.to_string());
            Err(report(
                PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("baseline_k must be between 0 and {MAX_BASELINE_K}, not {given}"),
            )
            .set_hint("baseline_k is how many rows of the global layer come back at most."))
        }
    }
}

/// The scope that a call names, and its free tags. A call that names no key of the scope at all is in
/// the scope of the session, as a `query` without a scope is.
fn task(request: &Request) -> SqlResult<(Scope, Option<String>)> {
    let mut scope = Scope::default();
    let arguments = [
        (ScopeKey::Asset, &request.asset_id),
        (ScopeKey::Project, &request.project_id),
        (ScopeKey::User, &request.user_id),
        (ScopeKey::DbType, &request.db_type),
        (ScopeKey::Profile, &request.profile_id),
    ];
    for (key, argument) in arguments {
        if let Some(value) = argument {
            scope.name(key, value).or_report()?;
        }
    }
    let tags = match &request.context_tags {
        Some(tags) => split_tags(tags, &mut scope).or_report()?,
        None => None,
    };
    if scope.is_empty()
        && let Some(session) = settings::scope()?
    {
        scope = (*session).clone();
    }
    Ok((scope, tags))
}
