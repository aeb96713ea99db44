//! The English cue phrases.

use super::cue::Window::{Count, CountHours, Day, Days, SinceNext, Yesterday};
use super::cue::{
    BOTH, BOUND, Bank, CANONICAL, CODE, Cue, DAY, HAPPENED, NOTHING, RECENCY, SALIENCE, STRONG,
    TIME, cue,
};

/// What joins a phrase to what it is about.
const WITH: &str = "with|at|in|on|for|about|around|of|from|over|regarding";

/// What may follow "latest" and "recent" without being what to find.
const NEWS: &str = "news|update|updates|on|about|from|for|with|in|at|of|regarding";

pub(super) const ENGLISH: Bank =
    Bank { cues: CUES, leads: LEADS, time_leads: TIME_LEADS, fillers: FILLERS };

const CUES: &[Cue] = &[
    // The settled truth.
    cue("who is", CANONICAL),
    cue("what is|are|does|means", CANONICAL),
    cue("define|defining", CANONICAL),
    cue("definition", CANONICAL).then("of"),
    cue("explain what|what's|how|how's|why", CANONICAL),
    cue("history|origin|background of", CANONICAL),
    cue("concept|overview of", CANONICAL),
    cue("tell me about", CANONICAL),
    cue("compiled truth", CANONICAL).then("of|on|about|for"),
    // The graph of pages.
    cue("traversal", CODE),
    cue("backlink|backlinks", CODE),
    cue("graph of|traversal|walk|query", CODE),
    cue("inbound|outbound edge|edges|link|links|reference|references", CODE),
    // The current state. "What is new" asks "what's new"; "what is up to" does not ask "what's up".
    cue("what's|what_is|what_are going_on|happening", BOTH).then(WITH),
    cue("what's|what_is|what_are new|up", RECENCY).then(WITH),
    cue("what_is|what_are / up_to", CANONICAL),
    cue("what's|what_is|what_are (the) latest|most_recent", RECENCY).then(NEWS),
    cue("what's|what_is|what_are (the) newest|current", NOTHING),
    cue("what's been going|going_on|up|happening", SALIENCE).then(WITH),
    cue("what happened", HAPPENED).then("with|to|at|in|on|during|around|since"),
    cue("latest|recent", RECENCY).then(NEWS),
    cue("recently|currently|lately", RECENCY),
    // Times.
    cue("today|todays", DAY).window(Day),
    cue("right now|nows", DAY).window(Day),
    cue("this morning|mornings", DAY).window(Day),
    cue("just now|nows", STRONG),
    cue("this week|weeks", BOUND).window(Days(7)),
    cue("past week|weeks", RECENCY).window(Days(7)),
    cue("last week|weeks", RECENCY).window(Days(14)),
    cue("this|past month|months", RECENCY).window(Days(31)),
    cue("last month|months", RECENCY).window(Days(62)),
    cue("this|last|past few_days|couple_days", RECENCY).window(Days(7)),
    cue("last # day|days", BOUND).window(Count(1)),
    cue("last # week|weeks", BOUND).window(Count(7)),
    cue("last # month|months", BOUND).window(Count(30)),
    // Numbers in words and hours open no axis, but say how far back.
    cue("last ## day|days", NOTHING).window(Count(1)),
    cue("last ## week|weeks", NOTHING).window(Count(7)),
    cue("last ## month|months", NOTHING).window(Count(30)),
    cue("last # hour|hours", NOTHING).window(CountHours),
    cue("last ## hour|hours", NOTHING).window(CountHours),
    cue("since", BOUND).window(SinceNext),
    cue("yesterday", TIME).window(Yesterday),
    cue("past # day|days", TIME).window(Count(1)),
    cue("past # week|weeks", TIME).window(Count(7)),
    cue("past # month|months", TIME).window(Count(30)),
    cue("past ## day|days", TIME).window(Count(1)),
    cue("past ## week|weeks", TIME).window(Count(7)),
    cue("past ## month|months", TIME).window(Count(30)),
    cue("past # hour|hours", TIME).window(CountHours),
    cue("past ## hour|hours", TIME).window(CountHours),
    cue("this quarter", TIME).window(Days(92)),
    cue("this year", TIME).window(Days(366)),
    // Meetings and catching up ("catch ... up" is in the matcher: words may stand inside it).
    cue("meeting prep|with|for|brief", BOTH).then("with|for|about|on|of|from"),
    cue("meeting note|notes", RECENCY).then("with|for|about|on|of|from"),
    cue("before my|the|our meeting|call|sync|chat", BOTH).then("with|about|on|at"),
    cue("prep|prepare for|me", BOTH).then("for|on|about"),
    cue("update|status|progress|status_update|progress_update on|with|from", BOTH),
    cue("status|progress of", BOTH),
    cue("updates|status_updates|progress_updates on|with|from", RECENCY),
    // What matters.
    cue("remind me what|what's|about|of", SALIENCE),
    cue("what matters", SALIENCE).then("most|to|in|about|for|at|with"),
    cue("what's important", SALIENCE).then("to|in|about|for|at|with"),
];

/// "Catch me up": these words, and `up` at most [`CATCH_CHARACTERS`] characters behind them.
pub(super) const CATCH: [&str; 3] = ["catch", "catches", "catching"];

/// What ends a "catch ... up".
pub(super) const CATCH_UP: &str = "up";

/// How many characters may stand between "catch" and "up", white space included.
pub(super) const CATCH_CHARACTERS: usize = 15;

/// Whom one catches up: these words go with the phrase, others between "catch" and "up" stay.
pub(super) const CATCH_WHOM: &str = "me|us|you|him|her|them|everyone|everybody|all|myself";

/// What a "catch ... up" says.
pub(super) const CATCHING_UP: Cue = cue("catch up", BOTH).then("on|with|about|regarding|for");

/// "What does X do", "what does X mean": the words that end such a question go with it.
pub(super) const DOES: &str = "do|mean|means";

const LEADS: &[&str] = &[
    "a",
    "an",
    "the",
    "any",
    "some",
    "most",
    "all the",
    "please",
    "so",
    "hey",
    "hi",
    "hello",
    "ok",
    "okay",
    "and",
    "or",
    "but",
    "also",
    "me",
    "us",
    "my",
    "our",
    "give me",
    "give us",
    "show me",
    "show us",
    "get me",
    "get us",
    "send me",
    "send us",
    "find me",
    "bring me",
    "help me",
    "help us",
    "let me know",
    "can you",
    "could you",
    "would you",
    "will you",
    "can we",
    "could we",
    "i want",
    "i need",
    "i would like",
    "i'd like",
    "i want to know",
    "i need to know",
    "do you have",
    "do we have",
    "is there",
    "are there",
];

const TIME_LEADS: &[&str] = &[
    "in",
    "on",
    "at",
    "of",
    "over",
    "during",
    "within",
    "for",
    "from",
    "as of",
    "by",
    "until",
    "since",
    "through",
    "in the",
    "over the",
    "during the",
    "within the",
    "for the",
    "from the",
    "of the",
];

const FILLERS: &str = "a|an|the|and|or|but|so|is|are|was|were|be|been|do|does|did|has|have|had|i|me|my|we|us|our|\
    you|your|it|its|that|this|these|those|there|here|what|what's|with|at|in|on|for|about|of|from|to|by|as|\
    all|any|some|else|please|also|then|now";
