//! Decided questions: every rule, boundary by boundary.

use super::*;

const EN: IntentLanguages = IntentLanguages { chinese: false };
const EN_ZH: IntentLanguages = IntentLanguages { chinese: true };

fn read(query: &str) -> Axes {
    resolve(query, None, None, EN)
}

/// Questions that must have these axes (salience, recency), in English alone and beside Chinese.
fn all(salience: &str, recency: &str, queries: &[&str]) {
    let mut wrong = Vec::new();
    for query in queries {
        for languages in [EN, EN_ZH] {
            let axes = resolve(query, None, None, languages);
            let got = (axes.salience.as_str(), axes.recency.as_str());
            if got != (salience, recency) {
                wrong.push(format!("{query:?} is {got:?} ({:?})", axes.reason));
            }
        }
    }
    assert!(wrong.is_empty(), "must be salience {salience}, recency {recency}: {wrong:#?}");
}

#[test]
fn decided_vectors() {
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/vectors/query.json")).unwrap();
    let cases = vectors["resolve_axes"].as_array().unwrap();
    assert_eq!(cases.len(), 171);
    for case in cases {
        let axes = read(case["query"].as_str().unwrap());
        let got = serde_json::json!({
            "query": case["query"], "salience": axes.salience.as_str(), "recency": axes.recency.as_str(),
        });
        assert_eq!(&got, case);
    }
}

#[test]
fn rule_1_canonical_turns_both_axes_off() {
    all(
        "off",
        "off",
        &[
            "who is the newest hire lately",
            "Who  is\tacme currently",
            "what is the status of acme",
            "what are recent trends",
            "what does the latest release change",
            "what means currently",
            "define recently",
            "defining the latest standard",
            "definition of recent",
            "explain what changed recently",
            "explain how the latest build works",
            "explain why updates on acme stopped",
            "the history of recent deals",
            "origin of the latest bug",
            "background of the recent hire",
            "concept of catching up",
            "an overview of the latest deals",
            "tell me about the recent outage",
            "tell me about my prep for acme",
            "explain what's new",
            "explain how’s the latest build",
            "compiled truth on recent work",
            "what is currently shipping",
            "what is important this month",
            "what is up to date",
            "what are you up to lately",
            "what is up to with the latest build",
            "what is the new deal with updates on acme",
            "what is the going rate lately",
        ],
    );
}

#[test]
fn rule_1_words_that_only_look_canonical() {
    all(
        "off",
        "on",
        &[
            "whose is the latest deck",
            "who was recently hired",
            "what was recently decided",
            "somewhat is recent",
            "whois latest",
            "defined recently",
            "definitions, recent",
            "explain the latest build",
            "explained what is-recent lately",
            "full history with acme lately",
            "background on the latest hire",
            "tell us about recent deals",
            "tell me, about recent deals",
            "compiled the truth recently",
            "concepts of latest",
            "overviews of latest",
        ],
    );
}

#[test]
fn rule_1_code_and_graph_words() {
    all(
        "off",
        "off",
        &[
            "latest Foo::bar",
            "latest a->b change",
            "recent calls of client.connect() in prod",
            "function getUser latest",
            "class Foo lately",
            "method do_it recently",
            "module v2 updates on acme",
            "latest on user.save",
            "what's new in pg_catalog.now?",
            "latest backlinks",
            "backlink updates on acme",
            "traversal lately",
            "recent graph of acme",
            "latest graph traversal",
            "graph walk recently",
            "graph query latest",
            "inbound links lately",
            "recent outbound references",
            "inbound edge latest",
            "outbound reference latest",
        ],
    );
    all(
        "off",
        "on",
        &[
            "latest on acme.com",
            "latest README.md",
            "latest node.js release",
            "recent acme.io deals",
            "recent www.acme.org notes",
            "latest v2.0 notes",
            "lately, e.g. in May",
            "knowledge graph latest",
            "graph database lately",
            "graphs of latest sales",
            "inbound sales lately",
            "outbound calls recently",
            "traversals lately",
            "class action lately",
            "the method I used recently",
        ],
    );
}

#[test]
fn rule_1_what_is_before_a_state_reads_as_whats() {
    all(
        "on",
        "on",
        &["what is going on with acme", "what are happening at acme", "What IS  going\non"],
    );
    all(
        "off",
        "on",
        &[
            "what is new with acme",
            "what is up with acme",
            "what is up?",
            "what is latest",
            "what is the latest on acme",
            "what are the most recent deals",
            "what is most recent",
            "what is the newest deal this month",
        ],
    );
    all(
        "off",
        "off",
        &["what is the newest deal", "what are the current prices", "what is current"],
    );
    all(
        "on",
        "on",
        &["what is the current status of acme", "what is the current progress with acme"],
    );
    // Another canonical phrase still counts.
    all("off", "off", &["what is new in the history of acme", "what is up with Foo::bar"]);
}

#[test]
fn rule_2_a_time_bound_wins_over_canonical() {
    all(
        "on",
        "strong",
        &[
            "who is the CEO of widget-co right now",
            "what is acme today",
            "tell me about today's meeting",
            "define the plan for this morning",
            "Foo::bar right now",
            "backlinks of today",
            "who is todays speaker",
            "what is up to date right now",
            "who is here this week and today",
        ],
    );
    all(
        "on",
        "on",
        &[
            "who is acme since 2024",
            "what is the plan this week",
            "what is this week's plan",
            "history of acme in the last 3 months",
            "overview of the last 1 day",
            "tell me about acme since yesterday",
            "backlinks this week",
            "obj.method since v2",
            "who is here just now this week",
            "explain why it failed last 2 WEEKS",
        ],
    );
    // These name a time, but no bound.
    all(
        "off",
        "off",
        &[
            "who is acme last week",
            "who is acme past 7 days",
            "what is acme last seven days",
            "who is acme last 30 hours",
            "who is acme last 7",
            "who is the latest just now",
            "tell me about acme since",
            "who is acme this year",
            "who is acme tonight",
        ],
    );
}

#[test]
fn rule_3_strong() {
    all(
        "off",
        "strong",
        &[
            "today",
            "Today.",
            "todays",
            "today’s notes",
            "acme, today?",
            "(today)",
            "right\u{a0}now",
            "this morning",
            "this morning's call",
            "just now",
            "latest today",
            "updates on acme today",
            "what's new today",
            "deals this week and today",
        ],
    );
    all(
        "on",
        "strong",
        &[
            "what happened today",
            "what happened to acme this morning",
            "what happened just now",
            "what's going on right now",
            "what’s happening today",
            "whats going on today",
            "what is going on just now",
            "update on acme today",
            "catch me up on today",
            "remind me about today",
            "what matters right now",
            "prep me for this morning",
        ],
    );
    all(
        "off",
        "on",
        &["what happened this week", "what happened last month", "what happened lately"],
    );
    all(
        "off",
        "off",
        &["what happened", "todayish", "nowadays", "right, now", "the morning", "tonight"],
    );
}

#[test]
fn rule_4_recency() {
    all(
        "off",
        "on",
        &[
            "what's new",
            "What’s up?",
            "whats latest",
            "what's up to date",
            "recent",
            "RECENTLY",
            "currently open roles",
            "lately?",
            "the latest's price",
            "this week",
            "last week",
            "past week",
            "this weeks standup",
            "this week's standup",
            "last month's numbers",
            "past months",
            "last few days",
            "this couple days",
            "deals since launch",
            "deals since 2024-01-01",
            "deals last 5 days",
            "deals last 1 month",
            "meeting note",
            "meeting notes",
            "updates from Bob",
            "updates with Bob",
            "status updates on acme",
        ],
    );
    all(
        "on",
        "on",
        &[
            "meeting prep",
            "meeting with Bob",
            "meeting for acme",
            "meeting brief",
            "before my call",
            "before the sync with Bob",
            "before our chat",
            "prep for acme",
            "prepare me",
            "update with acme",
            "update from acme",
            "status on acme",
            "status from acme",
            "status of acme",
            "progress on acme",
            "progress with acme",
            "progress of acme",
            "progress update on acme",
        ],
    );
    all(
        "off",
        "off",
        &[
            "what's old",
            "what's upcoming",
            "latestness",
            "recentering",
            "unlikely recentish",
            "this years plan",
            "last year",
            "past quarter",
            "a few days",
            "last several days",
            "weekly",
            "the week",
            "last day",
            "last 5 years",
            "last five days",
            "since",
            "meeting",
            "meeting room",
            "meetings for acme",
            "before meeting Bob",
            "before their call",
            "before my flight",
            "after my meeting",
            "prep work",
            "preparation for acme",
            "updates of acme",
            "update of acme",
            "updates about acme",
            "statuses on acme",
            "state of acme",
            "work in progress",
        ],
    );
}

#[test]
fn rule_4_catching_up() {
    all(
        "on",
        "on",
        &[
            "catch up with Bob",
            "catches me up",
            "catching up",
            "CATCH Me Up",
            "catch   me \t up",
            "catch widget-co up",
            "catch O'Brien up",
            // Fifteen characters between, white space included.
            "catch the core team up",
        ],
    );
    all(
        "off",
        "off",
        &[
            // Sixteen.
            "catch the sales team up",
            "catch-up",
            "ketchup",
            "catch the bus, sign up",
            "catch me. Up there",
            "catch \"me up\"",
            "up to catch",
            "catcher up",
            "catch upstream",
            "caught up",
        ],
    );
}

#[test]
fn rule_5_salience() {
    all(
        "on",
        "off",
        &[
            "what's been going on",
            "what’s been going with acme",
            "whats been up",
            "what's been happening at acme",
            "remind me what we agreed",
            "remind me what's in the deal",
            "Remind  me about acme",
            "remind me of the deal",
            "what matters",
            "what matters to Bob",
            "what's important",
            "whats important to Bob?",
        ],
    );
    all(
        "off",
        "off",
        &[
            "remind me",
            "remind me to call Bob",
            "remind Bob about acme",
            "reminds me of acme",
            "what mattered",
            "matters",
            "important",
            "what is important",
            "what has been decided",
            "what's being built",
        ],
    );
}

#[test]
fn rule_6_anything_else() {
    all(
        "off",
        "off",
        &[
            "",
            " \n\t",
            "?!",
            "acme",
            "kubernetes upgrade plan",
            "qu'est-ce qui se passe",
            "was ist neu bei acme",
            "últimas noticias",
            "сегодня",
            "오늘 회의",
            "🎉🎉",
            "ORA-01555 snapshot too old",
        ],
    );
    assert_eq!(read("kubernetes upgrade plan").reason, Reason::None);
}

#[test]
fn words_are_whole() {
    all(
        "off",
        "off",
        &[
            "today-i-learned",
            "docs/today",
            "recent-deals",
            "acme-latest",
            "node:latest",
            "latest.json",
            "#today",
            "@latest",
            "https://acme.com/latest",
            "https://acme.com/?q=latest&x=today",
            "x_today",
            "today2",
            "-latest",
            "acme -recent",
            "meeting-notes",
        ],
    );
    // Punctuation, brackets and a script without white space end a word.
    all(
        "off",
        "on",
        &["(latest)", "*latest* news", "recent: acme", "acme…recently", "acme的latest"],
    );
}

#[test]
fn quoted_text_is_what_to_find() {
    all(
        "off",
        "off",
        &[
            "\"latest\"",
            "\"what's going on\" by acme",
            "the song “right now”",
            "`this week`",
            "\"catch me up\"",
            "what's \"new\"",
        ],
    );
    all("off", "on", &["latest \"what is\"", "5\" pipe, latest 6\" pipe"]);
    all("on", "on", &["what's going on with \"today\"", "who is acme since \"the merger\""]);
    all("off", "strong", &["\"today nothing closes this"]);
    // A quoted identifier is still code.
    all("off", "off", &["latest \"Foo::bar\"", "latest `obj.method`"]);
}

#[test]
fn an_explicit_mode_wins_axis_by_axis() {
    let query = "what's going on with acme";
    let axes = resolve(query, Some(Mode::Off), None, EN);
    assert_eq!((axes.salience, axes.recency), (Mode::Off, Mode::On));
    assert_eq!(
        (axes.salience_source, axes.recency_source),
        (Source::Caller, Source::AutoHeuristic)
    );
    let axes = resolve(query, None, Some(Mode::Strong), EN);
    assert_eq!((axes.salience, axes.recency), (Mode::On, Mode::Strong));
    assert_eq!(
        (axes.salience_source, axes.recency_source),
        (Source::AutoHeuristic, Source::Caller)
    );
    let axes = resolve("who is acme", Some(Mode::Strong), Some(Mode::On), EN);
    assert_eq!((axes.salience, axes.recency), (Mode::Strong, Mode::On));
    assert_eq!((axes.salience_source, axes.recency_source), (Source::Caller, Source::Caller));
    // The terms do not depend on the modes.
    assert_eq!((axes.reason, axes.terms.as_str()), (Reason::Canonical, "acme"));
}

#[test]
fn the_reason_is_the_rule() {
    for (query, reason) in [
        ("who is acme", "canonical"),
        ("who is acme today", "bound"),
        ("update on acme today", "strong"),
        ("update on acme", "recency"),
        ("acme since 2024", "recency"),
        ("remind me about acme", "salience"),
        ("acme", "none"),
        ("what happened", "none"),
    ] {
        assert_eq!(read(query).reason.as_str(), reason, "{query}");
    }
}

#[test]
fn terms_are_what_to_find() {
    let wrong: Vec<String> = [
        ("what's going on with acme", "acme"),
        ("so, what's going on with acme these days?", "acme these days"),
        ("What's going on today with acme?", "acme"),
        ("what’s new at widget-co", "widget-co"),
        ("who is the CEO of widget-co right now", "the CEO of widget-co"),
        ("Who is O'Brien?", "O'Brien"),
        ("latest news on AI", "AI"),
        ("the latest from the board", "the board"),
        ("give me the latest news about acme, please", "acme, please"),
        ("can you give me an update on acme?", "acme"),
        ("catch me up on acme", "acme"),
        ("could you please catch me up with the acme deal", "the acme deal"),
        ("catch Sarah up on acme", "Sarah acme"),
        ("what happened today", ""),
        ("what happened to acme last week", "acme"),
        ("what happened with the CloudScale acquisition?", "the CloudScale acquisition"),
        ("remind me about the deal", "the deal"),
        ("remind me what we decided about pricing", "we decided about pricing"),
        ("kubernetes upgrade plan", "kubernetes upgrade plan"),
        ("  two  blanks? ", "two  blanks?"),
        ("prep me for the widget-ceo meeting", "the widget-ceo meeting"),
        ("before my meeting with widget-ceo", "widget-ceo"),
        ("prep for my meeting with Bob", "Bob"),
        ("recent updates on widget-co", "widget-co"),
        ("any status updates on acme", "acme"),
        ("what is the current status of acme", "acme"),
        ("what are the most recent deals with acme", "deals with acme"),
        ("what is the ownership economy?", "the ownership economy"),
        ("what does MindBridge do?", "MindBridge"),
        ("what does ACID mean", "ACID"),
        ("what does acme do today", "acme"),
        ("tell me about founder mode", "founder mode"),
        ("explain how recursion works", "recursion works"),
        ("definition of done", "done"),
        ("history of acme since 2020", "acme"),
        ("who is acme since launch", "acme launch"),
        ("deals in the last 7 days", "deals"),
        ("deals from this week", "deals"),
        ("acme since 2024-01-01", "acme"),
        ("acme since March 5, 2024 in Paris", "acme in Paris"),
        ("today's standup", "standup"),
        ("Bob's latest deals", "Bob's deals"),
        ("deals, lately, in Paris", "deals in Paris"),
        ("what matters most to Bob", "Bob"),
        ("what is today's plan for -acme", "plan for -acme"),
        ("latest .NET release notes", ".NET release notes"),
        ("latest C++ notes", "C++ notes"),
        // Code and graph words are what to find.
        ("show me backlinks to widget-co today", "show me backlinks to widget-co"),
        ("latest graph of acme", "graph of acme"),
        ("what is Foo::bar()", "Foo::bar()"),
        ("obj.method() latest", "obj.method()"),
        // Quoted text is not touched.
        ("latest \"what's going on\" posts", "\"what's going on\" posts"),
        ("who is \"The Latest\"", "\"The Latest\""),
        ("what's new about \"the\"", "\"the\""),
        ("“right now” lyrics today", "“right now” lyrics"),
        // Only cue phrases.
        ("right now", ""),
        ("what's going on?", ""),
        ("what's been going on with me?", ""),
        ("Updates from last month", ""),
        ("what's new in the last 2 weeks", ""),
        ("catch me up!", ""),
        ("what is it", ""),
        ("overview of this month", ""),
        // A time that opens no axis is a term, unless nothing else is left.
        ("what happened yesterday", ""),
        ("meeting notes from yesterday", ""),
        ("what's new in the past 3 days?", ""),
        ("what happened this year", ""),
        ("yesterday", "yesterday"),
        ("lyrics of yesterday", "lyrics of yesterday"),
        ("latest lyrics of yesterday", "lyrics of yesterday"),
        ("last quarter numbers", "last quarter numbers"),
        // What is asked about is no cue when it is all there is.
        ("define recent", "recent"),
        ("what means latest", "latest"),
        ("tell me about what matters", "what matters"),
        ("", ""),
        ("   ", ""),
    ]
    .iter()
    .filter(|(query, terms)| read(query).terms != *terms)
    .map(|(query, terms)| format!("{query:?}: {:?}, not {terms:?}", read(query).terms))
    .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn cues_are_what_was_taken_out() {
    for (query, cues) in [
        ("What's  going on with acme right now?", &["What's going on with", "right now"][..]),
        ("give me the latest news on AI", &["give me the latest news on"]),
        ("before my meeting with Bob", &["before my meeting with"]),
        ("catch Sarah up on acme", &["catch ... up on"]),
        ("what does ACID mean", &["what does ... mean"]),
        ("deals since March 5, 2024", &["since March 5 2024"]),
        ("backlinks of acme today", &["today"]),
        ("define recent", &["define"]),
        ("kubernetes upgrade plan", &[]),
        ("\"latest\"", &[]),
    ] {
        assert_eq!(read(query).cues, cues, "{query}");
    }
}

#[test]
fn bounds_are_the_times_named() {
    let midnight = |days_ago| Some(TimeBound::FromMidnight { days_ago });
    let days = |days| Some(TimeBound::Days(days));
    let since = |year, month, day| Some(TimeBound::Since(SinceDate { year, month, day }));
    for (query, bound) in [
        ("what happened today", midnight(0)),
        ("right now", midnight(0)),
        ("this morning", midnight(0)),
        ("what's new since yesterday", midnight(1)),
        ("this week", days(7)),
        ("this week's deals", days(7)),
        ("past week", days(7)),
        ("last week", days(14)),
        ("last few days", days(7)),
        ("this month", days(31)),
        ("last month", days(62)),
        ("last 3 days", days(3)),
        ("last 2 weeks", days(14)),
        ("last 6 months", days(180)),
        ("last 0 days", days(0)),
        ("last 99999999999999 months", days(u32::MAX)),
        ("since Monday", days(7)),
        ("since last month", days(62)),
        ("what happened yesterday", Some(TimeBound::Yesterday)),
        ("what happened in the past 3 days", days(3)),
        ("what happened this quarter", days(92)),
        ("yesterday", None),
        ("latest lyrics of yesterday", None),
        ("since 2024", since(Some(2024), 1, 1)),
        ("since 2024-03", since(Some(2024), 3, 1)),
        ("since 2024-02-29", since(Some(2024), 2, 29)),
        ("since March", since(None, 3, 1)),
        ("since Sept 5th", since(None, 9, 5)),
        ("since 5 March 2024", since(Some(2024), 3, 5)),
        ("what's going on right now since Monday", days(7)),
        ("just now", None),
        ("since launch", None),
        ("since 2024-02-30", None),
        ("since 2024-13-01", None),
        ("since 99", None),
        ("latest", None),
        ("\"today\"", None),
        ("acme", None),
    ] {
        assert_eq!(read(query).bound, bound, "{query}");
    }
}

#[test]
fn since_takes_its_whole_date_along() {
    let midnight = |days_ago| Some(TimeBound::FromMidnight { days_ago });
    let days = |days| Some(TimeBound::Days(days));
    let hours = |hours| Some(TimeBound::Hours(hours));
    let since = |year, month, day| Some(TimeBound::Since(SinceDate { year, month, day }));
    for (date, bound) in [
        ("last Friday", midnight(7)),
        ("this monday", midnight(7)),
        ("Friday", days(7)),
        ("Friday morning", days(7)),
        ("yesterday evening", midnight(1)),
        ("yesterday at 9:30", midnight(1)),
        ("last night", midnight(1)),
        ("last weekend", midnight(8)),
        ("this afternoon", midnight(0)),
        ("last week", days(14)),
        ("last month", days(62)),
        ("last quarter", days(184)),
        ("last year", days(731)),
        ("this week", days(7)),
        ("this month", days(31)),
        ("this quarter", days(92)),
        ("this year", days(366)),
        ("last March", since(None, 3, 1)),
        ("the 5th of March", since(None, 3, 5)),
        ("the 5TH of March 2026", since(Some(2026), 3, 5)),
        ("5th of March, 2026", since(Some(2026), 3, 5)),
        ("the 5th March", since(None, 3, 5)),
        ("March the 5th", since(None, 3, 5)),
        ("March of 2026", since(Some(2026), 3, 1)),
        ("2026-03-01", since(Some(2026), 3, 1)),
        ("2026-03-01T10:00", since(Some(2026), 3, 1)),
        ("2026-03-01t10:00:00.5Z", since(Some(2026), 3, 1)),
        ("2026-03-01T10:00:00+02:00", since(Some(2026), 3, 1)),
        ("2026-03-01 10:00", since(Some(2026), 3, 1)),
        ("March 5 at 10:00", since(None, 3, 5)),
        ("2026/03/01", since(Some(2026), 3, 1)),
        ("2026/3/1", since(Some(2026), 3, 1)),
        ("2026/03", since(Some(2026), 3, 1)),
        ("3 days ago", days(3)),
        ("two weeks ago", days(14)),
        ("Twelve Months Ago", days(360)),
        ("a week ago", days(7)),
        ("1 year ago", days(365)),
        ("an hour ago", hours(1)),
        ("5 hours ago", hours(5)),
        ("90 minutes ago", hours(2)),
        ("99999999999 years ago", days(u32::MAX)),
    ] {
        let query = format!("acme since {date}");
        let axes = read(&query);
        assert_eq!((axes.terms.as_str(), axes.bound), ("acme", bound), "{query}");
        assert_eq!((axes.salience, axes.recency), (Mode::Off, Mode::On), "{query}");
        let axes = read(&format!("who is since {date}, the CEO"));
        assert_eq!((axes.terms.as_str(), axes.bound), ("the CEO", bound), "{query}");
        assert_eq!((axes.reason, axes.recency), (Reason::Bound, Mode::On), "{query}");
    }
    let axes = read("acme since this morning");
    assert_eq!((axes.terms.as_str(), axes.bound), ("acme", midnight(0)));
    assert_eq!((axes.salience, axes.recency), (Mode::Off, Mode::Strong));
    for (query, bound) in [
        ("what's new since last Friday", midnight(7)),
        ("what changed since the 5th of March", since(None, 3, 5)),
        ("since 3 days ago", days(3)),
    ] {
        assert_eq!(read(query).bound, bound, "{query}");
    }
    assert_eq!(read("what's new since last Friday").terms, "");
    assert_eq!(read("what changed since the 5th of March").terms, "what changed");
    assert_eq!(read("deals since last Friday").cues, ["since last Friday"]);
}

#[test]
fn since_leaves_what_is_no_date() {
    for (query, terms) in [
        ("acme since the merger", "acme the merger"),
        ("acme since the March release", "acme the March release"),
        ("acme since the 5th meeting", "acme the 5th meeting"),
        ("acme since last summer", "acme last summer"),
        ("acme since last. Friday", "acme last. Friday"),
        ("acme since two weeks before launch", "acme two weeks before launch"),
        ("acme since 3 deals ago", "acme 3 deals ago"),
        ("acme since 2026/13/01", "acme 2026/13/01"),
        ("acme since 2026-03-01Tx", "acme 2026-03-01Tx"),
        ("acme since March at Paris", "acme at Paris"),
        ("acme since March of doom", "acme of doom"),
        ("acme since March the third", "acme the third"),
        ("acme since \"last Friday\"", "acme \"last Friday\""),
    ] {
        assert_eq!(read(query).terms, terms, "{query}");
    }
}

#[test]
fn numbers_in_words_and_hours_say_how_far_back() {
    let days = |days| Some(TimeBound::Days(days));
    let hours = |hours| Some(TimeBound::Hours(hours));
    for (time, bound) in [
        ("last two weeks", days(14)),
        ("in the last two weeks", days(14)),
        ("last one day", days(1)),
        ("over the last Twelve months", days(360)),
        ("last 24 hours", hours(24)),
        ("in the last 24 hours", hours(24)),
        ("last six hours", hours(6)),
        ("last 1 hour", hours(1)),
    ] {
        // They open no axis, and are taken out all the same.
        let axes = read(&format!("deals {time}"));
        assert_eq!((axes.terms.as_str(), axes.bound, axes.reason), ("deals", bound, Reason::None));
        let axes = read(&format!("who is acme {time}"));
        assert_eq!((axes.terms.as_str(), axes.reason), ("acme", Reason::Canonical), "{time}");
        let axes = read(&format!("what's new {time}?"));
        assert_eq!((axes.terms.as_str(), axes.bound), ("", bound), "{time}");
        assert_eq!((axes.salience, axes.recency), (Mode::Off, Mode::On), "{time}");
    }
    for (query, bound) in [
        ("what happened in the past two weeks", days(14)),
        ("what happened in the past 24 hours", hours(24)),
        ("what happened in the past three hours", hours(3)),
    ] {
        let axes = read(query);
        assert_eq!((axes.terms.as_str(), axes.bound), ("", bound), "{query}");
    }
    assert_eq!(read("deals past two weeks").terms, "deals past two weeks");
    assert_eq!(read("last thirteen days").bound, None);
    assert_eq!(read("last two deals").terms, "last two deals");
}

#[test]
fn a_day_without_a_year_is_the_latest_one() {
    let since = |month, day| SinceDate { year: None, month, day };
    assert_eq!(since(3, 5).iso((2026, 3, 5)), "2026-03-05");
    assert_eq!(since(3, 6).iso((2026, 3, 5)), "2025-03-06");
    assert_eq!(since(12, 31).iso((2026, 1, 1)), "2025-12-31");
    assert_eq!(since(2, 29).iso((2026, 3, 1)), "2024-02-29");
    assert_eq!(SinceDate { year: Some(2020), month: 1, day: 1 }.iso((2026, 1, 1)), "2020-01-01");
}

#[test]
fn decided_chinese_vectors() {
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../../../tests/vectors/axes_zh.json")).unwrap();
    let wrong: Vec<String> = vectors
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|case| {
            let axes = resolve(case["query"].as_str().unwrap(), None, None, EN_ZH);
            let got = serde_json::json!({
                "query": case["query"],
                "salience": axes.salience.as_str(),
                "recency": axes.recency.as_str(),
                "terms": axes.terms,
            });
            (&got != case).then(|| format!("{got}, not {case}; cues {:?}", axes.cues))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn chinese_counts_only_when_asked_for() {
    for query in ["acme 的最新进展", "今天发生了什么", "谁是张三", "近7天的告警"]
    {
        let axes = read(query);
        assert_eq!((axes.reason, axes.terms.as_str()), (Reason::None, query));
    }
}

#[test]
fn chinese_bounds() {
    let days = |days| Some(TimeBound::Days(days));
    let since = |year, month, day| Some(TimeBound::Since(SinceDate { year, month, day }));
    for (query, bound) in [
        ("今天发生了什么", Some(TimeBound::FromMidnight { days_ago: 0 })),
        ("昨天发生了什么", Some(TimeBound::Yesterday)),
        ("昨天的会议", None),
        ("自从昨天", Some(TimeBound::FromMidnight { days_ago: 1 })),
        ("本周", days(7)),
        ("上周", days(14)),
        ("本月", days(31)),
        ("近7天", days(7)),
        ("近 ７ 天", days(7)),
        ("最近三天", days(3)),
        ("这两天", days(2)),
        ("过去十五天", days(15)),
        ("过去二十一天", days(21)),
        ("最近一周", days(7)),
        ("最近两个星期", days(14)),
        ("过去3个月", days(90)),
        ("最近半个月", days(15)),
        ("2024年以来", since(Some(2024), 1, 1)),
        ("2024年3月5日以来", since(Some(2024), 3, 5)),
        ("自从3月", since(None, 3, 1)),
        ("自从2024-03-05", since(Some(2024), 3, 5)),
        ("yesterday以来 acme", Some(TimeBound::FromMidnight { days_ago: 1 })),
        ("最近 last two weeks", days(14)),
        ("最近", None),
        ("刚刚", None),
    ] {
        assert_eq!(resolve(query, None, None, EN_ZH).bound, bound, "{query}");
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Questions made of the words and marks that mean something, and of anything else.
    fn question() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            prop::sample::select(vec![
                "what",
                "what's",
                "whats",
                "is",
                "are",
                "does",
                "mean",
                "going",
                "on",
                "new",
                "up",
                "to",
                "the",
                "latest",
                "most",
                "recent",
                "news",
                "today",
                "today's",
                "right",
                "now",
                "this",
                "last",
                "week",
                "7",
                "days",
                "since",
                "March",
                "2024",
                "2024-01-01",
                "Monday",
                "catch",
                "me",
                "remind",
                "about",
                "update",
                "of",
                "history",
                "graph",
                "backlinks",
                "function",
                "Foo",
                "obj.method",
                "::",
                "->",
                "\"",
                "“",
                "”",
                "「",
                "`",
                ",",
                "?",
                ".",
                "-",
                "’",
                "最近",
                "一",
                "七",
                "天",
                "今天",
                "现在",
                "出现在",
                "是什么",
                "的",
                "进展",
                "2024年",
                "3月",
                "以来",
                "自从",
            ])
            .prop_map(str::to_owned),
            "\\PC{0,6}",
            any::<String>(),
        ];
        let blank = prop::sample::select(vec!["", " ", " ", "  ", "\u{a0}", "\t"]);
        prop::collection::vec((piece, blank), 0..16)
            .prop_map(|parts| parts.into_iter().map(|(piece, blank)| piece + blank).collect())
    }

    fn mode() -> impl Strategy<Value = Option<Mode>> {
        prop::option::of(prop::sample::select(vec![Mode::Off, Mode::On, Mode::Strong]))
    }

    /// Whether the characters of `part`, white space aside, stand in `whole` in their order.
    fn is_within(part: &str, whole: &str) -> bool {
        let mut whole = whole.chars();
        part.chars().filter(|c| !c.is_whitespace()).all(|c| whole.any(|other| other == c))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn terms_and_cues_are_pieces_of_the_question(query in question(), chinese: bool) {
            let axes = resolve(&query, None, None, IntentLanguages { chinese });
            prop_assert!(is_within(&axes.terms, &query), "{:?}", axes.terms);
            for cue in &axes.cues {
                prop_assert!(!cue.is_empty());
                prop_assert!(is_within(&cue.replace(" ... ", " "), &query), "{cue:?}");
            }
            if axes.cues.is_empty() {
                prop_assert_eq!(axes.terms, query.trim());
            }
        }

        #[test]
        fn an_explicit_mode_always_wins(
            query in question(), salience in mode(), recency in mode(), chinese: bool,
        ) {
            let languages = IntentLanguages { chinese };
            let heard = resolve(&query, None, None, languages);
            let axes = resolve(&query, salience, recency, languages);
            prop_assert_eq!(axes.salience, salience.unwrap_or(heard.salience));
            prop_assert_eq!(axes.recency, recency.unwrap_or(heard.recency));
            prop_assert_eq!(axes.salience_source == Source::Caller, salience.is_some());
            prop_assert_eq!(axes.recency_source == Source::Caller, recency.is_some());
            prop_assert_eq!((axes.reason, axes.terms, axes.cues), (heard.reason, heard.terms, heard.cues));
        }

        #[test]
        fn quoted_text_is_never_touched(before in "[a-z ]{0,20}", inner in "[a-z ]{0,9}[a-z][a-z' ]{0,9}") {
            let query = format!("what's new today {before} \"{inner}\" last 3 days");
            let quoted = format!("\"{inner}\"");
            prop_assert!(resolve(&query, None, None, EN).terms.contains(&quoted));
        }

        #[test]
        fn case_and_repeated_white_space_do_not_matter(query in "[a-z' ]{0,60}") {
            let other = query.to_uppercase().replace(' ', " \t ");
            let (one, two) = (read(&query), read(&other));
            prop_assert_eq!((one.reason, one.salience, one.recency), (two.reason, two.salience, two.recency));
        }
    }
}
