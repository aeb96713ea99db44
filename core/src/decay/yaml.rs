//! Decay as a file: the `recency:` section of a gbrain.yml, as YAML or JSON.

use std::collections::HashSet;
use std::rc::Rc;

use crate::decay::{Entry, triples};
use crate::recency::Decay;
use crate::yaml::{self, Node};
use crate::{Error, Result};

const HINT: &str = "Write a map of prefixes, each with halflifeDays and coefficient, for example \
                    recency: {daily/: {halflifeDays: 14, coefficient: 1.5}}.";

/// Reads the `recency:` section of a gbrain.yml.
///
/// Without the section, or where it is null, there is no entry. Keys that are not ours are ignored;
/// inside the section nothing malformed is.
pub fn parse(text: &str) -> Result<Vec<Entry>> {
    let document = yaml::parse(text)
        .map_err(|reason| Error::invalid(format!("the text is no YAML: {reason}")).hint(HINT))?;
    let Some(document) = document.filter(|document| !document.is_null()) else {
        return Ok(Vec::new());
    };
    let Node::Mapping(keys) = &*document else {
        return Err(refuse("the document", &format!("must be a map, is {}", document.describe())));
    };
    let mut sections = keys.iter().filter(|(key, _)| key.as_text() == Some("recency"));
    let section = sections.next().map(|(_, section)| section);
    if sections.next().is_some() {
        return Err(refuse("recency", "is there twice"));
    }
    match section.map(|section| &**section) {
        None => Ok(Vec::new()),
        Some(section) if section.is_null() => Ok(Vec::new()),
        Some(Node::Mapping(entries)) => parse_section(entries),
        Some(section) => {
            Err(refuse("recency", &format!("must be a map of prefixes, is {}", section.describe())))
        }
    }
}

fn parse_section(section: &[(Rc<Node>, Rc<Node>)]) -> Result<Vec<Entry>> {
    let mut seen = HashSet::new();
    section
        .iter()
        .map(|(key, value)| {
            let prefix = key.as_text().unwrap_or_default().trim();
            if prefix.is_empty() {
                return Err(refuse("recency", "has an empty prefix"));
            }
            if !seen.insert(prefix) {
                return Err(refuse(&format!("recency.\"{prefix}\""), "is there twice"));
            }
            Ok(Entry { prefix: prefix.to_owned(), decay: parse_entry(prefix, value)? })
        })
        .collect()
}

fn parse_entry(prefix: &str, value: &Node) -> Result<Decay> {
    let name = format!("recency.\"{prefix}\"");
    let Node::Mapping(fields) = value else {
        return Err(refuse(
            &name,
            &format!(
                "must be an object with halflifeDays and coefficient, is {}",
                value.describe()
            ),
        ));
    };
    let field = |wanted: &str| {
        let mut found = fields.iter().filter(|(key, _)| key.as_text() == Some(wanted));
        let text = match found.next().map(|(_, value)| &**value) {
            None => Err(refuse(&name, &format!("{wanted} is missing"))),
            Some(value) => value.as_text().ok_or_else(|| {
                refuse(&name, &format!("{wanted} must be a number, is {}", value.describe()))
            }),
        }?;
        if found.next().is_some() {
            return Err(refuse(&name, &format!("{wanted} is there twice")));
        }
        Ok(text)
    };
    triples::parse_decay(field("halflifeDays")?, field("coefficient")?)
        .map_err(|reason| refuse(&name, &reason))
}

fn refuse(name: &str, reason: &str) -> Error {
    Error::invalid(format!("{name}: {reason}")).hint(HINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, f64, f64)> {
        let entries = parse(text).unwrap();
        let flat = |e: Entry| (e.prefix, e.decay.halflife_days, e.decay.coefficient);
        entries.into_iter().map(flat).collect()
    }

    #[test]
    fn block_flow_and_json_say_the_same() {
        let expected = [("daily/".to_owned(), 14.0, 1.5), ("concepts/".to_owned(), 0.0, 0.0)];
        for text in [
            "name: my brain\nrecency:\n  daily/:\n    halflifeDays: 14\n    coefficient: 1.5\n  concepts/:\n    halflifeDays: 0\n    coefficient: 0\n",
            "---\nrecency: {daily/: {halflifeDays: 14, coefficient: 1.5}, concepts/: {halflifeDays: 0, coefficient: 0}}",
            r#"{"recency":{"daily/":{"halflifeDays":14,"coefficient":1.5},"concepts/":{"halflifeDays":"0","coefficient":"0"}}}"#,
            "recency:\r\n  'daily/': {halflifeDays: \" 14 \", coefficient: '1.5', note: [1]}\r\n  concepts/: &none {halflifeDays: 0, coefficient: 0}\r\n",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn anchors_may_be_used() {
        let text = "recency:\n  a/: &slow {halflifeDays: 300, coefficient: 0.5}\n  b/: *slow\n";
        assert_eq!(read(text).len(), 2);
    }

    #[test]
    fn other_keys_are_ignored() {
        assert!(read("a: [1, {b: c}]\n? [complex]\n: key\nd: !secret x\n").is_empty());
        assert!(read("Recency: nonsense\n").is_empty());
    }

    #[test]
    fn refusals_say_where() {
        for (text, message) in [
            ("just text", "the document: must be a map, is a scalar"),
            ("- recency", "the document: must be a map, is a list"),
            ("recency: 'null'", "recency: must be a map of prefixes, is a scalar"),
            ("recency: true", "recency: must be a map of prefixes, is a scalar"),
            ("recency: {'': {halflifeDays: 1, coefficient: 1}}", "recency: has an empty prefix"),
            ("recency: {' ': {halflifeDays: 1, coefficient: 1}}", "recency: has an empty prefix"),
            ("recency: {~: {halflifeDays: 1, coefficient: 1}}", "recency: has an empty prefix"),
            (
                "recency: {a/: [1, 2]}",
                "recency.\"a/\": must be an object with halflifeDays and coefficient, is a list",
            ),
            (
                "recency: {a/: {halflifeDays: true, coefficient: 1}}",
                "recency.\"a/\": halflifeDays \"true\" is not a finite decimal number",
            ),
            (
                "recency: {a/: {halflifeDays: [7], coefficient: 1}}",
                "recency.\"a/\": halflifeDays must be a number, is a list",
            ),
            (
                "recency: {a/: {halflifeDays: .inf, coefficient: 1}}",
                "recency.\"a/\": halflifeDays \".inf\" is not a finite decimal number",
            ),
            (
                "recency: {a/: {halflifeDays: 0x10, coefficient: 1}}",
                "recency.\"a/\": halflifeDays \"0x10\" is not a finite decimal number",
            ),
            ("recency: {a/: {halflifeDays: 7}}", "recency.\"a/\": coefficient is missing"),
            (
                "recency: {a/: {halflifedays: 7, coefficient: 1}}",
                "recency.\"a/\": halflifeDays is missing",
            ),
            (
                "recency: {a/: {halflifeDays: , coefficient: 1}}",
                "recency.\"a/\": halflifeDays must be a number, is null",
            ),
            ("recency: {}\nrecency: {}", "recency: is there twice"),
            (
                "recency:\n  a/: {halflifeDays: 7, coefficient: 1}\n  a/: {halflifeDays: 8, coefficient: 1}",
                "recency.\"a/\": is there twice",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.message, message, "{text}");
            assert!(error.hint.is_some());
        }
        assert!(parse("recency: [").unwrap_err().message.starts_with("the text is no YAML: "));
    }
}
