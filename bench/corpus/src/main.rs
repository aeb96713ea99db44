//! Writes pages for the speed measurements, as lines for COPY into a table made by create_memory.
//!
//!   bench-corpus ROWS SHARD SHARDS
//!
//! Columns: id, effective_date, updated_at, created_at, emotional_weight, active_takes, type, slug,
//! title, body. The same row is always the same text, however many shards there are.
//!
//! Words follow Zipf's law. Beside them stand planted words, each in a known share of the rows:
//!
//! | words | share of the rows | in the title of |
//! |---|---|---|
//! | fortivex | 5 % | 6 % of them |
//! | bodivex | 5 % | none |
//! | halvax, halvix | 29.3 % each, so half of the rows hold one | 6 % of them |
//! | askavex ... askhvex | 1, 4, 12, 24, 49, 65, 90, 99 % | 6 % of them |

use std::io::{BufWriter, Write, stdout};

/// Words of the language; the most frequent one makes about a tenth of any text.
const VOCABULARY: f64 = 50_000.0;

const TITLE_SHARE: f64 = 0.06;

/// Word, share of the rows that hold it, whether titles may.
const PLANTED: [(&str, f64, bool); 12] = [
    ("fortivex", 0.05, true),
    ("bodivex", 0.05, false),
    ("halvax", 0.293, true),
    ("halvix", 0.293, true),
    ("askavex", 0.01, true),
    ("askbvex", 0.04, true),
    ("askcvex", 0.12, true),
    ("askdvex", 0.24, true),
    ("askevex", 0.49, true),
    ("askfvex", 0.65, true),
    ("askgvex", 0.90, true),
    ("askhvex", 0.99, true),
];

/// Slug prefixes of the decay map, and one that is not in it.
const PREFIXES: [&str; 12] = [
    "concepts",
    "originals",
    "writing",
    "daily",
    "meetings",
    "chat",
    "media/x",
    "media/articles",
    "people",
    "companies",
    "deals",
    "notes",
];

const TYPES: [&str; 5] = ["note", "note", "person", "meeting", "concept"];

/// Seconds of 2026-01-01, the instant that the measurements call now.
const NOW: u64 = 1_767_225_600;

/// The Julian day of 1970-01-01: Postgres reads `J2440588 00:00:00+00` as a date.
const JULIAN_1970: u64 = 2_440_588;

/// SplitMix64: small, seeded, good enough for text that nobody reads.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.unit() * limit as f64) as usize
    }

    fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// A place in the vocabulary, by Zipf's law: the logarithm of the place is uniform.
    fn word(&mut self) -> String {
        spell((self.unit() * VOCABULARY.ln()).exp() as usize)
    }
}

/// Syllables and an x, so that no word is a stop word and stemming leaves all apart.
fn spell(mut number: usize) -> String {
    let mut word = String::new();
    loop {
        word.push(char::from(b"bdfgklmnprtvz"[number % 13]));
        number /= 13;
        word.push(char::from(b"aou"[number % 3]));
        number /= 3;
        if number == 0 {
            word.push('x');
            return word;
        }
    }
}

fn body_length(random: &mut Random) -> usize {
    match random.unit() {
        short if short < 0.6 => 40 + random.below(80),
        middle if middle < 0.95 => 120 + random.below(180),
        // Their tsvectors are stored out of line.
        _ => 500 + random.below(1500),
    }
}

struct Page {
    title: Vec<String>,
    body: Vec<String>,
}

fn page(random: &mut Random) -> Page {
    let mut title: Vec<String> = (0..3 + random.below(5)).map(|_| random.word()).collect();
    let mut body: Vec<String> = (0..body_length(random)).map(|_| random.word()).collect();
    for (word, share, in_titles) in PLANTED {
        if !random.chance(share) {
            continue;
        }
        let places = 1 + usize::from(random.chance(0.3)) + usize::from(random.chance(0.1));
        for _ in 0..places {
            let at = random.below(body.len());
            body[at] = word.to_owned();
        }
        if in_titles && random.chance(TITLE_SHARE) {
            let at = random.below(title.len());
            title[at] = word.to_owned();
        }
    }
    Page { title, body }
}

fn write_row(id: usize, out: &mut impl Write) -> std::io::Result<()> {
    let mut random = Random((id as u64).wrapping_mul(0x2545_F491_4F6C_DD1D));
    let Page { title, body } = page(&mut random);
    // Most pages are recent, the oldest four years old.
    let age = (random.unit().powi(3) * 4.0 * 365.0 * 86_400.0) as u64;
    let at = NOW - age;
    let (day, second) = (JULIAN_1970 + at / 86_400, at % 86_400);
    let clock = [second / 3600, second / 60 % 60, second % 60];
    let date = format!("J{day} {:02}:{:02}:{:02}+00", clock[0], clock[1], clock[2]);
    let weight = if random.chance(0.8) { 0.0 } else { random.unit().powi(2) };
    let takes = if random.chance(0.85) { 0 } else { 1 + random.below(6) };
    let kind = TYPES[random.below(TYPES.len())];
    let prefix = PREFIXES[random.below(PREFIXES.len())];
    writeln!(
        out,
        "{id}\t{date}\t{date}\t{date}\t{weight:.3}\t{takes}\t{kind}\t{prefix}/page-{id}\t{}\t{}",
        title.join(" "),
        body.join(" "),
    )
}

fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let mut next = || numbers.next().and_then(Result::ok);
    let (Some(rows), Some(shard), Some(shards)) = (next(), next(), next()) else {
        eprintln!("usage: bench-corpus ROWS SHARD SHARDS");
        std::process::exit(2);
    };
    let mut out = BufWriter::with_capacity(1 << 20, stdout().lock());
    for id in (1..=rows).filter(|id| id % shards == shard) {
        write_row(id, &mut out)?;
    }
    out.flush()
}
