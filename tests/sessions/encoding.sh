#!/usr/bin/env bash
# A database that is not UTF-8: the extension installs, ASCII works where it can, and other text is
# refused with 0A000 and a hint, never with an internal error.
set -euo pipefail

database=${PGDATABASE}_latin1
psql -Xq -c "CREATE DATABASE \"$database\" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
trap 'psql -Xq -d postgres -c "DROP DATABASE IF EXISTS \"$database\""' EXIT
export PGDATABASE=$database PGCLIENTENCODING=UTF8
failed=0

state() { psql -XqAt -v VERBOSITY=verbose -c "$1" 2>&1 | grep -oE '^ERROR:  [0-9A-Z]{5}' | sed 's/ERROR:  //' || true; }
# expect STATE SQL
expect() {
    local found
    found=$(state "$2")
    [ "$found" = "$1" ] || {
        failed=$((failed + 1))
        printf 'FAILED %s\n  expected: %s\n  found:    %s\n' "$2" "${1:-no error}" "${found:-no error}"
    }
}

expect "" "CREATE EXTENSION gbrain_rank"

expect "" "SELECT gbrain_rank.recency_component('daily/x', now())"
expect "" "SELECT gbrain_rank.recency_factor('daily/x', now(), 'on')"
expect "" "SELECT * FROM gbrain_rank.decay_map('a/:1:1')"
expect "" "SELECT gbrain_rank.decay_from_yaml('recency: {a/: {halflifeDays: 1, coefficient: 1}}')"
expect "" "SELECT * FROM gbrain_rank.effective_date('daily/2024-01-02', '{\"date\": \"2024-01-01\"}', NULL, now(), NULL)"
expect "" "SELECT gbrain_rank.since_bound('7d')"
expect "" "SELECT gbrain_rank.salience_factor(1, 'on')"

expect 0A000 "SELECT gbrain_rank.recency_component('daily/é', now())"
expect 0A000 "SELECT gbrain_rank.recency_factor('é', now(), 'on')"
expect 0A000 "SELECT gbrain_rank.recency_component('x', now(), now(), 'é/:1:1')"
expect 0A000 "SELECT * FROM gbrain_rank.decay_map('é/:1:1')"
expect 0A000 "SELECT gbrain_rank.decay_from_yaml('é: 1')"
expect 0A000 "SELECT * FROM gbrain_rank.effective_date('é', NULL, NULL, now(), NULL)"
expect 0A000 "SELECT gbrain_rank.since_bound('7é')"
expect 0A000 "SELECT gbrain_rank.salience_factor(1, 'é')"
expect 0A000 "SELECT gbrain_rank.emotional_weight('{é}', NULL)"
expect 22023 "SELECT gbrain_rank.version(); SET gbrain_rank.recency_decay = 'é/:1:1'"

expect "" "SELECT gbrain_rank.memory_score(0.5, now(), 0, false, 'active', 'note')"
expect "" "SELECT gbrain_rank.token_overlap('retry pool', 'retry', 'pool', NULL)"
expect 0A000 "SELECT gbrain_rank.token_overlap('é', 'é', NULL, NULL)"
expect 0A000 "SELECT gbrain_rank.substring_bonus('x', 'é', NULL)"
expect 0A000 "SELECT gbrain_rank.goal_boost('x', 'x', '{é}', NULL)"
expect 0A000 "SELECT gbrain_rank.type_boost('é')"
expect 0A000 "SELECT * FROM gbrain_rank.recall_knowledge('pg_class', 'x')"
expect 0A000 "SELECT gbrain_rank.recall('pg_class', 'é', goals => '{é}')"

# A wall of another encoding is one that nobody passes.
expect 0A000 "SELECT gbrain_rank.scope_visible('{}', '{\"asset_id\": \"è\"}')"
expect 0A000 "SELECT gbrain_rank.scope_weight('{\"profile_id\": \"é\"}', '{\"profile_id\": \"è\"}')"
expect 22023 "SELECT gbrain_rank.version(); SET gbrain_rank.scope = '{\"asset_id\": \"é\"}'"
found=$(psql -XqAt -c "SELECT gbrain_rank.scope_visible(tags, '{\"asset_id\": \"e\"}'), gbrain_rank.scope_visible(tags), gbrain_rank.baseline_binding(tags)
    FROM (VALUES ('{\"asset_id\": \"é\"}'::jsonb), ('{\"asset_id\": [\"e\", \"é\"]}'), ('{\"db_type\": \"é\"}'), ('{\"asset_id\": \"e\"}')) AS row (tags)" | paste -sd ' ')
[ "$found" = 'f|f|[null,null,null] f|f|[null,null,null] f|f|* t|f|[null,null,null]' ] || {
    failed=$((failed + 1))
    echo "FAILED walls: $found"
}

# Names of relations are not read; ids are bytes that come back as they were; lexemes are ranked.
expect 0A000 "CREATE TABLE \"é\" (title text); SELECT * FROM gbrain_rank.describe_source('\"é\"')"
# aggregates ENCODING, the one that bytes arrive in
aggregates() {
    found=$(psql -XqAt -c "SELECT gbrain_rank.top_k(chr(233) || i, i, 2), gbrain_rank.top_k(chr(code), 1, 3),
            gbrain_rank.rank_text(chr(233) || i, 'a:1', 'a', i, 1)
        FROM (VALUES (1, 233), (2, 232), (3, 122)) AS ids(i, code)" | iconv -f "$1" -t UTF-8)
    [ "$found" = '{"(é3,3)","(é2,2)"}|{"(z,1)","(è,1)","(é,1)"}|{"(é3,0.1823781318962574,0.0607927106320858,3)"}' ] || {
        failed=$((failed + 1))
        echo "FAILED text ids: $found"
    }
    found=$(psql -XqAt -c "SELECT bool_and(best[1].text_score = ts_rank(v, q)) AND max(ts_rank(v, q)) > 0.05
        FROM (VALUES ('X:1A b:2,3'), ('Xx:1 b:2'), ('b:2')) AS vectors(text),
             (VALUES ('X'), ('X | b'), ('X & b'), ('X <-> X'), ('X:*')) AS queries(text),
             LATERAL (SELECT replace(vectors.text, 'X', chr(233))::tsvector AS v, replace(queries.text, 'X', chr(233))::tsquery AS q) AS read,
             LATERAL (SELECT gbrain_rank.rank_text(id, v, q, 1, 1) AS best FROM (VALUES (1)) AS ids(id)) AS ranked
        GROUP BY queries.text" 2>&1 | paste -sd ' ')
    [ "$found" = 't t t t t' ] || {
        failed=$((failed + 1))
        echo "FAILED ranks: $found"
    }
}
aggregates UTF-8

# SQL_ASCII: the same, of bytes whose meaning the server does not know.
psql -Xq -d postgres -c "CREATE DATABASE \"${database}_bytes\" ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"
trap 'psql -Xq -d postgres -c "DROP DATABASE IF EXISTS \"$database\"" -c "DROP DATABASE IF EXISTS \"${database}_bytes\""' EXIT
export PGDATABASE=${database}_bytes PGCLIENTENCODING=SQL_ASCII
expect "" "CREATE EXTENSION gbrain_rank"
aggregates LATIN1
expect 0A000 "CREATE TABLE \"é\" (title text); SELECT * FROM gbrain_rank.describe_source('\"é\"')"

[ $failed -eq 0 ] || exit 1
