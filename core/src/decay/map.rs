//! The merged decay map and its longest-prefix lookup.

use std::collections::BTreeMap;

use crate::decay::{BUILT_IN, BUILT_IN_FALLBACK, Entry};
use crate::recency::Decay;

/// Which layer a decay comes from. A later layer overrides an earlier one, prefix by prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Built in.
    Default,
    /// The recency section of a gbrain.yml.
    Yaml,
    /// A setting.
    Setting,
    /// The argument of the call.
    Call,
}

impl Origin {
    /// The word that SQL shows.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Yaml => "yaml",
            Self::Setting => "setting",
            Self::Call => "call",
        }
    }
}

/// One row of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapped {
    /// What a slug must start with; empty for the fallback.
    pub prefix: Box<str>,
    /// How rows below it age.
    pub decay: Decay,
    /// Who said so.
    pub origin: Origin,
    /// Where the longest other prefix stands that this one starts with.
    parent: Option<u32>,
}

/// Every prefix with its decay, and the decay of slugs that no prefix matches.
///
/// A lookup allocates nothing. The prefixes are kept sorted: of all prefixes at or before a slug in
/// that order, the last one either starts the slug or shares with it every prefix that does, so one
/// binary search and a walk along `parent` find the longest.
#[derive(Debug, Clone, PartialEq)]
pub struct DecayMap {
    sorted: Vec<Mapped>,
    /// Where the prefixes start whose first byte is at least the index: narrows the search.
    starts: Box<[u32; 257]>,
    fallback: Mapped,
}

impl DecayMap {
    /// The built-in map.
    #[must_use]
    pub fn built_in() -> Self {
        let entries =
            BUILT_IN.iter().map(|&(prefix, decay)| (prefix.into(), decay, Origin::Default));
        Self::from_rows(entries.collect(), Mapped::fallback(BUILT_IN_FALLBACK, Origin::Default))
    }

    /// A map of these rows alone.
    #[must_use]
    pub fn of(rows: impl IntoIterator<Item = (Box<str>, Decay)>, fallback: Decay) -> Self {
        let rows = rows.into_iter().map(|(prefix, decay)| (prefix, decay, Origin::Call));
        Self::from_rows(rows.collect(), Mapped::fallback(fallback, Origin::Call))
    }

    /// This map with one more layer on top.
    #[must_use]
    pub fn with_layer(&self, entries: Vec<Entry>, origin: Origin) -> Self {
        let mut rows: Vec<_> =
            self.sorted.iter().map(|row| (row.prefix.clone(), row.decay, row.origin)).collect();
        rows.extend(entries.into_iter().map(|e| (e.prefix.into_boxed_str(), e.decay, origin)));
        Self::from_rows(rows, self.fallback.clone())
    }

    /// This map with another fallback.
    #[must_use]
    pub fn with_fallback(mut self, decay: Decay, origin: Origin) -> Self {
        self.fallback = Mapped::fallback(decay, origin);
        self
    }

    /// Builds the index; of rows with the same prefix the last one counts.
    fn from_rows(rows: Vec<(Box<str>, Decay, Origin)>, fallback: Mapped) -> Self {
        let last: BTreeMap<_, _> =
            rows.into_iter().map(|(prefix, decay, origin)| (prefix, (decay, origin))).collect();
        let mut sorted: Vec<Mapped> = Vec::with_capacity(last.len());
        // The prefixes that the current one starts with, shortest first.
        let mut ancestors: Vec<u32> = Vec::new();
        let mut starts = Box::new([0_u32; 257]);
        for (position, (prefix, (decay, origin))) in (0_u32..).zip(last) {
            while let Some(&ancestor) = ancestors.last() {
                if prefix.starts_with(&*sorted[ancestor as usize].prefix) {
                    break;
                }
                ancestors.pop();
            }
            if let Some(&first) = prefix.as_bytes().first() {
                starts[usize::from(first) + 1] = position + 1;
            }
            sorted.push(Mapped { prefix, decay, origin, parent: ancestors.last().copied() });
            ancestors.push(position);
        }
        for byte in 1..starts.len() {
            starts[byte] = starts[byte].max(starts[byte - 1]);
        }
        Self { sorted, starts, fallback }
    }

    /// The row of the longest prefix that `slug` starts with, else the fallback.
    #[must_use]
    #[inline]
    pub fn find(&self, slug: &str) -> &Mapped {
        let Some(&first) = slug.as_bytes().first() else { return &self.fallback };
        let (start, end) = (
            self.starts[usize::from(first)] as usize,
            self.starts[usize::from(first) + 1] as usize,
        );
        let same_start = &self.sorted[start..end];
        let after = match same_start {
            [] => return &self.fallback,
            // With few prefixes to choose from, going through them beats a search.
            _ if same_start.len() <= 4 => {
                let longest = same_start.iter().rev().find(|row| slug.starts_with(&*row.prefix));
                return longest.unwrap_or(&self.fallback);
            }
            _ => same_start.partition_point(|row| &*row.prefix <= slug),
        };
        let mut candidate = same_start[..after].last();
        while let Some(row) = candidate {
            if slug.starts_with(&*row.prefix) {
                return row;
            }
            candidate = row.parent.map(|parent| &self.sorted[parent as usize]);
        }
        &self.fallback
    }

    /// How a row with this slug ages.
    #[must_use]
    #[inline]
    pub fn decay(&self, slug: &str) -> Decay {
        self.find(slug).decay
    }

    /// The row of every slug that no prefix matches.
    #[must_use]
    pub fn fallback(&self) -> &Mapped {
        &self.fallback
    }

    /// Every row, the longest prefix first (then by prefix), the fallback last.
    pub fn rows(&self) -> impl Iterator<Item = &Mapped> {
        let mut rows: Vec<&Mapped> = self.sorted.iter().collect();
        rows.sort_by(|a, b| b.prefix.len().cmp(&a.prefix.len()).then(a.prefix.cmp(&b.prefix)));
        rows.into_iter().chain(std::iter::once(&self.fallback))
    }

    /// The greatest coefficient of the map: no component is larger.
    #[must_use]
    pub fn max_coefficient(&self) -> f64 {
        let counting = |row: &Mapped| row.decay.component(0.0);
        self.sorted.iter().map(counting).fold(counting(&self.fallback), f64::max)
    }

    /// The mapped prefix with the smallest coefficient that is not evergreen, if the fallback's
    /// coefficient is above it: then a note that is mapped nowhere outranks the page asked for.
    #[must_use]
    pub fn outranked_by_fallback(&self) -> Option<&Mapped> {
        let fallback = self.fallback.decay;
        self.sorted
            .iter()
            .filter(|row| !row.decay.is_evergreen())
            .min_by(|a, b| a.decay.coefficient.total_cmp(&b.decay.coefficient))
            .filter(|row| !fallback.is_evergreen() && fallback.coefficient > row.decay.coefficient)
    }
}

impl Mapped {
    fn fallback(decay: Decay, origin: Origin) -> Self {
        Self { prefix: "".into(), decay, origin, parent: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn layer(prefixes: &[&str]) -> Vec<Entry> {
        let decay = |prefix: &str| Decay::new(prefix.len() as f64 + 1.0, 1.0);
        prefixes.iter().map(|p| Entry { prefix: (*p).to_owned(), decay: decay(p) }).collect()
    }

    fn map_of(prefixes: &[&str]) -> DecayMap {
        let none =
            DecayMap::from_rows(Vec::new(), Mapped::fallback(BUILT_IN_FALLBACK, Origin::Default));
        none.with_layer(layer(prefixes), Origin::Setting)
    }

    #[test]
    fn the_longest_prefix_wins() {
        let map = map_of(&["a", "a/", "a/b/", "a/b/c", "b", "a/z"]);
        for (slug, prefix) in [
            ("a", "a"),
            ("ab", "a"),
            ("a/", "a/"),
            ("a/a", "a/"),
            ("a/b", "a/"),
            ("a/b/", "a/b/"),
            ("a/b/b", "a/b/"),
            ("a/b/d", "a/b/"),
            ("a/b/cd", "a/b/c"),
            ("a/y", "a/"),
            ("a/zz", "a/z"),
            ("b", "b"),
            ("c", ""),
            ("", ""),
            ("A", ""),
        ] {
            assert_eq!(&*map.find(slug).prefix, prefix, "{slug:?}");
        }
    }

    #[test]
    fn prefixes_of_any_script_work() {
        let map = map_of(&["日记/", "日", "ÿ", "\u{10ffff}"]);
        assert_eq!(&*map.find("日记/今天").prefix, "日记/");
        assert_eq!(&*map.find("日本").prefix, "日");
        assert_eq!(&*map.find("\u{10ffff}x").prefix, "\u{10ffff}");
        assert_eq!(&*map.find("月").prefix, "");
    }

    #[test]
    fn a_later_layer_overrides_prefix_by_prefix() {
        let map = DecayMap::built_in()
            .with_layer(layer(&["daily/", "mine/"]), Origin::Yaml)
            .with_layer(layer(&["mine/"]), Origin::Setting)
            .with_fallback(Decay::new(1.0, 0.1), Origin::Setting);
        assert_eq!(map.find("daily/x").origin, Origin::Yaml);
        assert_eq!(map.find("mine/x").origin, Origin::Setting);
        assert_eq!(map.find("people/x").origin, Origin::Default);
        assert_eq!(map.find("x").origin, Origin::Setting);
        assert_eq!(map.rows().count(), 11 + 1 + 1);
    }

    #[test]
    fn of_equal_prefixes_in_one_layer_the_last_counts() {
        let mut twice = layer(&["a/"]);
        twice.push(Entry { prefix: "a/".to_owned(), decay: Decay::new(99.0, 9.0) });
        assert_eq!(
            DecayMap::built_in().with_layer(twice, Origin::Call).decay("a/").coefficient,
            9.0
        );
    }

    #[test]
    fn rows_come_longest_first_and_the_fallback_last() {
        let prefixes: Vec<_> =
            map_of(&["a/", "ccc/", "bbb/"]).rows().map(|r| r.prefix.clone()).collect();
        assert_eq!(prefixes, ["bbb/".into(), "ccc/".into(), "a/".into(), "".into()]);
    }

    #[test]
    fn the_weakest_entry_is_compared_with_the_fallback() {
        let map = DecayMap::built_in();
        assert_eq!(map.outranked_by_fallback(), None);
        let louder = map.clone().with_fallback(Decay::new(90.0, 0.31), Origin::Setting);
        assert_eq!(louder.outranked_by_fallback().map(|row| row.decay.coefficient), Some(0.3));
        let evergreen = map.with_fallback(Decay::new(0.0, 5.0), Origin::Setting);
        assert_eq!(evergreen.outranked_by_fallback(), None);
    }

    #[test]
    fn ten_thousand_nested_prefixes_work() {
        let mut deep = String::new();
        let nested: Vec<String> = (0..10_000)
            .map(|_| {
                deep.push('a');
                deep.clone()
            })
            .collect();
        let map = map_of(&nested.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(map.find(&"a".repeat(20_000)).prefix.len(), 10_000);
        assert_eq!(map.find("aaab").prefix.len(), 3);
    }

    proptest! {
        #[test]
        fn the_lookup_equals_trying_every_prefix(
            prefixes in prop::collection::vec("[ab/é]{1,6}", 0..40), slug in "[ab/é]{0,8}",
        ) {
            let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
            let longest = prefixes.iter().filter(|p| slug.starts_with(**p)).max_by_key(|p| p.len());
            let map = map_of(&prefixes);
            prop_assert_eq!(&*map.find(&slug).prefix, longest.copied().unwrap_or(""));
        }
    }
}
