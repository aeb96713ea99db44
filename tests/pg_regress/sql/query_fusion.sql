-- Fusion with the ids of a vector search by reciprocal rank: base = sum of 1 / (60 + rank), divided by the best.
CREATE SCHEMA t_query_fusion;
SET search_path = t_query_fusion, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (id bigint, slug text, body text, effective_date timestamptz, enabled boolean);
INSERT INTO page VALUES (1, 'a/1', 'kubernetes kubernetes kubernetes upgrade', '2026-06-15 12:00Z', true), (2, 'a/2', 'kubernetes kubernetes', NULL, true), (3, 'a/3', 'kubernetes', NULL, true),
    (4, 'daily/4', 'drain', '2026-06-15 12:00Z', true), (5, 'a/5', 'drain', NULL, true), (6, 'a/6', 'kubernetes kubernetes kubernetes kubernetes upgrade', NULL, false);

-- By hand: lexical 1 (strict), then 2, 3 (relaxed). Semantic 3, 4, 5: 6 is shut and 99 unknown, the second 3 says nothing new.
-- 1: 1/61. 2: 1/62. 3: 1/63 + 1/61. 4: 1/62. 5: 1/63. All divided by that of 3. Ties: newer date first, so 4 before 2.
SELECT rank, id, phase, score, score = base AS is_base, lexical, semantic, abs(base - (coalesce(1.0 / (60 + lexical), 0) + coalesce(1.0 / (60 + semantic), 0)) / (1 / 63.0 + 1 / 61.0)) < 1e-12 AS by_hand
FROM gbrain_rank.query('page', 'kubernetes upgrade', salience => 'off', recency => 'off', semantic => '{6,3,99,3,4,NULL,5}', explain => true, now => '2026-06-15 12:00Z'),
    LATERAL (SELECT (explain ->> 'base')::float8, (explain ->> 'lexical_rank')::int, (explain ->> 'semantic_rank')::int) AS e (base, lexical, semantic);
-- Boosts come after fusion, and change no rank in an arm: 4 is from today under daily/ (x 2.5), 1 from today elsewhere (x 1.3).
SELECT rank, id, score / (explain ->> 'base')::float8 AS boost, explain -> 'lexical_rank' AS lexical, explain -> 'semantic_rank' AS semantic, explain -> 'text_score' IS NULL OR explain ->> 'text_score' IS NULL AS no_text
FROM gbrain_rank.query('page', 'kubernetes upgrade', salience => 'off', recency => 'on', semantic => '{3,4,5}', explain => true, now => '2026-06-15 12:00Z');

-- Without a lexical find the ids alone, best first with base 1; without ids the lexical arm alone, and still fused.
SELECT rank, id, phase, score, snippet FROM gbrain_rank.query('page', 'nowhere', semantic => '{5,3}', recency => 'off');
SELECT rank, id, phase, round(score::numeric, 6) AS score FROM gbrain_rank.query('page', 'kubernetes', semantic => '{}', recency => 'off');
SELECT rank, id, phase, round(score::numeric, 6) AS score FROM gbrain_rank.query('page', 'kubernetes', semantic => '{99,6}', recency => 'off');
SELECT count(*) FROM gbrain_rank.query('page', 'nowhere', semantic => '{}');
SELECT count(*) FROM gbrain_rank.query('page', 'nowhere', semantic => '{99,6}');
-- No question, no rows; a question of stop words alone has its ids.
SELECT count(*) FROM gbrain_rank.query('page', '', semantic => '{1,2}');
SELECT id, phase FROM gbrain_rank.query('page', 'the', semantic => '{1,2}', recency => 'off');
-- Filters hold for the ids too.
SELECT id, phase FROM gbrain_rank.query('page', 'nowhere', semantic => '{5,4,3,2,1}', slug_prefix => 'daily/');
SELECT id FROM gbrain_rank.query('page', 'kubernetes', semantic => '{4,5}', since => '1d', now => '2026-06-15 12:00Z') ORDER BY id;

-- Each arm is 1,000 deep whatever k, and the lexical one relaxed to that depth: k = 1 is the first of k = 1000.
CREATE TABLE many AS SELECT n AS id, CASE WHEN n <= 20 THEN 'alpha beta' WHEN n % 2 = 0 THEN 'alpha' ELSE 'beta ' || repeat('x ', n % 5) END AS body FROM generate_series(1, 2500) AS n;
SELECT count(*), count(DISTINCT id), bool_and(score > 0) FROM gbrain_rank.query('many', 'alpha beta', 1000, semantic => (SELECT array_agg(n::text ORDER BY n DESC) FROM generate_series(1, 2500) AS n));
SELECT k, bool_and(short.id = long.id AND short.score = long.score), count(*) = least(k, 1000) FROM unnest(ARRAY[1, 2, 10, 21, 500]) AS k,
    LATERAL gbrain_rank.query('many', 'alpha beta', k, semantic => '{2500,7,1200,30}') AS short
    JOIN gbrain_rank.query('many', 'alpha beta', 1000, semantic => '{2500,7,1200,30}') AS long USING (rank) GROUP BY k ORDER BY k;
-- The 1,001st id is beyond the arm.
SELECT count(*), max((explain ->> 'semantic_rank')::int) FROM gbrain_rank.query('many', 'nowhere', 1000, semantic => (SELECT array_agg(n::text ORDER BY n DESC) FROM generate_series(1, 2500) AS n), explain => true);

-- Ids of other types. Text that is no value of the type cannot be an id of it.
CREATE TABLE by_uuid AS SELECT ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid AS id, 'kubernetes' AS body FROM generate_series(1, 3) AS n;
SELECT rank, id, phase, round(score::numeric, 6) AS score FROM gbrain_rank.query('by_uuid', 'kubernetes', semantic => ARRAY['{00000000-0000-0000-0000000000000003}', '00000000000000000000000000000002']);
SELECT id FROM gbrain_rank.query('by_uuid', 'kubernetes', semantic => ARRAY['three']);
SELECT id FROM gbrain_rank.query('page', 'kubernetes', semantic => ARRAY['1; DROP TABLE page']);
CREATE TABLE by_char (id char(4), body text);
INSERT INTO by_char VALUES ('ab', 'kubernetes'), ('abcd', 'drain');
SELECT id, explain -> 'semantic_rank' AS semantic FROM gbrain_rank.query('by_char', 'kubernetes', semantic => '{abcd,ab}', explain => true);
CREATE DOMAIN number AS int CHECK (VALUE > 0);
CREATE TABLE by_domain (id number, body text);
INSERT INTO by_domain VALUES (10, 'kubernetes'), (9, 'drain');
SELECT id, explain -> 'semantic_rank' AS semantic FROM gbrain_rank.query('by_domain', 'kubernetes', semantic => '{9,10}', explain => true);
CREATE TABLE by_text (id varchar(20), body text);
INSERT INTO by_text VALUES ('a''b', 'kubernetes'), ('{x}', 'drain'), ('NULL', 'drain'), ('', 'drain');
SELECT id, explain -> 'semantic_rank' AS semantic FROM gbrain_rank.query('by_text', 'kubernetes', semantic => ARRAY['{x}', 'a''b', 'NULL', '', NULL], explain => true);
-- The index on the ids serves the semantic arm.
CREATE TABLE indexed AS SELECT n AS id, 'word' AS body FROM generate_series(1, 20000) AS n;
ALTER TABLE indexed ADD PRIMARY KEY (id);
ANALYZE indexed;
CREATE FUNCTION semantic_plan() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE statement text;
BEGIN
    SELECT string_agg(substr(line, 3), E'\n' ORDER BY n) INTO statement
    FROM (SELECT line, n, max(n) FILTER (WHERE line LIKE '  SELECT%') OVER () AS last
          FROM gbrain_rank.explain_query('indexed', 'nowhere', semantic => '{17,12345}') WITH ORDINALITY AS e (line, n)) AS lines WHERE n >= last;
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || statement;
END $$;
SELECT * FROM semantic_plan() AS plan WHERE plan ~ 'Scan';

\set VERBOSITY terse
DROP SCHEMA t_query_fusion CASCADE;
