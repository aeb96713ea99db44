//! Which dictionary cuts Chinese in this backend, and when it is built.

use std::cell::RefCell;
use std::convert::Infallible;
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::sync::Arc;

use gbrain_rank_core::segment::{Dictionary, normalize, segment};
use gbrain_rank_core::tokens::visit_tokens;
use once_cell::sync::OnceCell;
use pgrx::prelude::*;

use crate::error::{SqlResult, report};
use crate::settings;

/// The ending of the files in tsearch_data that hold a dictionary.
const FILE_ENDING: &CStr = c"dict";

/// The built-in dictionary, which loads words as texts need them. A postmaster that preloads the
/// library loads them all before it forks, so that all backends share their pages.
static BUILTIN: OnceCell<Arc<Dictionary>> = OnceCell::new();

/// A dictionary with the words of a file.
struct Loaded {
    file: Box<str>,
    dictionary: Arc<Dictionary>,
}

thread_local! {
    /// The one that `gbrain_rank.user_dictionary` names, or named when it was last needed.
    static LOADED: RefCell<Option<Loaded>> = const { RefCell::new(None) };
}

/// The dictionary of this session.
pub fn dictionary() -> SqlResult<Arc<Dictionary>> {
    let Some(file) = settings::user_dictionary()? else {
        return Ok(BUILTIN.get_or_init(|| Arc::new(Dictionary::builtin())).clone());
    };
    LOADED.with_borrow_mut(|loaded| {
        if let Some(loaded) = loaded
            && *loaded.file == *file
        {
            return Ok(loaded.dictionary.clone());
        }
        let dictionary = Arc::new(load(&file)?);
        *loaded = Some(Loaded { file: (*file).into(), dictionary: dictionary.clone() });
        Ok(dictionary)
    })
}

/// Text that takes the parts of a segmentation which are set up on first use: words of the dictionary
/// and others, traditional characters, full-width letters, names.
const SAMPLE: &str = "數據庫连接池耗尽 ORA-01555 在 prod_db.users 表，小明来到了网易杭研大厦，ＡＢＣ naïve v2.0.1 https://x.y/z?q=1";

/// Loads the dictionary in a postmaster that preloads the library. A file that cannot be read must
/// not keep the server from starting: backends say so when they need it.
pub fn preload() {
    // SAFETY: a plain variable of this single-threaded process.
    if !unsafe { pg_sys::process_shared_preload_libraries_in_progress } {
        return;
    }
    match dictionary() {
        Ok(dictionary) => {
            dictionary.load_all();
            let tokens = segment(SAMPLE, || Ok::<_, Infallible>(dictionary.clone()));
            for token in tokens.iter().flatten() {
                normalize(&SAMPLE[token.start..token.end]);
            }
            visit_tokens(&dictionary, SAMPLE, |_| {});
        }
        Err(refused) => refused.report(PgLogLevel::WARNING),
    }
}

fn load(file: &str) -> SqlResult<Dictionary> {
    let path = path(file);
    let refuse = |reason: String| {
        report(
            PgSqlErrorCode::ERRCODE_CONFIG_FILE_ERROR,
            format!("could not load user dictionary \"{}\"", path.display()),
        )
        .set_detail(reason)
        .set_hint("Correct the file, or the setting gbrain_rank.user_dictionary, and reload the configuration.")
    };
    let words = std::fs::read_to_string(&path)
        .map_err(|error| refuse(format!("The file cannot be read as UTF-8 text: {error}.")))?;
    Dictionary::with_user_words(&words).map_err(|error| {
        refuse(format!(
            "{}.{}",
            error.message,
            error.detail.map_or(String::new(), |d| format!(" {d}"))
        ))
    })
}

/// The file in tsearch_data. The setting has let through only names without a folder.
fn path(file: &str) -> PathBuf {
    let name = CString::new(file).unwrap_or_default();
    // SAFETY: takes and returns zero-terminated strings.
    let path = unsafe {
        let path = pg_sys::get_tsearch_config_filename(name.as_ptr(), FILE_ENDING.as_ptr());
        CStr::from_ptr(path).to_string_lossy().into_owned()
    };
    path.into()
}
