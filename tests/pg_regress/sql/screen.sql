-- screen(): the condition with which inner statements rank rows where they are read. k = 1: a row passes unless one before it scores more.
CREATE SCHEMA t_screen;
SET search_path = t_screen, public;
CREATE FUNCTION screened(spec text, rows text[]) RETURNS text[] LANGUAGE sql AS $$
    SELECT array_agg(r ORDER BY n) FROM (
        SELECT * FROM unnest(rows) WITH ORDINALITY AS u (r, n)
        WHERE gbrain_rank.screen(spec, r::tsvector, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) AS passed $$;
\set spec '{"k":1,"least":0,"titles_done":false,"text":{"ts_rank":{"terms":[{"lexeme":"acme"}],"weights":[0.1,0.2,0.4,1.0]}},"boost":null}'
-- The second row scores less than the first, the third ties with it, the fourth is better, the fifth is nothing.
SELECT screened(:'spec', ARRAY['acme:1B', 'acme:1', 'acme:2B', 'acme:1A', '']);
-- NULL as a vector scores 0.
SELECT gbrain_rank.screen(:'spec', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
SELECT gbrain_rank.screen(NULL, 'acme:1', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
-- Nothing below `least` passes.
SELECT screened(replace(:'spec', '"least":0', '"least":0.5'), ARRAY['acme:1B', 'acme:1A']);
-- Rows with a term in their title, once those are done.
SELECT t, gbrain_rank.screen(replace(:'spec', '"titles_done":false', '"titles_done":true'), 'acme:1A', t::tsvector, NULL, NULL, NULL, NULL, NULL, NULL)
FROM unnest('{acme:1A,deal:1A}'::text[]) AS t;
-- Anything else is no screen.
SELECT gbrain_rank.screen('{}', 'acme:1', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
\echo :LAST_ERROR_SQLSTATE
SELECT gbrain_rank.screen('', 'acme:1', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
\set VERBOSITY terse
-- Boosts: a page of today before one of a year ago, whatever comes first; infinite dates and weights count as none.
\set boosted '{"k":1,"least":0,"titles_done":false,"text":{"ts_rank":{"terms":[{"lexeme":"acme"}],"weights":[0.1,0.2,0.4,1.0]}},"boost":{"recency":"on","salience":"on","now":820454400000000,"decay":[["chat/",7,1],["",90,0.3]]}}'
SELECT array_agg(slug ORDER BY n) FROM (
    SELECT * FROM (VALUES (1, 'chat/today', '2026-01-01Z'::timestamptz, 0.0), (2, 'chat/old', '2025-01-01Z', 0.0), (3, 'notes/today', '2026-01-01Z', 0.0),
        (4, 'chat/never', 'infinity', 'infinity'), (5, 'chat/matters', '2026-01-01Z', 1.0)) AS v (n, slug, date, weight)
    WHERE gbrain_rank.screen(:'boosted', 'acme:1', NULL, slug, date, NULL, NULL, weight::float8, NULL)) AS passed;
-- Workers share it: each screens its own rows.
CREATE TABLE page AS SELECT n AS id, to_tsvector('simple', repeat('acme ', n % 7)) AS content_tsv FROM generate_series(1, 3000) AS n;
ANALYZE page;
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
PREPARE screened AS SELECT c0 FROM (SELECT id, content_tsv FROM page WHERE id > 0 OFFSET '0'::pg_catalog.int8) AS m (c0, c1)
    WHERE gbrain_rank.screen('{"k":1,"least":0,"titles_done":false,"text":{"ts_rank":{"terms":[{"lexeme":"acme"}],"weights":[0.1,0.2,0.4,1.0]}},"boost":null}',
        c1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
EXPLAIN (COSTS OFF, VERBOSE OFF) EXECUTE screened;
SET client_min_messages = warning;
DROP SCHEMA t_screen CASCADE;
