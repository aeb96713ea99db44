//! How a question wants to be ranked, read from its words.
//!
//! "What's going on with acme" asks for the current state: new pages and pages that matter come
//! first. "Who is the founder of acme" asks for the settled truth: age and weight must not count.
//! [`resolve`] reads this from cue phrases, listed in one table for each language, and takes these
//! phrases out of the terms that are looked for.
//!
//! Rules, in this order; the first that holds decides:
//! 1. canonical and no time bound: both axes off;
//! 2. canonical and a time bound: the bound wins, salience on, recency strong for today, else on;
//! 3. today, right now, this morning, just now: recency strong;
//! 4. recency cues and time bounds: recency on;
//! 5. salience cues alone: salience on;
//! 6. anything else: both off.

mod chinese;
mod code;
mod cue;
mod english;
mod matcher;
mod numerals;
mod terms;
#[cfg(test)]
mod tests;
mod time_bound;
mod words;

pub(crate) use time_bound::month;
pub use time_bound::{SinceDate, TimeBound};

use crate::Mode;
use crate::setting_values::IntentLanguages;
use cue::{
    ASKED_LAST, BOUND, CANONICAL, HAPPENED, NOTHING, RECENCY, SALIENCE, STRONG, Says, TIME, TODAY,
};
use matcher::{Hit, Matcher, Read};

/// Who decided an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The caller, by an argument.
    Caller,
    /// The words of the question.
    AutoHeuristic,
}

impl Source {
    /// The word that is shown in results.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::AutoHeuristic => "auto_heuristic",
        }
    }
}

/// Which rule the words of a question met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It asks for the settled truth.
    Canonical,
    /// It asks for the settled truth within a time bound, which wins.
    Bound,
    /// It asks for what is now.
    Strong,
    /// It asks for what is recent.
    Recency,
    /// It asks for what matters.
    Salience,
    /// It holds no cue.
    None,
}

impl Reason {
    /// The word that is shown in results.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::Bound => "bound",
            Self::Strong => "strong",
            Self::Recency => "recency",
            Self::Salience => "salience",
            Self::None => "none",
        }
    }
}

/// What a question says about its ranking, and what is left of it to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axes {
    pub salience: Mode,
    pub recency: Mode,
    pub salience_source: Source,
    pub recency_source: Source,
    /// What the words say, also where the caller decided otherwise.
    pub reason: Reason,
    /// The question without its cue phrases; empty when it holds nothing else.
    pub terms: String,
    /// The cue phrases that were taken out, in order of appearance.
    pub cues: Vec<String>,
    /// The time that the question names. Not only the bounds of rule 2: "last month" is a time too.
    pub bound: Option<TimeBound>,
}

/// Reads the axes, the terms and the time bound of a question. An explicit mode always wins, axis by
/// axis.
#[must_use]
pub fn resolve(
    query: &str,
    salience: Option<Mode>,
    recency: Option<Mode>,
    languages: IntentLanguages,
) -> Axes {
    let read = Matcher::of(languages).read(query);
    let (reason, heard_salience, heard_recency) = rule(says(&read));
    let source = |mode: Option<Mode>| match mode {
        Some(_) => Source::Caller,
        None => Source::AutoHeuristic,
    };
    let terms::Terms { terms, cues, times_too } =
        terms::take_out(&read, reason == Reason::Canonical);
    Axes {
        salience: salience.unwrap_or(heard_salience),
        recency: recency.unwrap_or(heard_recency),
        salience_source: source(salience),
        recency_source: source(recency),
        reason,
        terms,
        cues,
        bound: bound(&read.hits, times_too),
    }
}

/// Rules 1 to 6: why, salience, recency.
fn rule(says: Says) -> (Reason, Mode, Mode) {
    let on_if = |open: bool| if open { Mode::On } else { Mode::Off };
    let strong_if = |strong: bool| if strong { Mode::Strong } else { Mode::On };
    if says.any(CANONICAL) {
        return if says.any(BOUND) {
            (Reason::Bound, Mode::On, strong_if(says.any(TODAY)))
        } else {
            (Reason::Canonical, Mode::Off, Mode::Off)
        };
    }
    if says.any(STRONG) {
        (Reason::Strong, on_if(says.any(SALIENCE | HAPPENED)), Mode::Strong)
    } else if says.any(RECENCY | BOUND) {
        (Reason::Recency, on_if(says.any(SALIENCE)), Mode::On)
    } else if says.any(SALIENCE) {
        (Reason::Salience, Mode::On, Mode::Off)
    } else {
        (Reason::None, Mode::Off, Mode::Off)
    }
}

/// All that the phrases and the code of a question say.
fn says(read: &Read) -> Says {
    let code = code::is_code(read.question, &read.words);
    let mut all = if code { CANONICAL } else { NOTHING };
    for (i, hit) in read.hits.iter().enumerate() {
        all = all | hit.says;
        if hit.says.any(ASKED_LAST) && !latest_named_before(read, i) {
            all = all | CANONICAL;
        }
    }
    all
}

/// Whether the sentence names the latest before the phrase: "the latest state, what is it?".
fn latest_named_before(read: &Read, number: usize) -> bool {
    let hits = &read.hits[..=number];
    let Some((asked, before)) = hits.split_last() else { return false };
    let Some(latest) = before.iter().rfind(|hit| hit.says.any(RECENCY)) else { return false };
    // Far apart they say nothing about each other, and the walk stays short.
    asked.first.saturating_sub(latest.end) <= MAX_ASKED_WORDS
        && (latest.end..=asked.first).all(|at| read.words.get(at).is_some_and(|w| w.follows()))
}

/// How many words may stand between "the latest" and the "is what?" that asks for it.
const MAX_ASKED_WORDS: usize = 16;

/// The time that a question names: the first one that is more than "today" or "right now", which
/// often only stress another ("what's new right now since Monday").
fn bound(hits: &[Hit], times_too: bool) -> Option<TimeBound> {
    let today = TimeBound::FromMidnight { days_ago: 0 };
    let counts = |hit: &&Hit| times_too || !hit.says.any(TIME);
    let bounds = || hits.iter().filter(counts).filter_map(|hit| hit.bound);
    bounds().find(|&bound| bound != today).or_else(|| bounds().next())
}
