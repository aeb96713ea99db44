//! Which rows are read at all: those whose base can be above 0, found through the indexes.
//!
//! A row has a base when it holds a token of the query, the query itself, or a trace of the topic.
//! - Tokens: the text search index, through the lexemes that the configuration makes of each token.
//! - Tokens that the lexemes may miss, and the query itself: the trigram indexes of title and body.
//! - The topic: the index of traces.
//!
//! Lexemes miss a token when the configuration makes none of it (a stop word), when a text holds it
//! inside a longer word that the parser takes as a whole, and when the server folds the case of its
//! letters otherwise than we do. With our own parser that can be told by the token; with another one,
//! or one that is not known, every token may be missed (`a/b` is one file name to the stock parser).
//! The query itself is looked for by a word inside it, where it has one that the index knows.
//!
//! What no index can answer is scanned, behind the same gate, and explain says so.

use std::collections::BTreeSet;

use gbrain_rank_core::recall::candidates::{
    Piece, has_trigrams, ilike_pattern, inner_words, lexemes_suffice, piece,
};
use gbrain_rank_core::recall::score::Question;
use gbrain_rank_core::recall::text_bound::TextBound;
use gbrain_rank_core::recall::topic_trace::containment_probes;
use gbrain_rank_core::tsquery::TsQuery;
use gbrain_rank_core::tsvector::TsVector;
use pgrx::prelude::*;

use super::folding::server_folding;
use crate::catalog::catalog_value;
use crate::error::SqlResult;
use crate::search::lexize::tsquery_datum;
use crate::search::{MatchBy, Statement};
use crate::source::{Role, Source, TextConfig};

/// A needle longer than this is looked for by its beginning: the pattern is a superset either way.
const PATTERN_CHARS: usize = 256;

/// What a call asks the indexes for.
pub struct Candidates {
    /// What content_tsv tells about a row; `None` without that column.
    text_bound: Option<TextBound>,
    match_by: MatchBy,
    /// Any lexeme of any token.
    lexemes: Option<TsQuery>,
    /// The query, and the tokens that lexemes may miss, to be looked for in title and body.
    pieces: Vec<Piece>,
    /// Patterns of the tokens that lexemes may miss in the tags.
    tag_patterns: Vec<String>,
    /// Why the pieces are looked for in every row.
    scanned: Option<&'static str>,
}

impl Candidates {
    pub fn new<E>(
        source: &Source,
        config: &TextConfig,
        question: &Question<'_, E>,
    ) -> SqlResult<Self> {
        let is_cut = source.is_cut_by(config)?;
        let own_parser = is_cut && has_own_parser(config)?;
        let needle: String = question.needle.text().chars().take(PATTERN_CHARS).collect();
        let folding = server_folding(question.tokens.iter().map(String::as_str).chain([&*needle]))?;
        let mut lexemes = BTreeSet::new();
        let mut missed = Vec::new();
        let mut bound = TextBound::default();
        for token in &question.tokens {
            let mut found = lexemes_of(config, token);
            let suffice = own_parser && lexemes_suffice(token, &found) && folding.knows(token);
            // A text may hold as one word what stands alone as two, and tags hold it as it is.
            found.push(token.clone());
            found.retain(|lexeme| lexeme.len() <= MAX_WORD_BYTES);
            lexemes.extend(found.iter().cloned());
            if suffice {
                bound.add_told(found);
            } else {
                missed.push(token.as_str());
                bound.add_untold();
            }
        }
        let mut looked_for: Vec<Piece> =
            missed.iter().map(|token| piece(token, own_parser, &folding)).collect();
        let mut is_implied = false;
        if own_parser {
            for word in inner_words(&needle).into_iter().filter(|word| folding.knows(word)) {
                let found = lexemes_of(config, word);
                is_implied |= found.iter().any(|lexeme| lexemes.contains(lexeme));
                bound.require_for_query(found);
            }
        }
        if !needle.is_empty() && !is_implied {
            looked_for.push(Piece::Like(ilike_pattern(&needle, &folding)));
        }

        let in_tags = tags_to_scan(source, question)?;
        // The statement for the tags leaves out what the one before it has found, and so both must tell
        // alike whether a row holds a piece.
        let is_exact = !in_tags.is_empty();
        let patterns: Vec<String> = if is_exact {
            looked_for.iter().map(Piece::scan_pattern).collect()
        } else {
            looked_for.iter().flat_map(Piece::index_patterns).collect()
        };
        let scanned = if looked_for.is_empty() {
            None
        } else if question.needle.text().chars().count() < 3 {
            Some("the query has fewer than 3 characters")
        } else if !pg_trgm_is_installed()? {
            Some("pg_trgm is not installed")
        } else if !server_has_trigrams(&patterns)? {
            Some("a word of the query has no trigram")
        } else {
            None
        };
        // The vector is told to hold the words of tags by our own trigger alone.
        let is_stored = is_cut && source.column(Role::ContentTsv).is_some() && in_tags.is_empty();
        Ok(Self {
            text_bound: is_stored.then_some(bound),
            match_by: MatchBy::of(source),
            lexemes: TsQuery::any(lexemes.into_iter().map(TsQuery::lexeme)),
            pieces: looked_for,
            tag_patterns: in_tags.iter().map(|token| ilike_pattern(token, &folding)).collect(),
            scanned,
        })
    }

    /// Why gated rows are scanned; `None` when the candidates come from indexes alone.
    pub fn scanned(&self) -> Option<&'static str> {
        let in_tags = !self.tag_patterns.is_empty();
        let tags = in_tags.then_some("tags may hold words of the query without a lexeme");
        self.scanned.or(tags)
    }

    /// Are titles and bodies looked up by indexes?
    pub fn are_indexed(&self) -> bool {
        self.scanned.is_none()
    }

    /// What content_tsv tells about how much of the query a row can hold.
    pub fn text_bound(&self) -> Option<&TextBound> {
        self.text_bound.as_ref()
    }

    /// The lexemes that a snippet shows.
    pub fn lexemes(&self) -> Option<&TsQuery> {
        self.lexemes.as_ref()
    }

    /// The statements that together find every candidate once: what indexes answer, then the tags
    /// that only a scan sees. None when nothing can match.
    pub fn branches(
        &self,
        source: &Source,
        config: &TextConfig,
        topic_id: Option<&str>,
    ) -> Vec<Branch<'_>> {
        let topic = topic_id.filter(|_| source.column(Role::Traces).is_some());
        let probes = topic.map(containment_probes).unwrap_or_default();
        let indexed = Branch { candidates: self, config: config.clone(), probes, tags: false };
        let has_text = [Role::Title, Role::Body].iter().any(|&role| source.column(role).is_some());
        let has_arm = self.lexemes.is_some()
            || !indexed.probes.is_empty()
            || (has_text && !self.pieces.is_empty());
        let tagged = Branch { tags: true, ..indexed.clone() };
        let has_tags = !self.tag_patterns.is_empty();
        has_arm.then_some(indexed).into_iter().chain(has_tags.then_some(tagged)).collect()
    }
}

/// What one inner statement asks for.
#[derive(Clone)]
pub struct Branch<'a> {
    candidates: &'a Candidates,
    config: TextConfig,
    probes: Vec<String>,
    /// Only the rows that are found by their tags and by nothing else.
    tags: bool,
}

impl Branch<'_> {
    /// The condition as SQL; its values become parameters.
    pub fn sql(&self, source: &Source, statement: &mut Statement) -> String {
        let arms = self.arms(source, statement);
        let indexed = if arms.is_empty() { "false".to_owned() } else { arms.join("\n   OR ") };
        let Some(tags) = source.sql(Role::Tags).filter(|_| self.tags) else {
            return format!("({indexed})");
        };
        let patterns = statement.bind(self.candidates.tag_patterns.clone());
        let tags = folded_by_database(&format!("pg_catalog.array_to_string({tags}, ' ')"));
        format!(
            "{tags} OPERATOR(pg_catalog.~~*) ANY ({patterns})\n  \
             AND ({indexed}) IS NOT TRUE"
        )
    }

    fn arms(&self, source: &Source, statement: &mut Statement) -> Vec<String> {
        let candidates = self.candidates;
        let mut arms = Vec::new();
        // These come first: where the indexes answer they are true at once, and nothing is read for
        // the others.
        let is_asked_once = candidates.scanned().is_none();
        for piece in &candidates.pieces {
            let patterns =
                if is_asked_once { piece.index_patterns() } else { vec![piece.scan_pattern()] };
            for pattern in patterns {
                let pattern = statement.bind(pattern);
                for column in [Role::Title, Role::Body].iter().filter_map(|&role| source.sql(role))
                {
                    arms.push(if is_asked_once {
                        format!("gbrain_rank.may_contain({column}, {pattern})")
                    } else {
                        let column = folded_by_database(column);
                        format!("{column} OPERATOR(pg_catalog.~~*) {pattern}")
                    });
                }
            }
        }
        if let Some(lexemes) = &candidates.lexemes {
            let query = statement.bind_datum(tsquery_datum(lexemes), pg_sys::TSQUERYOID);
            let vector = source.content_tsv_sql(&self.config);
            arms.push(candidates.match_by.condition(&vector, &query));
        }
        for probe in &self.probes {
            let probe = statement.bind(probe.clone());
            if let Some(traces) = source.sql(Role::Traces) {
                let probe = format!("{probe}::pg_catalog.jsonb");
                arms.push(match candidates.match_by {
                    MatchBy::Operator => format!("{traces} OPERATOR(pg_catalog.@>) {probe}"),
                    MatchBy::Leakproof => format!("gbrain_rank.matches({traces}, {probe})"),
                });
            }
        }
        arms
    }
}

/// A text whose case ILIKE folds as the patterns expect, whatever the collation of its column.
fn folded_by_database(text: &str) -> String {
    format!(r#"({text} COLLATE pg_catalog."default")"#)
}

/// The tokens that only a scan of the tags can find: all of them, unless our trigger has put the words
/// of each tag into content_tsv as they are.
fn tags_to_scan<E>(source: &Source, question: &Question<'_, E>) -> SqlResult<Vec<String>> {
    if source.column(Role::Tags).is_none() || source.is_content_ours()? {
        return Ok(Vec::new());
    }
    Ok(question.tokens.iter().cloned().collect())
}

/// The longest word that a tsvector takes, in bytes; a longer one would raise a NOTICE.
const MAX_WORD_BYTES: usize = 2046;

/// What a configuration makes of a token: the lexemes of its tsvector, since to make a query of
/// nothing but stop words would raise a NOTICE.
fn lexemes_of(config: &TextConfig, token: &str) -> Vec<String> {
    if token.len() > MAX_WORD_BYTES {
        return Vec::new();
    }
    // SAFETY: to_tsvector takes (regconfig, text) and uses neither fn_extra nor a collation; it
    // returns a tsvector in the current memory context, which is not toasted.
    let bytes = unsafe {
        let vector: Option<pg_sys::Datum> = pgrx::direct_function_call(
            pg_sys::to_tsvector_byid,
            &[config.oid.into_datum(), token.into_datum()],
        );
        let Some(vector) = vector else { return Vec::new() };
        let start = vector.cast_mut_ptr::<pg_sys::varlena>();
        let data = pgrx::varlena::vardata_any(start).cast::<u8>();
        std::slice::from_raw_parts(data, pgrx::varlena::varsize_any_exhdr(start))
    };
    let vector = TsVector::new(bytes);
    let lexemes = vector.iter().flat_map(TsVector::iter);
    lexemes.map(|entry| String::from_utf8_lossy(entry.lexeme).into_owned()).collect()
}

/// Is the parser of this configuration the one that finds every token again?
fn has_own_parser(config: &TextConfig) -> SqlResult<bool> {
    let found = catalog_value(
        "SELECT p.prsname OPERATOR(pg_catalog.=) 'multilingual' \
            AND n.nspname OPERATOR(pg_catalog.=) 'gbrain_rank' \
         FROM pg_catalog.pg_ts_config c \
         JOIN pg_catalog.pg_ts_parser p ON p.oid OPERATOR(pg_catalog.=) c.cfgparser \
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.prsnamespace \
         WHERE c.oid OPERATOR(pg_catalog.=) $1",
        &[config.oid.into()],
    )?;
    Ok(found.unwrap_or(false))
}

fn pg_trgm_is_installed() -> SqlResult<bool> {
    let found = catalog_value::<bool>(
        "SELECT true FROM pg_catalog.pg_extension WHERE extname OPERATOR(pg_catalog.=) 'pg_trgm'",
        &[],
    )?;
    Ok(found.is_some())
}

/// Does every pattern have a trigram, by what this database counts as a letter?
fn server_has_trigrams(patterns: &[String]) -> SqlResult<bool> {
    let ascii_only = catalog_value::<bool>(
        "SELECT datctype OPERATOR(pg_catalog.=) ANY ('{C,POSIX}'::pg_catalog.text[]) \
         FROM pg_catalog.pg_database \
         WHERE datname OPERATOR(pg_catalog.=) pg_catalog.current_database()",
        &[],
    )?
    .unwrap_or(false);
    let is_letter =
        |c: char| if ascii_only { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() };
    // A wildcard ends a word without saying that it ends.
    let has = |pattern: &String| pattern.split('%').any(|part| has_trigrams(part, is_letter));
    Ok(patterns.iter().all(has))
}
