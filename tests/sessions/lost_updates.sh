#!/usr/bin/env bash
# The verbs that write lose nothing: 8 connections call each of them 500 times on the same few rows.
set -euo pipefail

connections=8
calls=500
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('card', 'pg_catalog.english') \g /dev/null
INSERT INTO card (title, body, updated_at) SELECT 'card ' || n, 'text', '2026-01-01' FROM generate_series(1, 4) n;
SQL

script=$(mktemp)
trap 'rm -f "$script"' EXIT
cat >"$script" <<'SQL'
SELECT count(*) FROM gbrain_rank.use_memory('card', '1');
SELECT count(*) FROM gbrain_rank.confirm_memory('card', '2');
SELECT count(*) FROM gbrain_rank.record_hits('card', CASE WHEN :client_id % 2 = 0 THEN '{1,2,3,4}' ELSE '{4,3,2,1}' END::text[]);
SQL
pgbench -n -c $connections -j 2 -t $calls -f "$script" >/dev/null

wanted=$((connections * calls))
counts=$(run -c "SELECT string_agg(concat_ws(':', access_count, occurrence_count, recall_hit_count), ' ' ORDER BY id) FROM card")
[ "$counts" = "$wanted:0:$wanted 0:$wanted:$wanted 0:0:$wanted 0:0:$wanted" ] || {
    echo "counts are $counts, not $wanted each" >&2
    exit 1
}
# None of it made a page fresh, and the used card became active.
state=$(run -c "SELECT count(DISTINCT updated_at), max(updated_at) = '2026-01-01', (SELECT status FROM card WHERE id = 1) FROM card")
[ "$state" = "1|t|active" ] || {
    echo "unexpected state: $state" >&2
    exit 1
}
