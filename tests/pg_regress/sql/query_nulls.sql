-- What is absent or odd is neutral: rows full of NULL, NaN, infinity, the future; and each argument NULL in turn.
CREATE SCHEMA t_query_nulls;
SET search_path = t_query_nulls, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (
    id int, slug text, type text, title text, body text, tags text[], area text, content_tsv tsvector, title_tsv tsvector, error_codes text[], context_tags jsonb, frontmatter jsonb,
    effective_date timestamptz, effective_date_source text, created_at timestamptz, updated_at timestamptz, emotional_weight float8, active_takes int, salience_touched_at timestamptz, importance float8,
    access_count bigint, last_accessed_at timestamptz, pinned bool, status text, enabled bool, superseded_by int, confidence float8, occurrence_count bigint, recall_hit_count bigint, last_seen_at timestamptz, traces jsonb, review jsonb, channel text);
INSERT INTO page (id, content_tsv, effective_date, emotional_weight, active_takes, slug) VALUES
    (1, 'word', NULL, NULL, NULL, NULL), (2, 'word', NULL, 'NaN', NULL, 'daily/a'), (3, 'word', NULL, 'Infinity', 0, ''), (4, 'word', NULL, '-Infinity', -7, 'unmapped'),
    (5, 'word', 'infinity', 7, NULL, 'daily/a'), (6, 'word', '-infinity', -7, NULL, 'daily/a'), (7, 'word', '2026-06-15 12:00Z', NULL, NULL, 'daily/a'), (8, 'word', '2999-01-01', NULL, NULL, 'daily/a'),
    (9, 'word', '4713-01-01 BC', NULL, NULL, 'daily/a'), (10, 'word', '294276-12-31', NULL, NULL, 'concepts/a'), (11, 'word', '2026-06-15 12:00Z', 0.5, 2147483647, 'Daily/a');
INSERT INTO page (id) VALUES (12), (NULL);
-- 8 is as young as 7; 2 to 6 have no date: component 0; weights are 0 to 1; "Daily/" is not "daily/".
SELECT id, effective_date, explain #> '{recency,days_old}' AS days_old, explain #> '{recency,component}' AS component, explain #> '{recency,factor}' AS factor, explain #> '{salience,emotional_weight}' AS weight, explain #> '{salience,active_takes}' AS takes,
    round((explain #>> '{salience,factor}')::numeric, 6) AS salience
FROM gbrain_rank.query('page', 'word', 20, 'on', 'on', explain => true, now => '2026-06-15 12:00Z') ORDER BY id::int;
-- Neutral, and not the best: a dated row with weight goes before those without; the order is by score, then date, then id.
SELECT string_agg(id, ' ' ORDER BY rank) FROM gbrain_rank.query('page', 'word', 20, 'on', 'on', now => '2026-06-15 12:00Z');
SELECT string_agg(id, ' ' ORDER BY rank) FROM gbrain_rank.query('page', 'word', 20, 'off', 'off', now => '2026-06-15 12:00Z');
-- A row without an id is a row.
UPDATE page SET content_tsv = 'word', title = 'No id' WHERE id IS NULL;
SELECT id IS NULL AS no_id, title FROM gbrain_rank.query('page', 'word', 20, now => '2026-06-15 12:00Z') WHERE title IS NOT NULL;
-- Rows of NULLs only, and no row at all.
CREATE TABLE empty (LIKE page);
SELECT count(*) FROM gbrain_rank.query('empty', 'word');
SELECT count(*) FROM gbrain_rank.query('empty', 'what''s new', semantic => '{1}');
INSERT INTO empty (id) VALUES (1), (2);
SELECT question, count(id) FROM unnest(ARRAY['word', 'word other', 'what''s new', '"word"']) AS question LEFT JOIN LATERAL gbrain_rank.query('empty', question) ON true GROUP BY 1 ORDER BY 1;
SELECT id, phase, score, title, effective_date, snippet FROM gbrain_rank.query('empty', 'word', semantic => '{2,1}');
SELECT count(*) FROM gbrain_rank.recent_salience('empty');

-- Each argument NULL in turn is as if it were left out, but for source and k, which must be there.
CREATE TEMP VIEW usual AS SELECT array_agg((rank, id, score)::text ORDER BY rank) AS rows FROM gbrain_rank.query('page', 'word', 10, now => transaction_timestamp());
SELECT
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', salience => NULL)) = rows AS salience,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', recency => NULL)) = rows AS recency,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', since => NULL)) = rows AS since,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', until => NULL)) = rows AS until,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', scope => NULL)) = rows AS scope,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', types => NULL)) = rows AS types,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', slug_prefix => NULL)) = rows AS slug_prefix,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', semantic => NULL)) = rows AS semantic,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', decay => NULL)) = rows AS decay,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', now => NULL)) = rows AS now,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', explain => NULL)) = rows AS explain,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', text_config => NULL)) = rows AS text_config,
    (SELECT array_agg((rank, id, score)::text ORDER BY rank) FROM gbrain_rank.query('page', 'word', decay => '', since => '', until => '  ')) = rows AS blank
FROM usual;
SELECT count(*) FROM gbrain_rank.query('page', NULL);
CREATE FUNCTION refused(call text, OUT error text, OUT message text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'SELECT count(*) FROM gbrain_rank.' || call;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS error = RETURNED_SQLSTATE, message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
END $$;
SELECT call, r.* FROM unnest(ARRAY['query(NULL, ''word'')', 'query(''page'', ''word'', NULL)', 'explain_query(NULL, ''word'')', 'explain_query(''page'', ''word'', NULL)',
    'recent_salience(NULL)', 'recent_salience(''page'', NULL)', 'recent_salience(''page'', 14, NULL)', 'describe_source(NULL)']) AS call, refused(call) AS r;
SELECT (SELECT count(*) FROM gbrain_rank.explain_query('page', NULL)) > 0 AS explain_query,
    (SELECT count(*) FROM gbrain_rank.explain_query('page', 'word', explain => NULL)) > 0 AS explain,
    (SELECT count(*) FROM gbrain_rank.recent_salience('page', 14, 20, NULL, NULL, NULL)) AS recent_salience;

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_nulls CASCADE;
