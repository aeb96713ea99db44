-- rrf: the sum of weight / (rank_constant + rank)
CREATE SCHEMA t_rrf;
SET search_path = t_rrf, public;

-- the three ways to call it
SELECT gbrain_rank.rrf(r) = 1/61.0::float8 + 1/62.0::float8 AS plain,
       gbrain_rank.rrf(r, 0.5) = 0.5/61.0::float8 + 0.5/62.0::float8 AS weighted,
       gbrain_rank.rrf(r, 1, 0) = 1.5 AS constant
FROM (VALUES (1), (2)) AS v(r);

-- empty and NULL: nothing is added, and of nothing the sum is NULL
SELECT gbrain_rank.rrf(r) IS NULL AS empty FROM generate_series(1, 0) AS r;
SELECT gbrain_rank.rrf(NULL::bigint) IS NULL AS all_null FROM generate_series(1, 3);
SELECT gbrain_rank.rrf(r, w) = 1/61.0::float8 AS nulls_skipped
FROM (VALUES (1, 1.0), (NULL, 1.0), (2, NULL)) AS v(r, w);
SELECT gbrain_rank.rrf(1, 1, NULL) IS NULL AS no_constant;

-- refused
\set VERBOSITY sqlstate
SELECT gbrain_rank.rrf(0);
SELECT gbrain_rank.rrf(-3);
SELECT gbrain_rank.rrf(1, 'NaN');
SELECT gbrain_rank.rrf(1, 'Infinity');
SELECT gbrain_rank.rrf(1, 1, -1);
SELECT gbrain_rank.rrf(1, 1.7e308, 0) FROM generate_series(1, 3);
\set VERBOSITY default
SELECT gbrain_rank.rrf(1, 'NaN');
SELECT gbrain_rank.rrf(1, -1.7e308, 0) FROM generate_series(1, 3);
\set VERBOSITY terse
SELECT gbrain_rank.rrf(0);

-- FILTER, DISTINCT, window frame
SELECT gbrain_rank.rrf(r) FILTER (WHERE r > 1) = 2/62.0::float8 AS filtered,
       gbrain_rank.rrf(DISTINCT r) = 1/61.0::float8 + 1/62.0::float8 AS distinct_ranks
FROM (VALUES (1), (2), (2)) AS v(r);
SELECT r, abs(gbrain_rank.rrf(r) OVER w - sum(1/(60.0::float8 + r)) OVER w) < 1e-12 AS as_sum
FROM generate_series(1, 5) AS r
WINDOW w AS (ORDER BY r ROWS BETWEEN 1 PRECEDING AND CURRENT ROW);

-- one list from two, fused
WITH words(id, rank) AS (VALUES ('a', 1), ('b', 2), ('c', 3)), vectors(id, rank) AS (VALUES ('c', 1), ('a', 2))
SELECT id, round(gbrain_rank.rrf(rank)::numeric, 6) AS fused
FROM (SELECT * FROM words UNION ALL SELECT * FROM vectors) AS lists
GROUP BY id ORDER BY 2 DESC;

-- parallel, grouping sets and both ways to group agree with the sum to 1e-12
CREATE TABLE places AS SELECT i % 7 AS a, i % 11 AS b, 1 + i * 7919 % 1000 AS rank FROM generate_series(1, 20000) AS i;
ANALYZE places;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT gbrain_rank.rrf(rank) FROM places;
SELECT abs(gbrain_rank.rrf(rank) / sum(1/(60.0::float8 + rank)) - 1) < 1e-12 AS as_sum FROM places;
RESET max_parallel_workers_per_gather;
SELECT count(*), bool_and(abs(fused / summed - 1) < 1e-12) AS as_sum
FROM (SELECT gbrain_rank.rrf(rank) AS fused, sum(1/(60.0::float8 + rank)) AS summed
      FROM places GROUP BY GROUPING SETS ((a), (b), ())) AS s;
SET enable_hashagg = off;
SELECT count(*), bool_and(abs(fused / summed - 1) < 1e-12) AS sorted
FROM (SELECT gbrain_rank.rrf(rank) AS fused, sum(1/(60.0::float8 + rank)) AS summed FROM places GROUP BY a, b) AS s;
SET enable_hashagg = on;
SET enable_sort = off;
SELECT count(*), bool_and(abs(fused / summed - 1) < 1e-12) AS hashed
FROM (SELECT gbrain_rank.rrf(rank) AS fused, sum(1/(60.0::float8 + rank)) AS summed FROM places GROUP BY a, b) AS s;

DROP SCHEMA t_rrf CASCADE;
