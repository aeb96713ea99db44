-- Every question, asked of each method.
\set ON_ERROR_STOP on
SET search_path = quality, public;
SET client_min_messages = warning;
SET jit = off;

SELECT gbrain_rank.create_memory('memory');
INSERT INTO quality.memory (id, title, body)
SELECT (line ->> 'id')::bigint, line ->> 'title', line ->> 'body' FROM quality.document;
VACUUM (ANALYZE) quality.memory;

CREATE TABLE quality.grade AS
SELECT line ->> 'id' AS question, g.key AS document, g.value::int AS grade
FROM quality.question, jsonb_each_text(line -> 'relevant') AS g;

CREATE TABLE quality.answer (method text, question text, rank bigint, document text, milliseconds float8);

-- `statement` takes a question as $1 and gives ids, best first.
CREATE PROCEDURE quality.ask(method text, statement text) LANGUAGE plpgsql AS $$
DECLARE
    question record;
    started timestamptz;
    ids text[];
BEGIN
    FOR question IN SELECT line ->> 'id' AS id, line ->> 'query' AS text FROM quality.question LOOP
        started := clock_timestamp();
        EXECUTE format('SELECT ARRAY(SELECT id::text FROM (%s) AS found)', statement)
        INTO ids USING question.text;
        INSERT INTO quality.answer
        SELECT method, question.id, place, id, 1000 * extract(epoch FROM clock_timestamp() - started)
        FROM unnest(coalesce(nullif(ids, '{}'), ARRAY[NULL])) WITH ORDINALITY AS f(id, place);
    END LOOP;
    UPDATE quality.answer SET rank = NULL WHERE document IS NULL;
END
$$;

-- What people write without an extension, over the same vectors.
CREATE FUNCTION quality.any_word(question text) RETURNS tsquery LANGUAGE sql STABLE AS $$
    SELECT replace(plainto_tsquery('gbrain_rank.multilingual', question)::text, ' & ', ' | ')::tsquery
$$;
CALL quality.ask('stock SQL, AND, ts_rank', $$
    SELECT id FROM quality.memory, plainto_tsquery('gbrain_rank.multilingual', $1) AS q
    WHERE content_tsv @@ q ORDER BY ts_rank(content_tsv, q) DESC, id LIMIT 10 $$);
CALL quality.ask('stock SQL, OR, ts_rank', $$
    SELECT id FROM quality.memory, quality.any_word($1) AS q
    WHERE content_tsv @@ q ORDER BY ts_rank(content_tsv, q) DESC, id LIMIT 10 $$);
SET gbrain_rank.text_rank = 'ts_rank';
CALL quality.ask('query, ts_rank', $$
    SELECT id FROM gbrain_rank.query('quality.memory', $1, 10, 'off', 'off') ORDER BY rank $$);
SET gbrain_rank.text_rank = 'bm25';
CALL quality.ask('query, bm25', $$
    SELECT id FROM gbrain_rank.query('quality.memory', $1, 10, 'off', 'off') ORDER BY rank $$);
