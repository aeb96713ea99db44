//! What one row of a cue table says.

use std::ops::BitOr;

/// What a phrase tells about the question that holds it; several add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Says(u16);

/// Nothing by itself: a way of asking that is taken out, and keeps a shorter phrase from counting.
pub(super) const NOTHING: Says = Says(0);
/// The question wants the settled truth: both axes off.
pub(super) const CANONICAL: Says = Says(1);
/// The words are part of what to find, and stay in the terms.
pub(super) const KEPT: Says = Says(1 << 1);
/// The answer lies inside a time bound, which wins over [`CANONICAL`].
pub(super) const BOUND: Says = Says(1 << 2);
/// Recency strong.
pub(super) const STRONG: Says = Says(1 << 3);
/// Recency on.
pub(super) const RECENCY: Says = Says(1 << 4);
/// Salience on.
pub(super) const SALIENCE: Says = Says(1 << 5);
/// "What happened": salience on where recency is strong.
pub(super) const HAPPENED: Says = Says(1 << 6);
/// "... is what?" asked at the end, as in Chinese: canonical unless the latest was named before it.
pub(super) const ASKED_LAST: Says = Says(1 << 7);
/// The bound is today.
pub(super) const TODAY: Says = Says(1 << 8);
/// A time that opens no axis. It is a term beside others, and a time where cue phrases leave nothing
/// else: "what happened yesterday".
pub(super) const TIME: Says = Says(1 << 9);

/// Today, right now, this morning.
pub(super) const DAY: Says = TODAY.and(BOUND).and(STRONG);
/// Code and graph words.
pub(super) const CODE: Says = CANONICAL.and(KEPT);
/// Both axes on.
pub(super) const BOTH: Says = RECENCY.and(SALIENCE);

impl Says {
    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of the given is said.
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

impl BitOr for Says {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

/// The time that a phrase names, for the rows of a question that names nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Window {
    /// None.
    None,
    /// Since 00:00 of today.
    Day,
    /// The day before today.
    Yesterday,
    /// The last days.
    Days(u32),
    /// As many days as the number in the phrase times this.
    Count(u32),
    /// As many hours as the number in the phrase.
    CountHours,
    /// The date that follows the phrase.
    SinceNext,
    /// The date that stands before the phrase.
    SincePrevious,
}

/// One row of a cue table: a phrase and what it says.
///
/// The phrase is a list of words. `a|b` is either, `a_b` two words in one alternative, `(a)` may be
/// missing, `#` is a number in digits, `##` one in words (English, to twelve), and what stands behind
/// `/` must follow but is no part of the phrase.
/// Between Latin words stands white space; Chinese ones may touch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cue {
    pub phrase: &'static str,
    pub says: Says,
    /// Words that go with the phrase when they follow it: "what's going on **with**".
    pub then: &'static str,
    pub window: Window,
}

/// A row of a cue table.
pub(super) const fn cue(phrase: &'static str, says: Says) -> Cue {
    Cue { phrase, says, then: "", window: Window::None }
}

impl Cue {
    /// Words that go with the phrase when they follow it, separated by `|`.
    pub const fn then(self, words: &'static str) -> Self {
        Self { then: words, ..self }
    }

    /// The time that the phrase names.
    pub const fn window(self, window: Window) -> Self {
        Self { window, ..self }
    }
}

/// What one language brings: its cues, and the words around them that go with them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bank {
    pub cues: &'static [Cue],
    /// Words that go with a cue when they stand before it: "**the** latest", "**give me** an update on".
    pub leads: &'static [&'static str],
    /// Words that go with a phrase of time when they stand before it: "**in the** last 3 days".
    pub time_leads: &'static [&'static str],
    /// Words that are no terms when nothing else is left of a question.
    pub fillers: &'static str,
}
