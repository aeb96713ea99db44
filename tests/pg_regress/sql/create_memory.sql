-- create_memory: what it makes, under which names, and what it refuses.
CREATE SCHEMA t_create_memory;
SET search_path = t_create_memory, public;

SELECT gbrain_rank.create_memory();
SELECT relname, relkind, reloptions
FROM pg_class WHERE relnamespace = 't_create_memory'::regnamespace AND relkind = 'r' ORDER BY relname;

-- The role columns, fixed width first, with their types and defaults.
SELECT attnum AS n, attname, format_type(atttypid, atttypmod) AS type,
    coalesce(pg_get_expr(adbin, adrelid), CASE attidentity WHEN 'd' THEN 'identity by default' END) AS "default"
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = 'memory'::regclass AND attnum > 0 ORDER BY attnum;
SELECT attname, attcollation::regcollation FROM pg_attribute
WHERE attrelid = 'memory'::regclass AND attname IN ('slug', 'title') ORDER BY attname;
SELECT attname, attstattarget FROM pg_attribute
WHERE attrelid = 'memory'::regclass AND attname = 'content_tsv';
-- No column is generated from others: any update of the row would compute it anew.
SELECT count(*) AS generated FROM pg_attribute WHERE attrelid = 'memory'::regclass AND attgenerated <> '';

SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull
FROM pg_attribute WHERE attrelid = 'memory_takes'::regclass AND attnum > 0 ORDER BY attnum;
SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull
FROM pg_attribute WHERE attrelid = 'memory_goals'::regclass AND attnum > 0 ORDER BY attnum;

SELECT pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid IN ('memory'::regclass, 'memory_takes'::regclass, 'memory_goals'::regclass)
ORDER BY 1;

SELECT tgrelid::regclass AS "table", tgname, tgfoid::regproc, encode(tgargs, 'escape') AS arguments
FROM pg_trigger WHERE tgrelid IN ('memory'::regclass, 'memory_takes'::regclass) AND NOT tgisinternal
ORDER BY 1, 2;

-- Checks: what is refused.
\set VERBOSITY terse
INSERT INTO memory (status) VALUES ('unknown');
INSERT INTO memory (channel) VALUES ('unknown');
INSERT INTO memory (importance) VALUES (1.01);
INSERT INTO memory (confidence) VALUES (-0.01);
INSERT INTO memory (emotional_weight) VALUES ('NaN');
INSERT INTO memory (context_tags) VALUES ('[]');
INSERT INTO memory (context_tags) VALUES ('{"asset_id": {"id": 7}}');
INSERT INTO memory (context_tags) VALUES ('{"asset_id": [7, [8]]}');
INSERT INTO memory (context_tags) VALUES ('{"asset_id": [7, {"id": 8}]}');
INSERT INTO memory (slug) VALUES ('one'), ('one');
INSERT INTO memory_takes (memory_id, weight) VALUES (1, 2);
INSERT INTO memory_takes (memory_id) VALUES (-1);
\set VERBOSITY default
-- And what is not: scalars, arrays of scalars, nulls; a row of nulls is neutral everywhere.
INSERT INTO memory (id, context_tags) VALUES
    (101, '{"asset_id": 7, "project_id": "p", "db_type": ["oracle", null], "prod": true, "user_id": null}'),
    (102, '{}');
INSERT INTO memory (id, type, status, importance, confidence, emotional_weight, enabled, pinned,
    access_count, active_takes, created_at, updated_at)
VALUES (103, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
SELECT id, type, status, importance, effective_date, emotional_weight FROM memory WHERE id = 103;

-- Names are taken as they stand, whatever they hold.
SELECT gbrain_rank.create_memory('My "memory" of Ann''s $$ %s \ ; drop');
INSERT INTO "My ""memory"" of Ann's $$ %s \ ; drop" (title, tags) VALUES ('one', '{family}');
INSERT INTO "My ""memory"" of Ann's $$ %s \ ; drop_takes" (memory_id) VALUES (1);
SELECT title, active_takes, emotional_weight FROM "My ""memory"" of Ann's $$ %s \ ; drop";
UPDATE "My ""memory"" of Ann's $$ %s \ ; drop" SET tags = '{}';
SELECT title, active_takes, emotional_weight FROM "My ""memory"" of Ann's $$ %s \ ; drop";
SELECT gbrain_rank.create_memory('a.b');
SELECT gbrain_rank.create_memory('记忆');
SELECT gbrain_rank.create_memory(repeat('n', 57));
SELECT count(*) AS derived FROM pg_class
WHERE relname IN (repeat('n', 57), repeat('n', 57) || '_takes', repeat('n', 57) || '_goals');

-- One error each, and nothing made.
CREATE FUNCTION refused(name text, config regconfig DEFAULT 'pg_catalog.english')
RETURNS TABLE (code text, message text, detail text, hint text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM gbrain_rank.create_memory(name, config);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN NEXT;
END
$$;
CREATE TABLE taken_goals ();
\x
SELECT * FROM refused('memory');
SELECT * FROM refused('taken');
SELECT * FROM refused(NULL);
SELECT * FROM refused('m', NULL);
SELECT * FROM refused('m', 0::regconfig);
SELECT * FROM refused('');
SELECT * FROM refused(repeat('n', 58));
SET search_path = no_such_schema;
SELECT * FROM t_create_memory.refused('m');
SHOW search_path;
SET search_path = t_create_memory, public;
\x
SELECT gbrain_rank.create_memory('m', 'no_such_configuration');
SELECT to_regclass('taken'), to_regclass('taken_takes'), to_regclass('m');

-- The configuration is recorded by its full name, and used.
CREATE SCHEMA "t_create Memory 2";
CREATE TEXT SEARCH CONFIGURATION "t_create Memory 2"."Eigene" (COPY = pg_catalog.german);
SELECT gbrain_rank.create_memory('deutsch', '"t_create Memory 2"."Eigene"');
INSERT INTO deutsch (title, body) VALUES ('Häuser', 'die Katzen');
SELECT content_tsv, title_tsv FROM deutsch;
SELECT encode(tgargs, 'escape') AS arguments FROM pg_trigger
WHERE tgrelid = 'deutsch'::regclass AND tgname = 'memory_text_insert';

-- A temporary one.
SET search_path = pg_temp, public;
SELECT gbrain_rank.create_memory('short_lived');
INSERT INTO short_lived (title, tags) VALUES ('gone soon', '{wedding}');
INSERT INTO short_lived_takes (memory_id) VALUES (1);
SELECT title, active_takes, emotional_weight FROM short_lived;

-- Renamed and moved, it goes on working.
SET search_path = t_create_memory, public;
ALTER TABLE deutsch RENAME TO umbenannt;
ALTER TABLE umbenannt SET SCHEMA "t_create Memory 2";
ALTER TABLE deutsch_takes RENAME TO "die Ansichten";
INSERT INTO "die Ansichten" (memory_id) VALUES (1);
UPDATE "t_create Memory 2".umbenannt SET tags = '{family}';
SELECT active_takes, emotional_weight FROM "t_create Memory 2".umbenannt;

SET client_min_messages = warning;
DROP SCHEMA t_create_memory, "t_create Memory 2" CASCADE;
