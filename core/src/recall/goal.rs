//! Factor +1: what the row has to do with the goals being worked on.

use crate::tokens::lower_case;
use crate::{Error, Result};

/// What a row whose area is a domain of a goal gets.
pub const AREA: f64 = 0.8;
/// What a row that contains a keyword of a goal gets.
pub const KEYWORD: f64 = 0.4;

/// One row of `<source>_goals`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    pub slug: String,
    pub status: Option<String>,
    pub domains: Vec<String>,
    pub keywords: Vec<String>,
}

impl Goal {
    fn is_active(&self) -> bool {
        self.status.as_deref() == Some("active")
    }
}

/// The goals a call works with: those it names, whatever their status, else the active ones.
///
/// A name that no goal has is refused with the names that are known.
pub fn choose(known: Vec<Goal>, named: Option<&[String]>) -> Result<Vec<Goal>> {
    let Some(named) = named else {
        return Ok(known.into_iter().filter(Goal::is_active).collect());
    };
    if let Some(unknown) = named.iter().find(|name| !known.iter().any(|goal| goal.slug == **name)) {
        let mut slugs: Vec<&str> = known.iter().map(|goal| goal.slug.as_str()).collect();
        slugs.sort_unstable();
        let detail = if slugs.is_empty() {
            "No goals are known.".to_owned()
        } else {
            format!("Known goals: {}.", slugs.join(", "))
        };
        return Err(Error::invalid(format!("unknown goal \"{unknown}\""))
            .detail(detail)
            .hint("Name goals by their slugs, or leave the argument out for the active goals."));
    }
    Ok(known.into_iter().filter(|goal| named.contains(&goal.slug)).collect())
}

/// The domains and keywords of the chosen goals, trimmed and lower-cased once per call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoalTerms {
    domains: Vec<String>,
    keywords: Vec<String>,
}

impl GoalTerms {
    /// A blank domain or keyword matches nothing.
    pub fn new<'a>(
        domains: impl IntoIterator<Item = &'a str>,
        keywords: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self { domains: fold_all(domains), keywords: fold_all(keywords) }
    }

    pub fn of(goals: &[Goal]) -> Self {
        Self::new(
            goals.iter().flat_map(|goal| goal.domains.iter().map(String::as_str)),
            goals.iter().flat_map(|goal| goal.keywords.iter().map(String::as_str)),
        )
    }

    /// [`AREA`] when the area is a domain of a goal, once.
    pub fn area(&self, area: Option<&str>) -> f64 {
        let hit = area.is_some_and(|area| self.domains.contains(&fold(area)));
        if hit { AREA } else { 0.0 }
    }

    /// The most that [`GoalTerms::keyword`] can give.
    pub fn best_keyword(&self) -> f64 {
        if self.keywords.is_empty() { 0.0 } else { KEYWORD }
    }

    /// [`KEYWORD`] when one of the lower-cased texts contains a keyword, once.
    pub fn keyword<'a>(&self, lower_texts: impl IntoIterator<Item = &'a str>) -> f64 {
        let mut texts = lower_texts.into_iter();
        let hit = !self.keywords.is_empty()
            && texts.any(|text| self.keywords.iter().any(|keyword| text.contains(keyword)));
        if hit { KEYWORD } else { 0.0 }
    }
}

/// How an area or a domain is compared: trimmed, case ignored.
pub fn fold(text: &str) -> String {
    lower_case(text.trim())
}

fn fold_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    texts.into_iter().map(fold).filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goals() -> Vec<Goal> {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let goal = |slug: &str, status: Option<&str>, domains: &[&str], keywords: &[&str]| Goal {
            slug: slug.to_owned(),
            status: status.map(str::to_owned),
            domains: texts(domains),
            keywords: texts(keywords),
        };
        vec![
            goal("db", Some("active"), &["Databases", " "], &["Pool", ""]),
            goal("ops", Some("done"), &["ops"], &["docker"]),
            goal("new", None, &[], &[]),
        ]
    }

    fn slugs(goals: &[Goal]) -> Vec<&str> {
        goals.iter().map(|goal| goal.slug.as_str()).collect()
    }

    #[test]
    fn the_active_goals_unless_named() {
        assert_eq!(slugs(&choose(goals(), None).unwrap()), ["db"]);
        let named = ["ops".to_owned(), "ops".to_owned()];
        assert_eq!(slugs(&choose(goals(), Some(&named)).unwrap()), ["ops"]);
        assert_eq!(choose(goals(), Some(&[])).unwrap(), []);
        assert_eq!(choose(Vec::new(), None).unwrap(), []);
    }

    #[test]
    fn an_unknown_goal_is_refused_with_the_known_ones() {
        let refused = choose(goals(), Some(&["OPS".to_owned()])).unwrap_err();
        assert_eq!(refused.message, "unknown goal \"OPS\"");
        assert_eq!(refused.detail.as_deref(), Some("Known goals: db, new, ops."));
        let refused = choose(Vec::new(), Some(&["ops".to_owned()])).unwrap_err();
        assert_eq!(refused.detail.as_deref(), Some("No goals are known."));
    }

    #[test]
    fn area_and_keyword_count_once_each() {
        let terms = GoalTerms::of(&choose(goals(), None).unwrap());
        assert_eq!(terms.area(Some("DATABASES ")), 0.8);
        assert_eq!(terms.area(Some("ops")), 0.0);
        assert_eq!(terms.area(Some(" ")), 0.0);
        assert_eq!(terms.area(None), 0.0);
        assert_eq!(terms.keyword(["carpool", "pool"]), 0.4);
        assert_eq!(terms.keyword(["", "poo"]), 0.0);
        assert_eq!(GoalTerms::default().keyword(["pool"]), 0.0);
    }
}
