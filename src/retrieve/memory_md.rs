//! From an answer to the document of the pure crate.

use gbrain_rank_core::retrieve::{Group, MemoryCard, MemoryDocument, Section};
use pgrx::prelude::*;

use super::answer::Answer;
use super::card::Card;

/// The answer as Markdown.
pub fn render(answer: &Answer) -> String {
    let mut sections: Vec<Section> = Vec::new();
    for card in &answer.cards {
        let group = card.precedence.group;
        match sections.last_mut() {
            Some(section) if section.group == group => section.cards.push(memory_card(card)),
            _ => sections.push(Section { group, cards: vec![memory_card(card)] }),
        }
    }
    sections.sort_by_key(|section| section.group != Group::Global);
    MemoryDocument {
        question: answer.plan.question.clone(),
        scope: answer
            .plan
            .scope
            .named()
            .map(|(key, value)| (key.name().to_owned(), value.to_owned()))
            .collect(),
        sections,
        zero_match: answer.zero_match,
    }
    .render()
}

fn memory_card(card: &Card) -> MemoryCard {
    MemoryCard {
        id: card.id.text.clone(),
        title: card.title.clone(),
        card_type: card.card_type.clone(),
        slug: card.slug.clone(),
        bound: card.bound.iter().map(|(key, values)| ((*key).to_owned(), values.clone())).collect(),
        occurrence_count: card.precedence.occurrence_count,
        last_seen: card.last_seen_at.and_then(day),
        body: card.body.as_ref().map(crate::search::row_text::KeptText::read),
    }
}

/// The day in the session's time zone, as an ISO date.
fn day(moment: i64) -> Option<String> {
    let moment = TimestampWithTimeZone::try_from(moment).ok()?;
    let text = moment.to_iso_string();
    let day = text.split('T').next()?;
    Some(if text.ends_with(" BC") { format!("{day} BC") } else { day.to_owned() })
}
