//! Headlines: Postgres' own, made to find and to mark words that were found by a token not printed.

use gbrain_rank_core::segment::Kind;
use pgrx::prelude::*;

use super::datum::{Pointer, TsQueryDatum};

/// Chooses what to show as the default parser does. That knows of printed tokens only; here a word
/// that was found inside a longer one (`数据` in `数据库`) is shown and marked as the longer one, and
/// a whole that was found (`ora-01555`) marks its parts.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_headline(internal, internal, tsquery) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_headline(
    parsed: Pointer<pg_sys::HeadlineParsedText>,
    options: Pointer<pg_sys::List>,
    query: TsQueryDatum,
) -> Pointer<pg_sys::HeadlineParsedText> {
    // SAFETY: the argument is what Postgres passes to every headline function, and nobody else uses
    // it before the call below.
    let places = unsafe {
        let words = words(&parsed);
        let places = places(words);
        find_what_is_printed(words, &places);
        places
    };
    // SAFETY: the arguments are those that Postgres passes to every headline function; it neither
    // adds nor removes words. Nobody else uses them afterwards.
    unsafe {
        pgrx::direct_function_call_as_datum(
            pg_sys::prsd_headline,
            &[
                Some(pg_sys::Datum::from(parsed.0)),
                Some(pg_sys::Datum::from(options.0)),
                Some(query.datum()),
            ],
        );
        mark_what_is_printed(words(&parsed), &places);
    }
    parsed
}

/// The words of a text: as many as `curwords` says.
///
/// # Safety
/// Postgres has filled the structure, and nobody else uses its words meanwhile.
unsafe fn words<'a>(
    parsed: &Pointer<pg_sys::HeadlineParsedText>,
) -> &'a mut [pg_sys::HeadlineWordEntry] {
    // SAFETY: see above. A text of no words may have no array.
    unsafe {
        let parsed = &*parsed.0;
        match usize::try_from(parsed.curwords) {
            Ok(count) if count > 0 => std::slice::from_raw_parts_mut(parsed.words, count),
            _ => &mut [],
        }
    }
}

/// Where an entry of the list of words stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the row of tokens that make up the text.
    Printed,
    /// Over the printed word before it, which has this index.
    Inside(usize),
    /// Over the words behind it.
    Whole,
    /// It repeats the entry before it for another word of the query.
    Repetition,
}

fn places(words: &[pg_sys::HeadlineWordEntry]) -> Vec<Place> {
    let mut printed = None;
    let mut places = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let is = |kind: Kind| word.type_() as i32 == kind.id();
        let place = if word.repeated() == 1 {
            Place::Repetition
        } else if is(Kind::Compound) || is(Kind::AsciiHyphenated) || is(Kind::Hyphenated) {
            match printed {
                Some(printed) if is_address(&words[printed]) => Place::Inside(printed),
                _ => Place::Whole,
            }
        } else if is(Kind::Subword) {
            printed.map_or(Place::Whole, Place::Inside)
        } else {
            printed = Some(index);
            Place::Printed
        };
        places.push(place);
    }
    places
}

/// An IPv6 address: its groups follow it. Of its kind no other word has a colon, and no whole begins
/// right behind it.
fn is_address(word: &pg_sys::HeadlineWordEntry) -> bool {
    word.type_() as i32 == Kind::NumWord.id() && text(word).contains(&b':')
}

fn text(word: &pg_sys::HeadlineWordEntry) -> &[u8] {
    // SAFETY: Postgres copies `len` bytes of the text for each word.
    unsafe { std::slice::from_raw_parts(word.word.cast(), word.len() as usize) }
}

/// Lets a printed word be found by what was found inside it. Otherwise the text shown would start at
/// the inner one, which comes behind the printed one.
fn find_what_is_printed(words: &mut [pg_sys::HeadlineWordEntry], places: &[Place]) {
    for (index, place) in places.iter().enumerate() {
        if let Place::Inside(printed) = *place
            && words[printed].item.is_null()
            && !words[index].item.is_null()
        {
            words[printed].item = words[index].item;
            // Phrases are measured between the positions of what the query asks for.
            words[printed].pos = words[index].pos;
            words[index].item = std::ptr::null_mut();
        }
    }
}

fn mark_what_is_printed(words: &mut [pg_sys::HeadlineWordEntry], places: &[Place]) {
    for (index, place) in places.iter().enumerate() {
        if words[index].selected() == 0 {
            continue;
        }
        match *place {
            Place::Inside(printed) => {
                mark(&mut words[printed]);
            }
            Place::Whole => mark_parts(words, places, index),
            Place::Printed | Place::Repetition => {}
        }
    }
}

/// Marks the words that make up a whole.
fn mark_parts(words: &mut [pg_sys::HeadlineWordEntry], places: &[Place], whole: usize) {
    let mut rest = words[whole].len();
    let mut marked = false;
    let mut parts = Vec::new();
    for index in whole + 1..words.len() {
        if rest == 0 {
            break;
        }
        if places[index] == Place::Printed {
            rest = rest.saturating_sub(words[index].len());
            marked |= mark(&mut words[index]);
            parts.push(index);
        }
    }
    // The groups of 1-2-3 are no words: the whole takes their place.
    if !marked && let [first, others @ ..] = parts.as_slice() {
        // Nothing of the text may be lost or shown twice: some wholes (C++ in my_C++) are made of parts
        // that stand before them as well.
        let spelled: Vec<u8> = parts.iter().flat_map(|part| text(&words[*part])).copied().collect();
        let is_cut = parts.iter().any(|part| words[*part].in_() == 0);
        if is_cut || spelled != text(&words[whole]) {
            return;
        }
        let (word, length) = (words[whole].word, words[whole].len());
        words[whole].word = words[*first].word;
        words[whole].set_len(words[*first].len());
        words[whole].set_skip(1);
        words[*first].word = word;
        words[*first].set_len(length);
        words[*first].set_selected(1);
        for other in others {
            words[*other].set_skip(1);
        }
    }
}

/// Marks a word, unless it is none.
fn mark(word: &mut pg_sys::HeadlineWordEntry) -> bool {
    let is_word = [Kind::Blank, Kind::Protocol].iter().all(|kind| kind.id() != word.type_() as i32);
    if is_word {
        word.set_selected(1);
    }
    is_word
}
