-- gbrain_rank.pruning: leaving rows out early never changes an answer. 480 random searches, each ranked both ways.
CREATE SCHEMA t_pruning;
SET search_path = t_pruning, public;
SET client_min_messages = warning;

-- Words by Zipf's law; every fifth row is a twin of the one before it, so that scores tie. Rows 1 to 20 have long bodies.
CREATE FUNCTION pick(seed bigint, limit_at int) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT floor(exp((hashint8(seed) & 1048575) / 1048576.0 * ln(limit_at::float8)))::int $$;
CREATE FUNCTION word(number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'w' || translate(number::text, '0123456789', 'bdfgklmnpr') || 'x' $$;
SELECT gbrain_rank.create_memory('pages', 'english');
-- Indexes that this test has no use for.
DO $$
DECLARE index_of record;
BEGIN
    FOR index_of IN SELECT indexname FROM pg_indexes
        WHERE schemaname = 't_pruning' AND tablename = 'pages' AND indexdef ~ 'trgm|error_codes|traces|context_tags'
    LOOP EXECUTE format('DROP INDEX %I', index_of.indexname); END LOOP;
END $$;
INSERT INTO pages (id, slug, title, body, effective_date, emotional_weight, active_takes)
SELECT id, format('%s/%s', (ARRAY['concepts', 'daily', 'people', 'chat', 'notes'])[1 + seed % 5], id),
    (SELECT string_agg(word(pick(seed * 1000 + j, 2000)), ' ') FROM generate_series(1, 3) AS j),
    (SELECT string_agg(word(pick(seed * 1000 + 500 + j, 2000)), ' ') FROM generate_series(1, CASE WHEN id <= 20 THEN 400 ELSE 12 END) AS j),
    timestamptz '2026-01-01' - seed % 700 * interval '1 day', (seed % 13 = 0)::int * (seed % 7) / 7.0, (seed % 5 = 0)::int * seed % 4
FROM (SELECT id, id - (id % 5 = 0)::int AS seed FROM generate_series(1, 5000) AS id) AS rows;
ANALYZE pages;

CREATE FUNCTION question(number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(
        CASE CASE WHEN number % 5 < 2 THEN (number * 7 + i * 3) % 23 END
            WHEN 0 THEN format('"%s %s"', w, word(pick(number * 100 + i + 50, 60)))
            WHEN 1 THEN '-' || w
            WHEN 2 THEN 'or ' || w
            ELSE w END, ' ' ORDER BY i)
    FROM (SELECT i, word(pick(number * 100 + i, CASE number % 4 WHEN 0 THEN 8 WHEN 1 THEN 1000 ELSE 150 END)) AS w
          FROM generate_series(1, (ARRAY[1, 2, 3, 4, 6, 8, 24])[1 + number % 7]) AS i) AS words $$;

CREATE TABLE outcome (number int, ranked_by text, axes text, k int, phases text[], rows int, same boolean, narrowed boolean,
    screened boolean, titles_first boolean);
CREATE PROCEDURE compare(number int, ranked_by text, axes text) LANGUAGE plpgsql AS $$
DECLARE
    k int := (ARRAY[1, 3, 10, 40])[1 + number % 4];
    statement CONSTANT text := format(
        'SELECT array_agg(format(''%%s %%s %%s %%s'', q.rank, q.id, q.phase, q.score) ORDER BY q.rank), array_agg(DISTINCT q.phase)
         FROM gbrain_rank.query(''pages'', %L, %s, %L, %L, now => ''2026-01-01'') AS q', question(number), k, axes, axes);
    pruned text[];
    complete text[];
    phases text[];
    shown text[];
    conditions text[];
    narrowed boolean;
BEGIN
    -- Every third search is shared by parallel workers, where the server can.
    PERFORM set_config('parallel_setup_cost', CASE WHEN number % 3 = 0 THEN '0' ELSE '1000' END, true),
        set_config('parallel_tuple_cost', CASE WHEN number % 3 = 0 THEN '0' ELSE '0.1' END, true),
        set_config('min_parallel_table_scan_size', CASE WHEN number % 3 = 0 THEN '0' ELSE '8MB' END, true);
    PERFORM set_config('gbrain_rank.text_rank', ranked_by, true), set_config('gbrain_rank.pruning', 'on', true);
    EXECUTE statement INTO pruned, phases;
    shown := ARRAY(SELECT line FROM gbrain_rank.explain_query('pages', question(number), k, axes, axes, now => '2026-01-01') AS line
        WHERE number % 2 = 0);
    conditions := ARRAY(SELECT line FROM unnest(shown) AS line WHERE line LIKE '%@@%');
    PERFORM set_config('gbrain_rank.pruning', 'off', true);
    EXECUTE statement INTO complete, phases;
    narrowed := conditions <> ARRAY(SELECT line FROM gbrain_rank.explain_query('pages', question(number), k, axes, axes, now => '2026-01-01') AS line
        WHERE number % 2 = 0 AND line LIKE '%@@%');
    INSERT INTO outcome VALUES (number, ranked_by, axes, k, phases, cardinality(complete), pruned IS NOT DISTINCT FROM complete, narrowed,
        EXISTS (SELECT FROM unnest(shown) AS line WHERE line LIKE '%gbrain_rank.screen(%'),
        EXISTS (SELECT FROM unnest(conditions) AS line WHERE line LIKE '%title_tsv OPERATOR(pg_catalog.@@)%'));
END $$;
DO $$
DECLARE
    number int;
    ranked_by text;
BEGIN
    FOR number IN 1..240 LOOP
        FOREACH ranked_by IN ARRAY ARRAY['ts_rank', 'bm25'] LOOP
            CALL compare(number, ranked_by, (ARRAY['off', 'on', 'strong'])[1 + number % 3]);
        END LOOP;
    END LOOP;
END $$;
SELECT ranked_by, axes, count(*), count(*) FILTER (WHERE same) AS same FROM outcome GROUP BY 1, 2 ORDER BY 1, 2;
-- What was covered: answers, phases, searches in which the index was asked for fewer rows, in which rows were ranked where they
-- are read, and in which those with a term in their title came first.
SELECT count(*) FILTER (WHERE rows > 0) > 300 AS with_rows, count(*) FILTER (WHERE 'relaxed' = ANY (phases)) > 50 AS relaxed,
       count(*) FILTER (WHERE narrowed) > 50 AS narrowed, count(*) FILTER (WHERE screened) > 50 AS screened,
       count(*) FILTER (WHERE titles_first) > 20 AS titles_first
FROM outcome;
SELECT number, ranked_by, axes, k, question(number) FROM outcome WHERE NOT same ORDER BY 1, 2 LIMIT 5;

-- A table that got the trigger, but not the not-null title_tsv, when it had rows: nothing is taken from its titles.
CREATE TABLE adopted AS SELECT id, title, body, slug, content_tsv FROM pages;
ALTER TABLE adopted ADD title_tsv tsvector, ADD tags text[], ADD error_codes text[];
CREATE TRIGGER adopted_text BEFORE INSERT OR UPDATE ON adopted FOR EACH ROW EXECUTE FUNCTION gbrain_rank.memory_text('pg_catalog.english');
INSERT INTO adopted (id, title, body) SELECT 10000 + n, word(1) || ' ' || n, word(2) FROM generate_series(1, 30) AS n;
CREATE INDEX ON adopted USING gin (content_tsv);
CREATE INDEX ON adopted USING gin (title_tsv);
ANALYZE adopted;
SET gbrain_rank.text_rank = 'ts_rank';
CREATE FUNCTION top(source regclass, question text, k int) RETURNS text[] LANGUAGE sql AS $$
    SELECT array_agg(q.id ORDER BY q.rank) FROM gbrain_rank.query(source, question, k, 'off', 'off', now => '2026-01-01') AS q $$;
SELECT top('adopted', word(1), 20) AS pruned \gset
SET gbrain_rank.pruning = off;
SELECT top('adopted', word(1), 20) = :'pruned' AS same;
RESET gbrain_rank.pruning;
-- A view in which many rows share an id, or have none.
CREATE VIEW twins AS SELECT nullif(id % 7, 0) AS id, title, body, content_tsv, title_tsv, effective_date FROM pages;
SELECT top('twins', word(1) || ' ' || word(900), 10) AS pruned \gset
SET gbrain_rank.pruning = off;
SELECT top('twins', word(1) || ' ' || word(900), 10) = :'pruned' AS same;
RESET gbrain_rank.pruning;
RESET gbrain_rank.text_rank;
-- Boosts beyond what a number can be are the greatest number.
UPDATE pages SET emotional_weight = 1 WHERE id % 10 = 0;
SELECT count(*), max(score) FROM gbrain_rank.query('pages', word(1), 3, 'strong', 'strong', decay => 'daily/:1.7e308:1.7e308', now => '2026-01-01');
SELECT count(*), max(score) FROM gbrain_rank.query('pages', word(1) || ' ' || word(700), 3, 'strong', 'strong', decay => 'daily/:1.7e308:1.7e308', now => '2026-01-01');

DROP SCHEMA t_pruning CASCADE;
