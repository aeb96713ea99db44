-- rank_text: the top k of ts_rank x boost, late for what is stored out of line
CREATE SCHEMA t_rank_text;
SET search_path = t_rank_text, public;

-- vectors of all kinds: all weights, repeated positions, stripped, empty, NULL
CREATE TABLE cards (id bigint, tsv tsvector, boost float8);
INSERT INTO cards
SELECT i, CASE i % 50 WHEN 0 THEN NULL WHEN 1 THEN ''::tsvector WHEN 2 THEN strip(words::tsvector) ELSE words::tsvector END,
       1 + i * 7919 % 100 / 50.0
FROM generate_series(1, 5000) AS i,
LATERAL (SELECT string_agg(format('w%s:%s%s', h * h % 31, 1 + h % 97, substr('ABCD', 1 + h / 7 % 4, 1)), ' ') AS words
         FROM (SELECT abs(hashint4(i * 61 + j)) % 10000 AS h FROM generate_series(1, 1 + i % 60) AS j) AS hashes) AS w;
SELECT count(*), count(tsv), max(length(tsv)) FROM cards;

-- every single score is the one ts_rank gives, to the last bit
CREATE FUNCTION differing(query tsquery) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FILTER (WHERE r.text_score IS DISTINCT FROM ts_rank(c.tsv, query)::float8
                            OR r.score IS DISTINCT FROM ts_rank(c.tsv, query)::float8 * c.boost)
    FROM unnest((SELECT gbrain_rank.rank_text(id, tsv, query, boost, 10000) FROM cards)) AS r
    FULL JOIN (SELECT * FROM cards WHERE tsv IS NOT NULL) AS c USING (id) $$;
SELECT query, differing(query::tsquery)
FROM (VALUES ('w1'), ('w1 | w4'), ('w0 | w1 | w2 | w4 | w5 | w7 | w8 | w9 | w10 | w14 | w16 | w18 | w19 | w20'),
             ('w1:*'), ('w1:* | w2:* | w7'), ('w1:A | w4:B'), ('!w1'), ('w1 | !w4'), ('w1 & w4'), ('w1 <-> w4'),
             ('w1 & (w4 | w9) & !w2'), ('w1 & w1'), ('w1 | w1'), ('nowhere'), ('nowhere | w1'), ('')) AS q(query);

-- the top k and its order are those of ORDER BY ... LIMIT
CREATE FUNCTION same_as_sorted(query tsquery, k int) RETURNS boolean LANGUAGE sql AS $$
    SELECT (SELECT gbrain_rank.rank_text(id, tsv, query, boost, k) FROM cards)
         = (SELECT array_agg(ROW(id, score, text_score, boost)::gbrain_rank.ranked_bigint ORDER BY score DESC, id)
            FROM (SELECT id, ts_rank(tsv, query)::float8 * boost AS score, ts_rank(tsv, query)::float8 AS text_score, boost
                  FROM cards WHERE tsv IS NOT NULL ORDER BY 2 DESC, 1 LIMIT k) AS s) $$;
SELECT query, k, same_as_sorted(query::tsquery, k)
FROM (VALUES ('w1'), ('w1 | w4 | w9'), ('w1 & w4'), ('nowhere')) AS q(query), (VALUES (1), (10), (4999)) AS l(k);

-- text and uuid ids
SELECT gbrain_rank.rank_text(id::text, tsv, 'w1 | w4', boost, 2),
       gbrain_rank.rank_text(md5(id::text)::uuid, tsv, 'w1 | w4', boost, 1) FROM cards;

-- empty, NULL, negative boosts
SELECT gbrain_rank.rank_text(id, tsv, 'w1', 1, 3) AS empty FROM cards WHERE id < 0;
SELECT gbrain_rank.rank_text(NULL::bigint, 'w1', 'w1', 1, 3) AS no_id, gbrain_rank.rank_text(1, NULL, 'w1', 1, 3) AS no_vector,
       gbrain_rank.rank_text(1, 'w1', NULL, 1, 3) AS no_query, gbrain_rank.rank_text(1, 'w1', 'w1', NULL, 3) AS no_boost;
SELECT gbrain_rank.rank_text(id, 'w1', 'w1', boost, 3) AS negative
FROM (VALUES (1, -2), (2, -1), (3, 0)) AS v(id, boost);
SELECT gbrain_rank.rank_text(id, 'a:1 b:2', query::tsquery, 1, 3) AS query_of_each_row
FROM (VALUES (1, 'a'), (2, 'a | c'), (3, 'a & b'), (4, 'a')) AS v(id, query);

-- refused
\set VERBOSITY sqlstate
SELECT gbrain_rank.rank_text(1, 'w1', 'w1', 'NaN', 1);
SELECT gbrain_rank.rank_text(1, 'w1', 'w1', '-Infinity', 1);
SELECT gbrain_rank.rank_text(1, 'w1', 'w1', 1, NULL);
SELECT gbrain_rank.rank_text(1, 'w1', 'w1', 1, 0);
SELECT gbrain_rank.rank_text(1, 'w1', 'w1', 1, 1000001);
\set VERBOSITY terse

-- FILTER, DISTINCT, window frames
SELECT gbrain_rank.rank_text(id, 'w1', 'w1', 1, 3) FILTER (WHERE id > 2) AS filtered,
       gbrain_rank.rank_text(DISTINCT id, 'w1', 'w1', 1, 9) AS distinct_ids
FROM (VALUES (1), (2), (3), (3), (4)) AS v(id);
SELECT id, gbrain_rank.rank_text(id, tsv, 'w1 | w4', 1, 1) OVER (ORDER BY id) AS growing
FROM cards WHERE id BETWEEN 3 AND 8;

-- out of line: the same answers, fetched late
CREATE TABLE toasted (id bigint, tsv tsvector, boost float8);
ALTER TABLE toasted ALTER tsv SET STORAGE external;
INSERT INTO toasted
SELECT id, tsv || array_to_tsvector(array(SELECT format('filler-%s-%s', id, j) FROM generate_series(1, 200) AS j)), boost
FROM cards WHERE tsv IS NOT NULL AND id <= 2000;
ANALYZE toasted;
SELECT (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM toasted)
     = (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM cards WHERE id <= 2000) AS as_inline;
SELECT (SELECT gbrain_rank.rank_text(id, tsv, 'w1 & w4', boost, 20) FROM toasted)
     = (SELECT gbrain_rank.rank_text(id, tsv, 'w1 & w4', boost, 20) FROM cards WHERE id <= 2000) AS as_inline_and;
SELECT id, gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 1) OVER (ORDER BY id)
     = gbrain_rank.rank_text(id, tsv || ''::tsvector, 'w1 | w4', boost, 1) OVER (ORDER BY id) AS frame
FROM toasted WHERE id BETWEEN 3 AND 8;

-- of 1,958 values those with a boost too low to enter are never read
CREATE FUNCTION toast_reads(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ' || statement INTO plan;
    RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint;
END $$;
SELECT toast_reads($$SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', CASE WHEN id <= 10 THEN 1000 ELSE 0.001 END, 3) FROM toasted$$)
     < toast_reads($$SELECT max(ts_rank(tsv, 'w1 | w4')) FROM toasted$$) / 20 AS few_reads;

-- parallel
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM toasted;
SELECT (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM toasted)
     = (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM (SELECT * FROM cards WHERE id <= 2000 OFFSET 0) AS c) AS parallel;
SET parallel_leader_participation = off;
SELECT (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM toasted)
     = (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM (SELECT * FROM cards WHERE id <= 2000 OFFSET 0) AS c) AS workers_only;
RESET parallel_leader_participation;
RESET max_parallel_workers_per_gather;

-- grouped by hash and by sort, grouping sets
CREATE TABLE hashed AS SELECT id % 7 AS a, gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 5) AS best FROM toasted GROUP BY 1;
SET enable_hashagg = off;
CREATE TABLE sorted AS SELECT id % 7 AS a, gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 5) AS best FROM toasted GROUP BY 1;
RESET enable_hashagg;
SELECT count(*) AS groups, bool_and(h.best = s.best) AS same FROM hashed AS h JOIN sorted AS s USING (a);
SELECT a, (gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 1))[1].id FROM (SELECT *, id % 2 AS a FROM toasted) AS t
GROUP BY GROUPING SETS ((a), ()) ORDER BY a;

-- rows deleted by the very statement are still ranked
WITH gone AS (DELETE FROM toasted WHERE id <= 1000 RETURNING id, tsv, boost)
SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20)
     = (SELECT gbrain_rank.rank_text(id, tsv, 'w1 | w4', boost, 20) FROM cards WHERE id <= 1000) AS deleted FROM gone;

DROP SCHEMA t_rank_text CASCADE;
