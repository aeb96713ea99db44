//! Finds the cue phrases of a question: one walk over its words along a tree of all phrases.

use std::collections::HashMap;

use once_cell::sync::Lazy;

use crate::setting_values::IntentLanguages;

use super::chinese::CHINESE;
use super::cue::{Bank, Cue, Says, Window};
use super::english::{self, ENGLISH};
use super::numerals;
use super::time_bound::{self, TimeBound};
use super::words::{Gap, Kind, Word, is_apostrophe, is_han, words};

/// A word that some phrase holds, as a number; [`UNKNOWN`] for all others.
type Symbol = u16;

const UNKNOWN: Symbol = 0;

/// Longer words are in no phrase, so that looking one up needs no allocation.
const LONGEST: usize = 16;

/// One step of the phrase tree.
#[derive(Debug, Default)]
struct Node {
    next: Vec<(Symbol, usize)>,
    /// Where the phrase goes on when a number comes here.
    number: Option<usize>,
    /// The cue whose phrase ends here, and how many words of it are only looked at.
    cue: Option<(usize, usize)>,
}

/// What a cue table becomes: its words, its phrases, and what goes with them.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    vocabulary: HashMap<Box<str>, Symbol>,
    nodes: Vec<Node>,
    cues: Vec<(Cue, Phrases)>,
    leads: Phrases,
    time_leads: Phrases,
    /// For each word, whether some lead ends with it.
    ends_lead: Vec<bool>,
    /// For each word, whether it is a filler.
    fillers: Vec<bool>,
    catch: Vec<Symbol>,
    catch_up: Symbol,
    catch_whom: Vec<Symbol>,
    catching_up: usize,
    what_does: [Symbol; 2],
    does: Vec<Symbol>,
    /// Some phrase is Chinese.
    chinese: bool,
}

/// Some short phrases, each a list of words.
type Phrases = Vec<Vec<Symbol>>;

/// A word of the question, looked up.
#[derive(Debug, Clone, Copy)]
struct Seen {
    symbol: Symbol,
    /// The word ends with 's, which ends a phrase.
    possessive: bool,
}

/// A place in the tree, and the word of the question that comes next.
#[derive(Debug, Clone, Copy)]
struct Place {
    node: usize,
    at: usize,
    number: Option<u32>,
}

/// The end of a phrase.
#[derive(Debug, Clone, Copy)]
struct Ending {
    at: usize,
    cue: usize,
    looked_at: usize,
    number: Option<u32>,
}

/// A cue phrase in the question, as a range of its words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub first: usize,
    pub end: usize,
    pub says: Says,
    pub bound: Option<TimeBound>,
    /// The phrase names a time.
    pub is_time: bool,
    cue: usize,
    /// "Catch ... up": what stands between the two belongs to the phrase only where it says whom.
    parted: bool,
}

/// A question, its words and the cue phrases among them.
pub(super) struct Read<'m, 'q> {
    pub question: &'q str,
    pub words: Vec<Word>,
    pub hits: Vec<Hit>,
    seen: Vec<Seen>,
    matcher: &'m Matcher,
}

impl Matcher {
    /// The matcher of some languages, built when it is first asked for.
    pub fn of(languages: IntentLanguages) -> &'static Self {
        static ENGLISH_ONLY: Lazy<Matcher> = Lazy::new(|| Matcher::build(&[ENGLISH]));
        static WITH_CHINESE: Lazy<Matcher> = Lazy::new(|| Matcher::build(&[ENGLISH, CHINESE]));
        if languages.chinese { &WITH_CHINESE } else { &ENGLISH_ONLY }
    }

    fn build(banks: &[Bank]) -> Self {
        let mut matcher = Self { nodes: vec![Node::default()], ..Self::default() };
        for bank in banks {
            matcher.add(bank);
        }
        matcher.add_parted_phrases();
        matcher.chinese = matcher.vocabulary.keys().any(|word| word.starts_with(is_han));
        matcher
    }

    /// The question's words, and the cue phrases among them in their order.
    pub fn read<'m, 'q>(&'m self, question: &'q str) -> Read<'m, 'q> {
        let words = words(question);
        let seen = words.iter().map(|word| self.look_up(word, question)).collect();
        let mut read = Read { question, words, hits: Vec::new(), seen, matcher: self };
        let mut at = 0;
        while at < read.words.len() {
            let hit = read.phrase_at(at).or_else(|| read.catch_at(at));
            at = match hit {
                // Chinese phrases do not overlap: 出现在 (appears at) holds no 现在 (now).
                Some(hit) if read.words[at].kind == Kind::Han => hit.end,
                _ => at + 1,
            };
            read.hits.extend(hit);
        }
        read
    }

    fn add(&mut self, bank: &Bank) {
        for cue in bank.cues {
            let index = self.cues.len();
            let then = self.phrases(cue.then.split('|'));
            self.cues.push((*cue, then));
            self.add_phrase(cue.phrase, index);
        }
        let leads = self.phrases(bank.leads.iter().copied());
        let time_leads = self.phrases(bank.time_leads.iter().copied());
        for &last in leads.iter().chain(&time_leads).filter_map(|lead| lead.last()) {
            mark(&mut self.ends_lead, last);
        }
        self.leads.extend(leads);
        self.time_leads.extend(time_leads);
        for filler in self.phrases(bank.fillers.split('|')).into_iter().flatten() {
            mark(&mut self.fillers, filler);
        }
    }

    /// The phrases in which other words may stand.
    fn add_parted_phrases(&mut self) {
        self.catching_up = self.cues.len();
        let then = self.phrases(english::CATCHING_UP.then.split('|'));
        self.cues.push((english::CATCHING_UP, then));
        self.catch = english::CATCH.iter().map(|word| self.symbol(word)).collect();
        self.catch_up = self.symbol(english::CATCH_UP);
        self.catch_whom = english::CATCH_WHOM.split('|').map(|word| self.symbol(word)).collect();
        self.what_does = [self.symbol("what"), self.symbol("does")];
        self.does = english::DOES.split('|').map(|word| self.symbol(word)).collect();
    }

    /// Grows the tree by every way in which a phrase may be written.
    fn add_phrase(&mut self, phrase: &str, cue: usize) {
        let mut ends = vec![0];
        let mut looked_at = 0;
        let mut looking = false;
        for element in phrase.split_whitespace() {
            if element == "/" {
                looking = true;
                continue;
            }
            let element = if element == "##" { numerals::ENGLISH } else { element };
            let optional = element.strip_prefix('(').and_then(|e| e.strip_suffix(')'));
            let mut grown = if optional.is_some() { ends.clone() } else { Vec::new() };
            for alternative in optional.unwrap_or(element).split('|') {
                let symbols = self.symbols(&alternative.replace('_', " "));
                if looking {
                    looked_at += symbols.len();
                }
                for &end in &ends {
                    let end = symbols.iter().fold(end, |node, &symbol| self.step(node, symbol));
                    grown.push(end);
                }
            }
            ends = grown;
        }
        for end in ends {
            self.nodes[end].cue = Some((cue, looked_at));
        }
    }

    /// The node behind `symbol`; [`UNKNOWN`] stands for a number.
    fn step(&mut self, node: usize, symbol: Symbol) -> usize {
        let known =
            if symbol == UNKNOWN { self.nodes[node].number } else { self.next(node, symbol) };
        known.unwrap_or_else(|| {
            let new = self.nodes.len();
            self.nodes.push(Node::default());
            let node = &mut self.nodes[node];
            if symbol == UNKNOWN {
                node.number = Some(new);
            } else {
                let place = node.next.partition_point(|&(s, _)| s < symbol);
                node.next.insert(place, (symbol, new));
            }
            new
        })
    }

    fn next(&self, node: usize, symbol: Symbol) -> Option<usize> {
        let next = &self.nodes[node].next;
        next.binary_search_by_key(&symbol, |&(s, _)| s).ok().map(|place| next[place].1)
    }

    fn phrases<'a>(&mut self, phrases: impl Iterator<Item = &'a str>) -> Phrases {
        phrases.map(|phrase| self.symbols(phrase)).filter(|phrase| !phrase.is_empty()).collect()
    }

    /// The symbols of a phrase of the table, `#` being [`UNKNOWN`].
    fn symbols(&mut self, phrase: &str) -> Vec<Symbol> {
        if phrase == "#" {
            return vec![UNKNOWN];
        }
        words(phrase).iter().map(|word| self.symbol(word.text(phrase))).collect()
    }

    /// The symbol of a word of the table. "What's" is also known as "whats".
    fn symbol(&mut self, word: &str) -> Symbol {
        debug_assert!(word.len() <= LONGEST, "{word} is too long to be looked up");
        if let Some(&symbol) = self.vocabulary.get(word) {
            return symbol;
        }
        let symbol = Symbol::try_from(self.vocabulary.len() + 1).unwrap_or(UNKNOWN);
        self.vocabulary.insert(word.into(), symbol);
        if word.contains('\'') {
            self.vocabulary.insert(word.replace('\'', "").into(), symbol);
        }
        symbol
    }

    /// Finds a word of the question in the vocabulary: in lower case, apostrophes straight, and
    /// without 's when it is not known with it.
    fn look_up(&self, word: &Word, question: &str) -> Seen {
        let unknown = Seen { symbol: UNKNOWN, possessive: false };
        let text = word.text(question);
        // A curly apostrophe takes three bytes.
        let known = match word.kind {
            Kind::Letters => text.len() <= LONGEST + 2,
            Kind::Han => self.chinese,
            Kind::Quoted => false,
        };
        if !known {
            return unknown;
        }
        let mut plain = [0; LONGEST + 4];
        let mut length = 0;
        for c in text.chars() {
            let c = match c {
                c if is_apostrophe(c) => '\'',
                c if word.kind == Kind::Han => numerals::simplified(c),
                c => c.to_ascii_lowercase(),
            };
            length += c.encode_utf8(&mut plain[length..]).len();
        }
        let Ok(plain) = std::str::from_utf8(&plain[..length]) else { return unknown };
        if let Some(&symbol) = self.vocabulary.get(plain) {
            return Seen { symbol, possessive: false };
        }
        let symbol = plain.strip_suffix("'s").and_then(|stem| self.vocabulary.get(stem));
        symbol.map_or(unknown, |&symbol| Seen { symbol, possessive: true })
    }
}

fn mark(marks: &mut Vec<bool>, symbol: Symbol) {
    let place = usize::from(symbol);
    if marks.len() <= place {
        marks.resize(place + 1, false);
    }
    marks[place] = true;
}

fn marked(marks: &[bool], symbol: Symbol) -> bool {
    marks.get(usize::from(symbol)).copied().unwrap_or(false)
}

impl Read<'_, '_> {
    /// The longest phrase that begins with a word.
    fn phrase_at(&self, first: usize) -> Option<Hit> {
        let mut longest: Option<Ending> = None;
        // 一 is a character of 最近一段时间 and the number of 最近一周: both ways are walked.
        let mut other_way = None;
        let mut way = Some(Place { node: 0, at: first, number: None });
        while let Some(mut place) = way.take() {
            while let Some((next, other)) = self.step(first, place) {
                place = next;
                other_way = other.or(other_way);
                if let Some((cue, looked_at)) = self.matcher.nodes[place.node].cue
                    && longest.as_ref().is_none_or(|longest| longest.at < place.at)
                {
                    longest = Some(Ending { at: place.at, cue, looked_at, number: place.number });
                }
            }
            way = other_way.take();
        }
        let Ending { at, cue, looked_at, number } = longest?;
        self.hit(first, at - looked_at, cue, number)
    }

    /// One word further along the tree: where that leads, and where else if the word is a number, too.
    fn step(&self, first: usize, place: Place) -> Option<(Place, Option<Place>)> {
        let Place { node, at, number } = place;
        let seen = self.seen.get(at)?;
        if at > first && (!self.words[at].follows() || self.seen[at - 1].possessive) {
            return None;
        }
        let word = (seen.symbol != UNKNOWN)
            .then(|| self.matcher.next(node, seen.symbol))
            .flatten()
            .map(|node| Place { node, at: at + 1, number });
        let counted = self.matcher.nodes[node].number.and_then(|node| {
            let (value, at) = numerals::number_at(self, at)?;
            Some(Place { node, at, number: Some(value) })
        });
        match word {
            Some(word) => Some((word, counted)),
            None => counted.map(|counted| (counted, None)),
        }
    }

    /// A phrase with the time that it names.
    fn hit(&self, first: usize, end: usize, index: usize, number: Option<u32>) -> Option<Hit> {
        let cue = &self.matcher.cues.get(index)?.0;
        let (mut first, mut end) = (first, end);
        let bound = match cue.window {
            Window::None => None,
            Window::Day => Some(TimeBound::FromMidnight { days_ago: 0 }),
            Window::Yesterday => Some(TimeBound::Yesterday),
            Window::Days(days) => Some(TimeBound::Days(days)),
            Window::Count(days) => {
                let number = number.or_else(|| self.number_in_words(first, end));
                number.map(|n| TimeBound::Days(n.saturating_mul(days)))
            }
            Window::CountHours => {
                number.or_else(|| self.number_in_words(first, end)).map(TimeBound::Hours)
            }
            Window::SinceNext => {
                self.words.get(end).filter(|word| word.follows())?;
                let date = time_bound::date_at(self, end);
                end = date.map_or(end, |(_, end)| end);
                date.map(|(bound, _)| bound)
            }
            Window::SincePrevious => {
                let date = time_bound::date_before(self, first);
                first = date.map_or(first, |(_, first)| first);
                date.map(|(bound, _)| bound)
            }
        };
        let is_time = cue.window != Window::None || cue.says.any(super::cue::STRONG);
        Some(Hit { first, end, says: cue.says, bound, is_time, cue: index, parted: false })
    }

    /// The number that one of some words is.
    fn number_in_words(&self, first: usize, end: usize) -> Option<u32> {
        let words = self.words.get(first..end)?;
        words.iter().find_map(|word| numerals::english(word.text(self.question)))
    }

    /// "Catch ... up" with at most [`english::CATCH_CHARACTERS`] characters between.
    fn catch_at(&self, first: usize) -> Option<Hit> {
        if !self.matcher.catch.contains(&self.seen[first].symbol) || self.seen[first].possessive {
            return None;
        }
        let mut between = 1;
        let mut at = first + 1;
        loop {
            let word = self.words.get(at)?;
            if !word.follows() || word.kind == Kind::Quoted || between > english::CATCH_CHARACTERS {
                return None;
            }
            if self.seen[at].symbol == self.matcher.catch_up {
                let hit = self.hit(first, at + 1, self.matcher.catching_up, None)?;
                return Some(Hit { parted: true, ..hit });
            }
            let space = usize::from(self.words.get(at + 1).is_some_and(|w| w.gap == Gap::Space));
            between += word.text(self.question).chars().count() + space;
            at += 1;
        }
    }

    /// Whether a word of the question belongs to a hit that covers it.
    pub fn belongs(&self, hit: &Hit, at: usize) -> bool {
        !hit.parted
            || at == hit.first
            || at + 1 == hit.end
            || self.matcher.catch_whom.contains(&self.seen[at].symbol)
    }

    /// How many words from `at` on go with a hit that ends before them.
    pub fn then_at(&self, hit: &Hit, at: usize) -> usize {
        let then = self.matcher.cues.get(hit.cue).map_or(&[][..], |(_, then)| then);
        let fits = |phrase: &&Vec<Symbol>| {
            (0..phrase.len()).all(|i| {
                self.words.get(at + i).is_some_and(Word::follows) && self.is(at + i, phrase[i])
            })
        };
        then.iter().filter(fits).map(Vec::len).max().unwrap_or(0)
    }

    /// Whether words may go with a hit when they follow it.
    pub fn has_then(&self, hit: &Hit) -> bool {
        self.matcher.cues.get(hit.cue).is_some_and(|(_, then)| !then.is_empty())
    }

    /// How many words before `at` go with a hit that begins there.
    pub fn lead_before(&self, hit: &Hit, at: usize) -> usize {
        let before = at.checked_sub(1).and_then(|before| self.seen.get(before));
        let ends_lead = before.is_some_and(|seen| marked(&self.matcher.ends_lead, seen.symbol));
        if !ends_lead || !self.words.get(at).is_some_and(|w| w.follows() || self.after_comma(at)) {
            return 0;
        }
        let fits = |phrase: &&Vec<Symbol>| {
            phrase.len() <= at
                && (0..phrase.len()).all(|i| {
                    let word = at - phrase.len() + i;
                    (i == 0 || self.words[word].follows()) && self.is(word, phrase[i])
                })
                && (phrase.len() > 1 || !self.may_end_a_word(at - 1))
        };
        let leads = self.matcher.leads.iter();
        let time_leads = self.matcher.time_leads.iter().filter(|_| hit.is_time);
        leads.chain(time_leads).filter(fits).map(Vec::len).max().unwrap_or(0)
    }

    /// Whether a Chinese character may be the end of a longer word: 都 in 成都, 请 in 申请. A 的 joins.
    fn may_end_a_word(&self, at: usize) -> bool {
        let word = &self.words[at];
        let after_han =
            at.checked_sub(1).is_some_and(|before| self.words[before].kind == Kind::Han);
        word.kind == Kind::Han
            && word.gap == Gap::None
            && after_han
            && word.text(self.question) != "的"
    }

    /// Whether a comma alone parts a word from the one before it: "so, what's new".
    fn after_comma(&self, at: usize) -> bool {
        let end = at.checked_sub(1).map_or(0, |before| self.words[before].end);
        self.question[end..self.words[at].start].trim_end() == ","
    }

    /// Whether a word is none that one would look for.
    pub fn is_filler(&self, at: usize) -> bool {
        self.seen.get(at).is_some_and(|seen| marked(&self.matcher.fillers, seen.symbol))
    }

    /// Whether a word closes the "what does ... mean" that a hit opens.
    pub fn is_opened_by(&self, hit: &Hit, closing: usize) -> bool {
        closing >= hit.end
            && hit.end == hit.first + 2
            && (0..2).all(|i| self.is(hit.first + i, self.matcher.what_does[i]))
            && self.matcher.does.iter().any(|&symbol| self.is(closing, symbol))
    }

    fn is(&self, at: usize, symbol: Symbol) -> bool {
        symbol != UNKNOWN && self.seen.get(at).is_some_and(|s| s.symbol == symbol && !s.possessive)
    }
}
