-- relax(tsquery): any of the words instead of all of them.
CREATE SCHEMA t_relax;
SET search_path = t_relax, public;

SELECT gbrain_rank.relax('a & b & c'::tsquery);
SELECT gbrain_rank.relax('a & (b | c) & a'::tsquery) AS each_word_once;
SELECT gbrain_rank.relax('a'::tsquery) AS one_word, gbrain_rank.relax(''::tsquery) AS no_word, gbrain_rank.relax(NULL) AS "null";
SELECT gbrain_rank.relax('foo:A & bar:*B & baz:*'::tsquery) AS weights_and_prefixes;
SELECT gbrain_rank.relax($$'it''s' & 'back\\slash' & '!&|()<->'$$::tsquery) AS quoting;
SELECT gbrain_rank.relax(plainto_tsquery('english', 'snapshots are too old'));

-- Unchanged: a phrase, a negation, wherever they stand.
SELECT gbrain_rank.relax('a <-> b'::tsquery), gbrain_rank.relax('a & b <2> c'::tsquery);
SELECT gbrain_rank.relax('foo & !bar'::tsquery), gbrain_rank.relax('a & (b | !c)'::tsquery), gbrain_rank.relax('!a'::tsquery);
SELECT gbrain_rank.relax(websearch_to_tsquery('english', '"snapshot too old" undo'));

-- Many words.
WITH q AS (SELECT string_agg('word' || i, ' & ')::tsquery AS query FROM generate_series(1, 5000) AS i)
SELECT numnode(query), numnode(gbrain_rank.relax(query)), gbrain_rank.relax(query)::text LIKE '%''word4999'' | ''word5000''' AS ends_well FROM q;

SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE oid = 'gbrain_rank.relax(tsquery)'::regprocedure;

DROP SCHEMA t_relax CASCADE;
