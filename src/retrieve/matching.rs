//! The layers of a search and their inner statements: exact, strict, relaxed, trigram, global, and
//! the corrections that are looked for beside them. Each streams its rows and keeps the best.

use std::cmp::Ordering;

use gbrain_rank_core::retrieve::baseline::{Cards, arms, ends_at};
use gbrain_rank_core::retrieve::{Group, HUMAN_CORRECTION, Layer, Precedence};
use gbrain_rank_core::scope::{Bindings, of_other_profile, scope_rule};
use gbrain_rank_core::top_k::TopK;
use gbrain_rank_core::tsquery::TsQuery;
use gbrain_rank_core::tsvector::TsVector;
use pgrx::pg_sys;

use super::baseline;
use super::card::Card;
use super::codes;
use super::plan::Plan;
use super::similar;
use crate::error::SqlResult;
use crate::jsonb::Jsonb;
use crate::query::row_date;
use crate::search::lexize::tsquery_datum;
use crate::search::row_text::KeptText;
use crate::search::{
    Condition, InnerSettings, MatchBy, Planning, Row, Select, Statement, Trigram, stream,
    stream_as, stream_while,
};
use crate::source::Role;

/// What every layer reads of a row.
const ROLES: [Role; 12] = [
    Role::Id,
    Role::Type,
    Role::Title,
    Role::Slug,
    Role::ContextTags,
    Role::Confidence,
    Role::OccurrenceCount,
    Role::RecallHitCount,
    Role::LastSeenAt,
    Role::EffectiveDate,
    Role::UpdatedAt,
    Role::CreatedAt,
];

/// The planner weighs every spelling of a code against the statistics of context_tags: of more codes
/// than this it takes longer than any plan can save.
const MAX_WEIGHED_CODES: usize = 4;

/// What a search runs with: the plan, its server settings, and what it has run.
pub struct Matching<'a> {
    plan: &'a Plan,
    pub settings: InnerSettings,
    /// The inner statements, with their values written in, when they are to be shown.
    pub statements: Vec<String>,
    /// What could not be done, for explain.
    pub skipped: Vec<&'static str>,
}

/// How a statement found a row.
#[derive(Clone, Copy)]
struct Found {
    layer: Layer,
    /// How similar its text is; `None` while its tsvector is not read, which may be out of line.
    similarity: Option<f64>,
}

/// A row of the baseline, whatever its text.
const BASELINE: Found = Found { layer: Layer::Global, similarity: Some(0.0) };

impl<'a> Matching<'a> {
    pub fn new(plan: &'a Plan) -> SqlResult<Self> {
        let mut settings = InnerSettings::enter()?;
        // Every layer is a look-up. Behind row security the planner has no statistics to see that, and
        // would rather read the whole table than believe in an index; without an index it still does.
        settings.set("enable_seqscan", "off");
        Ok(Self { plan, settings, statements: Vec::new(), skipped: plan.cut.clone() })
    }

    /// The rows that hold a code of the question: the best corrections and the best other ones.
    pub fn exact(&mut self) -> SqlResult<(TopK<Card>, TopK<Card>)> {
        let plan = self.plan;
        let (mut corrections, mut others) = (TopK::new(plan.k), TopK::new(plan.k));
        if plan.codes.is_empty() {
            return Ok((corrections, others));
        }
        let mut select = self.select().with_tsvector(&plan.source, &plan.config);
        select.add(&plan.source, Role::ErrorCodes);
        let look_ups = codes::look_ups(plan);
        if look_ups.is_empty() {
            self.skipped.push("exact: the source has neither error_codes nor context_tags");
        }
        // A row that several of them find is weighed again, and enters once.
        for look_up in look_ups {
            let statement = select.statement(&plan.source, &plan.gate, |statement| {
                Condition::Where(look_up.condition(plan, statement))
            });
            self.note(&statement);
            stream_as(self.planning_of_codes(), &statement, &mut |row| {
                let found = Found { layer: Layer::Exact, similarity: None };
                let correction = select.get(row, Role::Type) == Some(HUMAN_CORRECTION);
                let top = if correction { &mut corrections } else { &mut others };
                self.collect(&select, row, found, top, &[]);
                Ok(())
            })?;
        }
        Ok((corrections, others))
    }

    /// Adds the corrections that hold the terms, all or some of them. They are always looked for, so
    /// that none is crowded out by what it corrects.
    pub fn corrections(&mut self, corrections: &mut TopK<Card>) -> SqlResult<()> {
        let plan = self.plan;
        let (Some(text), Some(card_type)) = (&plan.text, plan.source.sql(Role::Type)) else {
            return Ok(());
        };
        let asked = |types: &Vec<String>| types.iter().any(|name| name == HUMAN_CORRECTION);
        if !plan.gate.types.as_ref().is_none_or(asked) {
            return Ok(());
        }
        let any = text.relaxed.as_ref().unwrap_or(&text.strict);
        let Some(all) = tsquery_datum(&text.strict) else { return Ok(()) };
        let mut select = self.select().with_tsvector(&plan.source, &plan.config);
        let tsvector = plan.source.content_tsv_sql(&plan.config);
        // $1 is the first value that the condition below binds.
        let strict_at = select
            .with_expression(format!("{tsvector} OPERATOR(pg_catalog.@@) $1::pg_catalog.tsquery"));
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            statement.bind_datum(Some(all), pg_sys::TSQUERYOID);
            Condition::Where(format!(
                "{card_type} OPERATOR(pg_catalog.=) '{HUMAN_CORRECTION}'\n  AND {}",
                similar::condition(plan, any, Some(&text.strict), statement)
            ))
        });
        self.note(&statement);
        stream_as(self.planning(), &statement, &mut |row| {
            let strict = row.get::<bool>(strict_at) == Some(true);
            let layer = if strict { Layer::Strict } else { Layer::Relaxed };
            let found = Found { layer, similarity: None };
            self.collect(&select, row, found, corrections, &[]);
            Ok(())
        })
    }

    /// The best rows that hold all terms.
    pub fn strict(&mut self, depth: usize, known: &[Card]) -> SqlResult<Vec<Card>> {
        match &self.plan.text {
            Some(text) => self.by_text(Layer::Strict, &text.strict, depth, known),
            None => Ok(Vec::new()),
        }
    }

    /// The best rows that hold some terms and are similar enough.
    pub fn relaxed(&mut self, depth: usize, known: &[Card]) -> SqlResult<Vec<Card>> {
        match self.plan.text.as_ref().and_then(|text| text.relaxed.as_ref()) {
            Some(relaxed) => self.by_text(Layer::Relaxed, relaxed, depth, known),
            None => Ok(Vec::new()),
        }
    }

    fn by_text(
        &mut self,
        layer: Layer,
        query: &TsQuery,
        depth: usize,
        known: &[Card],
    ) -> SqlResult<Vec<Card>> {
        let plan = self.plan;
        let select = self.select().with_tsvector(&plan.source, &plan.config);
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            let mut condition = match layer {
                Layer::Relaxed => similar::condition(plan, query, None, statement),
                _ => {
                    let query = statement.bind_datum(tsquery_datum(query), pg_sys::TSQUERYOID);
                    plan.match_by.condition(&plan.source.content_tsv_sql(&plan.config), &query)
                }
            };
            if let Some(card_type) = plan.source.sql(Role::Type) {
                // The corrections have been found before.
                // IS DISTINCT FROM would take an = from the caller's search_path.
                condition.push_str(&format!(
                    "\n  AND ({card_type} IS NULL \
                     OR {card_type} OPERATOR(pg_catalog.<>) '{HUMAN_CORRECTION}'::pg_catalog.text)"
                ));
            }
            Condition::Where(condition)
        });
        self.note(&statement);
        let mut top = TopK::new(depth);
        stream_as(self.planning(), &statement, &mut |row| {
            let found = Found { layer, similarity: None };
            self.collect(&select, row, found, &mut top, known);
            Ok(())
        })?;
        Ok(top.into_sorted_vec())
    }

    /// The rows whose title or slug is similar to the question, where pg_trgm is installed.
    pub fn trigram(&mut self, depth: usize) -> SqlResult<Vec<Card>> {
        let plan = self.plan;
        let question = plan.question.trim();
        // A question of stop words names nothing that a title could be similar to.
        if question.is_empty() || plan.text.is_none() {
            return Ok(Vec::new());
        }
        let trigram = match Trigram::prepare(&plan.source, question, &mut self.settings)? {
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
        self.note(&statement);
        let mut top = TopK::new(depth);
        stream(&statement, &mut |row| {
            let similarity = row.get::<f64>(at).unwrap_or(0.0);
            let found = Found { layer: Layer::Trigram, similarity: Some(similarity) };
            self.collect(&select, row, found, &mut top, &[]);
            Ok(())
        })?;
        Ok(top.into_sorted_vec())
    }

    /// The baseline: what holds for every task in this scope, bound to no asset, no user and to no
    /// other profile than the task's.
    pub fn global(&mut self, known: &[Card]) -> SqlResult<Vec<Card>> {
        let plan = self.plan;
        let mut top = TopK::new(plan.baseline_k);
        // Free tags may have an index that finds fewer rows than the baseline has.
        let in_order = plan.pruning && plan.gate.tags.is_none();
        if in_order && plan.source.baseline_is_ordered()? {
            self.baseline_in_order(&mut top, known)?;
        } else {
            self.whole_baseline(&mut top, known)?;
        }
        Ok(top.into_sorted_vec())
    }

    fn whole_baseline(&mut self, top: &mut TopK<Card>, known: &[Card]) -> SqlResult<()> {
        let plan = self.plan;
        if plan.source.sql(Role::Type).is_none() {
            return Ok(());
        }
        let select = self.select();
        let statement = select.statement(&plan.source, &plan.gate, |statement| {
            baseline::condition(plan, statement).map_or(Condition::None, Condition::Where)
        });
        self.note(&statement);
        stream_as(self.planning(), &statement, &mut |row| {
            self.collect(&select, row, BASELINE, top, known);
            Ok(())
        })
    }

    /// Walks the baseline in the order that an index holds it in, as far as rows can enter.
    fn baseline_in_order(&mut self, top: &mut TopK<Card>, known: &[Card]) -> SqlResult<()> {
        let plan = self.plan;
        // An order that an index has is never to be made by sorting.
        self.settings.set("enable_sort", "off");
        let mut select = self.select();
        select.add(&plan.source, Role::BaselineStep);
        for arm in arms(&plan.scope, &plan.scope_weights) {
            if top.worst().is_some_and(|worst| worst.precedence.scope_weight > arm.weight) {
                break;
            }
            let mut statement = select.statement(&plan.source, &plan.gate, |statement| {
                baseline::arm_condition(plan, &arm.cards, statement)
            });
            let in_order = matches!(arm.cards, Cards::Bound(_));
            if in_order {
                statement.push(&baseline::arm_order(plan).unwrap_or_default());
            }
            self.note(&statement);
            stream_while(Planning::Kept, &statement, &mut |row| {
                let behind = self.collect(&select, row, BASELINE, top, known);
                let step: Option<i32> = select.get(row, Role::BaselineStep);
                Ok(match (top.worst(), step) {
                    (Some(worst), Some(step)) if behind && in_order => {
                        !ends_at(step, worst.precedence.counts())
                    }
                    _ => true,
                })
            })?;
        }
        Ok(())
    }

    /// How the layers are planned. A layer is a look-up by the one index that serves it, whatever its
    /// values are, so its plan is kept. Where the call filters by something that another index serves,
    /// and behind row security, the planner has to weigh the values.
    fn planning(&self) -> Planning {
        let gate = &self.plan.gate;
        let filtered = gate.types.is_some() || gate.tags.is_some();
        match self.plan.match_by {
            MatchBy::Operator if !filtered => Planning::Kept,
            _ => Planning::Values,
        }
    }

    /// The same for the exact layer, whose codes are rarer than any type. Free tags, which an index
    /// serves where no row security is in the way, may be rarer still.
    fn planning_of_codes(&self) -> Planning {
        let weighed = self.plan.gate.tags.is_some() && self.plan.codes.len() <= MAX_WEIGHED_CODES;
        match self.plan.match_by {
            MatchBy::Operator if weighed => Planning::Values,
            _ => Planning::Kept,
        }
    }

    /// Weighs a row and puts it among the best of its group, unless the answer has it already. Says
    /// whether the row stands behind all that are kept.
    fn collect(
        &self,
        select: &Select,
        row: &Row<'_>,
        found: Found,
        top: &mut TopK<Card>,
        known: &[Card],
    ) -> bool {
        let plan = self.plan;
        let card_type: Option<&str> = select.get(row, Role::Type);
        let bindings = bindings(select, row);
        let group = Group::of(found.layer, card_type);
        let mut precedence = Precedence::new(group, card_type, &bindings, &plan.scope);
        if group == Group::Global && of_other_profile(&bindings, &plan.scope) {
            return false;
        }
        let rule = scope_rule(&bindings, &plan.scope);
        precedence.scope_weight = plan.scope_weights.of(rule);
        precedence.confidence = finite(select.get(row, Role::Confidence)).unwrap_or(0.0);
        precedence.occurrence_count = select.get(row, Role::OccurrenceCount).unwrap_or(0);
        precedence.recall_hit_count = select.get(row, Role::RecallHitCount).unwrap_or(0);
        precedence.date = row_date(select, row);
        let (text_rank, text_similarity) = match found.similarity {
            Some(similarity) => (similarity, similarity),
            None => {
                // Most rows of a large answer end here, before their text is fetched.
                let out =
                    |worst: &Card| !precedence.may_precede(&worst.precedence, plan.most_similarity);
                if plan.pruning && top.worst().is_some_and(out) {
                    return true;
                }
                self.text_score(select, row)
            }
        };
        // A row that holds a passing word is about something else.
        if found.layer == Layer::Relaxed && text_similarity < plan.min_similarity {
            return false;
        }
        precedence.score = text_similarity * precedence.scope_weight;
        let id = select.position(Role::Id).and_then(|at| row.datum(at));
        let behind = |worst: &Card| match precedence.compare(&worst.precedence) {
            Ordering::Less => true,
            Ordering::Equal => plan.id_kind.follows(id, &worst.id),
            Ordering::Greater => false,
        };
        if top.worst().is_some_and(behind) {
            return true;
        }
        let mut card = Card {
            layer: found.layer,
            precedence,
            id: plan.id_kind.keep(id),
            card_type: card_type.map(str::to_owned),
            title: None,
            slug: None,
            text_rank,
            text_similarity,
            scope_rule: rule,
            bound: Vec::new(),
            last_seen_at: None,
            codes: Vec::new(),
            matched_by: Vec::new(),
            terms: Vec::new(),
            body: None,
        };
        // Ids are not always of one row: a UNION ALL may repeat them, and some rows have none.
        let same = |other: &Card| {
            other.id == card.id
                && other.card_type == card.card_type
                && other.precedence.date == card.precedence.date
                && other.precedence.counts() == card.precedence.counts()
                && other.title.as_deref() == select.get::<&str>(row, Role::Title)
                && other.slug.as_deref() == select.get::<&str>(row, Role::Slug)
        };
        // A statement gives each row once; several of them fill these groups.
        let twice = matches!(group, Group::Correction | Group::Exact) && top.iter().any(same);
        if !top.would_enter(&card) || twice || known.iter().any(same) {
            return false;
        }
        self.fill(&mut card, select, row, &bindings);
        top.push(card);
        false
    }

    /// Copies what is shown of a row that is (so far) among the best.
    fn fill(&self, card: &mut Card, select: &Select, row: &Row<'_>, bindings: &Bindings<'_>) {
        let plan = self.plan;
        card.title = select.get(row, Role::Title);
        card.slug = select.get(row, Role::Slug);
        card.last_seen_at = select.timestamp(row, Role::LastSeenAt);
        if plan.with_bodies {
            card.body =
                select.position(Role::Body).and_then(|at| row.datum(at)).map(KeptText::keep);
        }
        if plan.with_bodies || plan.explain {
            card.bound = bindings
                .bound()
                .map(|(key, binding)| {
                    (key.name(), binding.values().iter().map(ToString::to_string).collect())
                })
                .collect();
        }
        if plan.explain {
            (card.codes, card.matched_by) = match card.layer {
                Layer::Exact => codes::held(plan, select, row),
                Layer::Strict | Layer::Relaxed => (Vec::new(), vec!["text"]),
                Layer::Trigram => (Vec::new(), vec!["title_or_slug"]),
                Layer::Global => (Vec::new(), vec!["baseline"]),
            };
            if let Some(vector) = vector(select, row) {
                card.terms = plan.similarity.matched(&vector);
            }
        }
    }

    /// The rank of a row's text, and its similarity.
    fn text_score(&self, select: &Select, row: &Row<'_>) -> (f64, f64) {
        let similarity = &self.plan.similarity;
        let text_rank = vector(select, row).map_or(0.0, |vector| similarity.ts_rank(&vector));
        (text_rank, text_rank * similarity.scale())
    }

    fn select(&self) -> Select {
        let mut select = Select::new(&self.plan.source, &ROLES);
        if self.plan.with_bodies {
            select.add(&self.plan.source, Role::Body);
        }
        select
    }

    fn note(&mut self, statement: &Statement) {
        if self.plan.show_statements {
            self.statements.push(statement.to_sql());
        }
    }
}

fn vector<'r>(select: &Select, row: &'r Row<'_>) -> Option<TsVector<'r>> {
    select.tsvector().and_then(|at| row.bytes(at)).and_then(TsVector::new)
}

fn bindings<'r>(select: &Select, row: &'r Row<'_>) -> Bindings<'r> {
    let tags = select.position(Role::ContextTags).and_then(|at| row.get::<Jsonb<'r>>(at));
    tags.map(Jsonb::bindings).unwrap_or_default()
}

/// NaN and infinity in a row count as NULL.
fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}
