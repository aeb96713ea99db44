-- matches(): an index serves it where row security or a security barrier keeps the operator from one.
CREATE SCHEMA t_matches;
SET search_path = t_matches, public;

SELECT gbrain_rank.matches('foo:1 bar:2'::tsvector, 'foo & bar'::tsquery) AS both,
       gbrain_rank.matches('foo:1'::tsvector, 'foo & bar'::tsquery) AS one,
       gbrain_rank.matches(NULL::tsvector, 'foo'::tsquery) AS null_vector,
       gbrain_rank.matches(ARRAY['a', 'b'], ARRAY['b', 'c']) AS overlap,
       gbrain_rank.matches(ARRAY['a'], '{}') AS empty,
       gbrain_rank.matches(NULL::text[], ARRAY['a']) AS null_array;

SELECT oid::regprocedure, provolatile, proparallel, proisstrict, proleakproof, prosupport
FROM pg_proc WHERE proname = 'matches' AND pronamespace = 'gbrain_rank'::regnamespace
ORDER BY oid::regprocedure::text;

CREATE TABLE card (id int PRIMARY KEY, context_tags jsonb, content_tsv tsvector, error_codes text[]);
INSERT INTO card
SELECT n, jsonb_build_object('project_id', CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END),
       to_tsvector('simple', 'word' || n % 1000 || ' common'), ARRAY['ORA-' || lpad((n % 1000)::text, 5, '0')]
FROM generate_series(1, 20000) n;
CREATE INDEX ON card USING gin (content_tsv);
CREATE INDEX ON card USING gin (error_codes);
ANALYZE card;

-- The same estimates as the operators'.
CREATE FUNCTION estimate(predicate text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT * FROM t_matches.card WHERE ' || predicate INTO plan;
    RETURN plan->0->'Plan'->>'Plan Rows';
END $$;
SELECT estimate($$gbrain_rank.matches(content_tsv, 'common')$$) = estimate($$content_tsv @@ 'common'$$) AS common,
       estimate($$gbrain_rank.matches(content_tsv, 'word7')$$) = estimate($$content_tsv @@ 'word7'$$) AS word,
       estimate($$gbrain_rank.matches(error_codes, '{ORA-00007}')$$) = estimate($$error_codes && '{ORA-00007}'$$) AS code;

-- Without row security both forms use the index.
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(content_tsv, 'word7');
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(error_codes, '{ORA-00007}');
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches('{ORA-00007}', error_codes);
-- Not against another column of the row, and not where the index has another collation.
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(error_codes, ARRAY[id::text]);
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(error_codes COLLATE "C", '{ORA-00007}');
-- A join looks each query up.
EXPLAIN (COSTS OFF) SELECT c.id FROM (VALUES ('word7'::tsquery), ('word8')) AS q(query)
JOIN card c ON gbrain_rank.matches(c.content_tsv, q.query);

-- Behind a policy: the operator scans, matches() does not, and both see the same rows.
CREATE ROLE regress_matches_reader;
GRANT USAGE ON SCHEMA t_matches TO regress_matches_reader;
GRANT SELECT ON card TO regress_matches_reader;
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
CREATE POLICY even ON card USING (context_tags->>'project_id' = 'even');
SET ROLE regress_matches_reader;
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE content_tsv @@ 'word8';
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(content_tsv, 'word8');
EXPLAIN (COSTS OFF) SELECT id FROM card WHERE gbrain_rank.matches(error_codes, '{ORA-00008}');
SELECT count(*) FROM card WHERE content_tsv @@ 'word8';
SELECT count(*) FROM card WHERE gbrain_rank.matches(content_tsv, 'word8');
SELECT count(*) FROM card WHERE gbrain_rank.matches(content_tsv, 'word7');
SELECT count(*) FROM card WHERE gbrain_rank.matches(error_codes, '{ORA-00008}');
RESET ROLE;

-- And behind a security_barrier view.
CREATE VIEW even_card WITH (security_barrier) AS SELECT * FROM card WHERE context_tags->>'project_id' = 'even';
EXPLAIN (COSTS OFF) SELECT id FROM even_card WHERE content_tsv @@ 'word8';
EXPLAIN (COSTS OFF) SELECT id FROM even_card WHERE gbrain_rank.matches(content_tsv, 'word8');

SET client_min_messages = warning;
DROP SCHEMA t_matches CASCADE;
DROP ROLE regress_matches_reader;
