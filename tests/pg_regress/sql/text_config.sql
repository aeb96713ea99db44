-- Which text search configuration a search uses: its argument, what made the source's vector or index, else the setting.
CREATE SCHEMA t_text_config;
SET search_path = t_text_config, public;
SET timezone = 'UTC';

-- German stems "Häuser" to "haus"; English leaves "häuser", simple too. "Wartungen" is "wartung" in German only.
CREATE FUNCTION config(source regclass) RETURNS text LANGUAGE sql AS
$$ SELECT trim(line) FROM gbrain_rank.explain_query(source, 'x', text_config => NULL) AS line WHERE line ~ 'text configuration' $$;
CREATE FUNCTION found(source regclass, question text DEFAULT 'Haus') RETURNS text LANGUAGE sql AS
$$ SELECT coalesce(string_agg(id || ' ' || phase, ', ' ORDER BY rank), 'nothing') FROM gbrain_rank.query(source, question) $$;
\set body '''Die Häuser und ihre Wartungen'''

SET gbrain_rank.text_config = 'pg_catalog.simple';
-- The setting, when nothing says otherwise.
CREATE TABLE plain (id int, body text);
INSERT INTO plain VALUES (1, :body);
SELECT config('plain'), found('plain'), found('plain', 'wartungen');
SET gbrain_rank.text_config = 'pg_catalog.german';
SELECT config('plain'), found('plain');
SET gbrain_rank.text_config = 'german';
SELECT config('plain'), found('plain');
SET gbrain_rank.text_config = 'pg_catalog.simple';
-- The argument, before everything.
SELECT id, phase FROM gbrain_rank.query('plain', 'Haus', text_config => 'german');
-- The index on document_tsv().
CREATE INDEX ON plain USING gin (gbrain_rank.document_tsv('pg_catalog.german', NULL, body));
SELECT config('plain'), found('plain');
DROP INDEX plain_document_tsv_idx;
SELECT config('plain'), found('plain');
-- The index on to_tsvector(): the words are cut in the same way.
CREATE INDEX ON plain USING gin (to_tsvector('german', body));
SELECT config('plain'), found('plain');
SELECT id, phase FROM gbrain_rank.query('plain', 'wartungen', text_config => 'simple');

-- create_memory records it in its triggers.
SELECT gbrain_rank.create_memory('memory', 'german');
INSERT INTO memory (title, body) VALUES ('Wartung', :body);
SELECT config('memory'), found('memory');
CREATE VIEW memory_view AS SELECT id, title, body, content_tsv FROM memory WHERE enabled;
SELECT config('memory_view'), found('memory_view');
SELECT gbrain_rank.create_memory('simple_memory', 'simple');
INSERT INTO simple_memory (title, body) VALUES ('Wartung', :body);
SELECT config('simple_memory'), found('simple_memory'), found('simple_memory', 'häuser');
-- Postgres' own trigger.
CREATE TABLE triggered (id int, body text, content_tsv tsvector);
CREATE TRIGGER fill BEFORE INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(content_tsv, 'pg_catalog.german', body);
INSERT INTO triggered VALUES (1, :body);
SELECT config('triggered'), found('triggered');
-- A generated column, with weights, also on a partitioned table and through a view that renames it.
CREATE TABLE generated (no int, header text, content text, vector tsvector GENERATED ALWAYS AS (setweight(to_tsvector('german', coalesce(header, '')), 'A') || to_tsvector('german', content)) STORED) PARTITION BY LIST (no);
CREATE TABLE generated_1 PARTITION OF generated FOR VALUES IN (1);
INSERT INTO generated VALUES (1, NULL, :body);
CREATE VIEW renamed AS SELECT no AS id, header AS title, content AS body, vector AS content_tsv FROM generated;
SELECT config('renamed'), found('renamed');
-- The expression of a view, of a view over it, of the first arm of a UNION ALL, of a materialised view.
CREATE VIEW expressed AS SELECT id, body, to_tsvector('german', body) AS content_tsv FROM plain;
CREATE VIEW over_expressed AS SELECT * FROM (SELECT id, body, content_tsv FROM expressed) AS e WHERE id > 0;
CREATE VIEW joined AS SELECT expressed.id, expressed.content_tsv, plain.body FROM plain LEFT JOIN expressed USING (id);
CREATE VIEW united AS SELECT id, body, content_tsv FROM expressed UNION ALL SELECT no, content, vector FROM generated;
CREATE VIEW with_cte AS WITH c AS (SELECT id, body, content_tsv FROM expressed) SELECT * FROM c;
CREATE MATERIALIZED VIEW kept AS SELECT id, body, to_tsvector('german', body) AS content_tsv FROM plain;
CREATE MATERIALIZED VIEW kept_twice AS SELECT * FROM kept;
SELECT source, config(source), found(source) FROM unnest('{expressed,over_expressed,joined,united,with_cte,kept,kept_twice}'::regclass[]) AS source;

-- A configuration of one's own: with a name that needs quotes, in a schema that is not on the path, renamed while it is known.
CREATE SCHEMA t_text_config_other;
CREATE TEXT SEARCH CONFIGURATION t_text_config_other."My ""German'" (COPY = german);
CREATE TABLE own (id int, body text, content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('t_text_config_other."My ""German''"', body)) STORED);
INSERT INTO own VALUES (1, :body);
SELECT config('own'), found('own');
SELECT gbrain_rank.create_memory('own_memory', 't_text_config_other."My ""German''"');
INSERT INTO own_memory (body) VALUES (:body);
SELECT config('own_memory'), found('own_memory');
SELECT id FROM gbrain_rank.query('plain', 'Haus', text_config => 't_text_config_other."My ""German''"');
ALTER TEXT SEARCH CONFIGURATION t_text_config_other."My ""German'" RENAME TO renamed;
SELECT config('own'), found('own');
-- A configuration of the same name that comes first on the path is another one.
CREATE TEXT SEARCH CONFIGURATION t_text_config.german (COPY = pg_catalog.simple);
SELECT id FROM gbrain_rank.query('plain', 'Haus', text_config => 'pg_catalog.german');
SET search_path = t_text_config, pg_catalog, public;
SELECT config('renamed'), found('renamed');
SELECT id FROM gbrain_rank.query('plain', 'Haus', text_config => 'german');
SET search_path = t_text_config, public;
DROP TEXT SEARCH CONFIGURATION t_text_config.german;
-- The question's own stop words: "und" is one in German, and no term in simple's sense only there.
SELECT found('memory', 'und'), found('simple_memory', 'und');
-- Snippets are cut by the same configuration.
SELECT snippet FROM gbrain_rank.query('memory', 'Haus');
-- A setting that names none.
SET gbrain_rank.text_config = 'klingon';
CREATE TABLE other (id int, body text);
SELECT count(*) FROM gbrain_rank.query('other', 'Haus');
SELECT found('memory');
RESET gbrain_rank.text_config;

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_text_config CASCADE;
DROP SCHEMA t_text_config_other CASCADE;
