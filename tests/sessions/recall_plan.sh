#!/usr/bin/env bash
# On 200,000 rows the candidates of recall_knowledge come from indexes, also under row security: a
# two-word query does no sequential scan, and finds what scoring every row that holds a piece of the
# query finds.
set -euo pipefail
export PSQLRC=/dev/null
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('memory') \g /dev/null
-- Loaded without indexes and triggers, or it takes minutes. Only the rows that the question is about
-- are cut into words; the others, short and alike, get the vector that the triggers would make.
CREATE TABLE gin AS SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'memory' AND indexdef ~ 'USING gin';
SELECT format('DROP INDEX %I', indexname) FROM gin \gexec
ALTER TABLE memory DISABLE TRIGGER USER;
INSERT INTO memory (slug, type, title, body, tags, importance, created_at, updated_at, title_tsv, content_tsv)
SELECT slug, type, title, body, tags, importance, '2026-05-01', '2026-05-01', array_to_tsvector(string_to_array(title, ' ')),
       CASE WHEN title ~ 'zeppelin' OR body ~ 'mooring' OR tags <> '{}'
           THEN gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body, tags)
           ELSE array_to_tsvector(string_to_array(title || ' ' || body, ' ')) END
FROM (SELECT 'page-' || i AS slug, (ARRAY['strategy', 'concept', 'anti-pattern', 'note'])[1 + i % 4] AS type,
             'page ' || i || CASE WHEN i % 4000 = 7 THEN ' zeppelin' ELSE '' END AS title,
             concat_ws(' ', 'row', i % 997, CASE WHEN i % 5000 = 11 THEN 'a mooring mast for airships' END) AS body,
             CASE WHEN i % 50000 = 13 THEN '{mooring}'::text[] ELSE '{}' END AS tags,
             (i % 100) / 100.0 AS importance
      FROM generate_series(1, 200000) AS i) AS page;
ALTER TABLE memory ENABLE TRIGGER USER;
SELECT indexdef FROM gin \gexec
VACUUM ANALYZE memory;
SQL

# A session reports what it scanned when it ends, a moment after its client.
scans() {
    sleep 0.5
    run -c "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'memory'"
}
before=$(scans)
found=$(run -c "SELECT string_agg(slug || '=' || score, ',' ORDER BY rank) FROM gbrain_rank.recall_knowledge('memory', 'zeppelin mooring', k => 200, now => '2026-06-01')")
run -c "SELECT explain ->> 'candidates' FROM gbrain_rank.recall_knowledge('memory', 'zeppelin mooring', k => 1, explain => true)" | grep -qx index
guarded=$(run <<'SQL'
CREATE ROLE recall_plan_reader;
GRANT SELECT ON memory, memory_goals TO recall_plan_reader;
ALTER TABLE memory ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_of_it ON memory USING (importance IS NOT NULL);
SET ROLE recall_plan_reader;
SELECT string_agg(slug || '=' || score, ',' ORDER BY rank) FROM gbrain_rank.recall_knowledge('memory', 'zeppelin mooring', k => 200, now => '2026-06-01');
RESET ROLE;
DROP POLICY all_of_it ON memory;
ALTER TABLE memory DISABLE ROW LEVEL SECURITY;
DROP OWNED BY recall_plan_reader;
DROP ROLE recall_plan_reader;
SQL
)
[ "$guarded" = "$found" ] || {
    echo "under row security recall_knowledge finds something else" >&2
    exit 1
}
after=$(scans)
[ "$before" = "$after" ] || {
    echo "recall_knowledge did a sequential scan" >&2
    exit 1
}
expected=$(run -c "
    SELECT string_agg(slug || '=' || score, ',' ORDER BY score DESC, slug COLLATE \"C\")
    FROM (SELECT slug, base * gbrain_rank.type_boost(type)
                 + 0.5 * gbrain_rank.memory_score(importance, created_at, access_count, pinned, status, type, '2026-06-01') AS score
          FROM memory, LATERAL (SELECT 0.3 * gbrain_rank.token_overlap('zeppelin mooring', title, body, tags)
                                       + gbrain_rank.substring_bonus('zeppelin mooring', title, body) AS base) AS scored
          WHERE concat_ws(' ', title, body, array_to_string(tags, ' ')) ~* 'zeppelin|mooring' AND base > 0) AS every_row")
[ "$found" = "$expected" ] && [ -n "$found" ] || {
    echo "recall_knowledge and the formula differ" >&2
    diff <(tr , '\n' <<<"$found") <(tr , '\n' <<<"$expected") | head -20 >&2
    exit 1
}
