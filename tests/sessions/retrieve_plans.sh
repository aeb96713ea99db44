#!/usr/bin/env bash
# 200,000 cards: no statement of retrieve reads the whole table, also under row security with two
# tenants. The plans are what auto_explain prints of the statements inside.
set -euo pipefail

plans=$(mktemp)
trap 'rm -f "$plans"; psql -X -q -d postgres -c "DROP ROLE IF EXISTS session_plans_reader" 2>/dev/null || true' EXIT
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('card', 'pg_catalog.english') \g /dev/null
-- The derived columns are given and the indexes made afterwards: both are tested elsewhere, and would take minutes row by
-- row. The trigram index of the body is left out: retrieve does not use it.
ALTER TABLE card DISABLE TRIGGER USER;
CREATE TABLE made AS SELECT indexrelid::regclass::text AS index, pg_get_indexdef(indexrelid) AS statement
FROM pg_index WHERE indrelid = 'card'::regclass AND NOT indisunique;
SELECT format('DROP INDEX %s', index) FROM made \gexec
-- A third of the texts, three times each.
CREATE TEMP TABLE texts AS
SELECT n, title, body, to_tsvector('english', title) AS title_tsv, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B') AS content_tsv
FROM (SELECT n, 'w' || n * 7919 % 5000 || ' w' || n * 7907 % 5000 || CASE WHEN n % 20 = 0 THEN ' replication lag' ELSE '' END AS title,
          (SELECT string_agg('w' || (n * 31 + i * i * 104729) % 5000, ' ') FROM generate_series(1, 20) i) AS body
      FROM generate_series(1, 66700) n) AS made;
INSERT INTO card (type, title, body, title_tsv, content_tsv, error_codes, context_tags, status, baseline_step)
SELECT *, gbrain_rank.baseline_step(type, context_tags, 0, 0)
FROM (SELECT CASE WHEN n % 1000 = 9 THEN 'environment_fact' ELSE
        (ARRAY['error_resolution', 'failure_scenario', 'note', 'environment_fact', 'preference', 'note', 'error_resolution', 'note', 'note', 'human_correction'])[1 + n % 10] END AS type,
    title, body, title_tsv, content_tsv,
    CASE WHEN n % 100 = 0 THEN ARRAY['ORA-' || lpad((n / 100 % 500)::text, 5, '0')] ELSE '{}' END,
    CASE WHEN n % 10 < 8 THEN jsonb_build_object('asset_id', 'db-' || n / 10 % 500, 'project_id', CASE n / 10 % 2 WHEN 0 THEN 'red' ELSE 'blue' END)
         WHEN n % 10 = 8 THEN jsonb_build_object('project_id', 'red') ELSE '{}' END AS context_tags, 'active'
FROM (SELECT texts.n + 66700 * copy AS n, title, body, title_tsv, content_tsv FROM texts, generate_series(0, 2) AS copy) AS cards
WHERE n <= 200000) AS derived;
SET maintenance_work_mem = '256MB';
SELECT statement FROM made WHERE statement !~ '\(body .*gin_trgm_ops' \gexec
ALTER TABLE card ENABLE TRIGGER USER;
VACUUM ANALYZE card;
DROP ROLE IF EXISTS session_plans_reader;
CREATE ROLE session_plans_reader;
GRANT SELECT ON card TO session_plans_reader;
CREATE POLICY tenant ON card USING (context_tags->>'project_id' IS NULL OR context_tags->>'project_id' = current_setting('app.tenant', true));
SQL

# Each search with what it must find; the plans go where the messages go.
search() {
    run -c "LOAD 'auto_explain'" -c "SET auto_explain.log_min_duration = 0" -c "SET auto_explain.log_nested_statements = on" \
        -c "SET auto_explain.log_level = 'notice'" -c "SET app.tenant = 'red'" "$@" 2>>"$plans"
}
# A code that cards hold, all words of others, some words, a misspelled title, and nothing at all.
questions=("failed with ora-00042" "replication lag" "replication lag xyzzy plugh" "replicatoin" "xyzzy plugh")
expect() {
    local found
    for question in "${questions[@]}"; do
        found=$(search "$@" -c "SELECT string_agg(DISTINCT layer, ' ') FROM gbrain_rank.retrieve('card', '$question', asset_id => 'db-420', project_id => 'red')")
        printf '%s: %s\n' "$question" "$found"
    done
}

expect | tee >(cat >&2) | diff - <(printf '%s\n' 'failed with ora-00042: exact global' 'replication lag: global strict' \
    'replication lag xyzzy plugh: global relaxed' 'replicatoin: global trigram' 'xyzzy plugh: global')
grep -q "Bitmap Index Scan on card_error_codes_idx" "$plans"
grep -q "Index Scan using card_baseline_binding_baseline_step_id_idx" "$plans"
grep -q "Bitmap Index Scan on card_content_tsv_idx" "$plans"
# The statement around retrieve is a function scan; every other plan is an inner one.
if grep -n "Seq Scan on .*card" "$plans"; then
    echo "a statement reads the whole table" >&2
    exit 1
fi

: >"$plans"
run -c "ALTER TABLE card ENABLE ROW LEVEL SECURITY"
questions=("failed with ora-00042" "replication lag" "replication lag xyzzy plugh")
expect -c "SET ROLE session_plans_reader" | tee >(cat >&2) | diff - <(printf '%s\n' 'failed with ora-00042: exact global' \
    'replication lag: global strict' 'replication lag xyzzy plugh: global relaxed')
grep -q "gbrain_rank.matches" "$plans"
if grep -n "Seq Scan on .*card" "$plans"; then
    echo "a statement reads the whole table under row security" >&2
    exit 1
fi
run -c "DROP OWNED BY session_plans_reader"
