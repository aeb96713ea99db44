-- query() over every kind of source: made by create_memory, seen through views, partitioned, minimal, and with columns of other types.
SET gbrain_rank.text_rank = 'ts_rank';
CREATE SCHEMA t_query_sources;
SET search_path = t_query_sources, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE FUNCTION found(source regclass, question text, k int DEFAULT 5) RETURNS text LANGUAGE sql AS
$$ SELECT coalesce(string_agg(concat_ws(' ', id, slug, title, type, phase), ', ' ORDER BY rank), 'nothing')
   FROM gbrain_rank.query(source, question, k, now => '2026-06-15 12:00Z') $$;
-- The plan of the first inner statement, as a person gets it: explain_query prints the statement, EXPLAIN shows its plan.
CREATE FUNCTION plan(source regclass, question text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE statement text;
BEGIN
    SELECT string_agg(substr(line, 3), E'\n' ORDER BY n) INTO statement
    FROM (SELECT line, n, count(*) FILTER (WHERE line LIKE '  SELECT %') OVER (ORDER BY n) AS nth
          FROM gbrain_rank.explain_query(source, question, 1) WITH ORDINALITY AS e (line, n)) AS lines WHERE nth = 1;
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || statement;
END $$;
CREATE FUNCTION scans(source regclass, question text) RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(trim(both ' ->' FROM line), '; ') FROM plan(source, question) AS line WHERE line ~ 'Scan' $$;

-- The ready-made table.
SELECT gbrain_rank.create_memory('memory', 'english');
INSERT INTO memory (slug, title, body) SELECT 'notes/' || n, 'Note ' || n, 'filler ' || n FROM generate_series(1, 2000) AS n;
INSERT INTO memory (slug, title, body, tags) VALUES ('runbooks/upgrade', 'Kubernetes upgrade plan', 'Drain each node first.', '{cluster}');
ANALYZE memory;
SELECT found('memory', 'kubernetes upgrade');
SELECT found('memory', 'cluster');
SELECT found('memory', 'kuberntes');
SELECT * FROM plan('memory', 'kubernetes upgrade');

-- An application's own table, through a view that renames its columns: its index is used.
CREATE TABLE app_article (
    article_no int PRIMARY KEY, permalink varchar(80), headline varchar(200), content text, kind char(8), published timestamp, hidden boolean, hotness numeric,
    search_vector tsvector GENERATED ALWAYS AS (setweight(to_tsvector('pg_catalog.english', headline), 'A') || to_tsvector('pg_catalog.english', content)) STORED);
CREATE INDEX app_article_search ON app_article USING gin (search_vector);
INSERT INTO app_article SELECT n, 'blog/' || n, 'Article ' || n, repeat('filler ', 90), 'blog', timestamp '2026-01-01' + n * interval '1 minute', false, 'NaN' FROM generate_series(1, 3000) AS n;
INSERT INTO app_article VALUES (9001, 'blog/old', 'Kubernetes upgrade', 'old', 'blog', '2020-01-01', false, 0), (9002, 'blog/new', 'Kubernetes upgrade', 'new', 'blog', '2026-06-15', NULL, 0.9),
    (9003, 'blog/hidden', 'Kubernetes upgrade', 'hidden', 'blog', '2026-06-15', true, 1);
ANALYZE app_article;
CREATE VIEW article AS SELECT article_no AS id, permalink AS slug, headline AS title, content AS body, kind AS type, published AS effective_date, NOT hidden AS enabled, hotness AS emotional_weight, search_vector AS content_tsv FROM app_article;
SELECT found('article', 'what''s going on with kubernetes upgrade');
SELECT * FROM plan('article', 'kubernetes upgrade');
SELECT rank, id, type, effective_date, snippet FROM gbrain_rank.query('article', 'kubernetes upgrade', types => '{blog}', since => '2026-06-01', now => '2026-06-15 12:00Z');

-- The recipe for a table without a vector column: an index on the expression, and a view that shows it.
CREATE TABLE app_note (id int PRIMARY KEY, body text);
CREATE INDEX app_note_search ON app_note USING gin (to_tsvector('pg_catalog.english', body));
INSERT INTO app_note SELECT n, 'filler ' || n FROM generate_series(1, 3000) AS n;
INSERT INTO app_note VALUES (9001, 'Kubernetes upgrade');
ANALYZE app_note;
CREATE VIEW note AS SELECT id, body, to_tsvector('pg_catalog.english', body) AS content_tsv FROM app_note;
SELECT found('note', 'upgrade'), scans('note', 'upgrade');
-- Without the view, document_tsv() makes the vector; the index that describe_source advises serves it.
SELECT found('app_note', 'upgrade'), scans('app_note', 'upgrade');
SELECT missing_index FROM gbrain_rank.describe_source('app_note') WHERE role = 'content_tsv' \gset
:missing_index
ANALYZE app_note;
SELECT found('app_note', 'upgrade'), scans('app_note', 'upgrade');

-- UNION ALL of unequal tables, each with its index.
CREATE VIEW everything AS
SELECT 'article ' || article_no AS id, permalink AS slug, headline AS title, content AS body, search_vector AS content_tsv, published AS effective_date FROM app_article WHERE hidden IS NOT TRUE
UNION ALL SELECT 'memory ' || id, slug, title, body, content_tsv, effective_date FROM memory;
SELECT found('everything', 'kubernetes upgrade');
SELECT * FROM plan('everything', 'kubernetes upgrade');
SELECT id, explain -> 'semantic_rank' AS semantic FROM gbrain_rank.query('everything', 'nowhere', semantic => '{memory 1,article 9003,article 7}', explain => true);

-- Partitioned, with an index on the parent; a partition alone; a table that others inherit from.
CREATE TABLE event (id bigint, title text, body text, created_at timestamptz, content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('pg_catalog.english', coalesce(title, '') || ' ' || body)) STORED) PARTITION BY RANGE (created_at);
CREATE TABLE event_2025 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE event_2026 PARTITION OF event FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE INDEX event_search ON event USING gin (content_tsv);
INSERT INTO event (id, title, body, created_at) SELECT n, 'Event ' || n, repeat('filler ', 90), timestamptz '2025-07-01' + n * interval '2 hours' FROM generate_series(1, 4000) AS n;
INSERT INTO event (id, title, body, created_at) VALUES (9001, 'Kubernetes upgrade', 'failed', '2025-03-01'), (9002, 'Kubernetes upgrade', 'done', '2026-06-15');
ANALYZE event, event_2025, event_2026;
SELECT found('event', 'latest on kubernetes upgrade'), found('event_2025', 'kubernetes upgrade');
SELECT * FROM plan('event', 'kubernetes upgrade');
CREATE TABLE parent (id int, body text);
CREATE TABLE child () INHERITS (parent);
INSERT INTO child VALUES (1, 'kubernetes');
SELECT found('parent', 'kubernetes');

-- Minimal tables: an id and one text; title alone; a vector alone.
CREATE TABLE body_only (id int, body text);
INSERT INTO body_only VALUES (1, 'kubernetes upgrade'), (2, NULL), (3, '');
SELECT found('body_only', 'kubernetes'), found('body_only', 'kubernetes zzz'), found('body_only', 'kuberntes');
CREATE TABLE title_only (id uuid DEFAULT '11111111-2222-3333-4444-555555555555', title text);
INSERT INTO title_only (title) VALUES ('kubernetes upgrade');
SELECT found('title_only', 'upgrade'), found('title_only', 'kuberntes');
CREATE TABLE vector_only (id int, content_tsv tsvector);
INSERT INTO vector_only VALUES (1, 'kubernet:1A'), (2, NULL), (3, ''), (4, 'kubernet');
SELECT rank, id, score, snippet FROM gbrain_rank.query('vector_only', 'kubernetes');

-- Materialised view, temporary table, foreign-looking names, and names that need quotes.
CREATE MATERIALIZED VIEW kept AS SELECT id, body, to_tsvector('pg_catalog.english', body) AS content_tsv FROM app_note;
CREATE INDEX kept_search ON kept USING gin (content_tsv);
ANALYZE kept;
SELECT found('kept', 'upgrade'), scans('kept', 'upgrade');
CREATE TEMP TABLE scratch (id int, body text);
INSERT INTO scratch VALUES (1, 'kubernetes');
SELECT found('scratch', 'kubernetes');
CREATE SCHEMA "t_query_sources; DROP TABLE x";
CREATE TABLE "t_query_sources; DROP TABLE x"."Select ""from"" 'where' AS m" (id int, body text, "type" text, slug text);
INSERT INTO "t_query_sources; DROP TABLE x"."Select ""from"" 'where' AS m" VALUES (1, 'kubernetes', 'from', 'select');
SELECT found('"t_query_sources; DROP TABLE x"."Select ""from"" ''where'' AS m"', 'kubernetes');
SELECT count(*) FROM gbrain_rank.describe_source('"t_query_sources; DROP TABLE x"."Select ""from"" ''where'' AS m"');
-- Renamed while a session knows it, schema or table or column: found under its new name, or not at all.
ALTER SCHEMA "t_query_sources; DROP TABLE x" RENAME TO t_query_sources_renamed;
SELECT found('t_query_sources_renamed."Select ""from"" ''where'' AS m"', 'kubernetes');
ALTER TABLE t_query_sources_renamed."Select ""from"" 'where' AS m" RENAME TO plain;
SELECT found('t_query_sources_renamed.plain', 'kubernetes');
ALTER TABLE t_query_sources_renamed.plain RENAME COLUMN body TO title;
SELECT found('t_query_sources_renamed.plain', 'kubernetes');
ALTER TABLE t_query_sources_renamed.plain ADD enabled boolean DEFAULT false;
SELECT found('t_query_sources_renamed.plain', 'kubernetes');
DROP SCHEMA t_query_sources_renamed CASCADE;

-- Columns of other types: domains, enums, varchar, char, name, json, date, timestamp, smallint, real, numeric, arrays of varchar.
CREATE DOMAIN long_text AS text;
CREATE DOMAIN weight AS numeric CHECK (VALUE <= 1);
CREATE TYPE kind AS ENUM ('note', 'meeting');
CREATE TABLE other_types (
    id name, slug char(10), type kind, title varchar(50), body long_text, tags varchar(10)[], context_tags json, effective_date date, updated_at timestamp, created_at timestamptz,
    emotional_weight weight, active_takes smallint, status varchar, enabled boolean, superseded_by bigint);
INSERT INTO other_types VALUES ('one', 'notes/1', 'meeting', 'Kubernetes', 'upgrade', '{a}', '{"asset_id":"a"}', '2026-06-14', '2026-06-01', NULL, 0.5, 3, NULL, true, NULL);
SELECT id, slug, type, title, phase, effective_date, snippet, explain -> 'salience' AS salience, explain #> '{recency,days_old}' AS days_old
FROM gbrain_rank.query('other_types', 'kubernetes upgrade', salience => 'on', scope => '{"asset_id":"a"}', types => '{meeting}', explain => true, now => '2026-06-15 12:00Z');
SELECT count(*) FROM gbrain_rank.query('other_types', 'kubernetes', scope => '{"asset_id":"b"}');
-- Text compares byte by byte, whatever the column's collation makes equal.
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE caseless_text (id int, slug text COLLATE caseless, type text COLLATE caseless, title varchar COLLATE caseless, status text COLLATE caseless);
INSERT INTO caseless_text VALUES (1, 'Notes/1', 'Note', 'Kubernetes', 'ARCHIVED'), (2, 'notes/2', 'note', 'Kubernetes', 'active'), (3, 'notes/3', 'note', 'Kubernetes', 'archived');
SELECT found('caseless_text', 'kubernetes'), found('caseless_text', 'kuberntes');
SELECT id FROM gbrain_rank.query('caseless_text', 'kubernetes', slug_prefix => 'notes/', types => '{note}');
-- A number that has no equal in the role's type is neutral.
CREATE TABLE odd_numbers (id int, body text DEFAULT 'kubernetes', emotional_weight numeric, active_takes float8);
INSERT INTO odd_numbers (id, emotional_weight, active_takes) VALUES (1, 'NaN', 'NaN'), (2, 'Infinity', '-Infinity'), (3, 1e400, 1e300), (4, -1e400, -5), (5, 0.2, 2.4), (6, NULL, NULL);
SELECT id, explain #> '{salience,emotional_weight}' AS weight, explain #> '{salience,active_takes}' AS takes, score > 0 AS scored FROM gbrain_rank.query('odd_numbers', 'kubernetes', salience => 'on', explain => true) ORDER BY id;

-- Not a source: one clear error each.
CREATE FUNCTION refused(source regclass, OUT error text, OUT message text, OUT detail text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM gbrain_rank.query(source, 'kubernetes');
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS error = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;
\x on
SELECT * FROM refused('app_note_pkey');
SELECT * FROM refused('memory_id_seq');
SELECT * FROM refused('nowhere');
SELECT * FROM refused(0);
SELECT * FROM refused(4294967295);
SELECT * FROM refused(NULL);
CREATE TABLE no_id (body text);
SELECT * FROM refused('no_id');
CREATE TABLE no_text (id int, slug text);
SELECT * FROM refused('no_text');
CREATE TABLE text_date (id int, body text, effective_date text);
SELECT * FROM refused('text_date');
CREATE TABLE text_vector (id int, content_tsv text);
SELECT * FROM refused('text_vector');
CREATE TABLE integer_enabled (id int, body text, enabled int);
SELECT * FROM refused('integer_enabled');
\x off
\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_sources CASCADE;
