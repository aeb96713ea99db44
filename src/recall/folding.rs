//! How this database folds the case of letters: asked once a session for each letter that is met.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use gbrain_rank_core::recall::candidates::{Folding, spellings};

use crate::catalog::catalog_value;
use crate::error::SqlResult;

thread_local! {
    /// Whether all spellings of a letter are one to the server. A session has one database, and that
    /// has one locale.
    static FOLDED_ALIKE: RefCell<BTreeMap<char, bool>> = const { RefCell::new(BTreeMap::new()) };
}

/// What ILIKE does to letters under the collation of the database, and what the dictionaries of text
/// search do to them.
const DIFFERENT: &str = "
    SELECT pg_catalog.array_agg(DISTINCT $1[i]) FROM pg_catalog.generate_subscripts($1, 1) AS i
    WHERE pg_catalog.lower($1[i]) OPERATOR(pg_catalog.<>) pg_catalog.lower($2[i])
       OR pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig, $1[i]) OPERATOR(pg_catalog.<>)
          pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig, $2[i])";

/// The folding of this database, as far as these (lower-case) texts need it.
pub fn server_folding<'a>(
    texts: impl Iterator<Item = &'a str>,
) -> SqlResult<Folding<impl Fn(char) -> bool>> {
    let met: BTreeSet<char> = texts.flat_map(str::chars).filter(|c| c.is_alphabetic()).collect();
    let unknown: Vec<char> = FOLDED_ALIKE
        .with_borrow(|known| met.into_iter().filter(|c| !known.contains_key(c)).collect());
    // Most letters that are not ASCII have no case.
    let (cased, caseless): (Vec<char>, Vec<char>) =
        unknown.into_iter().partition(|&letter| spellings(letter).len() > 1);
    let different = if cased.is_empty() { Vec::new() } else { ask(&cased)? };
    FOLDED_ALIKE.with_borrow_mut(|known| {
        known.extend(caseless.into_iter().map(|letter| (letter, true)));
        known.extend(cased.into_iter().map(|letter| (letter, !different.contains(&letter))));
    });
    Ok(Folding::new(|letter| {
        FOLDED_ALIKE.with_borrow(|known| known.get(&letter).copied().unwrap_or(true))
    }))
}

/// Those of the letters that the server does not take for one with all of their spellings.
fn ask(letters: &[char]) -> SqlResult<Vec<char>> {
    let (mut of, mut spelled) = (Vec::new(), Vec::new());
    for &letter in letters {
        for spelling in spellings(letter) {
            of.push(letter.to_string());
            spelled.push(spelling.to_string());
        }
    }
    let different = catalog_value::<Vec<String>>(DIFFERENT, &[of.into(), spelled.into()])?;
    Ok(different.unwrap_or_default().iter().filter_map(|letter| letter.chars().next()).collect())
}
