//! Takes the cue phrases out of a question: they say how to rank, not what to find.

use super::cue::{CANONICAL, KEPT, TIME};
use super::matcher::{Hit, Read};
use super::words::{Gap, Kind};

/// A question without its cue phrases, and these in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Terms {
    pub terms: String,
    pub cues: Vec<String>,
    /// The times that open no axis were taken out, too.
    pub times_too: bool,
}

/// Which phrase a word of the question belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// None: it is one of the terms.
    Free,
    /// A code or graph phrase: it is one of the terms, and goes with no other phrase.
    Kept,
    /// The phrase of the hit with this number.
    Cue(usize),
}

/// How many words of other phrases may stand between a phrase and the words that go with it:
/// "what's going on *today* with".
const REACH: usize = 8;

/// Takes the cue phrases out. Times that open no axis are terms, unless nothing else is left. A
/// canonical question asks about a cue word when it holds nothing else: "define recent" looks for
/// `recent`.
pub(super) fn take_out(read: &Read, canonical: bool) -> Terms {
    let is_weak = |hit: &Hit| hit.says.any(TIME);
    if read.hits.iter().any(is_weak) && read.hits.iter().any(|hit| !is_weak(hit)) {
        let all = take_out_where(read, |_| true);
        if all.terms.is_empty() {
            return Terms { times_too: true, ..all };
        }
    }
    let all = take_out_where(read, |hit| !is_weak(hit));
    let names_time = || read.hits.iter().any(|hit| hit.is_time);
    if canonical && all.terms.is_empty() && !names_time() {
        return take_out_where(read, |hit| hit.says.any(CANONICAL));
    }
    all
}

fn take_out_where(read: &Read, counts: impl Fn(&Hit) -> bool) -> Terms {
    let mut owners = vec![Owner::Free; read.words.len()];
    for (number, hit) in read.hits.iter().enumerate() {
        if counts(hit) {
            own(read, &mut owners, number, hit.says.any(KEPT));
        }
    }
    let last = owners.iter().rposition(|&owner| owner == Owner::Free);
    for number in 0..read.hits.len() {
        own_neighbours(read, &mut owners, number);
    }
    if let Some(last) = last {
        own_closing(read, &mut owners, last);
    }
    let cues = cues(read, &owners);
    let terms = if cues.is_empty() {
        read.question.trim().to_owned()
    } else if filler_only(read, &owners) {
        String::new()
    } else {
        rest(read, &owners)
    };
    Terms { terms, cues, times_too: false }
}

/// Gives the words of a hit to it. Where it overlaps an earlier one, both are one phrase.
fn own(read: &Read, owners: &mut [Owner], number: usize, kept: bool) {
    let hit = &read.hits[number];
    let overlapped =
        owners[hit.first..hit.end].iter().find(|o| matches!(o, Owner::Cue(_))).copied();
    let owner = if kept { Owner::Kept } else { overlapped.unwrap_or(Owner::Cue(number)) };
    for (at, word) in owners.iter_mut().enumerate().take(hit.end).skip(hit.first) {
        if *word == Owner::Free && read.belongs(hit, at) {
            *word = owner;
        }
    }
}

/// Gives a hit the words around it that go with it.
fn own_neighbours(read: &Read, owners: &mut [Owner], number: usize) {
    let hit = &read.hits[number];
    let owner = owners[hit.first];
    if !matches!(owner, Owner::Cue(_)) {
        return;
    }
    let free = |owners: &[Owner], from: usize, count: usize| {
        count > 0 && owners[from..from + count].iter().all(|&o| o == Owner::Free)
    };
    if read.has_then(hit) {
        let mut at = hit.end;
        loop {
            let others = (0..REACH).take_while(|i| {
                let other = owners.get(at + i).is_some_and(|o| matches!(o, Owner::Cue(_)));
                other && read.words[at + i].follows()
            });
            at += others.count();
            let count = read.then_at(hit, at);
            if !free(owners, at, count) {
                break;
            }
            owners[at..at + count].fill(owner);
            at += count;
        }
    }
    let mut at = hit.first;
    loop {
        let count = read.lead_before(hit, at);
        if !free(owners, at - count, count) {
            break;
        }
        at -= count;
        owners[at..at + count].fill(owner);
    }
}

/// Gives the last word to the "what does ... mean" that it closes.
fn own_closing(read: &Read, owners: &mut [Owner], last: usize) {
    let opening = read.hits.iter().find(|hit| read.is_opened_by(hit, last));
    if let Some(hit) = opening
        && owners[last] == Owner::Free
    {
        owners[last] = owners[hit.first];
    }
}

/// The text of each phrase that was taken out: one blank for white space, `...` for words inside it
/// that stay.
fn cues(read: &Read, owners: &[Owner]) -> Vec<String> {
    let mut places: Vec<Option<usize>> = vec![None; read.hits.len()];
    let mut cues: Vec<String> = Vec::with_capacity(read.hits.len());
    let mut before: Option<(usize, Owner)> = None;
    for (at, owner) in owners.iter().enumerate() {
        let Owner::Cue(number) = *owner else { continue };
        let text = read.words[at].text(read.question);
        match places[number] {
            Some(place) => {
                cues[place].push_str(match before {
                    Some((b, o)) if b + 1 == at && o == *owner => match read.words[at].gap {
                        Gap::None => "",
                        Gap::Space | Gap::Break => " ",
                    },
                    _ => " ... ",
                });
                cues[place].push_str(text);
            }
            None => {
                places[number] = Some(cues.len());
                cues.push(text.to_owned());
            }
        }
        before = Some((at, *owner));
    }
    cues
}

/// Whether all that is left are words that nobody looks for.
fn filler_only(read: &Read, owners: &[Owner]) -> bool {
    owners.iter().enumerate().all(|(at, owner)| match owner {
        Owner::Free => read.words[at].kind != Kind::Quoted && read.is_filler(at),
        Owner::Kept => false,
        Owner::Cue(_) => true,
    })
}

/// What stands between the phrases, each piece as it was written.
fn rest(read: &Read, owners: &[Owner]) -> String {
    let mut terms = String::with_capacity(read.question.len());
    let mut from = 0;
    let taken = owners.iter().zip(&read.words).filter(|(owner, _)| matches!(owner, Owner::Cue(_)));
    for (_, word) in taken {
        push_piece(&mut terms, &read.question[from..word.start]);
        from = word.end;
    }
    push_piece(&mut terms, &read.question[from..]);
    terms
}

/// Adds a piece without the punctuation at its ends, which belonged to what was taken out.
fn push_piece(terms: &mut String, piece: &str) {
    let ends_sentence = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '?' | '!'
                    | ','
                    | ';'
                    | ':'
                    | '…'
                    | '—'
                    | '–'
                    | '？'
                    | '！'
                    | '，'
                    | '。'
                    | '、'
                    | '；'
                    | '：'
            )
    };
    let mut piece = piece.trim_matches(ends_sentence);
    // A full stop is part of .NET, and of what it ends; a dash is part of -not.
    while let Some(rest) = piece.strip_prefix(['.', '-']) {
        if rest.starts_with(|c: char| !c.is_whitespace() && c != '.') {
            break;
        }
        piece = rest.trim_start_matches(ends_sentence);
    }
    piece = piece.trim_end_matches(|c: char| ends_sentence(c) || matches!(c, '.' | '-'));
    if piece.chars().any(char::is_alphanumeric) {
        if !terms.is_empty() {
            terms.push(' ');
        }
        terms.push_str(piece);
    }
}
