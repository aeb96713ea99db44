//! The decided values of tests/vectors/query.json that belong to decay, recency, salience and dates.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use gbrain_rank_core::bound::{Bound, Side};
use gbrain_rank_core::decay::{DecayMap, Entry, Origin, triples, yaml};
use gbrain_rank_core::effective_date::{Frontmatter, Page, effective_date};
use gbrain_rank_core::emotional_weight::{
    DEFAULT_OWNER, HIGH_EMOTION_TAGS, emotional_weight, takes_from_json,
};
use gbrain_rank_core::iso_date::{self, Civil, IsoDate};
use gbrain_rank_core::{Mode, recency, salience};
use serde_json::Value;

fn vectors(section: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/query.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all[section].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn assert_close(found: f64, expected: &Value, case: &Value) {
    assert!((found - number(expected)).abs() < 1e-9, "{found} for {case}");
}

fn assert_entries(found: gbrain_rank_core::Result<Vec<Entry>>, case: &Value) {
    if case["ok"] == Value::Bool(false) {
        let error = found.expect_err(&case.to_string());
        if let Some(why) = case["why"].as_str() {
            assert!(error.message.contains(why), "{error:?} for {case}");
        }
        return;
    }
    let entries = found.unwrap();
    let map = DecayMap::built_in().with_layer(entries.clone(), Origin::Call);
    let expected = case["map"].as_object().unwrap();
    for (prefix, decay) in expected {
        let found = map.decay(prefix);
        assert_eq!(
            [found.halflife_days, found.coefficient],
            [number(&decay[0]), number(&decay[1])]
        );
    }
    assert!(entries.iter().all(|entry| expected.contains_key(&entry.prefix)), "{case}");
}

/// An instant, in UTC where the text names no offset.
fn utc(text: &str) -> i64 {
    match iso_date::parse(text).unwrap() {
        IsoDate::Day(civil) | IsoDate::Local(civil) => civil.in_utc().unwrap(),
        IsoDate::Instant(instant) => instant,
    }
}

#[test]
fn decay_parse() {
    for case in vectors("decay_parse") {
        assert_entries(triples::parse(case["input"].as_str().unwrap()), &case);
    }
}

#[test]
fn decay_yaml() {
    for case in vectors("decay_yaml") {
        assert_entries(yaml::parse(&case["input"].to_string()), &case);
    }
}

#[test]
fn decay_layers() {
    for case in vectors("decay_layers") {
        let mut map = DecayMap::built_in();
        if !case["yaml"].is_null() {
            let entries = yaml::parse(&case["yaml"].to_string()).unwrap();
            map = map.with_layer(entries, Origin::Yaml);
        }
        for (layer, origin) in [("env", Origin::Setting), ("caller", Origin::Call)] {
            if let Some(text) = case[layer].as_str() {
                map = map.with_layer(triples::parse(text).unwrap(), origin);
            }
        }
        let found = map.decay(case["lookup"].as_str().unwrap());
        assert_close(found.halflife_days, &case["expected"]["halflife_days"], &case);
        assert_close(found.coefficient, &case["expected"]["coefficient"], &case);
    }
}

#[test]
fn prefix_match() {
    let map = DecayMap::built_in();
    for case in vectors("prefix_match") {
        let found = map.find(case["slug"].as_str().unwrap());
        assert_eq!(&*found.prefix, case["prefix"].as_str().unwrap_or(""), "{case}");
        assert_close(found.decay.halflife_days, &case["halflife_days"], &case);
        assert_close(found.decay.coefficient, &case["coefficient"], &case);
    }
}

#[test]
fn recency_components_and_factors() {
    let map = DecayMap::built_in();
    for case in vectors("recency") {
        let decay = map.decay(case["slug"].as_str().unwrap());
        let component = decay.component(number(&case["days_old"]));
        assert_close(component, &case["expected"], &case);
        assert_close(recency::factor(component, Mode::On), &case["factor_on"], &case);
        assert_close(recency::factor(component, Mode::Strong), &case["factor_strong"], &case);
        assert_eq!(recency::factor(component, Mode::Off), 1.0);
    }
}

#[test]
fn salience_scores_and_factors() {
    for case in vectors("salience") {
        let weight = number(&case["emotional_weight"]);
        let score = salience::score(weight, case["active_takes"].as_i64().unwrap());
        assert_close(score, &case["score"], &case);
        assert_close(salience::factor(score, Mode::On), &case["factor_on"], &case);
        assert_close(salience::factor(score, Mode::Strong), &case["factor_strong"], &case);
    }
}

#[test]
fn effective_dates() {
    for case in vectors("effective_date") {
        let instant = |name: &str| case[name].as_str().map(utc);
        let page = Page {
            slug: case["slug"].as_str(),
            frontmatter: Frontmatter::from_json(&case["frontmatter"].to_string()),
            filename: case["filename"].as_str(),
            updated_at: instant("updated_at"),
            created_at: instant("created_at"),
        };
        let found = effective_date(&page, instant("now").unwrap(), Civil::in_utc);
        assert_eq!(found.map(|(date, _)| date), instant("expected_date"), "{case}");
        assert_eq!(found.map(|(_, source)| source.as_str()), case["expected_source"].as_str());
    }
}

#[test]
fn since_until() {
    for case in vectors("since_until") {
        let side = if case["boundary"] == "since" { Side::Since } else { Side::Until };
        let now = utc(case["now"].as_str().unwrap());
        let found = Bound::parse(side, case["input"].as_str().unwrap()).and_then(|bound| {
            bound.map(|bound| bound.instant(side, now, Civil::in_utc)).transpose()
        });
        match (&case["ok"], &case["expected"]) {
            (Value::Bool(false), _) => assert!(found.is_err(), "{case}"),
            (_, Value::Object(day)) => {
                let day = utc(day["whole_day"].as_str().unwrap());
                assert_eq!(found.unwrap(), Some(day + 86_400_000_000 - 1), "{case}");
            }
            (_, expected) => assert_eq!(found.unwrap(), expected.as_str().map(utc), "{case}"),
        }
    }
}

#[test]
fn emotional_weights() {
    let strings = |value: &Value| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.map(|tag| tag.as_str().unwrap().to_owned()).collect()
    };
    for case in vectors("emotional_weight") {
        let tags = strings(&case["tags"]);
        let high_tags = match &case["high_tags"] {
            Value::Null => HIGH_EMOTION_TAGS.map(str::to_owned).to_vec(),
            list => strings(list),
        };
        let takes = takes_from_json(&case["takes"].to_string()).unwrap();
        let found = emotional_weight(
            tags.iter().map(String::as_str),
            &takes,
            high_tags.iter().map(String::as_str),
            case["owner"].as_str().unwrap_or(DEFAULT_OWNER),
        );
        assert_close(found, &case["expected"], &case);
    }
}
