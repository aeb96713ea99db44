//! A text search query as a tree: read from Postgres' binary form, written as its input text.

use std::collections::HashSet;
use std::fmt;

/// Deeper nesting than a question ever has; it keeps the recursion below far from the stack's end.
const MAX_DEPTH: usize = 400;

/// Bytes of one item of the binary form, an operand or an operator.
const ITEM: usize = 12;

const QI_VAL: u8 = 1;
const QI_OPR: u8 = 2;
const OP_NOT: u8 = 1;
const OP_AND: u8 = 2;
const OP_OR: u8 = 3;
const OP_PHRASE: u8 = 4;

/// One normalized word of a query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lexeme {
    pub text: String,
    /// The field weights asked for, bit 3 = A ... bit 0 = D; 0 = any.
    pub weights: u8,
    /// Matches each lexeme that starts with `text`.
    pub prefix: bool,
}

impl Lexeme {
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), weights: 0, prefix: false }
    }
}

/// A tsquery. `And` and `Or` hold at least two operands, none of them of the same kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TsQuery {
    Lexeme(Lexeme),
    Not(Box<TsQuery>),
    And(Vec<TsQuery>),
    Or(Vec<TsQuery>),
    Phrase { left: Box<TsQuery>, right: Box<TsQuery>, distance: u16 },
}

impl TsQuery {
    pub fn lexeme(text: impl Into<String>) -> Self {
        Self::Lexeme(Lexeme::new(text))
    }

    /// All of the queries; `None` of no query, the query itself of one.
    pub fn all(queries: impl IntoIterator<Item = TsQuery>) -> Option<Self> {
        let mut flat = Vec::new();
        for query in queries {
            match query {
                Self::And(operands) => flat.extend(operands),
                other => flat.push(other),
            }
        }
        Self::joined(flat, Self::And)
    }

    /// Any of the queries; `None` of no query, the query itself of one.
    pub fn any(queries: impl IntoIterator<Item = TsQuery>) -> Option<Self> {
        let mut flat = Vec::new();
        for query in queries {
            match query {
                Self::Or(operands) => flat.extend(operands),
                other => flat.push(other),
            }
        }
        Self::joined(flat, Self::Or)
    }

    fn joined(mut operands: Vec<TsQuery>, join: fn(Vec<TsQuery>) -> TsQuery) -> Option<Self> {
        let mut seen = HashSet::with_capacity(operands.len());
        operands.retain(|operand| seen.insert(operand.clone()));
        if operands.len() < 2 { operands.pop() } else { Some(join(operands)) }
    }

    /// Reads the binary form: the bytes behind the varlena header. `None` for a query without a
    /// term, and for bytes that are no tsquery in UTF-8 (or one nested deeper than any question).
    pub fn from_binary(bytes: &[u8]) -> Option<Self> {
        let binary = Binary::new(bytes)?;
        if binary.items.is_empty() { None } else { binary.read(0, MAX_DEPTH) }
    }

    /// The lexemes that a match speaks for: those not below a negation, each once, in their order.
    pub fn positive_lexemes(&self) -> Vec<&Lexeme> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        self.visit_positive(&mut |lexeme| {
            if seen.insert(lexeme) {
                found.push(lexeme);
            }
        });
        found
    }

    fn visit_positive<'a>(&'a self, visit: &mut impl FnMut(&'a Lexeme)) {
        match self {
            Self::Lexeme(lexeme) => visit(lexeme),
            Self::Not(_) => {}
            Self::And(operands) | Self::Or(operands) => {
                operands.iter().for_each(|operand| operand.visit_positive(visit));
            }
            Self::Phrase { left, right, .. } => {
                left.visit_positive(visit);
                right.visit_positive(visit);
            }
        }
    }

    /// A whole word, whatever its weight.
    pub fn is_lexeme(&self) -> bool {
        matches!(self, Self::Lexeme(lexeme) if !lexeme.prefix && lexeme.weights == 0)
    }

    /// An OR of whole words: what every row satisfies that holds one of them.
    pub fn is_any_of_lexemes(&self) -> bool {
        matches!(self, Self::Or(parts) if parts.iter().all(Self::is_lexeme))
    }

    /// Whether a negation stands anywhere in the query.
    pub fn has_negation(&self) -> bool {
        match self {
            Self::Lexeme(_) => false,
            Self::Not(_) => true,
            Self::And(operands) | Self::Or(operands) => operands.iter().any(Self::has_negation),
            Self::Phrase { left, right, .. } => left.has_negation() || right.has_negation(),
        }
    }

    /// Whether words must stand next to each other anywhere in the query.
    pub fn has_phrase(&self) -> bool {
        match self {
            Self::Lexeme(_) => false,
            Self::Not(operand) => operand.has_phrase(),
            Self::And(operands) | Self::Or(operands) => operands.iter().any(Self::has_phrase),
            Self::Phrase { .. } => true,
        }
    }
}

/// A query as `ts_rank` reads it: no tree, just how the root joins, and all operands below it. Nothing
/// is taken together, since a repeated operand decides what the root is: `(a | b) & (a | b)` is an AND.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOperands {
    /// Whether the root is an AND or a phrase.
    pub all_wanted: bool,
    /// In stored order: the right operand of an operator stands before its left one.
    pub lexemes: Vec<Lexeme>,
}

impl StoredOperands {
    /// Reads the binary form, as [`TsQuery::from_binary`] does, but at any depth of nesting. A query
    /// without a term has no operands.
    pub fn from_binary(bytes: &[u8]) -> Option<Self> {
        let binary = Binary::new(bytes)?;
        let all_wanted = matches!(binary.item(0), Some([QI_OPR, OP_AND | OP_PHRASE, ..]));
        let operands = binary.items.chunks_exact(ITEM).filter(|item| item[0] == QI_VAL);
        let lexemes = operands.map(|item| binary.lexeme(item)).collect::<Option<Vec<_>>>()?;
        Some(Self { all_wanted, lexemes })
    }
}

struct Binary<'a> {
    items: &'a [u8],
    operands: &'a [u8],
}

impl<'a> Binary<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = usize::try_from(i32::from_ne_bytes(*count)).ok()?;
        let (items, operands) = rest.split_at_checked(count.checked_mul(ITEM)?)?;
        Some(Self { items, operands })
    }

    fn item(&self, at: usize) -> Option<&[u8]> {
        self.items.get(at * ITEM..(at + 1) * ITEM)
    }

    fn read(&self, at: usize, depth: usize) -> Option<TsQuery> {
        let depth = depth.checked_sub(1)?;
        let item = self.item(at)?;
        match (item[0], item[1]) {
            (QI_VAL, _) => self.lexeme(item).map(TsQuery::Lexeme),
            (QI_OPR, OP_NOT) => Some(TsQuery::Not(Box::new(self.read(at + 1, depth)?))),
            (QI_OPR, OP_AND) => TsQuery::all(self.chain(at, OP_AND, depth)?),
            (QI_OPR, OP_OR) => TsQuery::any(self.chain(at, OP_OR, depth)?),
            (QI_OPR, OP_PHRASE) => {
                let distance = i16::from_ne_bytes(item[2..4].try_into().ok()?);
                Some(TsQuery::Phrase {
                    left: Box::new(self.read(self.left(at)?, depth)?),
                    right: Box::new(self.read(at + 1, depth)?),
                    distance: u16::try_from(distance).ok()?,
                })
            }
            _ => None,
        }
    }

    /// The operands of a run of the same operator, left to right, without recursion: Postgres nests
    /// `a & b & c & ...` as deep as it is long.
    fn chain(&self, at: usize, operator: u8, depth: usize) -> Option<Vec<TsQuery>> {
        let mut open = vec![at];
        let mut operands = Vec::new();
        while let Some(at) = open.pop() {
            let item = self.item(at)?;
            if (item[0], item[1]) == (QI_OPR, operator) {
                open.push(at + 1);
                open.push(self.left(at)?);
            } else {
                operands.push(self.read(at, depth)?);
            }
        }
        Some(operands)
    }

    /// Where an operator's left operand stands. It always lies ahead, so no walk can turn in circles.
    fn left(&self, at: usize) -> Option<usize> {
        let left = u32::from_ne_bytes(self.item(at)?[4..8].try_into().ok()?);
        let left = usize::try_from(left).ok()?;
        if left < 2 { None } else { at.checked_add(left) }
    }

    fn lexeme(&self, item: &[u8]) -> Option<Lexeme> {
        let packed = u32::from_ne_bytes(item[8..12].try_into().ok()?);
        // A C bit-field of 12 bits of length and 20 of distance, laid out from the low end on
        // little-endian machines and from the high end on the others.
        let (length, distance) = if cfg!(target_endian = "little") {
            (packed & 0xFFF, packed >> 12)
        } else {
            (packed >> 20, packed & 0xF_FFFF)
        };
        let start = usize::try_from(distance).ok()?;
        let text = self.operands.get(start..start + usize::try_from(length).ok()?)?;
        Some(Lexeme {
            text: std::str::from_utf8(text).ok()?.to_owned(),
            weights: item[1],
            prefix: item[2] != 0,
        })
    }
}

impl fmt::Display for Lexeme {
    /// The lexeme as tsquery input: always quoted, so that no text can become an operator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for c in self.text.chars() {
            if matches!(c, '\'' | '\\') {
                write!(f, "{c}")?;
            }
            write!(f, "{c}")?;
        }
        f.write_str("'")?;
        if self.prefix || self.weights != 0 {
            f.write_str(":")?;
        }
        if self.prefix {
            f.write_str("*")?;
        }
        for (bit, name) in [(8, "A"), (4, "B"), (2, "C"), (1, "D")] {
            if self.weights & bit != 0 {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for TsQuery {
    /// The query as tsquery input.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nested = |f: &mut fmt::Formatter<'_>, query: &TsQuery| match query {
            TsQuery::Lexeme(_) | TsQuery::Not(_) => write!(f, "{query}"),
            _ => write!(f, "({query})"),
        };
        match self {
            Self::Lexeme(lexeme) => write!(f, "{lexeme}"),
            Self::Not(operand) => {
                f.write_str("!")?;
                nested(f, operand)
            }
            Self::And(operands) | Self::Or(operands) => {
                let operator = if matches!(self, Self::And(_)) { " & " } else { " | " };
                for (i, operand) in operands.iter().enumerate() {
                    if i > 0 {
                        f.write_str(operator)?;
                    }
                    nested(f, operand)?;
                }
                Ok(())
            }
            Self::Phrase { left, right, distance } => {
                nested(f, left)?;
                match distance {
                    1 => f.write_str(" <-> ")?,
                    n => write!(f, " <{n}> ")?,
                }
                nested(f, right)
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// One item of the binary form.
    pub enum Item<'a> {
        /// An operand, and whether it is a prefix.
        Word(&'a str, bool),
        Not,
        /// The distance to the left operand, in items.
        And(u32),
        Or(u32),
        Phrase(u32),
    }

    /// The bytes that Postgres stores (on a little-endian machine) behind the varlena header.
    pub fn tsquery(items: &[Item<'_>]) -> Vec<u8> {
        let mut bytes = (items.len() as i32).to_ne_bytes().to_vec();
        let mut texts: Vec<u8> = Vec::new();
        for item in items {
            let (head, left, packed) = match *item {
                Item::Not => ([QI_OPR, OP_NOT, 0, 0], 0, 0),
                Item::And(left) => ([QI_OPR, OP_AND, 0, 0], left, 0),
                Item::Or(left) => ([QI_OPR, OP_OR, 0, 0], left, 0),
                Item::Phrase(left) => ([QI_OPR, OP_PHRASE, 1, 0], left, 0),
                Item::Word(text, prefix) => {
                    let packed = text.len() as u32 | (texts.len() as u32) << 12;
                    texts.extend(text.as_bytes());
                    texts.push(0);
                    ([QI_VAL, 0, u8::from(prefix), 0], 0, packed)
                }
            };
            bytes.extend(head);
            bytes.extend(left.to_ne_bytes());
            bytes.extend(packed.to_ne_bytes());
        }
        bytes.extend(texts);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{Item, tsquery};
    use super::*;

    #[test]
    fn reads_the_operands_as_they_are_stored() {
        use Item::{And, Not, Or, Phrase, Word};
        let read = |items: &[Item<'_>]| {
            let stored = StoredOperands::from_binary(&tsquery(items)).unwrap();
            let texts: Vec<_> = stored.lexemes.iter().map(ToString::to_string).collect();
            (stored.all_wanted, texts.join(" "))
        };
        // (a | b) & (a | b)
        let (a, b) = (|| Word("a", false), || Word("b", false));
        let twice = [And(4), Or(2), b(), a(), Or(2), b(), a()];
        assert_eq!(read(&twice), (true, "'b' 'a' 'b' 'a'".to_owned()));
        assert_eq!(TsQuery::from_binary(&tsquery(&twice)).unwrap().to_string(), "'a' | 'b'");
        // a <-> a:*
        assert_eq!(read(&[Phrase(2), Word("a", true), a()]), (true, "'a':* 'a'".to_owned()));
        // !(a & b)
        assert_eq!(read(&[Not, And(2), b(), a()]), (false, "'b' 'a'".to_owned()));
        assert_eq!(read(&[]), (false, String::new()));
        let deep: Vec<_> = (0..5_000).map(|_| Not).chain([a()]).collect();
        assert_eq!(read(&deep), (false, "'a'".to_owned()));
    }

    #[test]
    fn writes_operators_and_quotes() {
        let query = TsQuery::all([
            TsQuery::any([TsQuery::lexeme("it's"), TsQuery::lexeme("back\\slash")]).unwrap(),
            TsQuery::Not(Box::new(TsQuery::lexeme("!&|"))),
            TsQuery::Phrase {
                left: Box::new(TsQuery::lexeme("a")),
                right: Box::new(TsQuery::lexeme("b")),
                distance: 2,
            },
        ])
        .unwrap();
        assert_eq!(query.to_string(), r"('it''s' | 'back\\slash') & !'!&|' & ('a' <2> 'b')");
    }

    #[test]
    fn joins_flatten_and_drop_repeats() {
        let ab = TsQuery::all([TsQuery::lexeme("a"), TsQuery::lexeme("b")]).unwrap();
        let again = TsQuery::all([ab.clone(), TsQuery::lexeme("a")]).unwrap();
        assert_eq!(again, ab);
        assert_eq!(TsQuery::any([]), None);
        assert_eq!(TsQuery::any([TsQuery::lexeme("a")]), Some(TsQuery::lexeme("a")));
    }

    #[test]
    fn positive_lexemes_leave_negations_out() {
        let query = TsQuery::all([
            TsQuery::lexeme("a"),
            TsQuery::Not(Box::new(TsQuery::lexeme("b"))),
            TsQuery::any([TsQuery::lexeme("a"), TsQuery::lexeme("c")]).unwrap(),
        ])
        .unwrap();
        let found: Vec<&str> =
            query.positive_lexemes().iter().map(|lexeme| lexeme.text.as_str()).collect();
        assert_eq!(found, ["a", "c"]);
        assert!(query.has_negation() && !query.has_phrase());
    }

    #[test]
    fn refuses_bytes_that_are_no_query() {
        assert_eq!(TsQuery::from_binary(&[]), None);
        assert_eq!(TsQuery::from_binary(&0i32.to_ne_bytes()), None);
        assert_eq!(TsQuery::from_binary(&7i32.to_ne_bytes()), None);
        let mut wild = 1i32.to_ne_bytes().to_vec();
        wild.extend([QI_OPR, OP_AND, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(TsQuery::from_binary(&wild), None);
        assert_eq!(StoredOperands::from_binary(&7i32.to_ne_bytes()), None);
        let mut beyond = tsquery(&[Item::Word("a", false)]);
        beyond.truncate(4 + ITEM);
        assert_eq!(StoredOperands::from_binary(&beyond), None);
    }
}
