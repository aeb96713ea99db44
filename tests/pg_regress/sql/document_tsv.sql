-- document_tsv: the searchable form of a title and a body of any size.
CREATE SCHEMA t_document_tsv;
SET search_path = t_document_tsv, public;

SELECT gbrain_rank.document_tsv('english', 'Snapshot too old', 'The undo was too small for the snapshot.');
-- It is what to_tsvector, setweight and || give.
WITH doc (title, body) AS (VALUES
    ('Snapshot too old', 'The undo was too small for the snapshot.'),
    ('', 'only a body'), ('only a title', ''), ('the', 'a the'), ('x ', ' y'),
    ('widget-co', 'see http://example.com/a?b=c or mail a.b@example.com <b>now</b> 3.14'))
SELECT title, gbrain_rank.document_tsv('english', title, body)
    = setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B') AS same
FROM doc;
-- Tags have the weight C.
SELECT gbrain_rank.document_tsv('simple', 'title', 'body', ARRAY['ops', NULL, 'two words']);
SELECT gbrain_rank.document_tsv('simple', NULL, NULL, ARRAY['ops']) AS tags_only;

-- NULL: no configuration gives NULL, a missing field is empty.
SELECT gbrain_rank.document_tsv(NULL, 'a', 'b') IS NULL AS no_config,
       gbrain_rank.document_tsv('simple', NULL, 'b') AS no_title,
       gbrain_rank.document_tsv('simple', 'a', NULL) AS no_body,
       gbrain_rank.document_tsv('simple', NULL, NULL) AS nothing,
       gbrain_rank.document_tsv('simple', NULL, NULL, NULL) AS nothing_at_all;
-- A configuration that is not there, or no longer there.
CREATE TEXT SEARCH CONFIGURATION dropped (COPY = pg_catalog.english);
SELECT 'dropped'::regconfig::oid AS dropped \gset
DROP TEXT SEARCH CONFIGURATION dropped;
SELECT gbrain_rank.document_tsv(0::regconfig, 'a', 'b');
\set VERBOSITY sqlstate
SELECT gbrain_rank.document_tsv(:dropped::oid::regconfig, 'a', 'b');
SELECT gbrain_rank.document_tsv(:dropped::oid::regconfig, NULL, NULL, '{tag}');
\set VERBOSITY default

-- 5 MB of distinct words: to_tsvector refuses them, here the first ones are kept.
CREATE TABLE page (id int, title text, body text);
INSERT INTO page SELECT 1, 'big', string_agg('word' || i, ' ' ORDER BY i) FROM generate_series(1, 500000) AS i;
-- Words of more than 2 kB raise no NOTICE, and do not hide their neighbours.
INSERT INTO page VALUES (2, repeat('t', 3000), 'left ' || repeat('x', 5000) || ' right');
-- 5 MB without a blank, and 5 MB of the same word.
INSERT INTO page VALUES (3, 'one', repeat('y', 5000000)), (4, 'same', repeat('repeated ', 600000));
CREATE INDEX page_document ON page USING gin (gbrain_rank.document_tsv('english', title, body));
SET enable_seqscan = off;
SELECT word, array(SELECT id FROM page
                   WHERE gbrain_rank.document_tsv('english', title, body) @@ plainto_tsquery('english', word)
                   ORDER BY id) AS found
FROM unnest(ARRAY['big', 'word1', 'word60000', 'word500000', 'left right', 'one', 'repeated']) AS word;
EXPLAIN (COSTS OFF) SELECT id FROM page WHERE gbrain_rank.document_tsv('english', title, body) @@ plainto_tsquery('english', 'word1');
RESET enable_seqscan;
-- The client's own NOTICEs come back afterwards.
SHOW client_min_messages;
DO $$ BEGIN RAISE NOTICE 'still heard'; END $$;

-- A generated column.
CREATE TABLE note (title text, body text, document tsvector GENERATED ALWAYS AS (gbrain_rank.document_tsv('english', title, body)) STORED);
INSERT INTO note VALUES ('Snapshot', 'too old') RETURNING document;

SELECT oid::regprocedure, provolatile, proparallel, proisstrict, procost FROM pg_proc
WHERE proname = 'document_tsv' AND pronamespace = 'gbrain_rank'::regnamespace ORDER BY oid::regprocedure::text COLLATE "C";

DROP SCHEMA t_document_tsv CASCADE;
