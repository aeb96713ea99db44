//! The phases of a search and their inner statements: strict, relaxed, trigram, recent, and the
//! semantic arm. Each streams its rows through the scoring and keeps the best.

use gbrain_rank_core::boost::{Boost, boosted_score};
use gbrain_rank_core::screen::{BoostSpec, ScreenSpec, TextSpec};
use gbrain_rank_core::top_k::TopK;
use gbrain_rank_core::tsquery::TsQuery;
use pgrx::pg_sys;

use super::boost::{self, row_date};
use super::hit::{Hit, Phase};
use super::narrow::{Band, Found, MostBoost, Narrowing, Prominent, Rows};
use super::plan::Plan;
use super::relevance::{ByText, Computed, Even, Relevance};
use super::screen;
use crate::error::SqlResult;
use crate::search::gate;
use crate::search::lexize::tsquery_datum;
use crate::search::row_text::KeptText;
use crate::search::{
    Condition, Id, InnerSettings, MatchBy, Row, Select, Statement, Trigram, stream,
};
use crate::source::{Role, Source};

/// What a search runs with: the plan, its server settings, and what it has run.
pub struct Matching<'a> {
    pub plan: &'a Plan,
    pub settings: InnerSettings,
    /// The inner statements, with their values written in, when they are to be shown.
    pub statements: Vec<String>,
    /// What each phase's base was measured against: the greatest base where a floor is set, and of a
    /// fused search the greatest sum of reciprocal ranks, by which each was divided.
    pub best: Vec<(Phase, f64)>,
    /// What could not be done, for explain.
    pub skipped: Vec<&'static str>,
}

/// What a phase ranks, and by what.
#[derive(Clone, Copy)]
struct Ranking<'a> {
    phase: Phase,
    select: &'a Select,
    relevance: &'a dyn Relevance,
    depth: usize,
    boosted: bool,
    /// Rows of an earlier phase, which stay where they are.
    found: &'a [Hit],
}

impl<'a> Matching<'a> {
    pub fn new(plan: &'a Plan) -> SqlResult<Self> {
        let mut settings = InnerSettings::enter()?;
        if plan.narrowing.is_some() {
            // The planner takes matching a tsvector for cheap, and would read a whole table where the
            // index, which it has, leaves out most of it.
            settings.set("enable_seqscan", "off");
        }
        Ok(Self {
            plan,
            settings,
            statements: Vec::new(),
            best: Vec::new(),
            skipped: plan.no_statistics.map(|reason| reason.as_skipped()).into_iter().collect(),
        })
    }

    /// The best `depth` rows by text: strict, filled up by relaxed, and trigram when both find
    /// nothing; or the recent rows when the question names no term.
    pub fn lexical(&mut self, depth: usize, boosted: bool) -> SqlResult<Vec<Hit>> {
        let plan = self.plan;
        let Some(text) = &plan.text else {
            return if plan.recent.is_some() {
                self.recent(depth, boosted)
            } else {
                Ok(Vec::new())
            };
        };
        let mut hits = self.by_text(Phase::Strict, &text.strict, depth, boosted, &[])?;
        if hits.len() < depth
            && let Some(relaxed) = &text.relaxed
        {
            let more = self.by_text(Phase::Relaxed, relaxed, depth - hits.len(), boosted, &hits)?;
            hits.extend(more);
        }
        if hits.is_empty() && text.plain {
            hits = self.trigram(depth, boosted)?;
        }
        Ok(hits)
    }

    fn by_text(
        &mut self,
        phase: Phase,
        query: &TsQuery,
        depth: usize,
        boosted: bool,
        found: &[Hit],
    ) -> SqlResult<Vec<Hit>> {
        let plan = self.plan;
        let Some(rank) = &plan.rank else { return Ok(Vec::new()) };
        let mut select = self.select();
        let title = plan.title_bounds.then(|| plan.source.sql(Role::TitleTsv)).flatten();
        let title = title.map(|title| select.with_expression(title.to_owned()));
        let select = select.with_tsvector(&plan.source, &plan.config);
        let relevance = ByText::new(rank, select.tsvector().unwrap_or_default(), title);
        let ranking =
            Ranking { phase, select: &select, relevance: &relevance, depth, boosted, found };
        // A floor is measured against the best of all rows.
        let has_floor = boosted && plan.floor_ratio > 0.0;
        let narrowing = plan.narrowing.as_ref().filter(|_| !has_floor);
        let scans = Scans {
            plan,
            select: &select,
            title,
            // What an earlier phase found would pass the screen, and could crowd others out.
            screened: found.is_empty() && narrowing.is_some_and(|known| known.screens(query)),
            k: depth,
            boosted,
        };
        let whole = || scans.scan(&[Band::all(query.clone())], 0.0, false);
        let Some(narrowing) = narrowing else { return self.rank_one(&ranking, &whole()) };
        let most =
            if boosted { boost::most(&plan.boosting, &plan.source) } else { MostBoost::NONE };
        let bands = |narrowing: &Narrowing, least| narrowing.bands(query, rank, least, most);
        if let Some(titles) = plan.titles_first.as_ref().filter(|titles| titles.pays(query)) {
            let mut top = TopK::new(depth);
            self.rank(&ranking, &scans.titled(titles.titled(query)), 0.0, &mut top)?;
            let least = needed(&top, 0.0);
            let bands = bands(&titles.others, least);
            if !bands.is_empty() {
                let others = relevance.without_titles();
                let ranking = Ranking { relevance: &others, ..ranking };
                self.rank(&ranking, &scans.scan(&bands, least, true), least, &mut top)?;
            }
            return Ok(top.into_sorted_vec());
        }
        for seed in narrowing.seeds(query, rank, depth, most) {
            let hits = self.rank_one(&ranking, &scans.scan(&[seed.band], 0.0, false))?;
            let Some(last) = hits.last().filter(|_| hits.len() == depth) else { continue };
            if last.score > seed.others_below {
                return Ok(hits);
            }
            let bands = bands(narrowing, last.score);
            if bands.is_empty() {
                return Ok(hits);
            }
            let mut top = TopK::new(depth);
            self.rank(&ranking, &scans.scan(&bands, last.score, false), last.score, &mut top)?;
            return Ok(top.into_sorted_vec());
        }
        self.rank_one(&ranking, &whole())
    }

    /// Rows with a title or slug that is similar to the terms, where pg_trgm is installed.
    fn trigram(&mut self, depth: usize, boosted: bool) -> SqlResult<Vec<Hit>> {
        let plan = self.plan;
        let trigram = match Trigram::prepare(&plan.source, &plan.terms, &mut self.settings)? {
            Ok(trigram) => trigram,
            Err(reason) => {
                self.skipped.push(reason);
                return Ok(Vec::new());
            }
        };
        let mut select = self.select();
        let at = trigram.select(&mut select);
        let statement =
            select.statement(&plan.source, &plan.gate, |statement| trigram.condition(statement));
        let ranking = Ranking {
            phase: Phase::Trigram,
            select: &select,
            relevance: &Computed(at),
            depth,
            boosted,
            found: &[],
        };
        self.rank_one(&ranking, &statement)
    }

    /// The gated rows dated inside the time that was asked for; each has base 1.
    fn recent(&mut self, depth: usize, boosted: bool) -> SqlResult<Vec<Hit>> {
        let plan = self.plan;
        let Some(interval) = plan.recent else { return Ok(Vec::new()) };
        let mut gate = plan.gate.clone();
        gate.since = gate.since.max(Some(interval.since));
        gate.until = Some(gate.until.map_or(interval.until, |until| until.min(interval.until)));
        let select = self.select();
        let statement = select.statement(&plan.source, &gate, |_| Condition::None);
        let ranking = Ranking {
            phase: Phase::Recent,
            select: &select,
            relevance: &Even,
            depth,
            boosted,
            found: &[],
        };
        self.rank_one(&ranking, &statement)
    }

    /// The rows of the semantic arm: those of the given ids that pass the gate, in the given order.
    pub fn semantic(&mut self, ids: &[String], depth: usize) -> SqlResult<Vec<Hit>> {
        let plan = self.plan;
        let mut select = self.select();
        let rank_at = select.with_expression("semantic.rank".to_owned());
        let id = plan.source.sql(Role::Id).unwrap_or("m.id").to_owned();
        let (id, equals, id_type) = if plan.id_kind.is_composed() {
            let text = "pg_catalog.text".to_owned();
            (format!("{id}::{text}"), "OPERATOR(pg_catalog.=)".to_owned(), text)
        } else {
            (id, plan.id_kind.equals()?, plan.id_kind.sql_type())
        };
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            let ids = statement.bind(ids.to_vec());
            Condition::Join(format!(
                "JOIN pg_catalog.unnest({ids}::{id_type}[]) WITH ORDINALITY AS semantic(id, rank) \
                 ON {id} {equals} semantic.id"
            ))
        });
        self.note(&statement);
        let mut ranked: Vec<(i64, Hit)> = Vec::new();
        stream(&statement, &mut |row| {
            let rank = row.get::<i64>(rank_at).unwrap_or(i64::MAX);
            let date = row_date(&select, row);
            let boost = boost::of(&plan.boosting, &select, row, date);
            let mut hit = self.hit(Phase::Fused, &select, row, date, boost);
            hit.body = kept_body(&select, row);
            ranked.push((rank, hit));
            Ok(())
        })?;
        ranked.sort_by(|(a, hit), (b, other)| a.cmp(b).then_with(|| other.cmp(hit)));
        let mut hits: Vec<Hit> = Vec::new();
        for (_, hit) in ranked {
            if hits.len() < depth && hits.iter().all(|known| known.id != hit.id) {
                hits.push(hit);
            }
        }
        Ok(hits)
    }

    /// The best of a single statement.
    fn rank_one(&mut self, ranking: &Ranking<'_>, statement: &Statement) -> SqlResult<Vec<Hit>> {
        let mut top = TopK::new(ranking.depth);
        self.rank(ranking, statement, 0.0, &mut top)?;
        Ok(top.into_sorted_vec())
    }

    /// Streams the rows of a statement, scores each, and keeps the best. Rows that score below
    /// `least` are known not to be among them.
    fn rank(
        &mut self,
        ranking: &Ranking<'_>,
        statement: &Statement,
        least: f64,
        top: &mut TopK<Hit>,
    ) -> SqlResult<()> {
        self.note(statement);
        let floor = self.floor(ranking, statement)?;
        stream(statement, &mut |row| {
            self.collect(ranking, row, floor, least, top);
            Ok(())
        })
    }

    /// The base from which on rows are boosted; `None` where all are.
    fn floor(&mut self, ranking: &Ranking<'_>, statement: &Statement) -> SqlResult<Option<f64>> {
        if !ranking.boosted || self.plan.floor_ratio == 0.0 {
            return Ok(None);
        }
        let mut best = 0.0f64;
        stream(statement, &mut |row| {
            // What an earlier phase found is no row of this one.
            let base = ranking.relevance.base(row);
            if base > best {
                let id = self.id(ranking.select, row);
                if !ranking.found.iter().any(|known| known.id == id && known.base == base) {
                    best = base;
                }
            }
            Ok(())
        })?;
        self.best.push((ranking.phase, best));
        Ok(Some(self.plan.floor_ratio * best))
    }

    /// Scores a row and puts it among the best, if it belongs there.
    fn collect(
        &self,
        ranking: &Ranking<'_>,
        row: &Row<'_>,
        floor: Option<f64>,
        least: f64,
        top: &mut TopK<Hit>,
    ) {
        let plan = self.plan;
        let Ranking { phase, select, relevance, boosted, found, .. } = *ranking;
        let date = row_date(select, row);
        let factor = if boosted { boost::factor(&plan.boosting, select, row, date) } else { 1.0 };
        let needed = needed(top, least);
        // The boost lies in the row, the text may have to be fetched.
        if plan.pruning && !relevance.can_reach(row, needed / factor) {
            return;
        }
        let base = relevance.base(row);
        let boosts = boosted && floor.is_none_or(|floor| base >= floor);
        let score = boosted_score(base, if boosts { factor } else { 1.0 });
        if score < needed {
            return;
        }
        let boost = boost::of(&plan.boosting, select, row, date);
        let boost = if boosts { boost } else { boost.without_factors() };
        let mut hit = self.hit(phase, select, row, date, boost);
        hit.score = score;
        hit.base = base;
        hit.text_score = (phase != Phase::Recent).then_some(base);
        if top.would_enter(&hit) && !found.iter().any(|known| known.is_same_row(&hit)) {
            if plan.explain {
                hit.terms = relevance.terms(row);
                hit.length = relevance.length(row);
            }
            hit.body = kept_body(select, row);
            top.push(hit);
        }
    }

    /// The columns that every phase reads.
    fn select(&self) -> Select {
        let mut roles = vec![Role::Id, Role::Title, Role::Type, Role::Body];
        roles.extend(boost::ROLES);
        Select::new(&self.plan.source, &roles)
    }

    fn hit(
        &self,
        phase: Phase,
        select: &Select,
        row: &Row<'_>,
        date: Option<i64>,
        boost: Boost,
    ) -> Hit {
        Hit {
            phase,
            score: 0.0,
            base: 0.0,
            text_score: None,
            boost,
            lexical_rank: None,
            semantic_rank: None,
            date,
            id: self.id(select, row),
            slug: select.get(row, Role::Slug),
            title: select.get(row, Role::Title),
            kind: select.get(row, Role::Type),
            body: None,
            terms: Vec::new(),
            length: None,
        }
    }

    fn id(&self, select: &Select, row: &Row<'_>) -> Id {
        self.plan.id_kind.keep(select.position(Role::Id).and_then(|at| row.datum(at)))
    }

    fn note(&mut self, statement: &Statement) {
        if self.plan.show_statements {
            self.statements.push(statement.to_sql());
        }
    }
}

/// The score that a row needs to be among the best: that of the worst of them, once there are enough.
fn needed(top: &TopK<Hit>, least: f64) -> f64 {
    top.worst().map_or(least, |worst| worst.score.max(least))
}

/// How the scans of a phase are made.
struct Scans<'a> {
    plan: &'a Plan,
    select: &'a Select,
    /// Where title_tsv stands.
    title: Option<usize>,
    /// Whether rows are ranked where they are read, and only those handed over that can be among
    /// the best `k`.
    screened: bool,
    k: usize,
    boosted: bool,
}

impl Scans<'_> {
    /// The statement for the rows of some bands that can score `least`.
    fn scan(&self, bands: &[Band], least: f64, titles_done: bool) -> Statement {
        let Self { plan, select, .. } = *self;
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            let of_band = |band: &Band| self.band(band, statement);
            let any: Vec<String> = bands.iter().map(of_band).collect();
            Condition::Where(match any.as_slice() {
                [one] => one.clone(),
                _ => format!("(({}))", any.join(")\n  OR (")),
            })
        });
        self.screen(statement, least, titles_done)
    }

    fn band(&self, band: &Band, statement: &mut Statement) -> String {
        let plan = self.plan;
        let mut condition = rows(plan, statement, &band.rows);
        let most_salience = boost::most(&plan.boosting, &plan.source).salience;
        if let Some(oldest) = plan.boosting.oldest_with(band.above, most_salience) {
            let oldest = pg_sys::Datum::from(oldest);
            let oldest = statement.bind_datum(Some(oldest), pg_sys::TIMESTAMPTZOID);
            condition.push_str(&young_enough(&plan.source, &oldest));
        }
        condition
    }

    /// The statement for rows that hold terms in their title, and match a query if one is given.
    fn titled(&self, (query, in_title): (Option<TsQuery>, TsQuery)) -> Statement {
        let Self { plan, select, .. } = *self;
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            let content = query.map(|query| holds(plan, statement, &query));
            let title = plan.source.sql(Role::TitleTsv).map(|title| {
                let in_title = statement.bind_datum(tsquery_datum(&in_title), pg_sys::TSQUERYOID);
                plan.match_by.condition(title, &in_title)
            });
            let all: Vec<String> = title.into_iter().chain(content).collect();
            Condition::Where(all.join("\n  AND "))
        });
        self.screen(statement, 0.0, false)
    }

    fn screen(&self, mut statement: Statement, least: f64, titles_done: bool) -> Statement {
        let columns = screen::Columns { select: self.select, title: self.title };
        let spec = self.plan.rank.as_ref().filter(|_| self.screened).map(|rank| ScreenSpec {
            k: self.k,
            least,
            titles_done,
            text: TextSpec::from(rank),
            boost: (self.boosted && !self.plan.boosting.is_off())
                .then(|| BoostSpec::from(&self.plan.boosting)),
        });
        match spec.and_then(|spec| columns.condition(&spec, &mut statement)) {
            Some(condition) => self.select.screened(statement, &condition),
            None => statement,
        }
    }
}

/// Rows that are found in either way.
fn rows(plan: &Plan, statement: &mut Statement, rows: &Rows) -> String {
    let mut any: Vec<String> =
        rows.found.iter().map(|found| self::found(plan, statement, found)).collect();
    if let Some(Prominent { any: terms, found }) = &rows.prominent {
        let terms = statement.bind_datum(tsquery_datum(terms), pg_sys::TSQUERYOID);
        let lexemes =
            format!("gbrain_rank.prominent({})", plan.source.content_tsv_sql(&plan.config));
        let prominent = plan.match_by.condition(&lexemes, &terms);
        any.push(format!("{prominent} AND {}", self::found(plan, statement, found)));
    }
    match any.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", any.join("\n    OR ")),
    }
}

fn found(plan: &Plan, statement: &mut Statement, found: &Found) -> String {
    let queries = match found {
        Found::By(query) => return looked_up(plan, statement, query),
        Found::ByAny(queries) => queries,
    };
    match plan.match_by {
        // One condition, which the index answers query by query.
        MatchBy::Operator => {
            let queries: Vec<pg_sys::Datum> = queries.iter().filter_map(tsquery_datum).collect();
            let queries = statement.bind_array(&queries, pg_sys::TSQUERYOID);
            let content = plan.source.content_tsv_sql(&plan.config);
            format!("{content} OPERATOR(pg_catalog.@@) ANY ({queries})")
        }
        MatchBy::Leakproof => {
            let each: Vec<String> =
                queries.iter().map(|query| holds(plan, statement, query)).collect();
            format!("({})", each.join(" OR "))
        }
    }
}

/// The same as [`holds`], where the rarest terms of all are few rows: only they are looked up.
fn looked_up(plan: &Plan, statement: &mut Statement, query: &TsQuery) -> String {
    let rarest = plan.narrowing.as_ref().zip(plan.rank.as_ref());
    match rarest.and_then(|(narrowing, rank)| narrowing.rarest_of(query, rank)) {
        // No index answers IS TRUE.
        Some(rarest) => format!(
            "{}\n  AND ({}) IS TRUE",
            holds(plan, statement, &rarest),
            holds(plan, statement, query)
        ),
        None => holds(plan, statement, query),
    }
}

/// `content_tsv @@ query`.
fn holds(plan: &Plan, statement: &mut Statement, query: &TsQuery) -> String {
    let query = statement.bind_datum(tsquery_datum(query), pg_sys::TSQUERYOID);
    plan.match_by.condition(&plan.source.content_tsv_sql(&plan.config), &query)
}

/// Leaves out rows that are older than this. Where the first date of a row is none its other dates
/// count, so such a row stays; said this way an index on the date can answer it.
fn young_enough(source: &Source, oldest: &str) -> String {
    let date = gate::DATE_ROLES.iter().find_map(|&role| source.sql(role));
    date.map_or(String::new(), |date| {
        format!(
            "\n  AND ({date} OPERATOR(pg_catalog.>=) {oldest} OR {date} IS NULL \
             OR {date} OPERATOR(pg_catalog.=) '-infinity'::pg_catalog.timestamptz)"
        )
    })
}

fn kept_body(select: &Select, row: &Row<'_>) -> Option<KeptText> {
    select.position(Role::Body).and_then(|at| row.datum(at)).map(KeptText::keep)
}
