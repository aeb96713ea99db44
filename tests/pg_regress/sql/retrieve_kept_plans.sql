-- retrieve keeps the plans of its layers: what changes between two calls counts in the second.
CREATE SCHEMA t_kept_plans;
SET search_path = t_kept_plans, public;
CREATE TABLE card (id int PRIMARY KEY, type text, title text, content_tsv tsvector, error_codes text[], context_tags jsonb);
CREATE INDEX ON card USING gin (content_tsv);
INSERT INTO card SELECT n, (ARRAY['note', 'human_correction', 'preference'])[1 + n % 3], 'card ' || n,
    to_tsvector('english', 'restore drill ' || CASE n % 2 WHEN 0 THEN 'weekly' ELSE '' END), ARRAY['ORA-0000' || n],
    jsonb_build_object('asset_id', CASE n % 2 WHEN 0 THEN 'a' ELSE 'b' END)
FROM generate_series(1, 6) n;
CREATE FUNCTION found(question text, asset text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(layer || ' ' || id, ', ' ORDER BY rank)
    FROM gbrain_rank.retrieve('t_kept_plans.card', question, 10, asset_id => asset, text_config => 'english') $$;
SELECT found('restore drill', 'a'), found('restore drill', 'b'), found('restore weekly ora-00002', 'a');
-- Rows, columns and their types.
INSERT INTO card VALUES (7, 'note', 'card 7', to_tsvector('english', 'restore drill'), NULL, NULL);
SELECT found('restore drill', 'a');
ALTER TABLE card ADD COLUMN enabled boolean;
UPDATE card SET enabled = false WHERE id = 7;
SELECT found('restore drill', 'a');
ALTER TABLE card ALTER COLUMN id TYPE bigint;
SELECT found('restore drill', 'a');
ALTER TABLE card DROP COLUMN enabled;
SELECT found('restore drill', 'a');
DROP INDEX card_content_tsv_idx;
SELECT found('restore drill', 'a');
ALTER TABLE card DROP COLUMN context_tags;
SELECT found('restore drill', 'a');
DROP TABLE card;
SELECT found('restore drill', 'a');
CREATE TABLE card (id text, title text, content_tsv tsvector);
INSERT INTO card VALUES ('x', 'again', to_tsvector('english', 'restore drill'));
SELECT found('restore drill', 'a');
-- A view that changes below.
CREATE TABLE one (id int, title text, content_tsv tsvector);
CREATE TABLE two (id int, title text, content_tsv tsvector);
INSERT INTO one VALUES (1, 'one', to_tsvector('english', 'restore drill'));
INSERT INTO two VALUES (2, 'two', to_tsvector('english', 'restore drill'));
CREATE VIEW cards AS SELECT * FROM one;
SELECT id FROM gbrain_rank.retrieve('cards', 'restore drill', text_config => 'english');
CREATE OR REPLACE VIEW cards AS SELECT * FROM two;
SELECT id FROM gbrain_rank.retrieve('cards', 'restore drill', text_config => 'english');
-- The role that runs it: row security and rights are the caller's.
CREATE ROLE regress_kept_plans;
GRANT USAGE ON SCHEMA t_kept_plans TO regress_kept_plans;
GRANT SELECT ON one, two TO regress_kept_plans;
SELECT id FROM gbrain_rank.retrieve('one', 'restore drill', text_config => 'english');
ALTER TABLE one ENABLE ROW LEVEL SECURITY;
SET ROLE regress_kept_plans;
SELECT id FROM gbrain_rank.retrieve('one', 'restore drill', text_config => 'english');
SELECT id FROM gbrain_rank.retrieve('two', 'restore drill', text_config => 'english');
RESET ROLE;
SELECT id FROM gbrain_rank.retrieve('one', 'restore drill', text_config => 'english');
REVOKE SELECT ON two FROM regress_kept_plans;
SET ROLE regress_kept_plans;
SELECT id FROM gbrain_rank.retrieve('two', 'restore drill', text_config => 'english');
RESET ROLE;
-- A name that another path gives to something else, and an error in between.
SET search_path = pg_temp;
SELECT id FROM gbrain_rank.retrieve('t_kept_plans.two', 'restore drill', text_config => 'english');
SET search_path = t_kept_plans, public;
BEGIN;
SELECT id FROM gbrain_rank.retrieve('two', 'restore drill', text_config => 'english');
SAVEPOINT s;
SELECT id FROM gbrain_rank.retrieve('two', 'restore drill', 0);
ROLLBACK TO s;
SELECT id FROM gbrain_rank.retrieve('two', 'restore drill', text_config => 'english');
ROLLBACK;
-- Another text search configuration under the same name: made anew, rolled back, swapped. Only english finds the page.
CREATE TABLE page (id int, body text);
INSERT INTO page VALUES (1, 'restoring backups');
CREATE TEXT SEARCH CONFIGURATION cfg (COPY = pg_catalog.simple);
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'cfg');
DROP TEXT SEARCH CONFIGURATION cfg;
CREATE TEXT SEARCH CONFIGURATION cfg (COPY = pg_catalog.english);
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'cfg');
BEGIN;
DROP TEXT SEARCH CONFIGURATION cfg;
CREATE TEXT SEARCH CONFIGURATION cfg (COPY = pg_catalog.simple);
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'cfg');
ROLLBACK;
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'cfg');
CREATE TEXT SEARCH CONFIGURATION other (COPY = pg_catalog.simple);
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'other');
ALTER TEXT SEARCH CONFIGURATION cfg RENAME TO third;
ALTER TEXT SEARCH CONFIGURATION other RENAME TO cfg;
ALTER TEXT SEARCH CONFIGURATION third RENAME TO other;
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'cfg');
SELECT id, layer FROM gbrain_rank.retrieve('page', 'restore backup', text_config => 'other');
-- A source that searches itself, more sources than plans are kept.
CREATE FUNCTION inner_ids() RETURNS TABLE (id text) LANGUAGE sql AS $$
    SELECT r.id FROM gbrain_rank.retrieve('t_kept_plans.two', 'restore drill', text_config => 'english') r $$;
CREATE VIEW nested AS SELECT id, 'restore drill'::text AS title FROM inner_ids();
DO $$
BEGIN
    FOR n IN 1..60 LOOP
        EXECUTE format('CREATE TABLE many%s (id int, title text)', n);
        EXECUTE format('INSERT INTO many%s VALUES (%s, ''restore drill'')', n, n);
        PERFORM FROM gbrain_rank.retrieve(format('many%s', n)::regclass, 'restore drill ora-00001', text_config => 'english');
        PERFORM FROM gbrain_rank.retrieve('nested', 'restore drill', text_config => 'english');
    END LOOP;
END $$;
SELECT id FROM gbrain_rank.retrieve('nested', 'restore drill', text_config => 'english');
SELECT id FROM gbrain_rank.retrieve('many1', 'restore drill', text_config => 'english');

SET client_min_messages = warning;
DROP SCHEMA t_kept_plans CASCADE;
DROP ROLE regress_kept_plans;
