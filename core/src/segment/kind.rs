//! What a token is.

/// The kinds of tokens. The numbers are those of Postgres' default parser wherever it has the same
/// kind, because `ts_headline` goes by them: it prints every token but those of 5, 15, 16 and 17.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Kind {
    /// A word of ASCII letters.
    AsciiWord = 1,
    /// A word with other letters, a Chinese word, an emoji.
    Word = 2,
    /// A word with digits in it, and names such as C++.
    NumWord = 3,
    /// A shorter word inside the token before it. Overlaps that token; not printed.
    Subword = 5,
    /// A version or an IPv4 address.
    Version = 8,
    /// What is no word: white space, punctuation, and words too long to be indexed.
    Blank = 12,
    /// The scheme of a URL of the web. The words of other schemes are words.
    Protocol = 14,
    /// A whole code, identifier, URL or address; its parts follow. Not printed. Also a group with
    /// digits of the IPv6 address before it.
    Compound = 15,
    /// A whole hyphenated word of ASCII letters; its parts follow. Not printed.
    AsciiHyphenated = 16,
    /// A whole hyphenated word with other letters; its parts follow. Not printed.
    Hyphenated = 17,
    /// A number with a fraction.
    Decimal = 20,
    /// A number.
    Integer = 22,
    /// A Chinese function word, which every text has and no search means.
    Particle = 24,
}

impl Kind {
    /// All kinds in the order of their numbers.
    pub const ALL: [Self; 13] = [
        Self::AsciiWord,
        Self::Word,
        Self::NumWord,
        Self::Subword,
        Self::Version,
        Self::Blank,
        Self::Protocol,
        Self::Compound,
        Self::AsciiHyphenated,
        Self::Hyphenated,
        Self::Decimal,
        Self::Integer,
        Self::Particle,
    ];

    /// The number that Postgres knows the kind by.
    pub fn id(self) -> i32 {
        self as i32
    }

    /// The name in a text search configuration's mapping; Postgres' own where the kind is the same.
    pub fn alias(self) -> &'static str {
        match self {
            Self::AsciiWord => "asciiword",
            Self::Word => "word",
            Self::NumWord => "numword",
            Self::Subword => "subword",
            Self::Version => "version",
            Self::Blank => "blank",
            Self::Protocol => "protocol",
            Self::Compound => "compound",
            Self::AsciiHyphenated => "asciihword",
            Self::Hyphenated => "hword",
            Self::Decimal => "float",
            Self::Integer => "uint",
            Self::Particle => "particle",
        }
    }

    /// What `ts_token_type` says about the kind.
    pub fn description(self) -> &'static str {
        match self {
            Self::AsciiWord => "Word, all ASCII",
            Self::Word => "Word, all letters; Chinese word; emoji",
            Self::NumWord => "Word, letters and digits",
            Self::Subword => "Shorter word inside the word before it",
            Self::Version => "Version number or IPv4 address",
            Self::Blank => "Space symbols",
            Self::Protocol => "Protocol head",
            Self::Compound => "Whole code, identifier, URL or address",
            Self::AsciiHyphenated => "Hyphenated word, all ASCII",
            Self::Hyphenated => "Hyphenated word, all letters",
            Self::Decimal => "Decimal notation",
            Self::Integer => "Unsigned integer",
            Self::Particle => "Chinese function word",
        }
    }

    /// Whether the token lies over others instead of standing in the row that makes up the text.
    pub fn overlaps(self) -> bool {
        matches!(self, Self::Subword | Self::Compound | Self::AsciiHyphenated | Self::Hyphenated)
    }
}
