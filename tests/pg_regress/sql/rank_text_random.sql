-- rank_text: ts_rank to the last bit, whatever the query
CREATE SCHEMA t_rank_text_random;
SET search_path = t_rank_text_random, public;
\set VERBOSITY terse

-- one repeated word is ranked as an OR, the root as stored decides, and of foo and foo:* one is taken for both
SELECT query, vector, best[1].text_score::float4, ts_rank(vector::tsvector, query::tsquery)
FROM (VALUES ('(a | b) & (a | b)', 'a:1 b:2'), ('(a & b) | (a & b)', 'a:1 b:2'), ('a & a', 'a:1,2'), ('a <-> a', 'a:1A,2'),
             ('foo | foo:*', 'foobar:1'), ('foo:* | foo', 'foobar:1'), ('foo:* & foo', 'foobar:1'), ('foo <-> foo:*', 'foobar:1'),
             ('(foo | foo:*) | b', 'foobar:1 b:3'), ('b | (foo:* | foo)', 'foobar:1 b:3'), ('foo:A | foo:*B', 'foobar:1'),
             ('!(a & b)', 'a:1 b:2'), ('!a & !a', 'a:1'), ('a & b', 'c:1'), ('a & b', 'a b')) AS v(query, vector),
LATERAL (SELECT gbrain_rank.rank_text(id, vector::tsvector, query::tsquery, 1, 1) AS best FROM (VALUES (1)) AS ids(id)) AS ranked;

-- out of line, such a row is read although its boost is the lower one
CREATE FUNCTION filler() RETURNS tsvector LANGUAGE sql IMMUTABLE AS
    $$SELECT array_to_tsvector(array(SELECT 'filler-' || md5(i::text) FROM generate_series(1, 400) AS i))$$;
CREATE TABLE pages (id int, v tsvector);
ALTER TABLE pages ALTER v SET STORAGE EXTERNAL;
INSERT INTO pages VALUES
    (1, 'bye:1A'::tsvector || filler()),
    (2, 'bye:1B,2A,3A,4A,5A,6A,7A,8A,9A,10A,11A,12A,13A,14A,15A'::tsvector || filler()),
    (3, 'bya:1A byb:2A byc:3A'::tsvector || filler());
SELECT query, best.id, round(best.score::numeric, 4) AS score
FROM (VALUES ('bye <-> bye'), ('bye & bye'), ('bye')) AS q(query),
LATERAL (SELECT gbrain_rank.rank_text(id, v, query::tsquery, CASE id WHEN 1 THEN 1.68 ELSE 1 END, 1) AS best FROM pages) AS r,
LATERAL unnest(r.best) AS best;
SELECT query, best.id, round(best.score::numeric, 4) AS score
FROM (VALUES ('by:* <-> by:*'), ('by:* & by:*'), ('by <-> by:*')) AS q(query),
LATERAL (SELECT gbrain_rank.rank_text(id, v, query::tsquery, CASE id WHEN 1 THEN 1.5 ELSE 1 END, 1) AS best FROM pages) AS r,
LATERAL unnest(r.best) AS best;

-- random queries over few words, so that most hold some twice, with and without prefix and weights
SELECT setseed(0.5);
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
    $$SELECT choices[1 + floor(random() * cardinality(choices))]$$;
CREATE FUNCTION random_query(depth int) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF depth = 0 OR random() < 0.15 THEN
        RETURN pick('', '', '', '', '!') || pick('a', 'ab', 'abc', 'b', 'ba', 'c') || pick('', '', '', ':*', ':A', ':BD', ':*C');
    END IF;
    RETURN format(pick('(%s %s %s)', '(%s %s %s)', '(%s %s %s)', '!(%s %s %s)'), random_query(depth - 1),
                  pick('&', '&', '|', '|', '|', '<->', '<2>'), random_query(depth - 1));
END $$;
CREATE FUNCTION random_vector() RETURNS tsvector LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    vector tsvector := '';
BEGIN
    FOR n IN 1 .. floor(random() * 12) LOOP
        vector := vector || pick('a', 'ab', 'abc', 'abcd', 'b', 'ba', 'bab', 'c', 'd')::tsvector;
        vector := vector || format('%s:%s%s', pick('a', 'ab', 'abc', 'abcd', 'b', 'ba', 'bab', 'c', 'd'), 1 + floor(random() * 30),
                                   pick('A', 'B', 'C', 'D'))::tsvector;
    END LOOP;
    RETURN CASE WHEN random() < 0.1 THEN strip(vector) ELSE vector END;
END $$;
CREATE TABLE queries AS SELECT i AS id, random_query(1 + i % 5)::tsquery AS query FROM generate_series(1, 600) AS i;
CREATE TABLE vectors AS SELECT i AS id, random_vector() AS v, 1 + floor(random() * 50) / 25 AS boost FROM generate_series(1, 60) AS i;
CREATE TABLE toasted (id int, v tsvector, boost float8);
ALTER TABLE toasted ALTER v SET STORAGE EXTERNAL;
INSERT INTO toasted SELECT id, v || filler(), boost FROM vectors;
SELECT count(*) = 600 AS queries, count(DISTINCT query) > 400 AS different, bool_or(numnode(query) > 20) AS large FROM queries;
SELECT max(pg_column_size(v)) > 10000 AS out_of_line FROM toasted;

-- every score
CREATE FUNCTION differing(query tsquery) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FILTER (WHERE r.text_score IS DISTINCT FROM ts_rank(v.v, query)::float8)
    FROM unnest((SELECT gbrain_rank.rank_text(id, v, query, 1, 100) FROM vectors)) AS r FULL JOIN vectors AS v USING (id) $$;
SELECT query FROM queries WHERE differing(query) <> 0 ORDER BY id;
SELECT count(*) AS rows, count(DISTINCT ts_rank(v, query)) > 1000 AS scores FROM queries, vectors;

-- the best three, read late
CREATE FUNCTION best_differ(query tsquery) RETURNS boolean LANGUAGE sql AS $$
    SELECT (SELECT gbrain_rank.rank_text(id, v, query, boost, 3) FROM toasted)
        <> (SELECT array_agg(ROW(id, score, text_score, boost)::gbrain_rank.ranked_bigint ORDER BY score DESC, id)
            FROM (SELECT id, ts_rank(v, query)::float8 * boost AS score, ts_rank(v, query)::float8 AS text_score, boost
                  FROM toasted ORDER BY 2 DESC, 1 LIMIT 3) AS s) $$;
SELECT query FROM queries WHERE best_differ(query) ORDER BY id;

DROP SCHEMA t_rank_text_random CASCADE;
