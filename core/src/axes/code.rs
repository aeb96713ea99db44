//! Code in a question: it is asked for as it is, whatever its age.

use super::words::{Gap, Kind, Word};

/// Whether a question holds code: `::`, `->`, `.name(`, `function NAME` and its like, `obj.method`.
pub(super) fn is_code(question: &str, words: &[Word]) -> bool {
    has_code_marks(question)
        || words.iter().enumerate().any(|(i, word)| {
            let text = word.text(question);
            match word.kind {
                Kind::Letters => {
                    is_member(text.strip_suffix("'s").unwrap_or(text))
                        || (introduces_name(text) && names(question, words.get(i + 1)))
                }
                Kind::Quoted => {
                    is_member(text.trim_matches(|c: char| !c.is_alphanumeric() && c != '_'))
                }
                Kind::Han => false,
            }
        })
}

/// `::`, `->` or `.name(`.
fn has_code_marks(question: &str) -> bool {
    let bytes = question.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b':', Some(b':')) | (b'-', Some(b'>')) => return true,
            (b'.', Some(&next)) if next.is_ascii_alphabetic() || next == b'_' => {
                at += 1;
                while bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
                    at += 1;
                }
                if bytes.get(at) == Some(&b'(') {
                    return true;
                }
            }
            _ => at += 1,
        }
    }
    false
}

/// The words that stand before the name of a piece of code.
fn introduces_name(text: &str) -> bool {
    ["function", "class", "method", "module"].iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether a word is an identifier by its look, and no word of the language: it has an inner or
/// leading capital, a digit or an underscore, or `::` or `(` follows it.
fn names(question: &str, word: Option<&Word>) -> bool {
    let Some(word) = word.filter(|word| word.gap == Gap::Space && word.kind == Kind::Letters)
    else {
        return false;
    };
    let text = &question[word.start..];
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || name == "I" {
        return false;
    }
    name.chars().any(|c| c.is_uppercase() || c.is_numeric() || c == '_')
        || rest.starts_with("::")
        || rest.starts_with('(')
}

/// Two identifiers joined by one dot that are no host, file name or abbreviation.
fn is_member(text: &str) -> bool {
    let Some((object, member)) = text.split_once('.') else { return false };
    if !is_identifier(object) || !is_identifier(member) {
        return false;
    }
    let is = |words: &[&str], part: &str| words.iter().any(|w| w.eq_ignore_ascii_case(part));
    let logs = is(&["log"], member) && is(LOGGERS, object);
    let initials =
        object.len() == 1 && member.len() == 1 && object.bytes().all(|b| b.is_ascii_uppercase());
    let host_or_file = is(HOSTS, member) || is(FILES, member);
    (logs || !host_or_file) && !initials && !is(ABBREVIATIONS, text) && !is(TITLES, object)
}

fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Endings of host names. Those that are more often a member (`.name`, `.id`, `.info`) are left out.
const HOSTS: &[&str] = &[
    "com",
    "org",
    "net",
    "io",
    "ai",
    "dev",
    "app",
    "co",
    "me",
    "us",
    "uk",
    "eu",
    "de",
    "fr",
    "es",
    "it",
    "nl",
    "be",
    "ch",
    "at",
    "se",
    "no",
    "dk",
    "fi",
    "pl",
    "pt",
    "ie",
    "cz",
    "sk",
    "hu",
    "ro",
    "gr",
    "tr",
    "ua",
    "lt",
    "lv",
    "ee",
    "li",
    "ru",
    "cn",
    "jp",
    "kr",
    "tw",
    "hk",
    "sg",
    "in",
    "th",
    "vn",
    "ph",
    "au",
    "nz",
    "ca",
    "br",
    "mx",
    "ar",
    "cl",
    "il",
    "ae",
    "za",
    "ng",
    "ke",
    "edu",
    "gov",
    "mil",
    "int",
    "biz",
    "xyz",
    "tech",
    "cloud",
    "so",
    "gg",
    "tv",
    "fm",
    "ly",
    "gl",
    "vc",
    "inc",
    "ltd",
    "llc",
    "ventures",
    "capital",
    "fund",
    "finance",
    "bank",
    "health",
    "bio",
    "energy",
    "legal",
    "law",
    "software",
    "systems",
    "solutions",
    "technology",
    "consulting",
    "agency",
    "studio",
    "academy",
    "institute",
    "foundation",
    "university",
    "blog",
    "news",
    "wiki",
    "site",
    "online",
    "store",
    "shop",
    "labs",
    "page",
    "internal",
    "local",
    "localhost",
];

/// Endings of file names, and of libraries named like one (node.js).
const FILES: &[&str] = &[
    "js", "jsx", "mjs", "cjs", "ts", "tsx", "md", "mdx", "markdown", "rst", "txt", "text", "pdf",
    "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "csv", "tsv", "json", "jsonl", "yaml",
    "yml", "toml", "xml", "html", "htm", "css", "scss", "less", "svg", "png", "jpg", "jpeg", "gif",
    "webp", "heic", "bmp", "ico", "mp3", "mp4", "m4a", "wav", "mov", "avi", "webm", "zip", "tar",
    "gz", "tgz", "bz2", "xz", "rar", "exe", "dll", "dmg", "deb", "rpm", "apk", "jar", "war", "py",
    "pyc", "ipynb", "rb", "rs", "go", "java", "kt", "swift", "c", "h", "cc", "cpp", "hpp", "cs",
    "php", "pl", "lua", "r", "scala", "ex", "exs", "erl", "hs", "ml", "clj", "vue", "svelte", "sh",
    "bash", "zsh", "bat", "ps1", "sql", "db", "sqlite", "parquet", "log", "ini", "cfg", "conf",
    "env", "lock", "bak", "tmp", "ics", "eml", "key", "pem", "crt", "control", "so", "o", "a",
    "wasm", "proto", "graphql", "tf",
];

/// Objects whose `.log` is a method and no file.
const LOGGERS: &[&str] = &["console", "math", "np", "numpy", "logger", "torch"];

const ABBREVIATIONS: &[&str] =
    &["e.g", "i.e", "a.m", "p.m", "n.b", "p.s", "u.s", "u.k", "ph.d", "d.c", "a.k", "w.r", "c.f"];

const TITLES: &[&str] =
    &["mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "fig", "vol", "no"];

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn code(question: &str) -> bool {
        is_code(question, &words(question))
    }

    #[test]
    fn marks_of_code() {
        for question in ["Foo::bar", "a->b", "x -> y", "call .then( now", "str.len()", "`Foo::bar`"]
        {
            assert!(code(question), "{question}");
        }
        for question in
            ["a:b", "a - > b", ".then (x)", "e.g. (x)", "1.5(x)", "see fig.2(a)", "a => b"]
        {
            assert!(!code(question), "{question}");
        }
    }

    #[test]
    fn names_of_code_look_like_identifiers() {
        for question in [
            "function getUser",
            "class Foo",
            "method foo_bar",
            "module v2",
            "Function foo(x)",
            "the CLASS Node",
            "function foo()",
            "class foo::bar",
            "method _private",
            "module iPhone",
        ] {
            assert!(code(question), "{question}");
        }
        for question in [
            "function latest",
            "class action",
            "method",
            "module latest news",
            "class of Foo",
            "functions Foo",
            "the method I used",
            "class 2024",
            "function, Foo",
            "function (x)",
            "class \"Foo\"",
            "first-class Foo",
        ] {
            assert!(!code(question), "{question}");
        }
    }

    #[test]
    fn members_are_two_identifiers_and_one_dot() {
        for question in [
            "obj.method",
            "why does user.save fail",
            "console.log",
            "obj.method's cost",
            "array.map?",
            "(self.items)",
            "pg_catalog.now",
            "Foo.Bar",
            "logger.info",
            "user.name",
            "`obj.method`",
            "prod_db.users",
        ] {
            assert!(code(question), "{question}");
        }
        for question in [
            "acme.com",
            "acme.io",
            "acme.ai",
            "node.js",
            "README.md",
            "notes.txt",
            "server.log",
            "main.rs",
            "www.acme.org",
            "acme.finance",
            "youtu.be",
            "a.b.c",
            "v2.0",
            "2.5",
            "e.g. this",
            "5 p.m. call",
            "J.K Rowling",
            "the U.S. market",
            "bob@foo.bar",
            "https://foo.bar/x",
            "docs/foo.bar",
            "Dr.Smith",
            ".NET",
            "widget-co.acme",
            "end of. Sentence",
            "#foo.bar",
            "foo.",
            "a..b",
            "今天.明天",
        ] {
            assert!(!code(question), "{question}");
        }
    }
}
