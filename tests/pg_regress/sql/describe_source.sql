-- describe_source(): one row a role, what serves it, and what would.
CREATE SCHEMA t_describe_source;
SET search_path = t_describe_source, public;
SET timezone = 'UTC';
\pset format unaligned
\pset fieldsep ' | '
\set columns 'role, column_type, without_it, served_by, missing_index, note'

-- A minimal table: what is assumed instead of each column.
CREATE TABLE minimal (id int, body text);
SET gbrain_rank.text_config = 'pg_catalog.english';
SELECT :columns FROM gbrain_rank.describe_source('minimal');
-- The ready-made table misses nothing.
SELECT gbrain_rank.create_memory('memory', 'english');
INSERT INTO memory (title, effective_date) VALUES ('one', '2026-06-01'), ('two', NULL), ('three', NULL);
SELECT :columns FROM gbrain_rank.describe_source('memory');
SELECT count(*) AS missing FROM gbrain_rank.describe_source('memory') WHERE missing_index IS NOT NULL;
ANALYZE memory;
SELECT note FROM gbrain_rank.describe_source('memory') WHERE role = 'content_tsv';

-- The statements that it advises are complete: run them, and nothing is missing any more.
CREATE TABLE "my ""own"" table" (
    id bigint, slug text, type varchar(20), title varchar(100), body text, content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('pg_catalog.english', body)) STORED, title_tsv tsvector, error_codes text[],
    context_tags jsonb, traces jsonb, effective_date timestamptz, updated_at timestamptz);
INSERT INTO "my ""own"" table" (id, effective_date, updated_at) VALUES (1, NULL, '2026-01-01'), (2, '2026-01-01', '2026-01-01'), (3, NULL, NULL);
SELECT role, served_by, missing_index, note FROM gbrain_rank.describe_source('"my ""own"" table"') WHERE missing_index IS NOT NULL OR served_by IS NOT NULL OR note IS NOT NULL;
SELECT missing_index FROM gbrain_rank.describe_source('"my ""own"" table"') WHERE missing_index IS NOT NULL \gexec
SELECT role, served_by, missing_index FROM gbrain_rank.describe_source('"my ""own"" table"') WHERE missing_index IS NOT NULL OR served_by IS NOT NULL;
-- Through a view with other names, the indexes of the table below; of a UNION ALL what is missing in either arm.
CREATE VIEW renamed AS SELECT id AS id, body AS title, content_tsv FROM "my ""own"" table";
SELECT role, served_by, missing_index, note FROM gbrain_rank.describe_source('renamed') WHERE served_by IS NOT NULL OR missing_index IS NOT NULL OR note IS NOT NULL;
CREATE VIEW united AS SELECT id, body, content_tsv FROM "my ""own"" table" UNION ALL SELECT id, body, NULL FROM minimal;
SELECT role, served_by, missing_index FROM gbrain_rank.describe_source('united') WHERE served_by IS NOT NULL OR missing_index IS NOT NULL;
CREATE VIEW expressed AS SELECT id, to_tsvector('pg_catalog.german', body) AS content_tsv FROM minimal;
SELECT role, served_by, missing_index, note FROM gbrain_rank.describe_source('expressed') WHERE served_by IS NOT NULL OR missing_index IS NOT NULL OR note IS NOT NULL;
-- An index that is partial, invalid, of another kind or on more than the column does not count.
CREATE TABLE odd (id int, content_tsv tsvector, context_tags jsonb, title text);
CREATE INDEX ON odd USING gin (content_tsv) WHERE id > 5;
CREATE INDEX ON odd USING gist (content_tsv);
CREATE INDEX ON odd USING gin (context_tags);
CREATE INDEX ON odd (title);
SELECT role, served_by, missing_index FROM gbrain_rank.describe_source('odd') WHERE served_by IS NOT NULL OR missing_index IS NOT NULL;
-- Without content_tsv: only an index on the very expression that the searches use counts.
CREATE TABLE page (id int, title varchar(50), body text, tags text[]);
CREATE INDEX partial_page ON page USING gin (gbrain_rank.document_tsv('pg_catalog.english', title, body)) WHERE id > 5;
CREATE INDEX other_config ON page USING gin (gbrain_rank.document_tsv('pg_catalog.german', title, body));
CREATE INDEX with_tags ON page USING gin (gbrain_rank.document_tsv('pg_catalog.english', title, body, tags));
CREATE INDEX body_only ON page USING gin (gbrain_rank.document_tsv('pg_catalog.english', NULL, body));
CREATE INDEX wrapped ON page USING gin (setweight(gbrain_rank.document_tsv('pg_catalog.english', title, body), 'A'));
SELECT served_by, missing_index FROM gbrain_rank.describe_source('page') WHERE role = 'content_tsv';
SELECT missing_index FROM gbrain_rank.describe_source('page') WHERE role = 'content_tsv' \gexec
SELECT served_by, missing_index FROM gbrain_rank.describe_source('page') WHERE role = 'content_tsv';
CREATE INDEX spelled ON minimal USING gin (gbrain_rank.document_tsv('english', NULL, body));
SELECT served_by, missing_index FROM gbrain_rank.describe_source('minimal') WHERE role = 'content_tsv';
-- A slug wants two indexes.
CREATE TABLE slugged (id int, slug text, title text);
CREATE INDEX slugged_trgm ON slugged USING gin (slug gin_trgm_ops);
SELECT role, served_by, missing_index FROM gbrain_rank.describe_source('slugged') WHERE role IN ('slug', 'title');
-- Under row security the statistics cannot be seen.
CREATE ROLE regress_described;
CREATE TABLE secured (id int, content_tsv tsvector);
INSERT INTO secured SELECT i, 'a b' FROM generate_series(1, 10) AS i;
ANALYZE secured;
ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA t_describe_source TO regress_described;
GRANT SELECT ON secured TO regress_described;
SELECT note FROM gbrain_rank.describe_source('secured') WHERE role = 'content_tsv';
SET ROLE regress_described;
SELECT note FROM gbrain_rank.describe_source('secured') WHERE role = 'content_tsv';
RESET ROLE;
-- A view reads with the rights of its owner, unless it is made to read with those of who searches.
CREATE VIEW owners AS SELECT id, content_tsv, upper('x' || id) AS slug FROM secured;
SELECT role, missing_index, note FROM gbrain_rank.describe_source('owners') WHERE role IN ('id', 'slug');
CREATE VIEW callers WITH (security_invoker = true) AS SELECT id, content_tsv FROM secured;
SELECT role, note FROM gbrain_rank.describe_source('callers') WHERE role = 'id';
-- Each table below a UNION ALL wants its own index.
CREATE TABLE half_a (id int, body text, error_codes text[]);
CREATE TABLE half_b (id int, body text, error_codes text[]);
CREATE VIEW halves AS SELECT * FROM half_a UNION ALL SELECT * FROM half_b;
SELECT role, missing_index FROM gbrain_rank.describe_source('halves') WHERE role IN ('body', 'error_codes');

-- The same roles in the same order for any source, and nothing is changed by asking.
SELECT (SELECT array_agg(role) FROM gbrain_rank.describe_source('odd')) = (SELECT array_agg(role) FROM gbrain_rank.describe_source('memory')) AS same_roles;

\pset format aligned
\pset fieldsep '|'
\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_describe_source CASCADE;
DROP ROLE regress_described;
