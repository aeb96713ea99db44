-- use_memory, confirm_memory, record_hits and supersede.
CREATE SCHEMA t_writes;
SET search_path = t_writes, public;
\set VERBOSITY default

CREATE TABLE card (
    id bigint PRIMARY KEY, title text, status text, superseded_by bigint, access_count bigint, last_accessed_at timestamptz,
    occurrence_count int NOT NULL DEFAULT 0, last_seen_at timestamp, recall_hit_count bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT '2026-01-01');
INSERT INTO card (id, title, status) VALUES (1, 'one', 'provisional'), (2, 'two', NULL), (3, 'three', 'stale'), (4, 'four', 'active');

-- A use is counted; the third makes a provisional memory active, and no other.
SELECT id, access_count, last_accessed_at = now() AS now, status FROM gbrain_rank.use_memory('card', '1');
SELECT id, access_count, status FROM gbrain_rank.use_memory('card', '1');
SELECT id, access_count, status FROM gbrain_rank.use_memory('card', '1');
SELECT id, access_count, status FROM gbrain_rank.use_memory('card', '1');
UPDATE card SET access_count = 7 WHERE id IN (2, 3);
SELECT id, access_count, status FROM gbrain_rank.use_memory('card', '2');
SELECT id, access_count, status FROM gbrain_rank.use_memory('card', ' 3 ');
-- A moment that lies in the future stays.
UPDATE card SET last_accessed_at = '2999-01-01' WHERE id = 4;
SELECT id, access_count, last_accessed_at FROM gbrain_rank.use_memory('card', '4');

SELECT id, occurrence_count, last_seen_at = now() AS now FROM gbrain_rank.confirm_memory('card', '2');
SELECT id, occurrence_count FROM gbrain_rank.confirm_memory('card', '2');

SELECT * FROM gbrain_rank.record_hits('card', '{3,1,3,2}');
SELECT * FROM gbrain_rank.record_hits('card', '{03,1}');
SELECT * FROM gbrain_rank.record_hits('card', '{}');

SELECT * FROM gbrain_rank.supersede('card', '1', '2');
SELECT * FROM gbrain_rank.supersede('card', '2', '3');
SELECT * FROM gbrain_rank.supersede('card', '1', '4');

-- No row supersedes itself, directly or through others.
SELECT * FROM gbrain_rank.supersede('card', '3', '3');
SELECT * FROM gbrain_rank.supersede('card', '3', '03');
SELECT * FROM gbrain_rank.supersede('card', '3', '2');
UPDATE card SET superseded_by = 2 WHERE id = 1;
SELECT * FROM gbrain_rank.supersede('card', '3', '1');
-- A ring that is in the table already is walked once.
UPDATE card SET superseded_by = CASE id WHEN 1 THEN 2 WHEN 2 THEN 1 END WHERE id IN (1, 2);
SELECT * FROM gbrain_rank.supersede('card', '3', '1');

-- None of it moved updated_at.
SELECT id, status, superseded_by, access_count, occurrence_count, recall_hit_count, updated_at FROM card ORDER BY id;

-- Unknown ids, also text that is no value of the id's type; then nothing is counted.
SELECT * FROM gbrain_rank.use_memory('card', '99');
SELECT * FROM gbrain_rank.use_memory('card', 'abc');
\set VERBOSITY sqlstate
SELECT * FROM gbrain_rank.use_memory('card', '99999999999999999999');
SELECT * FROM gbrain_rank.use_memory('card', '');
SELECT * FROM gbrain_rank.confirm_memory('card', '99');
SELECT * FROM gbrain_rank.confirm_memory('card', 'abc');
SELECT * FROM gbrain_rank.record_hits('card', '{1,99}');
SELECT * FROM gbrain_rank.record_hits('card', '{1,abc}');
SELECT * FROM gbrain_rank.supersede('card', '99', '1');
SELECT * FROM gbrain_rank.supersede('card', '4', '99');
SELECT * FROM gbrain_rank.supersede('card', '4', 'abc');
-- NULLs
SELECT * FROM gbrain_rank.use_memory(NULL, '1');
SELECT * FROM gbrain_rank.use_memory('card', NULL);
SELECT * FROM gbrain_rank.record_hits('card', NULL);
SELECT * FROM gbrain_rank.record_hits('card', '{1,NULL}');
SELECT * FROM gbrain_rank.supersede('card', '1', NULL);
\set VERBOSITY default
SELECT sum(recall_hit_count) FROM card;

-- The failed look-up of a value leaves the transaction as it was.
BEGIN;
SELECT count FROM (SELECT count(*) FROM gbrain_rank.record_hits('card', '{4}')) AS hit;
SAVEPOINT before;
SELECT * FROM gbrain_rank.use_memory('card', 'abc');
ROLLBACK TO before;
SELECT recall_hit_count FROM card WHERE id = 4;
COMMIT;

-- A read-only transaction.
BEGIN READ ONLY;
SELECT * FROM gbrain_rank.use_memory('card', '1');
ROLLBACK;

-- A source without the columns.
CREATE TABLE page (id text PRIMARY KEY, title text);
INSERT INTO page VALUES ('a', 'A');
SELECT * FROM gbrain_rank.use_memory('page', 'a');
\set VERBOSITY sqlstate
SELECT * FROM gbrain_rank.confirm_memory('page', 'a');
SELECT * FROM gbrain_rank.record_hits('page', '{a}');
SELECT * FROM gbrain_rank.supersede('page', 'a', 'a');
\set VERBOSITY default

-- Ids of other types, quoted names, and a view under other names.
CREATE TABLE "Odd ""Table""" (
    id uuid PRIMARY KEY, body text, status text NOT NULL, superseded_by text, hits int NOT NULL DEFAULT 0);
INSERT INTO "Odd ""Table""" VALUES
    ('00000000-0000-0000-0000-00000000000a', 'a', 'active'), ('00000000-0000-0000-0000-00000000000b', 'b', 'active');
CREATE VIEW odd AS SELECT id, body, status, superseded_by, hits AS recall_hit_count FROM "Odd ""Table""";
SELECT * FROM gbrain_rank.record_hits('odd', '{00000000-0000-0000-0000-00000000000B,00000000-0000-0000-0000-00000000000a}');
SELECT * FROM gbrain_rank.supersede('"Odd ""Table"""', '00000000-0000-0000-0000-00000000000A', '00000000-0000-0000-0000-00000000000b');
SELECT * FROM gbrain_rank.supersede('odd', '00000000-0000-0000-0000-00000000000b', '00000000-0000-0000-0000-00000000000a');
CREATE DOMAIN short AS varchar(3) CHECK (VALUE <> 'bad');
CREATE TABLE by_domain (id short PRIMARY KEY, title text, recall_hit_count numeric DEFAULT 0);
INSERT INTO by_domain VALUES ('ok');
SELECT * FROM gbrain_rank.record_hits('by_domain', '{ok}');
SELECT * FROM gbrain_rank.record_hits('by_domain', '{bad}');

-- The rights are the caller's.
CREATE ROLE regress_writes_reader;
GRANT USAGE ON SCHEMA t_writes TO regress_writes_reader;
GRANT SELECT ON card TO regress_writes_reader;
SET ROLE regress_writes_reader;
SELECT * FROM gbrain_rank.use_memory('card', '1');
RESET ROLE;

SET client_min_messages = warning;
DROP SCHEMA t_writes CASCADE;
DROP ROLE regress_writes_reader;
