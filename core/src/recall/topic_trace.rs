//! Factor 3: the row was discussed under the topic that is being discussed now.

/// What a trace of the topic adds to the base, once however many there are.
pub const BONUS: f64 = 2.0;
/// The `kind` of a trace that counts.
pub const KIND: &str = "discuss";

/// One element of a row's `traces`: its kind and its id as text (7 and "7" are the same id).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    pub kind: String,
    pub id: String,
}

impl Trace {
    /// Is this trace a discussion of the topic?
    pub fn is_discussion_of(&self, topic_id: &str) -> bool {
        self.kind == KIND && self.id == topic_id
    }
}

/// What the traces of a row add to its base.
pub fn topic_trace_bonus(traces: impl IntoIterator<Item = Trace>, topic_id: &str) -> f64 {
    if traces.into_iter().any(|trace| trace.is_discussion_of(topic_id)) { BONUS } else { 0.0 }
}

/// The jsonb values one of which a row's `traces` contains (`@>`) when it has a trace of the topic.
///
/// A superset: containment compares numbers by value (7.0 contains 7), the factor compares text.
pub fn containment_probes(topic_id: &str) -> Vec<String> {
    let text = serde_json::Value::String(topic_id.to_owned()).to_string();
    // The factor compares text, and Postgres prints no number with an exponent.
    let number = serde_json::from_str::<serde_json::Number>(topic_id).ok();
    let number = number.filter(|_| !topic_id.contains(['e', 'E']));
    // Printed as the caller wrote it: a number of many digits must not pass through a float.
    let number = number.map(|_| topic_id.trim().to_owned());
    std::iter::once(text)
        .chain(number)
        .flat_map(|id| {
            let trace = format!(r#"{{"kind":"{KIND}","id":{id}}}"#);
            [format!("[{trace}]"), trace]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_discussion_of_the_topic_once() {
        let trace = |kind: &str, id: &str| Trace { kind: kind.into(), id: id.into() };
        assert_eq!(topic_trace_bonus([trace("discuss", "7"), trace("discuss", "7")], "7"), 2.0);
        assert_eq!(topic_trace_bonus([trace("execution", "7")], "7"), 0.0);
        assert_eq!(topic_trace_bonus([trace("discuss", "8")], "7"), 0.0);
        assert_eq!(topic_trace_bonus([], "7"), 0.0);
    }

    #[test]
    fn probes_for_text_and_number_in_a_list_or_alone() {
        assert_eq!(
            containment_probes("7"),
            [
                r#"[{"kind":"discuss","id":"7"}]"#,
                r#"{"kind":"discuss","id":"7"}"#,
                r#"[{"kind":"discuss","id":7}]"#,
                r#"{"kind":"discuss","id":7}"#,
            ]
        );
        assert_eq!(containment_probes("a\"b").len(), 2);
        assert_eq!(containment_probes("007").len(), 2);
        assert_eq!(containment_probes("1e-20000").len(), 2);
    }
}
