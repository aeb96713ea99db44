-- Searches run as their caller: grants and row security hold in every phase.
CREATE SCHEMA t_security;
SET search_path = t_security, public;
CREATE ROLE t_security_reader;
CREATE ROLE t_security_stranger;
CREATE ROLE t_security_tenant;
GRANT USAGE ON SCHEMA t_security TO t_security_reader, t_security_stranger, t_security_tenant;
\set SHOW_CONTEXT never

SELECT gbrain_rank.create_memory('m', 'pg_catalog.english');
INSERT INTO m (id, slug, title, body, area, tags, created_at, updated_at) VALUES
    (1, 'notes/open', 'Acme renewal', 'The renewal of acme is signed.', 'open', '{customer}', now(), now()),
    (2, 'notes/closed', 'Acme salaries', 'Secret acme salaries.', 'closed', '{family}', now(), now()),
    (3, 'notes/other', 'Zebra crossing', 'Nothing of interest.', 'closed', '{}', now(), now());
GRANT SELECT ON m, m_goals TO t_security_reader, t_security_tenant;

-- SELECT is enough to search; without it each search says 42501.
SET ROLE t_security_reader;
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'acme');
SELECT count(*) > 5 AS explained FROM gbrain_rank.explain_query('m', 'acme');
SELECT count(*) FROM gbrain_rank.recent_salience('m');
SELECT rank, slug FROM gbrain_rank.recall_knowledge('m', 'acme', goal_boost => false);
SELECT rank, slug, layer FROM gbrain_rank.retrieve('m', 'acme');
SELECT count(*) > 20 AS described FROM gbrain_rank.describe_source('m');
-- Reading is not writing.
SELECT * FROM gbrain_rank.use_memory('m', '1');
SET ROLE t_security_stranger;
\set VERBOSITY sqlstate
SELECT * FROM gbrain_rank.query('m', 'acme');
SELECT * FROM gbrain_rank.query('m', 'what happened today');
SELECT * FROM gbrain_rank.explain_query('m', 'acme');
SELECT * FROM gbrain_rank.recent_salience('m');
SELECT * FROM gbrain_rank.recall_knowledge('m', 'acme');
SELECT * FROM gbrain_rank.recall_episodic('m', 'acme');
SELECT * FROM gbrain_rank.retrieve('m', 'acme');
SELECT * FROM gbrain_rank.use_memory('m', '1');
\set VERBOSITY default

-- A view lends its owner's rights, a grant on some columns only those.
RESET ROLE;
CREATE VIEW v AS SELECT id, slug, title, body, content_tsv, effective_date FROM m WHERE area = 'open';
GRANT SELECT ON v TO t_security_stranger;
CREATE TABLE columns AS SELECT id, title, content_tsv, body FROM m;
GRANT SELECT (id, title, content_tsv) ON columns TO t_security_stranger;
SET ROLE t_security_stranger;
SELECT rank, slug FROM gbrain_rank.query('v', 'acme');
SELECT rank, title FROM gbrain_rank.query('columns', 'acme');

-- Row security: what a policy hides is in no phase and no answer, also when it is named.
RESET ROLE;
ALTER TABLE m ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_area ON m USING (area = 'open' OR current_user <> 't_security_tenant');
SET ROLE t_security_tenant;
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'acme');
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'acme salaries');
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'zebra crossing interest');
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'salarys');
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'what happened today');
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'acme', semantic => '{2,3,1}');
SELECT rank, slug FROM gbrain_rank.recent_salience('m');
SELECT rank, slug FROM gbrain_rank.recall_knowledge('m', 'acme salaries');
SELECT rank, slug FROM gbrain_rank.recall_knowledge('m', 'zebra');
SELECT rank, slug, layer FROM gbrain_rank.retrieve('m', 'acme salaries');
SELECT rank, slug, layer FROM gbrain_rank.retrieve('m', 'zebra crossing');
SET ROLE t_security_reader;
SELECT rank, slug, phase FROM gbrain_rank.query('m', 'acme salaries');
RESET ROLE;

-- Query text is a value, whatever it holds.
SELECT count(*) FROM unnest(ARRAY[
    '''; DROP TABLE m; --', '$$; DROP TABLE m; $$', 'E''\\''', '%s %I %L', '\', '"', 'a & | ! <-> ( ) :* b', 'acme'':*A & !',
    repeat('(', 500), repeat('''', 501), '$1', ':name', E'\t\n', 'a OR 1=1']) AS text,
    LATERAL gbrain_rank.query('m', text) AS hit WHERE hit.slug = 'none';
SELECT count(*) FROM m;

SET client_min_messages = warning;
DROP SCHEMA t_security CASCADE;
DROP ROLE t_security_reader, t_security_stranger, t_security_tenant;
