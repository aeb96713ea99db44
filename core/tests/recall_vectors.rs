//! The decided values of `recall`: every factor, the tokens, and whole rankings of a small corpus.
#![allow(clippy::unwrap_used, clippy::panic)]

use gbrain_rank_core::recall::freshness::freshness;
use gbrain_rank_core::recall::goal::{self, Goal, GoalTerms};
use gbrain_rank_core::recall::memory::{LambdaMap, Memory, memory_score, memory_tier};
use gbrain_rank_core::recall::review::Review;
use gbrain_rank_core::recall::score::{Breakdown, Question, Row, score};
use gbrain_rank_core::recall::substring::substring_bonus;
use gbrain_rank_core::recall::topic_trace::{Trace, topic_trace_bonus};
use gbrain_rank_core::recall::type_boost::type_boost;
use gbrain_rank_core::segment::Dictionary;
use gbrain_rank_core::tokens::{tokens, visit_tokens};
use once_cell::sync::Lazy;
use serde_json::Value;
use std::convert::Infallible;
use std::rc::Rc;

const DAY: i64 = 86_400_000_000;
static DICTIONARY: Lazy<Dictionary> = Lazy::new(Dictionary::builtin);

fn cut(text: &str, visit: &mut dyn FnMut(&str)) -> Result<(), Infallible> {
    visit_tokens(&DICTIONARY, text, visit);
    Ok(())
}

const TOLERANCE: f64 = 1e-9;

fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/recall.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        other => list(other).iter().filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn traces(value: &Value) -> impl Iterator<Item = Trace> {
    list(value)
        .iter()
        .map(|trace| Trace { kind: as_text(&trace["kind"]), id: as_text(&trace["id"]) })
}

fn trace_bonus(value: &Value, topic: &Value) -> f64 {
    if topic.is_null() {
        return 0.0;
    }
    topic_trace_bonus(traces(value), &as_text(topic))
}

fn review(value: &Value) -> Review {
    Review::new(value["decision_correct"].as_bool(), value["outcome"].as_str())
}

fn memory(page: &Value) -> Memory<'_> {
    Memory {
        importance: page["importance"].as_f64(),
        created_at: page["days_old"].as_i64().map(|days| -days * DAY),
        access_count: page["access_count"].as_i64(),
        pinned: page["pinned"].as_bool(),
        status: if page["archived"] == true { Some("archived") } else { page["status"].as_str() },
        page_type: page["type"].as_str(),
    }
}

fn known_goals(vectors: &Value) -> Vec<Goal> {
    list(&vectors["corpus"]["goals"])
        .iter()
        .map(|goal| Goal {
            slug: as_text(&goal["slug"]),
            status: goal["status"].as_str().map(str::to_owned),
            domains: texts(&goal["domains"]),
            keywords: texts(&goal["keywords"]),
        })
        .collect()
}

fn question(query: &str, goals: &[Goal]) -> Question<'static, Infallible> {
    Question::new(query, 0, Rc::default(), GoalTerms::of(goals), &cut).unwrap()
}

fn page_score(
    question: &Question<'_, Infallible>,
    page: &Value,
    topic: &Value,
) -> Option<Breakdown> {
    let tags = texts(&page["tags"]);
    let row = Row {
        title: page["title"].as_str(),
        body: page["body"].as_str(),
        tags: &tags,
        area: page["area"].as_str(),
        topic_traced: trace_bonus(&page["traces"], topic) > 0.0,
        review: review(&page["review"]),
        memory: memory(page),
    };
    score(question, &row).unwrap()
}

fn check(id: &Value, found: f64, expected: &Value) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= TOLERANCE, "{id}: {found} is not {expected}");
}

#[test]
fn factors() {
    let vectors = vectors();
    let known = known_goals(&vectors);
    let named = |names: &Value| goal::choose(known.clone(), Some(&texts(names))).unwrap();
    for vector in list(&vectors["factors"]) {
        let (id, input, expected) = (&vector["id"], &vector["input"], &vector["expected"]);
        let text = |key: &str| input[key].as_str();
        match vector["factor"].as_str().unwrap() {
            "token_overlap" => {
                let found = page_score(&question(text("query").unwrap(), &[]), input, &Value::Null);
                let count = found.as_ref().map_or(0, |found| found.token_overlap_count);
                assert_eq!(count as u64, expected["count"].as_u64().unwrap(), "{id}");
                check(id, found.map_or(0.0, |found| found.token_overlap), &expected["value"]);
            }
            "substring" => {
                let query = text("query").unwrap();
                check(id, substring_bonus(query, text("title"), text("body")), expected);
            }
            "topic_trace" => check(id, trace_bonus(&input["traces"], &input["topic_id"]), expected),
            "type_boost" => {
                check(id, input["base"].as_f64().unwrap() * type_boost(text("type")), expected);
            }
            "review_bonus" => check(id, review(&input["review"]).bonus(), expected),
            "memory_score" => {
                let found = memory_score(&memory(input), 0, &LambdaMap::default());
                check(id, found, &expected["score"]);
                check(id, 0.5 * found, &expected["component"]);
                assert_eq!(memory_tier(found), expected["tier"].as_str().unwrap(), "{id}");
            }
            "tier" => {
                let found = memory_tier(input["score"].as_f64().unwrap());
                assert_eq!(found, expected.as_str().unwrap(), "{id}");
            }
            "half_life_days" => {
                let lambda = LambdaMap::default().lambda(text("type"));
                assert_eq!(lambda, input["lambda"].as_f64().unwrap(), "{id}");
                check(id, std::f64::consts::LN_2 / lambda, expected);
            }
            "goal_boost" => {
                let terms = GoalTerms::of(&named(&input["goals"]));
                let searchable = text("searchable").unwrap().to_lowercase();
                let boost = terms.area(text("area")) + terms.keyword([searchable.as_str()]);
                // A goal grades what matched; it never makes a row match.
                let gate = if input["relevance_before"].as_f64() == Some(0.0) { 0.0 } else { 1.0 };
                check(id, gate * boost, expected);
            }
            "base_gate" => {
                let question = question(text("query").unwrap(), &named(&input["goals"]));
                let found = page_score(&question, &input["page"], &input["topic_id"]);
                check(id, found.map_or(0.0, |found| found.total), expected);
            }
            "freshness" => {
                let date = input["days_old"].as_i64().map(|days| -days * DAY);
                check(id, freshness(date, 0), expected);
            }
            other => panic!("{id}: unknown factor {other}"),
        }
    }
}

#[test]
fn token_lists() {
    for vector in list(&vectors()["tokens"]) {
        let found: Vec<String> =
            tokens(&DICTIONARY, vector["text"].as_str().unwrap()).into_iter().collect();
        assert_eq!(found, texts(&vector["tokens"]), "{}", vector["text"]);
    }
}

/// The same calculation as a search: gate, areas, types, score, order by total then slug.
#[test]
fn rankings_and_breakdowns() {
    let vectors = vectors();
    for query in list(&vectors["queries"]) {
        let id = &query["id"];
        let goals = match query["goal"].as_str().unwrap() {
            "none" => Vec::new(),
            "active" => goal::choose(known_goals(&vectors), None).unwrap(),
            names => {
                let names: Vec<String> = names.split(',').map(|name| name.trim().into()).collect();
                goal::choose(known_goals(&vectors), Some(&names)).unwrap()
            }
        };
        let question = question(query["query"].as_str().unwrap(), &goals);
        let areas: Option<Vec<String>> =
            query["scope"].as_str().map(|areas| areas.split(',').map(goal::fold).collect());

        let mut rows: Vec<(String, Breakdown)> = list(&vectors["corpus"]["pages"])
            .iter()
            .filter(|page| page["archived"] != true)
            .filter(|page| {
                !["archived", "dropped", "superseded"].contains(&page["status"].as_str().unwrap())
            })
            .filter(|page| {
                let area = goal::fold(page["area"].as_str().unwrap());
                areas.as_ref().is_none_or(|areas| areas.contains(&area))
            })
            .filter(|page| query["type"].is_null() || query["type"] == page["type"])
            .filter_map(|page| {
                let found = page_score(&question, page, &query["topic"])?;
                Some((as_text(&page["slug"]), found))
            })
            .collect();
        rows.sort_by(|(a_slug, a), (b_slug, b)| {
            b.total.total_cmp(&a.total).then_with(|| a_slug.cmp(b_slug))
        });
        rows.truncate(query["limit"].as_u64().unwrap() as usize);

        let expected = &query["expected"];
        let ranking: Vec<&str> = rows.iter().map(|(slug, _)| slug.as_str()).collect();
        assert_eq!(ranking, texts(&expected["ranking"]), "{id}");
        for ((slug, found), expected) in rows.iter().zip(list(&expected["rows"])) {
            assert_eq!(*slug, as_text(&expected["slug"]), "{id}");
            assert_eq!(found.matched, texts(&expected["matched_tokens"]), "{id} {slug}");
            let count = expected["token_overlap_count"].as_u64();
            assert_eq!(Some(found.token_overlap_count as u64), count, "{id} {slug}");
            let review = expected["review_decision"].as_f64().unwrap()
                + expected["review_failure"].as_f64().unwrap();
            check(id, found.review_bonus, &review.into());
            check(id, found.token_overlap, &expected["token_overlap"]);
            check(id, found.title_substring, &expected["title_substring"]);
            check(id, found.body_substring, &expected["body_substring"]);
            check(id, found.topic_trace, &expected["topic_trace"]);
            check(id, found.base, &expected["base"]);
            check(id, found.type_boost, &expected["type_multiplier"]);
            check(id, found.base * found.type_boost, &expected["typed_base"]);
            check(id, found.memory, &expected["memory_component"]);
            check(id, found.goal_area, &expected["goal_area"]);
            check(id, found.goal_keyword, &expected["goal_keyword"]);
            check(id, found.total, &expected["final"]);
        }
    }
}
