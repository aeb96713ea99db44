//! A YAML (or JSON) document as a tree of nodes, with each scalar as it was written.
//!
//! A schema would turn `0x10` into 16 and `.inf` into infinity before anyone could object; here the
//! reader of a value decides what its text means. Anchors share their node instead of copying it, so
//! no document grows when it is read, and nesting is bounded.

use std::collections::HashMap;
use std::rc::Rc;

use saphyr_parser::{Event, Parser, ScalarStyle};

/// Deeper nesting is refused. No configuration needs it, and dropping a tree is recursive.
const MAX_DEPTH: usize = 128;

/// One node of a document.
#[derive(Debug, PartialEq)]
pub enum Node {
    /// A scalar as it was written; `quoted` also for block scalars, which are always text.
    Scalar { text: String, quoted: bool },
    /// A list; what is in it has no reader.
    Sequence,
    /// A map, in the order of the document.
    Mapping(Vec<(Rc<Node>, Rc<Node>)>),
}

impl Node {
    /// Whether this is YAML's null: nothing at all, `~` or `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Scalar { text, quoted: false }
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The text of a scalar that is not null.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Scalar { text, .. } if !self.is_null() => Some(text),
            _ => None,
        }
    }

    /// What a person would call this node.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match self {
            _ if self.is_null() => "null",
            Self::Scalar { .. } => "a scalar",
            Self::Sequence => "a list",
            Self::Mapping(_) => "a map",
        }
    }
}

/// Reads the one document that `text` holds; `None` when there is nothing in it.
///
/// The error says what is wrong and where.
pub fn parse(text: &str) -> Result<Option<Rc<Node>>, String> {
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker();
            format!("{} at line {}, column {}", error.info(), at.line(), at.col() + 1)
        })?;
        builder.take(event).map_err(|reason| {
            format!("{reason} at line {}, column {}", span.start.line(), span.start.col() + 1)
        })?;
    }
    Ok(builder.root)
}

/// A collection whose end has not been seen.
enum Open {
    Sequence { anchor: usize },
    Mapping { anchor: usize, key: Option<Rc<Node>>, entries: Vec<(Rc<Node>, Rc<Node>)> },
}

#[derive(Default)]
struct Builder {
    root: Option<Rc<Node>>,
    open: Vec<Open>,
    anchors: HashMap<usize, Rc<Node>>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let quoted = style != ScalarStyle::Plain;
                self.close(Node::Scalar { text: text.into_owned(), quoted }, anchor)
            }
            Event::SequenceStart(anchor, _) => self.enter(Open::Sequence { anchor }),
            Event::MappingStart(anchor, _) => {
                self.enter(Open::Mapping { anchor, key: None, entries: Vec::new() })
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::Sequence { anchor }) => self.close(Node::Sequence, anchor),
                Some(Open::Mapping { anchor, entries, .. }) => {
                    self.close(Node::Mapping(entries), anchor)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                let node =
                    self.anchors.get(&anchor).ok_or("alias to a node that is not complete")?;
                self.put(Rc::clone(node))
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn enter(&mut self, open: Open) -> Result<(), &'static str> {
        if self.open.len() == MAX_DEPTH {
            return Err("nesting is too deep");
        }
        self.open.push(open);
        Ok(())
    }

    fn close(&mut self, node: Node, anchor: usize) -> Result<(), &'static str> {
        let node = Rc::new(node);
        // The parser numbers anchors from 1.
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&node));
        }
        self.put(node)
    }

    fn put(&mut self, node: Rc<Node>) -> Result<(), &'static str> {
        match self.open.last_mut() {
            Some(Open::Mapping { key, entries, .. }) => match key.take() {
                None => *key = Some(node),
                Some(key) => entries.push((key, node)),
            },
            Some(Open::Sequence { .. }) => {}
            None if self.root.is_some() => return Err("there is a second document"),
            None => self.root = Some(node),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scalar(text: &str, quoted: bool) -> Rc<Node> {
        Rc::new(Node::Scalar { text: text.to_owned(), quoted })
    }

    #[test]
    fn scalars_stay_as_they_were_written() {
        let tree = parse("a: 0x10\nb: '7'\nc: ~\nd: \"\"\n").unwrap().unwrap();
        let Node::Mapping(entries) = &*tree else { panic!("{tree:?}") };
        let values: Vec<_> = entries.iter().map(|(_, value)| Rc::clone(value)).collect();
        assert_eq!(
            values,
            [scalar("0x10", false), scalar("7", true), scalar("~", false), scalar("", true)]
        );
        assert!(values[2].is_null() && !values[3].is_null());
    }

    #[test]
    fn json_is_read_as_well() {
        let json =
            "{\n\t\"recency\":{\"d/\":{\"halflifeDays\":7,\"coefficient\":1.5}},\"x\":[1,{}]}";
        assert!(matches!(&*parse(json).unwrap().unwrap(), Node::Mapping(e) if e.len() == 2));
    }

    #[test]
    fn nothing_is_nothing() {
        for text in ["", "  \n", "# a comment\n", "---\n", "---\n...\n"] {
            let tree = parse(text).unwrap();
            assert!(tree.is_none_or(|node| node.is_null()), "{text:?}");
        }
    }

    #[test]
    fn an_alias_shares_its_node() {
        let tree = parse("a: &x {b: c}\nd: *x\n").unwrap().unwrap();
        let Node::Mapping(entries) = &*tree else { panic!("{tree:?}") };
        assert!(Rc::ptr_eq(&entries[0].1, &entries[1].1));
    }

    #[test]
    fn hostile_documents_are_refused_or_stay_small() {
        // Nine levels of ten aliases each: a billion nodes where aliases are copied.
        let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for level in 1..10 {
            let below = format!("*a{}", level - 1);
            bomb += &format!("a{level}: &a{level} [{}]\n", [below.as_str(); 10].join(","));
        }
        assert!(parse(&bomb).is_ok());
        for hostile in [
            "[".repeat(100_000),
            "{a: ".repeat(100_000),
            "- ".repeat(100_000),
            "? ".repeat(100_000),
            (0..2_000).map(|n| format!("{}k:\n", " ".repeat(n))).collect(),
            "a: &a [*a]".to_owned(),
            "a: *nowhere".to_owned(),
            "a: b\n---\nc: d\n".to_owned(),
            "a: [1, 2".to_owned(),
            "\"open".to_owned(),
            "a: b: c".to_owned(),
        ] {
            let start: String = hostile.chars().take(20).collect();
            assert!(parse(&hostile).is_err(), "{start:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[a-c:\\-\\[\\]{},&*!|>'\"#%@? \n\t0-9~]{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn no_unicode_panics(text in ".{0,60}") {
            let _ = parse(&text);
        }
    }
}
