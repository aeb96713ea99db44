//! Which rows are read at all: those whose base can be above 0, found through the indexes.
//!
//! A row has a base when it holds a token of the query, the query itself, or a trace of the topic.
//! - Tokens: the text search index, through the lexemes that the configuration makes of each token.
//!   Our own parser finds every token of a text again, so the lexemes are enough. Another parser may
//!   cut a text differently (`a/b` is one file name to the stock parser, two tokens to us), and a
//!   dictionary drops its stop words: such tokens are looked for as substrings of title and body, too.
//! - The query itself, and those tokens: the trigram indexes of title and body.
//! - The topic: the index of traces.
//!
//! What no index can answer is scanned, behind the same gate, and explain says so.

use gbrain_rank_core::recall::candidates::{has_trigrams, ilike_pattern};
use gbrain_rank_core::recall::score::Question;
use gbrain_rank_core::recall::topic_trace::containment_probes;
use gbrain_rank_core::tsquery::TsQuery;
use gbrain_rank_core::tsvector::TsVector;
use pgrx::prelude::*;

use crate::catalog::catalog_value;
use crate::error::SqlResult;
use crate::search::lexize::tsquery_datum;
use crate::search::{MatchBy, Statement};
use crate::source::{Role, Source, TextConfig};

/// A needle longer than this is looked for by its beginning: the pattern is a superset either way.
const PATTERN_CHARS: usize = 256;

/// What a call asks the indexes for.
pub struct Candidates {
    match_by: MatchBy,
    /// Any lexeme of any token.
    lexemes: Option<TsQuery>,
    /// The query, and the tokens that lexemes may miss, as patterns for title and body.
    patterns: Vec<String>,
    /// Patterns of the tokens that lexemes may miss in the tags.
    tag_patterns: Vec<String>,
    /// Why rows are read that no index has named.
    scanned: Option<&'static str>,
}

impl Candidates {
    pub fn new<E>(
        source: &Source,
        config: &TextConfig,
        question: &Question<'_, E>,
    ) -> SqlResult<Self> {
        let own_parser = has_own_parser(config)?;
        let mut queries = Vec::new();
        let mut missed = Vec::new();
        for token in &question.tokens {
            let lexemes = lexemes_of(config, token);
            if lexemes.is_empty() || !own_parser {
                missed.push(token.as_str());
            }
            queries.extend(lexemes.into_iter().map(TsQuery::lexeme));
        }
        let needle: String = question.needle.text().chars().take(PATTERN_CHARS).collect();
        let texts = missed.iter().copied().chain([needle.as_str()]).filter(|text| !text.is_empty());
        let patterns: Vec<String> = texts.map(ilike_pattern).collect();

        // Tags are in content_tsv; made from title and body alone, it has none.
        let tags = source.column(Role::Tags).is_some();
        let has_vector = source.column(Role::ContentTsv).is_some();
        let in_tags: Vec<&str> = match (tags, has_vector) {
            (false, _) => Vec::new(),
            (true, true) => missed.clone(),
            (true, false) => question.tokens.iter().map(String::as_str).collect(),
        };
        let match_by = MatchBy::of(source);
        let scanned = if patterns.is_empty() {
            None
        } else if match_by == MatchBy::Leakproof {
            Some("substrings have no leakproof index condition under row security")
        } else if question.needle.text().chars().count() < 3 {
            Some("the query has fewer than 3 characters")
        } else if !pg_trgm_is_installed()? {
            Some("pg_trgm is not installed")
        } else if !server_has_trigrams(&patterns)? {
            Some("the query has no trigram")
        } else if !in_tags.is_empty() {
            Some("tags have words without a lexeme")
        } else {
            None
        };
        Ok(Self {
            match_by,
            lexemes: TsQuery::any(queries),
            patterns,
            tag_patterns: in_tags.into_iter().map(ilike_pattern).collect(),
            scanned,
        })
    }

    /// Why gated rows are scanned; `None` when the candidates come from indexes alone.
    pub fn scanned(&self) -> Option<&'static str> {
        self.scanned
    }

    /// The lexemes that a snippet shows.
    pub fn lexemes(&self) -> Option<&TsQuery> {
        self.lexemes.as_ref()
    }

    /// The conditions of the statements that together find every candidate once: what indexes
    /// answer, then the tags that only a scan sees. None when nothing can match.
    pub fn conditions(
        &self,
        source: &Source,
        config: &TextConfig,
        topic_id: Option<&str>,
    ) -> Vec<Condition<'_>> {
        let topic = topic_id.filter(|_| source.column(Role::Traces).is_some());
        let probes = topic.map(containment_probes).unwrap_or_default();
        let indexed = Condition { candidates: self, config: config.clone(), probes, tags: false };
        let has_text = [Role::Title, Role::Body].iter().any(|&role| source.column(role).is_some());
        let has_arm = self.lexemes.is_some()
            || !indexed.probes.is_empty()
            || (has_text && !self.patterns.is_empty());
        let tagged = Condition { tags: true, ..indexed.clone() };
        let mut conditions = Vec::new();
        if has_arm {
            conditions.push(indexed);
        }
        if !self.tag_patterns.is_empty() {
            conditions.push(tagged);
        }
        conditions
    }
}

/// The condition of one inner statement.
#[derive(Clone)]
pub struct Condition<'a> {
    candidates: &'a Candidates,
    config: TextConfig,
    probes: Vec<String>,
    /// Only the rows that are found by their tags and by nothing else.
    tags: bool,
}

impl Condition<'_> {
    /// The condition as SQL; its values become parameters.
    pub fn sql(&self, source: &Source, statement: &mut Statement) -> Option<String> {
        let indexed = self.indexed(source, statement);
        if !self.tags {
            return indexed;
        }
        let tags = source.sql(Role::Tags)?;
        let patterns = statement.bind(self.candidates.tag_patterns.clone());
        let tagged = format!(
            "pg_catalog.array_to_string({tags}, ' ') OPERATOR(pg_catalog.~~*) ANY ({patterns})"
        );
        Some(match indexed {
            Some(indexed) => format!("{tagged}\n  AND ({indexed}) IS NOT TRUE"),
            None => tagged,
        })
    }

    fn indexed(&self, source: &Source, statement: &mut Statement) -> Option<String> {
        let mut arms = Vec::new();
        if let Some(lexemes) = &self.candidates.lexemes {
            let query = statement.bind_datum(tsquery_datum(lexemes), pg_sys::TSQUERYOID);
            let vector = source.content_tsv_sql(&self.config);
            arms.push(self.candidates.match_by.condition(&vector, &query));
        }
        for pattern in &self.candidates.patterns {
            let pattern = statement.bind(pattern.clone());
            for column in [Role::Title, Role::Body].iter().filter_map(|&role| source.sql(role)) {
                arms.push(format!("{column} OPERATOR(pg_catalog.~~*) {pattern}"));
            }
        }
        for probe in &self.probes {
            let probe = statement.bind(probe.clone());
            if let Some(traces) = source.sql(Role::Traces) {
                arms.push(format!("{traces} OPERATOR(pg_catalog.@>) {probe}::pg_catalog.jsonb"));
            }
        }
        (!arms.is_empty()).then(|| format!("({})", arms.join("\n   OR ")))
    }
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
