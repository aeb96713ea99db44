-- create_memory and its triggers run as the caller, and mean nothing of the caller's search_path.
CREATE SCHEMA t_create_memory_security;
CREATE ROLE t_memory_owner;
CREATE ROLE t_memory_writer;
CREATE ROLE t_memory_stranger;
GRANT ALL ON SCHEMA t_create_memory_security TO t_memory_owner;
GRANT USAGE ON SCHEMA t_create_memory_security TO t_memory_writer, t_memory_stranger;
SET search_path = t_create_memory_security, public;

-- A role without superuser rights makes one where it may create tables, and nowhere else.
SET ROLE t_memory_owner;
SELECT gbrain_rank.create_memory('m', 'pg_catalog.english');
SELECT relname, relowner::regrole FROM pg_class
WHERE relnamespace = 't_create_memory_security'::regnamespace AND relkind = 'r' ORDER BY relname;
SET ROLE t_memory_stranger;
SELECT gbrain_rank.create_memory('mine', 'pg_catalog.english');
INSERT INTO m (title) VALUES ('not mine');
SELECT count(*) FROM m;

-- A writer needs rights on the tables only.
SET ROLE t_memory_owner;
GRANT SELECT, INSERT, UPDATE ON m, m_takes TO t_memory_writer;
SET ROLE t_memory_writer;
INSERT INTO m (id, title, tags) VALUES (1, 'Wedding plans', '{wedding}');
INSERT INTO m_takes (memory_id, holder) VALUES (1, 'self');
UPDATE m SET tags = '{family}', body = 'ORA-00600' WHERE id = 1;
SELECT title, active_takes, emotional_weight > 0.5 AS weighs, error_codes FROM m;
RESET ROLE;

-- Hostile objects in front of pg_catalog: none is called.
CREATE SCHEMA t_create_memory_hostile;
CREATE TYPE t_create_memory_hostile.text AS (trap int);
CREATE DOMAIN t_create_memory_hostile.regclass AS int;
CREATE FUNCTION t_create_memory_hostile.format(pg_catalog.text, VARIADIC "any") RETURNS pg_catalog.text
    LANGUAGE internal AS 'text_format';
CREATE FUNCTION t_create_memory_hostile.trap(pg_catalog.text, pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'trapped';
END
$$;
CREATE OPERATOR t_create_memory_hostile.= (LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text, FUNCTION = t_create_memory_hostile.trap);
CREATE OPERATOR t_create_memory_hostile.|| (LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text, FUNCTION = t_create_memory_hostile.trap);
CREATE FUNCTION t_create_memory_hostile.set_config(pg_catalog.text, pg_catalog.text, boolean) RETURNS pg_catalog.text
    LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped'; END $$;
CREATE FUNCTION t_create_memory_hostile.now() RETURNS timestamptz
    LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped'; END $$;
SET search_path = t_create_memory_hostile, pg_catalog;
SELECT gbrain_rank.create_memory('h', 'pg_catalog.english');
SHOW search_path;
INSERT INTO h (id, slug, title, tags) VALUES (1, 's', 'one', '{wedding}');
INSERT INTO h_takes (memory_id) VALUES (1);
UPDATE h SET title = 'two', body = 'three', tags = '{}';
SELECT title, active_takes, content_tsv FROM h;
DO $$
BEGIN
    PERFORM gbrain_rank.create_memory('h', 'pg_catalog.english');
EXCEPTION WHEN duplicate_table THEN
    RAISE NOTICE 'the path after an error: %', pg_catalog.current_setting('search_path');
END
$$;
SET search_path = t_create_memory_security, public;

-- Made inside a transaction, it goes with it.
BEGIN;
SELECT gbrain_rank.create_memory('rolled_back', 'pg_catalog.english');
ROLLBACK;
SELECT to_regclass('rolled_back'), current_setting('search_path');

SET client_min_messages = warning;
DROP SCHEMA t_create_memory_security, t_create_memory_hostile CASCADE;
DROP ROLE t_memory_owner, t_memory_writer, t_memory_stranger;
