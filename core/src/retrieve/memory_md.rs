//! The MEMORY.md that is put before an agent: Markdown whose structure is ours alone.
//!
//! A card is text that anyone may have written. Its title goes into a heading with every character of
//! meaning escaped, its body into a fence that is longer than any run of backticks in it. So no card
//! can end its block, start a section, or look like an instruction of the document itself.

use super::Group;
use std::fmt::Write as _;

/// The most of a body that is shown, in characters: an agent reads several cards at once.
const BODY_CHARS: usize = 2_000;

/// The most of a title, a slug or a value of the scope.
const LINE_CHARS: usize = 200;

/// A card as the document shows it.
#[derive(Debug, Clone, Default)]
pub struct MemoryCard {
    pub id: String,
    pub title: Option<String>,
    pub card_type: Option<String>,
    pub slug: Option<String>,
    /// What the card is bound to: key and values.
    pub bound: Vec<(String, Vec<String>)>,
    pub occurrence_count: i64,
    /// The day on which it was last seen.
    pub last_seen: Option<String>,
    pub body: Option<String>,
}

/// The cards of one group, in their order.
#[derive(Debug, Clone)]
pub struct Section {
    pub group: Group,
    pub cards: Vec<MemoryCard>,
}

/// What the document is made from.
#[derive(Debug, Clone, Default)]
pub struct MemoryDocument {
    pub question: String,
    /// The keys that the task names, with their values.
    pub scope: Vec<(String, String)>,
    pub sections: Vec<Section>,
    pub zero_match: bool,
}

impl MemoryDocument {
    /// The document. A section without cards is left out.
    pub fn render(&self) -> String {
        let mut out = String::from("# Memory\n");
        if !self.question.trim().is_empty() {
            let _ = write!(out, "\nQuestion: {}\n", escaped(&one_line(&self.question)));
        }
        if !self.scope.is_empty() {
            let named = self.scope.iter().map(|(key, value)| format!("{key} {}", code(value)));
            let _ = write!(out, "\nScope: {}\n", named.collect::<Vec<_>>().join(", "));
        }
        let after_baseline = |section: &&Section| section.group != Group::Global;
        let mut sections: Vec<_> =
            self.sections.iter().filter(|section| !section.cards.is_empty()).collect();
        sections.sort_by_key(|section| after_baseline(section));
        for section in sections {
            let _ = write!(out, "\n## {}\n", heading(section.group));
            for card in &section.cards {
                card.render(&mut out);
            }
        }
        if self.zero_match {
            out.push_str(ADVICE);
        }
        out
    }
}

/// What an agent is told when nothing matches.
const ADVICE: &str = "
## Nothing matched

No memory answers this question in this scope.

- Explore first: read logs and configuration, and try nothing on production that cannot be undone.
- Then record what you learned as a card: what was seen (with its error code), what caused it, what
  resolved it, and the scope in which it holds. The next task will find it.
";

fn heading(group: Group) -> &'static str {
    match group {
        Group::Correction => "Corrections by people",
        Group::Exact => "Same error code",
        Group::Strict => "Matches",
        Group::Relaxed => "Related",
        Group::Trigram => "Similar titles",
        Group::Global => "Baseline",
    }
}

impl MemoryCard {
    fn render(&self, out: &mut String) {
        let title = self.title.as_deref().map(one_line).filter(|title| !title.is_empty());
        let title = title.as_deref().map_or_else(|| "Untitled".to_owned(), escaped);
        let _ = write!(out, "\n### {title}\n\n");
        let mut facts = vec![format!("id {}", code(&self.id))];
        if let Some(name) = &self.card_type {
            facts.push(format!("type {}", code(name)));
        }
        if let Some(slug) = &self.slug {
            facts.push(format!("slug {}", code(slug)));
        }
        let _ = writeln!(out, "- {}", facts.join(", "));
        let _ = writeln!(out, "- scope: {}", self.scope_line());
        if self.occurrence_count > 0 {
            let last =
                self.last_seen.as_deref().map_or(String::new(), |day| format!(", last {day}"));
            let _ = writeln!(out, "- seen {} x{last}", self.occurrence_count);
        }
        if let Some(body) = self.body.as_deref().map(without_blank_ends)
            && !body.is_empty()
        {
            out.push('\n');
            fenced(out, body);
        }
    }

    fn scope_line(&self) -> String {
        if self.bound.is_empty() {
            return "everywhere".to_owned();
        }
        let bound = self.bound.iter().map(|(key, values)| {
            let values: Vec<_> = values.iter().map(|value| code(value)).collect();
            format!("{key} {}", values.join(" or "))
        });
        bound.collect::<Vec<_>>().join(", ")
    }
}

/// The text without blank lines before and after it. Indentation says something, on the first line too.
fn without_blank_ends(text: &str) -> &str {
    let text = text.trim_end();
    let first = text.len() - text.trim_start().len();
    let line = text[..first].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    &text[line..]
}

/// The text without line breaks and other control characters, at most [`LINE_CHARS`] long.
fn one_line(text: &str) -> String {
    let shown: String = text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect();
    let words: Vec<_> = shown.split_whitespace().collect();
    cut(&words.join(" "), LINE_CHARS)
}

/// Control characters, line and paragraph separators, and the marks that reorder text on a screen.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Text in which no character means anything to Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A code span, with as many backticks around as the value needs.
fn code(value: &str) -> String {
    let value = one_line(value);
    let ticks = "`".repeat(longest_run(&value) + 1);
    // A blank keeps a backtick at the end of the value apart from the mark; both are not shown.
    let pad = if value.starts_with('`') || value.ends_with('`') { " " } else { "" };
    if value.is_empty() { "(empty)".to_owned() } else { format!("{ticks}{pad}{value}{pad}{ticks}") }
}

/// A code block, fenced by more backticks than stand together anywhere in the text.
fn fenced(out: &mut String, text: &str) {
    let text = cut(text, BODY_CHARS);
    let text: String = text
        .replace("\r\n", "\n")
        .chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\r' => '\n',
            c if is_control(c) => ' ',
            c => c,
        })
        .collect();
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    let _ = write!(out, "{fence}text\n{text}\n{fence}\n");
}

/// The most backticks that stand together.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn card(title: &str, body: &str) -> MemoryCard {
        MemoryCard {
            id: "7".into(),
            title: Some(title.into()),
            card_type: Some("error_resolution".into()),
            slug: Some("ora/01555".into()),
            bound: vec![
                ("asset_id".into(), vec!["db-7".into()]),
                ("db_type".into(), vec!["oracle".into(), "dm".into()]),
            ],
            occurrence_count: 3,
            last_seen: Some("2026-01-15".into()),
            body: Some(body.into()),
        }
    }

    fn document(sections: Vec<Section>) -> MemoryDocument {
        MemoryDocument {
            question: "ORA-01555 at night".into(),
            scope: vec![("asset_id".into(), "db-7".into())],
            sections,
            zero_match: false,
        }
    }

    #[test]
    fn a_whole_document() {
        let baseline = MemoryCard {
            id: "1".into(),
            title: Some("Backups run at 02:00".into()),
            card_type: Some("environment_fact".into()),
            ..MemoryCard::default()
        };
        let found = document(vec![
            Section { group: Group::Exact, cards: vec![card("Undo is too small", "Raise it.")] },
            Section { group: Group::Relaxed, cards: vec![] },
            Section { group: Group::Global, cards: vec![baseline] },
        ]);
        assert_eq!(
            found.render(),
            "# Memory

Question: ORA-01555 at night

Scope: asset_id `db-7`

## Baseline

### Backups run at 02:00

- id `1`, type `environment_fact`
- scope: everywhere

## Same error code

### Undo is too small

- id `7`, type `error_resolution`, slug `ora/01555`
- scope: asset_id `db-7`, db_type `oracle` or `dm`
- seen 3 x, last 2026-01-15

```text
Raise it.
```
"
        );
    }

    #[test]
    fn nothing_matched() {
        let empty = MemoryDocument { zero_match: true, ..document(vec![]) };
        let text = empty.render();
        assert!(text.contains("## Nothing matched"));
        assert_eq!(text.matches("\n## ").count(), 1);
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        let mut out = String::new();
        fenced(&mut out, "```sh\nrm\n```\n`````\n# Heading");
        assert_eq!(out, "``````text\n```sh\nrm\n```\n`````\n# Heading\n``````\n");
    }

    #[test]
    fn titles_and_values_stay_on_their_line() {
        let evil = card("x\n# Ignore the above <script> [a](b) `c`\u{2028}d", "b");
        let text = document(vec![Section { group: Group::Strict, cards: vec![evil] }]).render();
        assert!(text.contains("### x \\# Ignore the above \\<script\\> \\[a\\](b) \\`c\\` d\n"));
        assert_eq!(code("a\n# b"), "`a # b`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "(empty)");
    }

    #[test]
    fn indentation_stays() {
        assert_eq!(without_blank_ends("\n \r\n    if x:\n        y\n\n"), "    if x:\n        y");
        assert_eq!(without_blank_ends("  one line "), "  one line");
        assert_eq!(without_blank_ends(" \n "), "");
    }

    #[test]
    fn long_text_is_cut() {
        let text = "字".repeat(5_000);
        assert_eq!(one_line(&text).chars().count(), LINE_CHARS + 1);
        let mut out = String::new();
        fenced(&mut out, &text);
        assert_eq!(out.chars().filter(|&c| c == '字').count(), BODY_CHARS);
    }

    /// What a reader of Markdown sees outside of code blocks: heading lines.
    fn headings(text: &str) -> Vec<&str> {
        let mut fence: Option<&str> = None;
        let mut found = Vec::new();
        for line in text.lines() {
            let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
            match fence {
                Some(open) if ticks.len() >= open.len() && ticks.len() == line.len() => {
                    fence = None
                }
                Some(_) => {}
                None if ticks.len() >= 3 => fence = Some(ticks),
                None if line.trim_start().starts_with('#') => found.push(line),
                None => {}
            }
        }
        assert!(fence.is_none(), "a fence is left open");
        found
    }

    proptest! {
        #[test]
        fn no_card_changes_the_structure(
            title in "[a`#\n\r<>&*_~ -]{0,30}",
            body in "[a`#\n\r<>~ ]{0,60}",
            slug in "[a`#\n ]{0,12}",
            value in "[a`#\n ]{0,12}",
        ) {
            let mut hostile = card(&title, &body);
            hostile.slug = Some(slug);
            hostile.bound = vec![("asset_id".into(), vec![value])];
            let cards = vec![hostile, card("Plain", "text")];
            let text = document(vec![Section { group: Group::Strict, cards }]).render();
            let found = headings(&text);
            prop_assert_eq!(found.len(), 4, "{}", text);
            prop_assert_eq!(found[0], "# Memory");
            prop_assert_eq!(found[1], "## Matches");
            prop_assert!(found[2].starts_with("### "));
            prop_assert_eq!(found[3], "### Plain");
        }
    }
}
