//! The score of a row, with every component and the reasons a person can read.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Serialize;

use super::goal::GoalTerms;
use super::memory::{self, LambdaMap, Memory, memory_score};
use super::review::{self, Review};
use super::substring::{self, Needle};
use super::text_bound::Possible;
use super::token_overlap::{Cut, matched_tokens, token_overlap};
use super::topic_trace;
use super::type_boost::type_boost;
use crate::tokens::lower_case;

/// What a call asks: its query, made ready once for all rows.
pub struct Question<'a, E> {
    pub tokens: BTreeSet<String>,
    pub needle: Needle,
    /// Microseconds.
    pub now: i64,
    pub lambdas: Rc<LambdaMap>,
    pub goals: GoalTerms,
    cut: &'a Cut<'a, E>,
}

impl<'a, E> Question<'a, E> {
    pub fn new(
        query: &str,
        now: i64,
        lambdas: Rc<LambdaMap>,
        goals: GoalTerms,
        cut: &'a Cut<'a, E>,
    ) -> Result<Self, E> {
        let mut tokens = BTreeSet::new();
        cut(query, &mut |token| {
            tokens.insert(token.to_owned());
        })?;
        Ok(Self { tokens, needle: Needle::new(query), now, lambdas, goals, cut })
    }
}

impl<E> Question<'_, E> {
    /// What a row can hold of which nothing is known.
    pub fn everything(&self) -> Possible {
        Possible { tokens: self.tokens.len(), query: true }
    }
}

/// What the factors read of a row; what is absent is neutral.
#[derive(Debug, Clone, Copy, Default)]
pub struct Row<'a> {
    pub title: Option<&'a str>,
    pub body: Option<&'a str>,
    pub tags: &'a [String],
    pub area: Option<&'a str>,
    /// The row has a trace of the topic that was asked about.
    pub topic_traced: bool,
    pub review: Review,
    pub memory: Memory<'a>,
}

/// Every component of a score; `total` is what the row is ranked by.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Breakdown {
    pub token_overlap_count: usize,
    pub token_overlap: f64,
    pub title_substring: f64,
    pub body_substring: f64,
    pub topic_trace: f64,
    pub base: f64,
    pub type_boost: f64,
    pub review_bonus: f64,
    /// The memory score itself, of which `memory` is the share that enters the total.
    #[serde(skip)]
    pub memory_score: f64,
    pub memory: f64,
    pub goal_area: f64,
    pub goal_keyword: f64,
    pub total: f64,
    pub matched: Vec<String>,
    #[serde(skip)]
    review: Review,
}

/// The texts of a row, lower-cased once for every factor that reads them.
#[derive(Debug, Clone, Default)]
pub struct LowerTexts {
    title: String,
    body: String,
    tags: Vec<String>,
}

impl LowerTexts {
    pub fn new(title: Option<&str>, body: Option<&str>, tags: &[String]) -> Self {
        let lower = |text: Option<&str>| text.map(lower_case).unwrap_or_default();
        let tags = tags.iter().map(|tag| lower_case(tag)).collect();
        Self { title: lower(title), body: lower(body), tags }
    }

    /// Title, body and each tag.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [&self.title, &self.body].into_iter().chain(&self.tags).map(String::as_str)
    }
}

/// What of a row's text the query finds: the part that both paths share.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Match {
    pub tokens: Vec<String>,
    pub in_title: bool,
    pub in_body: bool,
}

impl Match {
    /// Looks for the query and for its tokens.
    pub fn find<E>(question: &Question<'_, E>, texts: &LowerTexts) -> Result<Self, E> {
        Self::possible(question, texts).confirm(question, texts)
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty() && !self.in_title && !self.in_body
    }

    /// The tokens that occur in the texts, be it inside of other words: no text is cut yet.
    fn possible<E>(question: &Question<'_, E>, texts: &LowerTexts) -> Self {
        let occurs = |token: &&String| texts.all().any(|text| text.contains(token.as_str()));
        Self {
            tokens: question.tokens.iter().filter(occurs).cloned().collect(),
            in_title: question.needle.is_in_lower(&texts.title),
            in_body: question.needle.is_in_lower(&texts.body),
        }
    }

    /// Keeps the tokens that are words of the texts.
    fn confirm<E>(self, question: &Question<'_, E>, texts: &LowerTexts) -> Result<Self, E> {
        let tokens = matched_tokens(&self.tokens, texts.all(), question.cut)?;
        Ok(Self { tokens, ..self })
    }
}

/// The factors of a row that do not read its text: cheap, and enough to tell which rows cannot be
/// among the best.
#[derive(Debug, Clone, Copy)]
pub struct Grade {
    topic_trace: f64,
    type_boost: f64,
    review: Review,
    memory_score: f64,
    goal_area: f64,
}

impl Grade {
    pub fn new<E>(question: &Question<'_, E>, row: &Row<'_>) -> Self {
        Self {
            topic_trace: part(row.topic_traced, topic_trace::BONUS),
            type_boost: type_boost(row.memory.page_type),
            review: row.review,
            memory_score: memory_score(&row.memory, question.now, &question.lambdas),
            goal_area: question.goals.area(row.area),
        }
    }

    /// The highest total that a row with this grade can have, as far as it can hold of the query.
    pub fn best_total<E>(&self, question: &Question<'_, E>, possible: Possible) -> f64 {
        let base = base(possible.tokens, possible.query, possible.query, self.topic_trace);
        self.total(base, question.goals.best_keyword())
    }

    /// Rounding is monotonic, so that a larger base never gives a smaller total.
    fn total(&self, base: f64, goal_keyword: f64) -> f64 {
        base * self.type_boost
            + self.review.bonus()
            + memory::SHARE * self.memory_score
            + self.goal_area
            + goal_keyword
    }
}

fn part(holds: bool, value: f64) -> f64 {
    if holds { value } else { 0.0 }
}

fn base(tokens: usize, in_title: bool, in_body: bool, topic_trace: f64) -> f64 {
    token_overlap(tokens)
        + part(in_title, substring::TITLE)
        + part(in_body, substring::BODY)
        + topic_trace
}

/// The score of a row, or nothing when its base is 0.
pub fn score<E>(question: &Question<'_, E>, row: &Row<'_>) -> Result<Option<Breakdown>, E> {
    let texts = LowerTexts::new(row.title, row.body, row.tags);
    score_above(question, &Grade::new(question, row), &texts, f64::NEG_INFINITY)
}

/// The score of a row, or nothing when its base is 0 or its total is certainly below `floor`:
/// such a row is not cut into words.
pub fn score_above<E>(
    question: &Question<'_, E>,
    grade: &Grade,
    texts: &LowerTexts,
    floor: f64,
) -> Result<Option<Breakdown>, E> {
    let goal_keyword = question.goals.keyword(texts.all());
    let possible = Match::possible(question, texts);
    let best = base(possible.tokens.len(), possible.in_title, possible.in_body, grade.topic_trace);
    if best == 0.0 || grade.total(best, goal_keyword) < floor {
        return Ok(None);
    }
    let found = possible.confirm(question, texts)?;

    let title_substring = part(found.in_title, substring::TITLE);
    let body_substring = part(found.in_body, substring::BODY);
    let base = base(found.tokens.len(), found.in_title, found.in_body, grade.topic_trace);
    if base == 0.0 {
        return Ok(None);
    }
    Ok(Some(Breakdown {
        token_overlap_count: found.tokens.len(),
        token_overlap: token_overlap(found.tokens.len()),
        title_substring,
        body_substring,
        topic_trace: grade.topic_trace,
        base,
        type_boost: grade.type_boost,
        review_bonus: grade.review.bonus(),
        memory_score: grade.memory_score,
        memory: memory::SHARE * grade.memory_score,
        goal_area: grade.goal_area,
        goal_keyword,
        total: grade.total(base, goal_keyword),
        matched: found.tokens,
        review: grade.review,
    }))
}

impl Breakdown {
    /// Why the row is here and why it stands where it stands, the strongest claim first.
    pub fn reasons(&self, page_type: Option<&str>) -> Vec<String> {
        let mut reasons = Vec::new();
        let mut say = |holds: bool, reason: String| {
            if holds {
                reasons.push(reason);
            }
        };
        let (words, count) = (self.matched.join(", "), self.token_overlap_count);
        let noun = if count == 1 { "word" } else { "words" };
        say(count > 0, format!("shares {count} {noun} with the query: {words}"));
        say(self.title_substring > 0.0, "the title contains the query".into());
        say(self.body_substring > 0.0, "the body contains the query".into());
        say(self.topic_trace > 0.0, "was discussed under this topic".into());
        let page_type = page_type.unwrap_or("none");
        say(true, format!("type {page_type} multiplies the base by {}", self.type_boost));
        let (wrong, failure) = (review::WRONG_DECISION, review::FAILURE);
        say(self.review.wrong_decision, format!("the decision was found to be wrong: +{wrong}"));
        say(self.review.failure, format!("the outcome was a failure: +{failure}"));
        let tier = memory::memory_tier(self.memory_score);
        say(true, format!("its memory is {tier} ({:.3}): +{:.3}", self.memory_score, self.memory));
        say(self.goal_area > 0.0, format!("its area is a domain of a goal: +{}", self.goal_area));
        say(
            self.goal_keyword > 0.0,
            format!("contains a keyword of a goal: +{}", self.goal_keyword),
        );
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::goal::Goal;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// Words at white space: the rules of the score do not depend on how words are cut.
    fn cut(text: &str, visit: &mut dyn FnMut(&str)) -> Result<(), Infallible> {
        text.split_whitespace().for_each(visit);
        Ok(())
    }

    fn question(query: &str) -> Question<'static, Infallible> {
        let goal = Goal {
            domains: vec!["databases".into()],
            keywords: vec!["pool".into()],
            ..Goal::default()
        };
        let goals = GoalTerms::of(&[goal]);
        Question::new(query, 0, Rc::default(), goals, &cut).unwrap()
    }

    fn praised<'a>(title: &'a str, body: &'a str) -> Row<'a> {
        Row {
            title: Some(title),
            body: Some(body),
            area: Some("databases"),
            review: Review { wrong_decision: true, failure: true },
            memory: Memory { pinned: Some(true), access_count: Some(50), ..Memory::default() },
            ..Row::default()
        }
    }

    #[test]
    fn nothing_brings_in_a_row_without_a_base() {
        let row = praised("zebra", "pool");
        assert_eq!(score(&question("quokka"), &row).unwrap(), None);
        assert_eq!(score(&question(""), &row).unwrap(), None);
        let traced = Row { topic_traced: true, ..row };
        let found = score(&question(""), &traced).unwrap().unwrap();
        assert_eq!((found.base, found.topic_trace), (2.0, 2.0));
    }

    #[test]
    fn says_why() {
        let found = score(&question("zebra"), &praised("Zebra", "pool")).unwrap().unwrap();
        assert_eq!(
            found.reasons(None),
            [
                "shares 1 word with the query: zebra",
                "the title contains the query",
                "type none multiplies the base by 0.6",
                "the decision was found to be wrong: +2",
                "the outcome was a failure: +1",
                "its memory is hot (3.559): +1.780",
                "its area is a domain of a goal: +0.8",
                "contains a keyword of a goal: +0.4",
            ]
        );
    }

    proptest! {
        #[test]
        fn a_total_is_finite_and_grows_with_what_matches(
            query in "[a-d]{1,2}( [a-d]{1,2}){0,3}",
            title in "[a-d ]{0,12}",
            body in "[a-d ]{0,12}",
            page_type in prop::option::of(prop::sample::select(vec!["anti-pattern", "strategy", "concept", "note"])),
            importance in any::<f64>(),
            created_at in any::<i64>(),
            access_count in any::<i64>(),
        ) {
            let memory = Memory {
                importance: Some(importance),
                created_at: Some(created_at),
                access_count: Some(access_count),
                page_type,
                ..Memory::default()
            };
            let row = Row { title: Some(&title), body: Some(&body), memory, ..Row::default() };
            let question = question(&query);
            let found = score(&question, &row).unwrap();
            if let Some(found) = &found {
                prop_assert!(found.base > 0.0 && found.total.is_finite());
                let parts = found.base * found.type_boost + found.review_bonus + found.memory
                    + found.goal_area + found.goal_keyword;
                prop_assert_eq!(parts, found.total);
            }
            let longer = format!("{body} {query}");
            let more = score(&question, &Row { body: Some(&longer), ..row }).unwrap().unwrap();
            prop_assert!(found.is_none_or(|found| more.base >= found.base && more.total >= found.total));
        }
    }
}
