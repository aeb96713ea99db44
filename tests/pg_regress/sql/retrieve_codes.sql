-- The exact layer: codes in any letter case, by error_codes and by context_tags, also behind row security.
CREATE SCHEMA t_retrieve_codes;
SET search_path = t_retrieve_codes, public;
CREATE TABLE card (id int PRIMARY KEY, body text, error_codes text[], context_tags jsonb);
CREATE INDEX ON card USING gin (error_codes);
CREATE INDEX ON card USING gin (context_tags jsonb_path_ops);
INSERT INTO card (id, error_codes, context_tags) VALUES
    (1, '{ORA-01555}', '{}'), (2, '{ora-01555}', NULL), (3, '{ora-00600,Ora-01555}', '{}'), (4, '{oRa-01555}', '{}'),
    (5, NULL, '{"error_code":"ORA-01555"}'), (6, NULL, '{"error_code":"ora-01555"}'), (7, NULL, '{"error_code":"Ora-01555"}'),
    (8, NULL, '{"error_code":"oRa-01555"}'), (9, NULL, '{"error_code":["ORA-00600","Ora-01555"]}'), (10, NULL, '{"error_code":["orA-01555"]}'),
    (11, NULL, '{"error_code":{"code":"ORA-01555"}}'), (12, NULL, '{"code":"ORA-01555"}'), (13, '{ORA-015551}', '{"error_code":"ORA-0155"}'),
    (14, NULL, '{"error_code":"0xDeadBeef"}'), (15, NULL, '{"error_code":"0xdeadbeef"}'), (16, '{0XDEADBEEF}', NULL), (17, NULL, '{"error_code":"0xDEADBEEF"}'),
    (18, NULL, '{"error_code":"Error 1062"}'), (19, NULL, '{"error_code":23505}'), (20, '{42p01}', NULL), (21, NULL, '{"error_code":["42P01",null]}');
CREATE FUNCTION found(question text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(id || ' ' || (explain->>'matched_by'), ', ' ORDER BY id::int)
    FROM gbrain_rank.retrieve('t_retrieve_codes.card', question, 50, explain => true, text_config => 'english') WHERE layer = 'exact' $$;
SELECT found('failed with Ora-01555: snapshot too old');
SELECT found('oRA-01555');
-- Of a code with many letters the usual spellings are looked up.
SELECT found('HRESULT 0xdeadbeef');
SELECT found('error 1062 (23000)');
SELECT found('SQLSTATE 23505');
SELECT found('relation does not exist (42P01)');
-- The statement asks the indexes.
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM card
WHERE error_codes && '{ORA-01555,ora-01555}' OR context_tags @> ANY (ARRAY['{"error_code":"ORA-01555"}', '{"error_code":["ORA-01555"]}']::jsonb[]);
RESET enable_seqscan;

CREATE ROLE regress_codes_reader;
GRANT USAGE ON SCHEMA t_retrieve_codes TO regress_codes_reader;
GRANT SELECT ON card TO regress_codes_reader;
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
CREATE POLICY most ON card USING (id <> 7);
SET ROLE regress_codes_reader;
SELECT found('failed with Ora-01555: snapshot too old');
RESET ROLE;

-- A log of many codes, each on a card of its own; the last cards hold them all. Row security loses none, and changes no order.
CREATE TABLE logged (id int PRIMARY KEY, body text, error_codes text[], context_tags jsonb);
CREATE INDEX ON logged USING gin (error_codes);
CREATE INDEX ON logged USING gin (context_tags jsonb_path_ops);
INSERT INTO logged (id, context_tags)
SELECT n, jsonb_build_object('error_code', (CASE n % 2 WHEN 0 THEN 'ORA-' ELSE 'Ora-' END) || lpad(n::text, 5, '0')) FROM generate_series(1, 40) n;
INSERT INTO logged
SELECT 41, NULL, array_agg('ORA-' || lpad(n::text, 5, '0')), NULL FROM generate_series(1, 40) n
UNION ALL SELECT 42, NULL, NULL, jsonb_build_object('error_code', jsonb_agg('ora-' || lpad(n::text, 5, '0'))) FROM generate_series(1, 40) n;
CREATE FUNCTION log_found(k int) RETURNS text LANGUAGE sql AS $$
    SELECT format('%s rows, %s cards, %s codes: ', count(*), count(DISTINCT id), sum(jsonb_array_length(explain->'matched_codes')))
        || string_agg(id, ' ' ORDER BY rank)
    FROM gbrain_rank.retrieve('t_retrieve_codes.logged', (SELECT string_agg('ORA-' || lpad(n::text, 5, '0'), ' ') FROM generate_series(1, 40) n),
        k, explain => true, text_config => 'english')
    WHERE layer = 'exact' $$;
SELECT log_found(50);
SELECT log_found(5);
GRANT SELECT ON logged TO regress_codes_reader;
ALTER TABLE logged ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON logged USING (true);
SET ROLE regress_codes_reader;
SELECT log_found(50);
SELECT log_found(5);
RESET ROLE;
ALTER TABLE logged DROP COLUMN error_codes;
SET ROLE regress_codes_reader;
SELECT log_found(50);
RESET ROLE;

-- What is said about statistics: nothing once the table is analyzed.
CREATE TABLE fresh (id int PRIMARY KEY, content_tsv tsvector);
INSERT INTO fresh SELECT n, to_tsvector('english', 'restore drill ' || n) FROM generate_series(1, 3) n;
SELECT DISTINCT explain->'skipped' AS skipped FROM gbrain_rank.retrieve('fresh', 'restore', explain => true, text_config => 'english');
SELECT line FROM gbrain_rank.explain_retrieve('fresh', 'restore', text_config => 'english') AS line WHERE line ~ 'skipped';
ANALYZE fresh;
SELECT DISTINCT explain->'skipped' AS skipped FROM gbrain_rank.retrieve('fresh', 'restore', explain => true, text_config => 'english');

SET client_min_messages = warning;
DROP SCHEMA t_retrieve_codes CASCADE;
DROP ROLE regress_codes_reader;
