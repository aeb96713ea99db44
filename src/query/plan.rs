//! Resolving a call: its axes and terms, its gate, its text configuration, and how it scores.

use std::rc::Rc;

use gbrain_rank_core::Mode;
use gbrain_rank_core::axes::{self, Axes, TimeBound};
use gbrain_rank_core::boost::Boosting;
use gbrain_rank_core::bound::Side;
use gbrain_rank_core::query_text::{Part, QueryText};
use gbrain_rank_core::scope::Scope;
use gbrain_rank_core::setting_values::TextRankMethod;
use gbrain_rank_core::text_query::TextQuery;
use gbrain_rank_core::text_rank::TextRank;
use pgrx::prelude::*;

use super::narrow::{Narrowing, TitlesFirst};
use super::request::Request;
use super::scoring::Scoring;
use crate::error::{OrReport, SqlResult, report};
use crate::search::time::{self, Interval};
use crate::search::{Gate, IdKind, MatchBy, lexize};
use crate::settings;
use crate::source::{Source, TextConfig};
use crate::statistics::NoStatistics;

/// The most rows that a search returns.
const MAX_K: i32 = 1000;

/// How far back "what is new" looks when the question names no time.
const RECENT_DAYS: u32 = 14;

/// Everything that a search knows before it reads a row.
pub struct Plan {
    pub source: Rc<Source>,
    pub config: Rc<TextConfig>,
    pub id_kind: IdKind,
    pub match_by: MatchBy,
    pub axes: Axes,
    /// What is looked for: the question without its cue phrases.
    pub terms: String,
    pub text: Option<TextQuery>,
    method: TextRankMethod,
    pub rank: Option<TextRank>,
    /// Whether rows that cannot enter are left out before they are ranked.
    pub pruning: bool,
    /// What lets the index leave them out.
    pub narrowing: Option<Narrowing>,
    /// What lets the rows with a term in their title be ranked first, and leave out most others.
    pub titles_first: Option<TitlesFirst>,
    /// Whether title_tsv tells which terms content_tsv holds at weight A.
    pub title_bounds: bool,
    /// Why bm25 knows no frequencies.
    pub no_statistics: Option<NoStatistics>,
    /// The question has no term, and says what rows must not hold.
    pub only_excludes: bool,
    /// The time whose rows are shown when the question names no term.
    pub recent: Option<Interval>,
    pub gate: Gate,
    pub boosting: Boosting,
    pub k: usize,
    pub semantic: Option<Vec<String>>,
    pub floor_ratio: f64,
    pub explain: bool,
    pub show_statements: bool,
}

impl Plan {
    pub fn new(request: &Request) -> SqlResult<Self> {
        let k = checked_k(request.k)?;
        let salience = mode("salience", request.salience.as_deref())?;
        let recency = mode("recency", request.recency.as_deref())?;
        let now = time::now(request.now)?;
        let gate = gate(request, now)?;
        let source = Source::resolve(request.source)?;
        let config = source.text_config(request.text_config)?;
        let question = request.query.as_deref().unwrap_or("");
        let axes = axes::resolve(question, salience, recency, settings::intent_languages()?);
        let parts = QueryText::parse(&axes.terms);
        let text = lexize::text_query(config.oid, &parts);
        let recent = match &text {
            None if !axes.cues.is_empty() && names_nothing(&parts) => {
                Some(recent_interval(axes.bound, now)?)
            }
            _ => None,
        };
        let Scoring { rank, pruning, narrowing, titles_first, title_bounds, no_statistics } =
            Scoring::new(&source, text.as_ref())?;
        Ok(Self {
            id_kind: IdKind::of(&source),
            match_by: MatchBy::of(&source),
            method: settings::text_rank()?,
            rank,
            pruning,
            narrowing,
            titles_first,
            title_bounds,
            no_statistics,
            terms: axes.terms.clone(),
            only_excludes: text.is_none() && only_excludes(&parts),
            text,
            recent,
            gate,
            boosting: Boosting {
                recency: axes.recency,
                salience: axes.salience,
                decay_map: settings::call_decay_map(request.decay.as_deref())?,
                now,
            },
            k,
            semantic: request.semantic.clone(),
            floor_ratio: settings::floor_ratio()?,
            explain: request.explain,
            show_statements: request.show_statements,
            source,
            config,
            axes,
        })
    }
}

impl Plan {
    /// The way text is scored, as the setting names it.
    pub fn text_rank_name(&self) -> &'static str {
        match self.method {
            TextRankMethod::Bm25 => "bm25",
            TextRankMethod::TsRank => "ts_rank",
        }
    }

    /// Whether the question was longer than what a search takes.
    pub fn cut(&self) -> bool {
        self.text.as_ref().is_some_and(|text| text.cut)
    }
}

/// Checks k: 1 to 1000.
pub fn checked_k(k: Option<i32>) -> SqlResult<usize> {
    match k {
        Some(k @ 1..=MAX_K) => Ok(k as usize),
        _ => {
            let given = k.map_or("null".to_owned(), |k| k.to_string());
            Err(report(
                PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("k must be between 1 and {MAX_K}, not {given}"),
            )
            .set_hint("k is how many rows come back."))
        }
    }
}

fn mode(name: &str, word: Option<&str>) -> SqlResult<Option<Mode>> {
    word.map(|word| Mode::parse(name, word)).transpose().or_report()
}

fn gate(request: &Request, now: i64) -> SqlResult<Gate> {
    Ok(Gate {
        scope: scope(request.scope.as_deref())?,
        tags: None,
        types: request.types.clone(),
        slug_prefix: request.slug_prefix.clone(),
        since: time::bound(Side::Since, request.since.as_deref(), now)?,
        until: time::bound(Side::Until, request.until.as_deref(), now)?,
    })
}

/// The scope of a call: its argument, else the setting, else none (and then there are no walls).
pub fn scope(argument: Option<&str>) -> SqlResult<Option<String>> {
    if let Some(json) = argument {
        Scope::parse(json).or_report()?;
        return Ok(Some(json.to_owned()));
    }
    Ok(settings::scope()?.map(|scope| scope.to_json()))
}

/// Neither a term, nor a phrase or a negation that says what the rows must not be.
fn names_nothing(parts: &QueryText) -> bool {
    parts
        .parts
        .iter()
        .all(|part| !matches!(part, Part::Phrase { .. } | Part::Word { negated: true, .. }))
}

/// A phrase or a word that rows must not hold, and nothing that they must.
fn only_excludes(parts: &QueryText) -> bool {
    parts.parts.iter().any(|part| {
        matches!(part, Part::Phrase { negated: true, .. } | Part::Word { negated: true, .. })
    })
}

fn recent_interval(bound: Option<TimeBound>, now: i64) -> SqlResult<Interval> {
    time::interval(bound.unwrap_or(TimeBound::Days(RECENT_DAYS)), now)
}
