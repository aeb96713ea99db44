#!/usr/bin/env bash
# The schema gbrain_rank is there before the extension and belongs to somebody hostile: installing calls none
# of what is in it, takes over none of it, and a search calls none of it either.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET client_min_messages = warning;
CREATE ROLE hostile_owner;
CREATE SCHEMA gbrain_rank AUTHORIZATION hostile_owner;
SET ROLE hostile_owner;
CREATE FUNCTION gbrain_rank.trap() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped'; END $$;
-- Better matches than what pg_catalog has, should anything be called without its schema.
CREATE FUNCTION gbrain_rank.now(VARIADIC int[] DEFAULT '{}') RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz WHERE gbrain_rank.trap()';
CREATE FUNCTION gbrain_rank.format(text, text) RETURNS text LANGUAGE sql AS 'SELECT NULL::text WHERE gbrain_rank.trap()';
CREATE FUNCTION gbrain_rank.format(text, text, text) RETURNS text LANGUAGE sql AS 'SELECT NULL::text WHERE gbrain_rank.trap()';
CREATE FUNCTION gbrain_rank.same(name, text) RETURNS boolean LANGUAGE sql AS 'SELECT gbrain_rank.trap()';
CREATE OPERATOR gbrain_rank.= (LEFTARG = name, RIGHTARG = text, FUNCTION = gbrain_rank.same);
CREATE FUNCTION gbrain_rank.same(bigint, integer) RETURNS boolean LANGUAGE sql AS 'SELECT gbrain_rank.trap()';
CREATE OPERATOR gbrain_rank.@@ (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = gbrain_rank.same);
-- Overloads of our own functions that take what a careless inner statement would pass.
CREATE FUNCTION gbrain_rank.document_tsv(regconfig, text, text, text, VARIADIC text[] DEFAULT '{}') RETURNS tsvector
    LANGUAGE sql AS 'SELECT NULL::tsvector WHERE gbrain_rank.trap()';
CREATE FUNCTION gbrain_rank.emotional_weight(text[], text, text[] DEFAULT NULL) RETURNS float8
    LANGUAGE sql AS 'SELECT NULL::float8 WHERE gbrain_rank.trap()';
RESET ROLE;

CREATE EXTENSION gbrain_rank SCHEMA gbrain_rank;
SELECT gbrain_rank.create_memory('m') \g /dev/null
INSERT INTO m (slug, title, body, tags) VALUES ('notes/a', 'Acme', 'acme renewal ORA-01555', '{family}');
INSERT INTO m_takes (memory_id) VALUES (1);
UPDATE m SET title = 'Acme again', tags = '{wedding}';
SELECT * FROM gbrain_rank.query('m', 'what is going on with acme') \g /dev/null
SELECT * FROM gbrain_rank.describe_source('m') \g /dev/null

-- One of ours that somebody made before us: the installation fails, and nothing is replaced.
DROP EXTENSION gbrain_rank CASCADE;
SET ROLE hostile_owner;
CREATE FUNCTION gbrain_rank.version() RETURNS text LANGUAGE sql AS 'SELECT ''mine''';
RESET ROLE;
DO $$
BEGIN
    CREATE EXTENSION gbrain_rank;
    ASSERT false, 'installed over the function of another';
EXCEPTION WHEN duplicate_function THEN
    ASSERT gbrain_rank.version() = 'mine', 'replaced';
END
$$;
DROP SCHEMA gbrain_rank CASCADE;
DROP ROLE hostile_owner;
SQL
