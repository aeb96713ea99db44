-- top_k: the ids with the best scores
CREATE SCHEMA t_top_k;
SET search_path = t_top_k, public;

-- the three kinds of id; ties by id, text by bytes
SELECT gbrain_rank.top_k(id, score, 2)
FROM (VALUES (3, 0.5), (1, 0.5), (2, 0.9)) AS v(id, score);
SELECT gbrain_rank.top_k(id, score, 3)
FROM (VALUES ('b', 0.5), ('B', 0.5), ('é', 0.5), ('z', 0.1)) AS v(id, score);
SELECT gbrain_rank.top_k(id::uuid, score, 1)
FROM (VALUES ('00000000-0000-0000-0000-00000000000b', 1), ('00000000-0000-0000-0000-00000000000a', 1)) AS v(id, score);
SELECT pg_typeof(gbrain_rank.top_k(1, 1, 1)), pg_typeof(gbrain_rank.top_k('x', 1, 1));

-- as a table
SELECT best.* FROM unnest((SELECT gbrain_rank.top_k(i, i % 10, 3) FROM generate_series(1, 100) AS i)) AS best;

-- empty, NULL, k larger than the input
SELECT gbrain_rank.top_k(i, 1, 3) AS empty FROM generate_series(1, 0) AS i;
SELECT gbrain_rank.top_k(NULL::bigint, 1, 3) AS no_id, gbrain_rank.top_k(1, NULL, 3) AS no_score;
SELECT gbrain_rank.top_k(id, score, 5) AS skipped
FROM (VALUES (1, 1.0), (NULL, 9.0), (3, NULL)) AS v(id, score);
SELECT gbrain_rank.top_k(i, i, 1000000) AS all_of_them FROM generate_series(1, 3) AS i;
SELECT gbrain_rank.top_k(i, 0, 3 - i) AS the_first_k_counts FROM generate_series(1, 3) AS i;
SELECT gbrain_rank.top_k(id, score, 2) AS zero_is_zero
FROM (VALUES (2, '0'::float8), (1, '-0'::float8)) AS v(id, score);
SELECT gbrain_rank.top_k(1, score::float8, 1 ORDER BY n) AS zero, gbrain_rank.top_k(1, score::float8, 1 ORDER BY -n) AS zero_again
FROM (VALUES (1, '0'), (2, '-0')) AS v(n, score);

-- refused
\set VERBOSITY sqlstate
SELECT gbrain_rank.top_k(1, 'NaN', 1);
SELECT gbrain_rank.top_k(1, 'Infinity', 1);
SELECT gbrain_rank.top_k(1, 1, NULL);
SELECT gbrain_rank.top_k(1, 1, 0);
SELECT gbrain_rank.top_k(1, 1, -1);
SELECT gbrain_rank.top_k(1, 1, 1000001);
SELECT gbrain_rank.top_k(NULL::bigint, 1, 0);
SELECT gbrain_rank.top_k_bigint_final(NULL);
\set VERBOSITY terse
SELECT gbrain_rank.top_k(1, 1, 0);
SELECT gbrain_rank.top_k(1, 'NaN', 1);

-- FILTER, DISTINCT, ORDER BY, window frames
SELECT gbrain_rank.top_k(i, i, 2) FILTER (WHERE i < 5) AS filtered,
       gbrain_rank.top_k(DISTINCT i, 1, 3) AS distinct_ids,
       gbrain_rank.top_k(i, i, 2 ORDER BY i DESC) AS ordered
FROM (SELECT * FROM generate_series(1, 9) UNION ALL SELECT 1) AS v(i);
SELECT i, gbrain_rank.top_k(i, i % 4, 2) OVER (ORDER BY i) AS growing,
       gbrain_rank.top_k(i, i % 4, 2) OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS moving
FROM generate_series(1, 6) AS i;

-- against ORDER BY ... LIMIT: serial, parallel, grouped by hash and by sort
CREATE TABLE scores AS
SELECT i AS id, i % 5 AS a, i % 3 AS b, (i * 7919 % 1000)::float8 AS score FROM generate_series(1, 30000) AS i;
ANALYZE scores;
SELECT (SELECT gbrain_rank.top_k(id, score, 100) FROM scores)
     = (SELECT array_agg(ROW(id, score)::gbrain_rank.scored_bigint ORDER BY score DESC, id)
        FROM (SELECT id, score FROM scores ORDER BY score DESC, id LIMIT 100) AS s) AS serial;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT gbrain_rank.top_k(id, score, 100) FROM scores;
SELECT (SELECT gbrain_rank.top_k(id, score, 100) FROM scores)
     = (SELECT array_agg(ROW(id, score)::gbrain_rank.scored_bigint ORDER BY score DESC, id)
        FROM (SELECT id, score FROM scores ORDER BY score DESC, id LIMIT 100) AS s) AS parallel;
SELECT gbrain_rank.top_k(id::text, score, 2) AS parallel_text,
       gbrain_rank.top_k(md5(id::text)::uuid, score, 2) AS parallel_uuid FROM scores;
SELECT gbrain_rank.top_k(id, score, 2) AS parallel_empty FROM scores WHERE id < 0;
SET parallel_leader_participation = off;
SELECT gbrain_rank.top_k(id, score, 2) AS workers_only FROM scores;
RESET parallel_leader_participation;
RESET max_parallel_workers_per_gather;
SELECT a, b, gbrain_rank.top_k(id, score, 1) FROM scores GROUP BY GROUPING SETS ((a), (b), ()) ORDER BY a, b;
CREATE TABLE hashed AS SELECT a, b, gbrain_rank.top_k(id, score, 10) AS best FROM scores GROUP BY a, b;
SET enable_hashagg = off;
CREATE TABLE sorted AS SELECT a, b, gbrain_rank.top_k(id, score, 10) AS best FROM scores GROUP BY a, b;
SELECT count(*) AS groups, bool_and(h.best = s.best) AS same FROM hashed AS h JOIN sorted AS s USING (a, b);

DROP SCHEMA t_top_k CASCADE;
