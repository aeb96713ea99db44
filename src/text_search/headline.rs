//! Headlines: Postgres' own, which then also mark words that were found by a token not printed.

use gbrain_rank_core::segment::Kind;
use pgrx::prelude::*;

use super::datum::{Pointer, TsQueryDatum};

/// Chooses what to show as the default parser does. That marks the words of printed tokens only;
/// here a whole that was found (`ora-01555`) marks its parts, and a word that was found inside a
/// longer one (`数据` in `数据库`) marks the longer one.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_headline(internal, internal, tsquery) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_headline(
    parsed: Pointer<pg_sys::HeadlineParsedText>,
    options: Pointer<pg_sys::List>,
    query: TsQueryDatum,
) -> Pointer<pg_sys::HeadlineParsedText> {
    // SAFETY: the arguments are those that Postgres passes to every headline function. The words
    // are `curwords` many, and nobody else uses them now.
    let words = unsafe {
        pgrx::direct_function_call_as_datum(
            pg_sys::prsd_headline,
            &[
                Some(pg_sys::Datum::from(parsed.0)),
                Some(pg_sys::Datum::from(options.0)),
                Some(query.datum()),
            ],
        );
        let parsed = &*parsed.0;
        std::slice::from_raw_parts_mut(parsed.words, parsed.curwords as usize)
    };
    mark_what_is_printed(words);
    parsed
}

fn mark_what_is_printed(words: &mut [pg_sys::HeadlineWordEntry]) {
    let mut printed = None;
    for i in 0..words.len() {
        let word = &words[i];
        let is = |kind: Kind| word.type_() as i32 == kind.id();
        let selected = word.selected() == 1;
        if is(Kind::Subword) {
            if selected && let Some(printed) = printed {
                mark(&mut words[printed]);
            }
        } else if is(Kind::Compound) || is(Kind::AsciiHyphenated) || is(Kind::Hyphenated) {
            // The repetition of a word stands for another query word that it matches.
            if selected && word.repeated() == 0 {
                let length = word.len();
                mark_parts(&mut words[i + 1..], length);
            }
        } else if word.repeated() == 0 {
            printed = Some(i);
        }
    }
}

/// Marks the words that make up the next `length` bytes of the text.
fn mark_parts(words: &mut [pg_sys::HeadlineWordEntry], length: u32) {
    let mut rest = length;
    for word in words {
        if rest == 0 {
            break;
        }
        let skipped = word.repeated() == 1
            || [Kind::Subword, Kind::Compound, Kind::AsciiHyphenated, Kind::Hyphenated]
                .iter()
                .any(|kind| kind.id() == word.type_() as i32);
        if !skipped {
            rest = rest.saturating_sub(word.len());
            mark(word);
        }
    }
}

fn mark(word: &mut pg_sys::HeadlineWordEntry) {
    let marked = [Kind::Blank, Kind::Protocol].iter().all(|kind| kind.id() != word.type_() as i32);
    if marked {
        word.set_selected(1);
    }
}
