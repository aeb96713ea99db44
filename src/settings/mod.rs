//! Every `gbrain_rank.*` setting: the table of them, and a function for each that gives its value.
//!
//! All of them are string settings, also numbers and switches: Postgres reads a number itself and,
//! where it cannot refuse a bad one, silently takes the default. Here a bad value is an error, at once
//! or when it is needed; how the two are told apart stands in `hook`.

mod decay_map;
mod hook;
mod listing;
mod parsers;
mod setting;
mod source;

use std::ffi::CStr;
use std::rc::Rc;

use gbrain_rank_core::decay::{Entry, triples, yaml};
use gbrain_rank_core::error_codes::ErrorCodePatterns;
use gbrain_rank_core::recall::memory::LambdaMap;
use gbrain_rank_core::recency::Decay;
use gbrain_rank_core::scope::{Scope, ScopeWeights};
use gbrain_rank_core::setting_values::{self, IntentLanguages, TextRankMethod};
use gbrain_rank_core::text_rank::FieldWeights;
use gbrain_rank_core::{Error, Result};
use pgrx::guc::GucContext::{Sighup, Suset, Userset};
use pgrx::pg_sys;

pub use decay_map::{call_decay_map, decay_map};
pub use parsers::TimeZone;

use crate::error::SqlResult;
use setting::{Cache, Declaration, Listed, Setting, hooks};

/// The table of settings. Each row gives a function of that name, which returns the typed value.
macro_rules! settings {
    ($($name:ident: $type:ty = $default:literal, $parse:expr, $context:ident $(, warn $warn:path)?;
       $description:literal)*) => {
        $(
            #[doc = $description]
            pub fn $name() -> SqlResult<$type> {
                thread_local! { static CACHE: Cache<$type> = const { Cache::new() }; }
                CACHE.with(|cache| $name::SETTING.read_cached(cache))
            }

            mod $name {
                use super::*;

                pub(super) static SETTING: Setting<$type> = Setting::new(
                    Declaration {
                        name: c_str(concat!("gbrain_rank.", stringify!($name), "\0")),
                        default: c_str(concat!($default, "\0")),
                        context: $context,
                        description: c_str(concat!($description, "\0")),
                    },
                    $parse,
                    settings!(@warn $($warn)?),
                    hooks!(SETTING),
                );
            }
        )*

        /// All settings, in the order of the table.
        static ALL: &[&dyn Listed] = &[$(&$name::SETTING),*];
    };
    (@warn $warn:path) => { Some($warn) };
    (@warn) => { None };
}

settings! {
    recency_yaml: Rc<[Entry]> = "", |text| yaml::parse(text).map(Rc::from), Userset, warn decay_map::warn_of_yaml;
    "Decay per slug prefix as the text of a gbrain.yml: its recency section overrides the built-in map."

    recency_decay: Rc<[Entry]> = "", |text| triples::parse(text).map(Rc::from), Userset, warn decay_map::warn_of_decay;
    "Decay per slug prefix as prefix:halflife:coefficient,...; overrides gbrain_rank.recency_yaml."

    recency_fallback: Decay = "90:0.3", triples::parse_fallback, Userset, warn decay_map::warn_of_fallback;
    "Decay of every slug that no prefix matches, as halflife:coefficient."

    timezone: TimeZone = "UTC", parsers::time_zone, Userset;
    "Time zone in which dates without one are stored by effective_date."

    text_config: Rc<str> = "gbrain_rank.multilingual", text_config_value, Userset;
    "Text search configuration of a source that names none."

    intent_languages: IntentLanguages = "en", IntentLanguages::parse, Userset;
    "Languages whose cue phrases are understood: en or en,zh."

    user_dictionary: Option<Rc<str>> = "", |text| Ok(setting_values::parse_file_name(text)?.map(Rc::from)), Sighup;
    "File in tsearch_data with words of the user for the multilingual parser; empty is none."

    text_rank: TextRankMethod = "bm25", TextRankMethod::parse, Userset;
    "How query scores text: ts_rank or bm25."

    floor_ratio: f64 = "0", setting_values::parse_share, Userset;
    "Share of the best base score that a row needs to be boosted, 0 to 1; 0 boosts every row."

    scope: Option<Rc<Scope>> = "", scope_value, Userset;
    "Scope of the session as a JSON object of asset_id, project_id, user_id, db_type and profile_id; empty is none."

    scope_weights: ScopeWeights = "profile:1.0,db_type:0.6,unbound:0.3,other:0.15", ScopeWeights::parse, Userset;
    "Weights of the scope rules as rule:weight,..."

    min_similarity: f64 = "0.10", setting_values::parse_share, Userset;
    "Text similarity that a relaxed row of retrieve needs, 0 to 1."

    error_code_patterns: Rc<ErrorCodePatterns> = "", |text| ErrorCodePatterns::parse(text).map(Rc::new), Userset;
    "More error codes, one regular expression a line."

    memory_lambda: Rc<LambdaMap> = "concept:0,strategy:0.014,anti-pattern:0.010,other:0.030", |text| LambdaMap::parse(text).map(Rc::new), Userset;
    "How fast memory fades per day, as type:rate,..."

    promote_after_uses: i64 = "3", setting_values::parse_count, Userset;
    "Uses after which a provisional row becomes active; 0 is never."

    eval_table: Option<Rc<str>> = "", |text| Ok(parsers::object_name(text)?.map(Rc::from)), Userset;
    "Table made by create_eval_log to which every search appends its hits; empty is none."

    search_work_mem: i32 = "64MB", parsers::kilobytes, Userset;
    "Memory of the statements inside a search (work_mem)."

    pruning: bool = "on", parsers::switch, Userset;
    "Whether rows that cannot enter the result are left out before they are ranked; the result is the same."

    bm25_k1: f64 = "0.9", setting_values::parse_non_negative, Userset;
    "How fast repeated occurrences of a word stop to count in bm25."

    bm25_b: f64 = "0.4", setting_values::parse_share, Userset;
    "How much a long row is held against it in bm25, 0 to 1."

    field_weights: FieldWeights = "0.4,0.4,0.4,1.0", setting_values::parse_field_weights, Userset;
    "Weights of the fields D, C, B and A in bm25."

    rls_statistics: bool = "off", parsers::switch, Suset;
    "Whether bm25 reads statistics of tables under row security, which say how frequent words are in rows that a role may not see."
}

/// The text search configuration that [`text_config`] names, by the search path of the session.
pub fn text_config_oid() -> SqlResult<pg_sys::Oid> {
    let name = text_config()?;
    parsers::text_search_configuration(&name).ok_or_else(|| {
        let missing = Error::invalid(format!(
            "text search configuration \"{name}\" does not exist"
        ))
        .hint("Write the name of a configuration that \\dF lists, for example pg_catalog.english.");
        text_config::SETTING.poisoned(missing)
    })
}

/// The name of a configuration, which is never nothing.
fn text_config_value(text: &str) -> Result<Rc<str>> {
    let name = parsers::object_name(text)?.ok_or_else(|| {
        Error::invalid("the name of the text search configuration is missing").hint(
            "Write the name of a configuration that \\dF lists, for example pg_catalog.english.",
        )
    })?;
    Ok(Rc::from(name))
}

/// A scope; no text is no scope, `{}` is the scope of a session that names nothing.
fn scope_value(text: &str) -> Result<Option<Rc<Scope>>> {
    if text.trim().is_empty() { Ok(None) } else { Ok(Some(Rc::new(Scope::parse(text)?))) }
}

/// A literal of the table as C wants it; the compiler checks that it ends with its only zero byte.
const fn c_str(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        #[allow(clippy::panic, reason = "at compile time")]
        Err(_) => panic!("a zero byte inside a literal"),
    }
}

/// Defines every setting; called once, when the library is loaded.
pub fn init() {
    hook::define_all(ALL);
    // A misspelled setting is an error from here on.
    #[cfg(not(feature = "pg14"))]
    // SAFETY: a C string that lives forever.
    unsafe {
        pg_sys::MarkGUCPrefixReserved(c"gbrain_rank".as_ptr());
    }
    #[cfg(feature = "pg14")]
    // SAFETY: a C string that lives forever.
    unsafe {
        pg_sys::EmitWarningsOnPlaceholders(c"gbrain_rank".as_ptr());
    }
}
