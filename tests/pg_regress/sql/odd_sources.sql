-- Sources whose ids, columns, settings and rights are odd: the right rows, or an error that says what is wrong.
CREATE SCHEMA t_odd_sources;
SET search_path = t_odd_sources, public;
SET client_min_messages = warning;
\set VERBOSITY terse

-- Ids that are built in memory (expanded arrays and records) outlive their rows.
CREATE TYPE pair AS (a int, b text);
CREATE FUNCTION made(i int) RETURNS pair LANGUAGE plpgsql AS $$ DECLARE r pair; BEGIN r.a := i; r.b := 'x'; RETURN r; END $$;
CREATE VIEW made_records AS SELECT made(i) AS id, 'alpha'::text AS title, 'preference'::text AS type, now() AS updated_at FROM generate_series(40, 1, -1) AS i;
SELECT rank, id FROM gbrain_rank.query('made_records', 'alpha', 3);
SELECT rank, id FROM gbrain_rank.retrieve('made_records', 'alpha', 3, baseline_k => 0);
SELECT count(*) FROM gbrain_rank.recent_salience('made_records');
CREATE VIEW made_arrays AS SELECT array_append(ARRAY[i % 3], 7) AS id, 'alpha'::text AS title FROM generate_series(1, 9) AS i;
SELECT rank, id FROM gbrain_rank.query('made_arrays', 'alpha');
SELECT id FROM gbrain_rank.query('made_records', 'alpha', 3, semantic => '{"(7,x)"}', recency => 'off');
-- Comparing records leaves nothing behind in the session.
CREATE TABLE records (id pair, title text);
INSERT INTO records SELECT ROW(i, 'x')::pair, 'alpha' FROM generate_series(1, 5000) AS i;
SELECT count(*) FROM gbrain_rank.query('records', 'alpha', 1000);
CREATE TABLE used AS SELECT total_bytes FROM pg_backend_memory_contexts WHERE name = 'CacheMemoryContext';
SELECT count(*) FROM generate_series(1, 5) AS g, LATERAL (SELECT * FROM gbrain_rank.query('records', 'alpha', 1000 + g * 0)) AS q;
SELECT (SELECT total_bytes FROM pg_backend_memory_contexts WHERE name = 'CacheMemoryContext') - total_bytes < 500000 AS steady FROM used;

-- Whatever a backslash means to the session.
SET standard_conforming_strings = off;
SELECT gbrain_rank.create_memory('back\\slash', 'english');
INSERT INTO "back\slash" (title) VALUES ('Retrying');
SELECT id, phase FROM gbrain_rank.query('"back\\slash"', 'retries');
RESET standard_conforming_strings;
CREATE TABLE plain (id int, title text);
INSERT INTO plain VALUES (1, 'alpha');
SET standard_conforming_strings = off;
SELECT id FROM gbrain_rank.query('plain', 'alpha');
SELECT id FROM gbrain_rank.retrieve('plain', 'alpha');
SELECT id FROM gbrain_rank.recall_knowledge('plain', 'alpha');
RESET standard_conforming_strings;

-- A partitioned table is read as its partitions are.
SELECT gbrain_rank.create_memory('german_part', 'pg_catalog.german');
INSERT INTO german_part (title) VALUES ('Kategorien der Bäume');
CREATE TABLE parted (LIKE german_part INCLUDING DEFAULTS) PARTITION BY LIST (type);
ALTER TABLE german_part DROP CONSTRAINT german_part_pkey CASCADE;
ALTER TABLE parted ATTACH PARTITION german_part FOR VALUES IN ('note');
SELECT id, phase FROM gbrain_rank.query('parted', 'Bäumen');

-- One odd row fails no search.
CREATE DOMAIN amount AS numeric;
CREATE TABLE odd (id int, title text, active_takes amount, emotional_weight numeric, importance numeric, effective_date date, created_at date, updated_at timestamp);
INSERT INTO odd VALUES (1, 'alpha', 'NaN', 1e-400, 1e-400, '5874897-12-31', '4713-01-01 BC', '294276-12-31 23:59:59'), (2, 'alpha', 3, 0.5, 0.5, '2026-01-01', '2026-01-01', NULL),
    (3, 'alpha', 1e30, 1e400, -1e-400, 'infinity', '-infinity', 'infinity');
SET timezone = 'America/New_York';
SELECT id FROM gbrain_rank.query('odd', 'alpha', salience => 'on', recency => 'on', now => '2026-06-01');
SELECT id FROM gbrain_rank.recall_knowledge('odd', 'alpha', now => '2026-06-01') ORDER BY id;
SELECT id FROM gbrain_rank.query('odd', 'alpha', since => '2025-01-01', until => '2027-01-01');
RESET timezone;

-- Takes that cannot be counted right are refused.
SELECT gbrain_rank.create_memory('taken', 'english');
INSERT INTO taken (slug, title) VALUES ('a', 'A'), ('b', 'B');
CREATE FUNCTION gbrain_rank.emotional_weight(text[]) RETURNS float8 LANGUAGE sql AS 'SELECT 9.0';
CREATE FUNCTION gbrain_rank.emotional_weight(text[], jsonb) RETURNS float8 LANGUAGE sql AS 'SELECT 9.0';
INSERT INTO taken_takes (memory_id, holder) VALUES (1, 'self');
DROP FUNCTION gbrain_rank.emotional_weight(text[]), gbrain_rank.emotional_weight(text[], jsonb);
SELECT active_takes, emotional_weight FROM taken WHERE id = 1;
DROP ROLE IF EXISTS regress_odd;
CREATE ROLE regress_odd;
GRANT USAGE ON SCHEMA t_odd_sources TO regress_odd;
GRANT SELECT, INSERT, UPDATE ON taken TO regress_odd;
GRANT ALL ON taken_takes TO regress_odd;
ALTER TABLE taken ENABLE ROW LEVEL SECURITY;
CREATE POLICY only_a ON taken USING (slug = 'a');
SET ROLE regress_odd;
INSERT INTO taken_takes (memory_id) VALUES (1);
INSERT INTO taken_takes (memory_id) VALUES (2);
TRUNCATE taken_takes;
RESET ROLE;
ALTER TABLE taken_takes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON taken_takes USING (holder = 'regress_odd');
SET ROLE regress_odd;
INSERT INTO taken_takes (memory_id, holder) VALUES (1, 'regress_odd');
RESET ROLE;
SELECT id, active_takes, (SELECT count(*) FROM taken_takes WHERE memory_id = taken.id) AS takes FROM taken ORDER BY id;
-- Takes go with their memory.
DELETE FROM taken WHERE id = 1;
SELECT count(*) FROM taken_takes;

-- What a question excludes does not come back through the semantic arm.
CREATE TABLE few (id int, title text);
INSERT INTO few VALUES (1, 'alpha'), (2, 'alpha beta'), (3, 'gamma');
SELECT id FROM gbrain_rank.query('few', '-alpha', semantic => '{1,2,3}');
SELECT id FROM gbrain_rank.query('few', '-"alpha beta"', semantic => '{1,2,3}');
-- Rows that share an id, or have none, are rows of their own.
CREATE TABLE left_half (id int, title text);
CREATE TABLE right_half (id int, title text);
INSERT INTO left_half VALUES (1, 'alpha beta'), (NULL, 'alpha beta too');
INSERT INTO right_half VALUES (1, 'alpha only'), (2, 'alpha two'), (NULL, 'alpha three');
CREATE VIEW halves AS SELECT * FROM left_half UNION ALL SELECT * FROM right_half;
SELECT id, title, phase FROM gbrain_rank.query('halves', 'alpha beta', text_config => 'simple') ORDER BY phase, title;
SELECT gbrain_rank.create_eval_log('odd_log');
SET gbrain_rank.eval_table = 't_odd_sources.odd_log';
SELECT count(*) FROM gbrain_rank.query('left_half', 'too', text_config => 'simple');
SELECT id IS NULL AS without_id FROM odd_log;
RESET gbrain_rank.eval_table;

-- Topics are text, also those that look like numbers.
SELECT count(*) FROM gbrain_rank.recall_knowledge('few', 'alpha', topic_id => '1e-20000');
-- Goals may be read by columns; a table of that name that holds none is named.
CREATE TABLE few_goals (slug text, status text, domains text[], keywords text[], secret text);
INSERT INTO few_goals VALUES ('g', 'active', NULL, '{alpha}', 's');
GRANT SELECT ON few TO regress_odd;
GRANT SELECT (slug, status, domains, keywords) ON few_goals TO regress_odd;
SET ROLE regress_odd;
SELECT id, explain -> 'goal_keyword' AS goal_keyword FROM gbrain_rank.recall_knowledge('few', 'beta', explain => true);
RESET ROLE;
\set VERBOSITY default
ALTER TABLE few_goals DROP COLUMN domains;
SET ROLE regress_odd;
SELECT id FROM gbrain_rank.recall_knowledge('few', 'beta');
RESET ROLE;
SELECT id FROM gbrain_rank.recall_knowledge('few', 'beta');
ALTER TABLE few_goals ADD COLUMN domains text;
SELECT id FROM gbrain_rank.recall_knowledge('few', 'beta');
SELECT id FROM gbrain_rank.recall_knowledge('few', 'beta', goal_boost => false);

-- What a view makes of title, body or tags is found, whatever its content_tsv is made of.
SELECT gbrain_rank.create_memory('viewed', 'gbrain_rank.multilingual');
INSERT INTO viewed (title, body) VALUES ('One', 'a behemoth'), ('Two', 'nothing');
CREATE VIEW more_tags AS SELECT id, slug, title, body, array_append(tags, 'kraken') AS tags, type, content_tsv FROM viewed;
SELECT id FROM gbrain_rank.recall_knowledge('more_tags', 'kraken hunt') ORDER BY id;
CREATE VIEW other_vector AS SELECT id, slug, title, body, tags, type, title_tsv AS content_tsv FROM viewed;
SELECT id FROM gbrain_rank.recall_knowledge('other_vector', 'behemoth hunt');
-- Rows that share an id are rows of their own for retrieve, too, and a row without one has none.
CREATE VIEW both_halves AS SELECT * FROM left_half UNION ALL SELECT * FROM right_half;
SELECT id, title, layer FROM gbrain_rank.retrieve('both_halves', 'alpha beta', text_config => 'simple') ORDER BY layer, title;
SELECT id IS NULL AS without_id, title FROM gbrain_rank.recall_knowledge('left_half', 'alpha') ORDER BY title;
-- Whole words in a headline are neither doubled nor do they eat what follows.
SELECT ts_headline('gbrain_rank.multilingual', 'the gnu_C++ compiler and more', plainto_tsquery('gbrain_rank.multilingual', 'c++'));
SELECT ts_headline('gbrain_rank.multilingual', 'libs-C++ /etc here', plainto_tsquery('gbrain_rank.multilingual', 'c++'));
SELECT ts_headline('gbrain_rank.multilingual', 'dial 1-2-3 now', plainto_tsquery('gbrain_rank.multilingual', '1-2-3'));

-- Cues in traditional characters.
SET gbrain_rank.intent_languages = 'en,zh';
SELECT simplified, (gbrain_rank.resolve_axes(simplified)).recency = (gbrain_rank.resolve_axes(traditional)).recency
        AND (gbrain_rank.resolve_axes(simplified)).salience = (gbrain_rank.resolve_axes(traditional)).salience AS same_axes,
    (gbrain_rank.resolve_axes(traditional)).reason
FROM (VALUES ('会前准备', '會前準備'), ('回顾一下', '回顧一下'), ('历史数据', '歷史數據'), ('会议纪要', '會議紀要'), ('简介', '簡介'), ('来龙去脉', '來龍去脈'), ('新动态', '新動態'), ('帮我想起', '幫我想起'), ('调用图', '調用圖')) AS cue (simplified, traditional);
RESET gbrain_rank.intent_languages;

DROP SCHEMA t_odd_sources CASCADE;
DROP ROLE regress_odd;
