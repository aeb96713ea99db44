//! What explain says: every number that a score is made of, written in full.

use gbrain_rank_core::decay::DecayMap;
use gbrain_rank_core::rrf::DEFAULT_RANK_CONSTANT;
use gbrain_rank_core::text_rank::TextRank;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::hit::{Hit, Phase};
use super::plan::Plan;

/// The explain object of one row.
pub fn explain(answer: &Answer, hit: &Hit) -> Value {
    let plan = &answer.plan;
    let mut object = Map::new();
    object.insert("_resolved".into(), resolved(plan));
    object.insert("phase".into(), json!(hit.phase.as_str()));
    object.insert("matched".into(), json!(terms(hit)));
    object.insert("text_rank".into(), json!(plan.text_rank_name()));
    object.insert("text_score".into(), json!(hit.text_score));
    object.insert("base".into(), json!(hit.base));
    object.insert("recency".into(), recency(&plan.boosting.decay_map, hit));
    object.insert("salience".into(), salience(hit));
    object.insert("score".into(), json!(hit.score));
    if hit.phase == Phase::Fused {
        object.insert("lexical_rank".into(), json!(hit.lexical_rank));
        object.insert("semantic_rank".into(), json!(hit.semantic_rank));
    }
    if let Some((_, best)) = answer.best.iter().find(|(phase, _)| *phase == hit.phase) {
        if plan.floor_ratio > 0.0 {
            object.insert("floor".into(), json!(plan.floor_ratio));
        }
        object.insert("best".into(), json!(best));
    }
    let frequencies: Map<String, Value> = hit
        .terms
        .iter()
        .filter_map(|found| {
            let (idf, tf) = found.idf_tf?;
            Some((found.term.clone(), json!({ "idf": idf, "tf": tf })))
        })
        .collect();
    if let (Some(TextRank::Bm25(bm25)), Some(length)) = (&plan.rank, hit.length) {
        let parameters = bm25.parameters();
        object.insert(
            "bm25".into(),
            json!({
                "k1": parameters.k1,
                "b": parameters.b,
                "length": length,
                "average_length": bm25.average_length(),
            }),
        );
    }
    if !frequencies.is_empty() {
        object.insert("terms".into(), Value::Object(frequencies));
    }
    if plan.cut() {
        object.insert("cut".into(), json!(true));
    }
    if !answer.skipped.is_empty() {
        object.insert("skipped".into(), json!(answer.skipped));
    }
    Value::Object(object)
}

/// How the call was understood.
pub fn resolved(plan: &Plan) -> Value {
    json!({
        "salience": plan.axes.salience.as_str(),
        "recency": plan.axes.recency.as_str(),
        "salience_source": plan.axes.salience_source.as_str(),
        "recency_source": plan.axes.recency_source.as_str(),
        "reason": plan.axes.reason.as_str(),
        "terms": plan.terms,
        "cues": plan.axes.cues,
    })
}

fn terms(hit: &Hit) -> Vec<&str> {
    hit.terms.iter().map(|found| found.term.as_str()).collect()
}

fn recency(map: &DecayMap, hit: &Hit) -> Value {
    let mapped = map.find(hit.slug.as_deref().unwrap_or(""));
    json!({
        "prefix": mapped.prefix,
        "halflife_days": mapped.decay.halflife_days,
        "coefficient": mapped.decay.coefficient,
        "days_old": hit.boost.days_old,
        "component": hit.boost.component,
        "factor": hit.boost.recency_factor,
    })
}

fn salience(hit: &Hit) -> Value {
    json!({
        "emotional_weight": hit.boost.emotional_weight,
        "active_takes": hit.boost.active_takes,
        "score": hit.boost.salience_score,
        "factor": hit.boost.salience_factor,
    })
}

/// The answer as an indented tree, and the statements that were run.
pub fn tree(answer: &Answer) -> Vec<String> {
    let plan = &answer.plan;
    let axes = &plan.axes;
    let mut lines = vec![
        format!("query on {}", plan.source.name),
        format!(
            "  salience {} ({}), recency {} ({}), reason {}",
            axes.salience.as_str(),
            axes.salience_source.as_str(),
            axes.recency.as_str(),
            axes.recency_source.as_str(),
            axes.reason.as_str()
        ),
        format!("  terms: {}", if plan.terms.is_empty() { "(none)" } else { &plan.terms }),
        format!("  text configuration: {} ({})", plan.config.name, plan.config.origin.as_str()),
    ];
    if !axes.cues.is_empty() {
        lines.insert(2, format!("  cues: {}", axes.cues.join(", ")));
    }
    if plan.cut() {
        lines.push("  the question was cut to what a search takes".to_owned());
    }
    for reason in &answer.skipped {
        lines.push(format!("  skipped {reason}"));
    }
    if answer.hits.is_empty() {
        lines.push("no rows".to_owned());
    }
    for (at, hit) in answer.hits.iter().enumerate() {
        hit_lines(answer, at + 1, hit, &mut lines);
    }
    lines.push("inner statements".to_owned());
    for statement in answer.settings.iter().chain(&answer.statements) {
        lines.extend(statement.lines().map(|line| format!("  {line}")));
    }
    lines
}

fn hit_lines(answer: &Answer, rank: usize, hit: &Hit, lines: &mut Vec<String>) {
    let plan = &answer.plan;
    let name = hit.slug.as_deref().or(hit.title.as_deref()).unwrap_or(&hit.id.text);
    lines.push(format!("{rank}. {name}  score {} ({})", hit.score, hit.phase.as_str()));
    let mut base = format!("base {}", hit.base);
    let mut terms_are = " of";
    if let (Phase::Fused, Some((_, best))) = (hit.phase, answer.best.first()) {
        let sum = [("lexical", hit.lexical_rank), ("semantic", hit.semantic_rank)]
            .into_iter()
            .filter_map(|(arm, rank)| {
                rank.map(|rank| format!("{arm} 1 / ({DEFAULT_RANK_CONSTANT} + {rank})"))
            })
            .collect::<Vec<_>>()
            .join(" + ");
        base.push_str(&format!(" = ({sum}) / {best}"));
        terms_are = ", matched";
    } else if hit.phase != Phase::Recent {
        let how =
            if hit.phase == Phase::Trigram { "word_similarity" } else { plan.text_rank_name() };
        base.push_str(&format!(" = {how}"));
    }
    if !hit.terms.is_empty() {
        base.push_str(&format!("{terms_are} {}", terms(hit).join(", ")));
    }
    lines.push(format!("   {base}"));
    let boost = &hit.boost;
    let mapped = plan.boosting.decay_map.find(hit.slug.as_deref().unwrap_or(""));
    let prefix = if mapped.prefix.is_empty() { "any other slug" } else { &mapped.prefix };
    let age = boost.days_old.map_or("no date".to_owned(), |days| format!("{days:.2} days old"));
    lines.push(format!(
        "   recency x {}: {prefix}, halflife {} days, coefficient {}, {age}, component {}",
        boost.recency_factor, mapped.decay.halflife_days, mapped.decay.coefficient, boost.component
    ));
    lines.push(format!(
        "   salience x {}: emotional weight {}, active takes {}, score {}",
        boost.salience_factor, boost.emotional_weight, boost.active_takes, boost.salience_score
    ));
    let best = answer.best.iter().find(|(phase, _)| *phase == hit.phase);
    if let Some(&(phase, best)) = best
        && plan.floor_ratio > 0.0
    {
        let best = if phase == Phase::Fused { 1.0 } else { best };
        lines.push(format!("   boosted from base {} on", plan.floor_ratio * best));
    }
}
