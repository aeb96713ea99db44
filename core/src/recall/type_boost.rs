//! Factor 4: what kind of page it is. Multiplies the base.

/// The multiplier of a page type; a row without a type counts as a concept.
pub fn type_boost(page_type: Option<&str>) -> f64 {
    match page_type {
        Some("anti-pattern") => 1.5,
        Some("strategy") => 0.8,
        Some("concept") | None => 0.6,
        Some(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_three_types() {
        assert_eq!(type_boost(Some("anti-pattern")), 1.5);
        assert_eq!(type_boost(Some("strategy")), 0.8);
        assert_eq!(type_boost(Some("concept")), 0.6);
        assert_eq!(type_boost(None), 0.6);
        assert_eq!(type_boost(Some("runbook")), 0.5);
        assert_eq!(type_boost(Some("Anti-Pattern")), 0.5);
        assert_eq!(type_boost(Some("")), 0.5);
    }
}
