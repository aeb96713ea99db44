-- retrieve and the verbs that write, where someone makes it hard for them.
CREATE SCHEMA t_retrieve_hostile;
SET search_path = t_retrieve_hostile, public;
SET client_min_messages = warning;
\set VERBOSITY terse

-- An overload in our schema, which its owner may add, is not what we call.
CREATE TABLE untagged (id int, title text, type text);
INSERT INTO untagged VALUES (1, 'undo', 'preference');
CREATE FUNCTION gbrain_rank.is_baseline(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'called as %', current_user; END $$;
SELECT id, layer FROM gbrain_rank.retrieve('untagged', 'zebra');
DROP FUNCTION gbrain_rank.is_baseline(text, text);
CREATE FUNCTION gbrain_rank.emotional_weight(text[], jsonb) RETURNS float8 LANGUAGE sql AS 'SELECT 1.0';
CREATE FUNCTION gbrain_rank.effective_date(text, jsonb, text, timestamptz, timestamptz) RETURNS int LANGUAGE sql AS 'SELECT 1';
SELECT gbrain_rank.create_memory('overloaded', 'english');
INSERT INTO overloaded (title, tags, created_at, updated_at) VALUES ('x', '{wedding}', '2026-01-01', '2026-01-01') RETURNING emotional_weight, effective_date_source;
DROP FUNCTION gbrain_rank.emotional_weight(text[], jsonb), gbrain_rank.effective_date(text, jsonb, text, timestamptz, timestamptz);

-- Stop words name nothing that a title could be similar to.
CREATE TABLE who (id int, title text);
INSERT INTO who VALUES (1, 'the who');
SELECT id, layer FROM gbrain_rank.retrieve('who', 'the', text_config => 'english');

-- A code of many letters is found as the question writes it, wherever it stands.
CREATE TABLE coded (id int, title text, error_codes text[], context_tags jsonb);
INSERT INTO coded VALUES (1, 'a', '{ServerErr-7}', NULL), (2, 'b', NULL, '{"error_code": "ServerErr-7"}'), (3, 'c', '{0xDeadBeef}', NULL), (4, 'd', NULL, '{"error_code": ["0xDeadBeef"]}'),
    (5, 'e', NULL, '{"error_code": [23505.0]}'), (6, 'f', '{ärger-12}', NULL), (7, 'g', '{ORA-04031}', NULL);
SET gbrain_rank.error_code_patterns = E'ServerErr-[0-9]+\nÄrger-[0-9]+';
SELECT question, id, explain -> 'matched_codes' AS codes, explain -> 'matched_by' AS by
FROM (VALUES ('got ServerErr-7 today'), ('fault 0xDeadBeef today'), ('SQLSTATE 23505'), ('oh ärger-12')) AS asked (question), gbrain_rank.retrieve('coded', question, explain => true)
ORDER BY question, rank;
SELECT gbrain_rank.error_codes('ärger-12 ÄRGER-13');
-- A log that names more codes than a search takes keeps one of each family.
SELECT id, layer, explain -> 'skipped' AS skipped FROM gbrain_rank.retrieve('coded', (SELECT string_agg('CVE-2024-' || i, E'\n') FROM generate_series(10001, 12000) AS i) || E'\nORA-04031', explain => true);
-- A pattern that reads the rest of the text for each match can be cancelled.
SET gbrain_rank.error_code_patterns = '.*[^A-Z]|[A-Z]';
SET statement_timeout = '200ms';
SELECT cardinality(gbrain_rank.error_codes(repeat('A', 400000)));
RESET statement_timeout;
RESET gbrain_rank.error_code_patterns;

-- What is relied on is checked: both triggers, no children, one and the same row.
SELECT gbrain_rank.create_memory('half', 'english');
INSERT INTO half (type, title, occurrence_count) SELECT 'preference', 'p' || i, i FROM generate_series(1, 20) AS i;
DROP TRIGGER memory_baseline_update ON half;
UPDATE half SET occurrence_count = 500 WHERE id = 1;
SELECT array_agg(id ORDER BY rank) FROM gbrain_rank.retrieve('half', '', baseline_k => 3);
SELECT gbrain_rank.create_memory('parent', 'english');
INSERT INTO parent (type, title, occurrence_count) SELECT 'preference', 'p' || i, i FROM generate_series(1, 20) AS i;
CREATE TABLE child () INHERITS (parent);
WITH moved AS (DELETE FROM ONLY parent WHERE id = 1 RETURNING *) INSERT INTO child SELECT * FROM moved;
UPDATE parent SET occurrence_count = 500 WHERE id = 1;
SELECT array_agg(id ORDER BY rank) FROM gbrain_rank.retrieve('parent', '', baseline_k => 3);
SELECT gbrain_rank.create_memory('counting', 'english');
CREATE FUNCTION count_edits() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.occurrence_count := NEW.occurrence_count + 100; RETURN NEW; END $$;
CREATE TRIGGER count_edits BEFORE UPDATE OF body ON counting FOR EACH ROW EXECUTE FUNCTION count_edits();
INSERT INTO counting (type, title, occurrence_count) SELECT 'preference', 'p' || i, i FROM generate_series(1, 20) AS i;
UPDATE counting SET body = 'edited' WHERE id = 1;
SELECT array_agg(id ORDER BY rank) FROM gbrain_rank.retrieve('counting', '', baseline_k => 3);
SELECT gbrain_rank.create_memory('paired', 'english');
INSERT INTO paired (title) VALUES ('gamma'), ('plain');
CREATE VIEW other_title AS SELECT a.id, a.title, a.content_tsv, b.title_tsv FROM paired a JOIN paired b ON b.id = 3 - a.id;
SELECT id, layer FROM gbrain_rank.retrieve('other_title', 'gamma one two three four five');
CREATE VIEW own_title AS SELECT a.id, a.title, a.content_tsv, a.title_tsv FROM paired a JOIN paired b ON b.id = 3 - a.id;
SELECT id, layer FROM gbrain_rank.retrieve('own_title', 'gamma one two three four five');

-- A chain that leads out of sight may come back: it is not closed.
CREATE TABLE chained (id int PRIMARY KEY, title text, status text, superseded_by int);
INSERT INTO chained SELECT i, 'x', 'active' FROM generate_series(1, 4) AS i;
CREATE VIEW in_sight AS SELECT * FROM chained WHERE id <> 2;
SELECT * FROM gbrain_rank.supersede('chained', '1', '2');
SELECT * FROM gbrain_rank.supersede('chained', '2', '3');
SELECT * FROM gbrain_rank.supersede('in_sight', '3', '1');
-- On the table itself a row that is gone is the end of the chain.
DELETE FROM chained WHERE id = 3;
SELECT * FROM gbrain_rank.supersede('chained', '4', '2');

-- Rows without an id, and rows that share one, are all there.
CREATE TABLE nameless (id int, title text);
INSERT INTO nameless VALUES (NULL, 'undo one'), (NULL, 'undo two'), (3, 'undo three'), (3, 'undo four');
SELECT id, title FROM gbrain_rank.retrieve('nameless', 'undo') ORDER BY title;

-- Infinite moments count as NULL; ids may be arrays.
SELECT gbrain_rank.create_memory('seen', 'english');
INSERT INTO seen (title, last_seen_at, last_accessed_at) VALUES ('x', 'infinity', 'infinity');
SELECT last_seen_at = now() AS seen_now FROM gbrain_rank.confirm_memory('seen', '1');
SELECT last_accessed_at = now() AS used_now FROM gbrain_rank.use_memory('seen', '1');
CREATE TABLE arrays (id int[] PRIMARY KEY, title text, recall_hit_count int);
INSERT INTO arrays VALUES ('{1,2}', 'x', 0), ('{3}', 'y', 5);
SELECT * FROM gbrain_rank.record_hits('arrays', '{"{3}","{1, 2}"}');

-- The scope of the session is read as the one of an argument, or refused with the reason.
SET gbrain_rank.scope = '{"asset_id": -0}';
SELECT gbrain_rank.scope_visible('{"asset_id": -0}') AS by_setting, gbrain_rank.scope_visible('{"asset_id": -0}', '{"asset_id": 0}') AS by_argument;
\set VERBOSITY default
SET gbrain_rank.scope = '{"asset_id": 1e3}';
SET gbrain_rank.scope = '{"asset_id": "a\u0000"}';
RESET gbrain_rank.scope;

-- The day on which a card was last seen, in any age.
INSERT INTO seen (title, occurrence_count, last_seen_at) VALUES ('far', 1, '12345-01-02'), ('old', 1, '0044-03-15 BC');
SELECT regexp_matches(gbrain_rank.memory_md('seen', title), 'seen 1 x, last [^\n]*') FROM seen WHERE title IN ('far', 'old') ORDER BY title;

DROP SCHEMA t_retrieve_hostile CASCADE;
