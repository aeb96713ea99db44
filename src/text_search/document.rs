//! `document_tsv`: the searchable form of a title and a body of any size.

use gbrain_rank_core::document::{Document, Weight};
use gbrain_rank_core::tokens::visit_tokens_between;
use pgrx::memcxt::PgMemoryContexts;
use pgrx::prelude::*;

use super::datum::TsVectorDatum;
use super::dictionary::dictionary;
use crate::error::SqlResult;
use crate::error_codes::check_for_interrupts;
use crate::regtypes::RegConfig;
use crate::text::Text;

/// Text is parsed piece by piece, so that a huge body needs little memory and can be cancelled.
/// Shorter text is parsed as a whole, exactly as `to_tsvector` does it.
const PIECE_BYTES: usize = 1 << 20;

/// The tsvector of a title (weight A) and a body (weight B): `setweight(to_tsvector(config, title),
/// 'A') || setweight(to_tsvector(config, body), 'B')`, except that no text is too long for it.
#[pg_extern(immutable, parallel_safe, cost = 100)]
fn document_tsv(
    config: Option<RegConfig>,
    title: Option<Text<'_>>,
    body: Option<Text<'_>>,
) -> SqlResult<Option<TsVectorDatum>> {
    config.map(|config| document(config, title, body, Vec::new())).transpose()
}

/// The same with tags (weight C).
#[pg_extern(name = "document_tsv", immutable, parallel_safe, cost = 100)]
fn document_tsv_with_tags(
    config: Option<RegConfig>,
    title: Option<Text<'_>>,
    body: Option<Text<'_>>,
    tags: Option<Vec<Option<String>>>,
) -> SqlResult<Option<TsVectorDatum>> {
    config.map(|config| document(config, title, body, tags.unwrap_or_default())).transpose()
}

fn document(
    config: RegConfig,
    title: Option<Text<'_>>,
    body: Option<Text<'_>>,
    tags: Vec<Option<String>>,
) -> SqlResult<TsVectorDatum> {
    let mut document = Document::new();
    let mut parser = TextParser::new(config.existing()?);
    if let Some(title) = title {
        parser.add(&mut document, title.as_str(), Weight::A);
    }
    if let Some(body) = body {
        parser.add(&mut document, body.as_str(), Weight::B);
    }
    for tag in tags.iter().flatten() {
        parser.add(&mut document, tag, Weight::C);
        add_tokens(&mut document, tag)?;
    }
    Ok(TsVectorDatum::from_binary(&document.to_binary()))
}

/// Adds the words that recall compares, so that it finds a row by any word of a tag through the index:
/// tags have no trigram index, and a configuration may drop a word (`before-launch`) or keep it inside
/// a longer one (`2026-05`).
fn add_tokens(document: &mut Document, tag: &str) -> SqlResult<()> {
    let position = document.last_position();
    let dictionary = dictionary()?;
    visit_tokens_between(&dictionary, tag, &mut check_for_interrupts, |token| {
        if !document.contains(token.as_bytes()) {
            document.add(token.as_bytes(), position, Weight::C);
        }
    });
    Ok(())
}

/// Postgres' text parser under one configuration.
struct TextParser {
    config: RegConfig,
    memory: PgMemoryContexts,
}

impl TextParser {
    fn new(config: RegConfig) -> Self {
        Self { config, memory: PgMemoryContexts::new("gbrain_rank document") }
    }

    /// Adds the words of a field, whose positions follow those that the document has.
    fn add(&mut self, document: &mut Document, text: &str, weight: Weight) {
        let _quiet = NoNotices::begin();
        let mut position = i32::from(document.last_position());
        let mut rest = text;
        while !rest.is_empty() && !document.is_full() {
            let (piece, remainder) = rest.split_at(piece_length(rest));
            position = self.add_piece(document, piece, weight, position);
            rest = remainder;
            check_for_interrupts!();
        }
    }

    /// Adds the words of a piece behind `position`; returns the position of its last word.
    fn add_piece(
        &mut self,
        document: &mut Document,
        text: &str,
        weight: Weight,
        position: i32,
    ) -> i32 {
        let config = self.config.0;
        // SAFETY: `parsetext` reads `length` bytes at `text` and grows the array of words, which it
        // needs to be allocated; the words live until the reset below. `length` fits: a piece ends
        // soon after `PIECE_BYTES`, and no text datum is longer than 1 GB.
        unsafe {
            let last = self.memory.switch_to(|_| {
                let capacity = text.len() / 6 + 2;
                let size = capacity * size_of::<pg_sys::ParsedWord>();
                let mut parsed = pg_sys::ParsedText {
                    words: pg_sys::palloc(size).cast(),
                    lenwords: capacity as i32,
                    curwords: 0,
                    pos: position,
                };
                let start = text.as_ptr().cast_mut().cast();
                pg_sys::parsetext(config, &mut parsed, start, text.len() as i32);
                let words = std::slice::from_raw_parts(parsed.words, parsed.curwords as usize);
                for word in words {
                    let lexeme =
                        std::slice::from_raw_parts(word.word.cast::<u8>(), usize::from(word.len));
                    document.add(lexeme, word.pos.pos, weight);
                }
                parsed.pos
            });
            self.memory.reset();
            last
        }
    }
}

/// Where the next piece ends: at white space, if there is any, else between two characters.
fn piece_length(text: &str) -> usize {
    if text.len() <= PIECE_BYTES {
        return text.len();
    }
    let mut end = PIECE_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    match text[..end].rfind(char::is_whitespace) {
        Some(space) if space > 0 => space,
        _ => end,
    }
}

/// While it lives, the client gets no NOTICE: Postgres raises one for each word of more than 2 kB,
/// and a page full of encoded pictures must be storable in silence.
struct NoNotices {
    before: i32,
}

impl NoNotices {
    fn begin() -> Self {
        // SAFETY: a plain variable of this single-threaded process; it is put back on drop, which
        // also happens when an ERROR unwinds.
        unsafe {
            let before = pg_sys::client_min_messages;
            pg_sys::client_min_messages = before.max(pg_sys::WARNING as i32);
            Self { before }
        }
    }
}

impl Drop for NoNotices {
    fn drop(&mut self) {
        // SAFETY: as above.
        unsafe { pg_sys::client_min_messages = self.before };
    }
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.document_tsv(regconfig, text, text) IS
'The tsvector of a title (weight A) and a body (weight B). What does not fit a tsvector is cut, so that no text is too long; can be used in an index.';
COMMENT ON FUNCTION gbrain_rank.document_tsv(regconfig, text, text, text[]) IS
'The tsvector of a title (weight A), a body (weight B) and tags (weight C; with their words as tokens() gives them beside the lexemes, for recall). What does not fit a tsvector is cut, so that no text is too long; can be used in an index.';
"#,
    name = "document_tsv_comments",
    requires = [document_tsv, document_tsv_with_tags]
);
