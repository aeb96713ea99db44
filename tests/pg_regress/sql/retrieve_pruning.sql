-- retrieve leaves rows out before it ranks them, by what is known of them: it never changes an answer. 300 random
-- searches, each ranked both ways.
CREATE SCHEMA t_retrieve_pruning;
SET search_path = t_retrieve_pruning, public;
SET client_min_messages = warning;
SELECT gbrain_rank.create_memory('card', 'english');

CREATE FUNCTION pick(seed bigint, choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT choices[1 + (hashint8(seed) & 1048575) % cardinality(choices)] $$;
-- A few words are in most cards, most words in few.
CREATE FUNCTION word(seed bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'w' || translate(floor(exp((hashint8(seed) & 1048575) / 1048576.0 * ln(60.0)))::text, '0123456789', 'bdfgklmnpr') || 'x' $$;
INSERT INTO card (id, type, title, body, context_tags, status, confidence, occurrence_count, recall_hit_count, effective_date)
SELECT id, pick(seed * 31, '{note,error_resolution,failure_scenario,human_correction,preference,NULL}'::text[]),
    (SELECT string_agg(word(seed * 1000 + j), ' ') FROM generate_series(1, 3) AS j),
    -- Every fifth body is out of line.
    (SELECT string_agg(word(seed * 1000 + 500 + j), ' ') FROM generate_series(1, 8 + seed % 5 * 4) AS j)
        || CASE WHEN seed % 5 = 0 THEN (SELECT ' ' || string_agg(md5((seed * 100 + j)::text), ' ') FROM generate_series(1, 80) AS j) ELSE '' END
        || CASE WHEN seed % 7 = 0 THEN ' ORA-0000' || seed % 4 ELSE '' END,
    jsonb_strip_nulls(jsonb_build_object(
        'asset_id', pick(seed * 7, '{a,b,NULL,NULL,NULL}'), 'project_id', pick(seed * 11, '{p,NULL,NULL}'),
        'user_id', pick(seed * 13, '{u,NULL,NULL,NULL}'), 'db_type', pick(seed * 17, '{oracle,mysql,NULL}'),
        'profile_id', pick(seed * 19, '{prod,dev,NULL}'))),
    'active', (seed % 3) / 2.0, seed % 2, seed % 3, timestamptz '2026-01-01' - seed % 5 * interval '1 day'
-- Every fifth card is a twin of the one before it, so that all but the id tie.
FROM (SELECT id, id - (id % 5 = 0)::int AS seed FROM generate_series(1, 2000) AS id) AS rows;
ANALYZE card;

CREATE TABLE outcome (number int, layers text[], rows int, same boolean);
CREATE PROCEDURE compare(number int) LANGUAGE plpgsql AS $$
DECLARE
    statement CONSTANT text := format(
        'SELECT array_agg(r::text ORDER BY r.rank), array_agg(DISTINCT r.layer ORDER BY r.layer)
         FROM gbrain_rank.retrieve(''card'', %L, %s, %L, %L, %L, %L, %L, explain => true) AS r',
        (SELECT string_agg(word(number * 100 + j), ' ') FROM generate_series(1, 1 + number % 5 + CASE number % 9 WHEN 0 THEN 8 WHEN 1 THEN 30 ELSE 0 END) AS j)
            || CASE WHEN number % 3 = 0 THEN ' ora-0000' || number % 4 ELSE '' END,
        (ARRAY[1, 2, 5, 20])[1 + number % 4], pick(number * 3, '{a,b,NULL}'), pick(number * 5, '{p,NULL}'),
        pick(number * 7, '{oracle,mysql,NULL}'), pick(number * 11, '{prod,dev,NULL}'), pick(number * 13, '{u,NULL}'));
    pruned text[];
    complete text[];
    layers text[];
BEGIN
    PERFORM set_config('gbrain_rank.pruning', 'on', true);
    EXECUTE statement INTO pruned, layers;
    PERFORM set_config('gbrain_rank.pruning', 'off', true);
    EXECUTE statement INTO complete, layers;
    INSERT INTO outcome VALUES (number, layers, cardinality(complete), pruned IS NOT DISTINCT FROM complete);
END $$;
DO $$
BEGIN
    FOR number IN 1..300 LOOP
        CALL compare(number);
    END LOOP;
END $$;
SELECT count(*), count(*) FILTER (WHERE same) AS same FROM outcome;
-- What was covered.
SELECT count(*) FILTER (WHERE 'exact' = ANY (layers)) > 20 AS exact, count(*) FILTER (WHERE 'strict' = ANY (layers)) > 80 AS strict,
       count(*) FILTER (WHERE 'relaxed' = ANY (layers)) > 30 AS relaxed, sum(rows) > 1500 AS rows
FROM outcome;
SELECT number, layers, rows FROM outcome WHERE NOT same ORDER BY number LIMIT 5;

DROP SCHEMA t_retrieve_pruning CASCADE;
