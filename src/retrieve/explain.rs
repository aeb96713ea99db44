//! What explain says: how a card was found, every number of its score, and what decided its place.

use gbrain_rank_core::retrieve::Layer;
use pgrx::prelude::*;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::card::Card;

/// The explain object of one card.
pub fn explain(answer: &Answer, card: &Card) -> Value {
    let plan = &answer.plan;
    let precedence = &card.precedence;
    let mut object = Map::new();
    object.insert("layer".into(), json!(card.layer.name()));
    object.insert("group".into(), json!(precedence.group.name()));
    object.insert("zero_match".into(), json!(answer.zero_match));
    object.insert("codes".into(), json!(plan.codes));
    object.insert("matched_codes".into(), json!(card.codes));
    object.insert("matched".into(), json!(card.terms));
    object.insert("matched_by".into(), json!(card.matched_by));
    if card.layer == Layer::Trigram {
        object.insert("word_similarity".into(), json!(card.text_rank));
    } else {
        object.insert("ts_rank".into(), json!(card.text_rank));
        object.insert("terms".into(), json!(plan.similarity.terms().len()));
        object.insert("scale".into(), json!(plan.similarity.scale()));
    }
    object.insert("text_similarity".into(), json!(card.text_similarity));
    if card.layer == Layer::Relaxed {
        object.insert("min_similarity".into(), json!(plan.min_similarity));
    }
    object.insert("scope".into(), scope(card));
    object.insert("score".into(), json!(precedence.score));
    object.insert("ties".into(), ties(card));
    if !answer.skipped.is_empty() {
        object.insert("skipped".into(), json!(answer.skipped));
    }
    Value::Object(object)
}

fn scope(card: &Card) -> Value {
    let bound: Map<String, Value> =
        card.bound.iter().map(|(key, values)| ((*key).to_owned(), json!(values))).collect();
    json!({
        "weight": card.precedence.scope_weight,
        "rule": card.scope_rule.name(),
        "bound": bound,
    })
}

/// What decides a place, in the order in which it does.
fn ties(card: &Card) -> Value {
    let precedence = &card.precedence;
    json!({
        "other_profile": precedence.other_profile,
        "closeness": precedence.closeness.name(),
        "about_error": precedence.about_error,
        "score": precedence.score,
        "confidence": precedence.confidence,
        "occurrence_count": precedence.occurrence_count,
        "recall_hit_count": precedence.recall_hit_count,
        "date": date(precedence.date),
    })
}

fn date(moment: Option<i64>) -> Option<String> {
    let moment = TimestampWithTimeZone::try_from(moment?).ok()?;
    let text = moment.to_utc().to_iso_string();
    Some(match text.strip_suffix(" BC") {
        Some(text) => format!("{text}Z BC"),
        None => text + "Z",
    })
}

/// The answer as an indented tree, and the statements that were run.
pub fn tree(answer: &Answer) -> Vec<String> {
    let plan = &answer.plan;
    let named: Vec<String> =
        plan.scope.named().map(|(key, value)| format!("{}={value}", key.name())).collect();
    let or_none = |words: Vec<String>| {
        if words.is_empty() { "(none)".to_owned() } else { words.join(", ") }
    };
    let terms = plan.similarity.terms().iter().map(|term| term.lexeme.clone()).collect();
    let mut lines = vec![
        format!("retrieve on {}", plan.source.name),
        if named.is_empty() {
            "  scope: (none): cards bound to an asset, a project or a user are hidden".to_owned()
        } else {
            format!("  scope: {}", named.join(", "))
        },
        format!("  codes: {}", or_none(plan.codes.clone())),
        format!("  terms: {}", or_none(terms)),
        format!("  text configuration: {} ({})", plan.config.name, plan.config.origin.as_str()),
    ];
    lines.extend(answer.skipped.iter().map(|reason| format!("  skipped {reason}")));
    if answer.zero_match {
        lines.push("  nothing matched".to_owned());
    }
    for (card, rank) in answer.cards.iter().zip(1..) {
        card_lines(answer, rank, card, &mut lines);
    }
    lines.push("inner statements".to_owned());
    for statement in answer.settings.iter().chain(&answer.statements) {
        lines.extend(statement.lines().map(|line| format!("  {line}")));
    }
    lines
}

fn card_lines(answer: &Answer, rank: usize, card: &Card, lines: &mut Vec<String>) {
    let precedence = &card.precedence;
    let name = card.slug.as_deref().or(card.title.as_deref()).unwrap_or(&card.id.text);
    let group = precedence.group.name();
    let layer = card.layer.name();
    let found = if group == layer { layer.to_owned() } else { format!("{group}, {layer}") };
    lines.push(format!("{rank}. {name}  score {} ({found})", precedence.score));
    let mut by = format!("   by {}", card.matched_by.join(", "));
    for words in [&card.codes, &card.terms] {
        if !words.is_empty() {
            by.push_str(&format!(": {}", words.join(", ")));
        }
    }
    lines.push(by);
    let similarity = card.text_similarity;
    lines.push(match card.layer {
        Layer::Trigram => format!("   text similarity {similarity} = word_similarity"),
        _ => format!(
            "   text similarity {similarity} = ts_rank {} x {}",
            card.text_rank,
            answer.plan.similarity.scale()
        ),
    });
    let bound: Vec<String> =
        card.bound.iter().map(|(key, values)| format!("{key}={}", values.join("|"))).collect();
    let bound = if bound.is_empty() { "nothing".to_owned() } else { bound.join(", ") };
    lines.push(format!(
        "   scope weight {} ({}), bound to {bound}",
        precedence.scope_weight,
        card.scope_rule.name()
    ));
    lines.push(format!(
        "   place: {}{}, confidence {}, occurrences {}, hits {}",
        precedence.closeness.name(),
        if precedence.other_profile { ", of another profile" } else { "" },
        precedence.confidence,
        precedence.occurrence_count,
        precedence.recall_hit_count
    ));
}
