-- recall over a memory table: what matches, what never does, goals, walls, ties, errors.
CREATE SCHEMA t_recall;
SET search_path = t_recall, public;
SET timezone = 'UTC';
SET client_min_messages = warning;

SELECT gbrain_rank.create_memory('wiki');
INSERT INTO wiki (slug, type, title, body, tags, area, status, importance, pinned, traces, review, channel, context_tags, created_at, updated_at) VALUES
    ('out-of-connections', 'strategy', 'When Postgres runs out of connections', 'A pooler in front; idle sessions closed.', '{pooling}', 'Databases', 'active', 0.8, false,
     '[{"kind":"discuss","id":42}]', NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('session-expires', 'concept', 'Authentication when a session expires', 'Answer 401 and let the client refresh.', '{login}', 'identity', 'active', 0.8, false,
     '[{"kind":"discuss","id":"42"}]', NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('friday', 'anti-pattern', 'What we do when it is late', 'Do not deploy when nobody is there to undo it.', '{}', 'delivery', 'active', 0.9, true,
     NULL, '{"decision_correct":false,"outcome":"failure"}', NULL, NULL, '2026-05-20', '2026-05-20'),
    ('channels', 'concept', 'Channels in go', 'A goroutine sends, another receives.', NULL, 'languages ', 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('modules', 'concept', 'How golang picks modules', 'The smallest version.', NULL, 'languages', 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('sharp', 'anti-pattern', 'Blocking in C#', 'The .NET pool froze.', NULL, 'Languages', 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('plus', 'concept', 'Lifetimes in C++', 'The c++ compiler does not check.', NULL, NULL, 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('locks', 'concept', '锁', '行锁与死锁。', '{并发}', NULL, 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('curve', 'concept', '记忆曲线', '记忆随时间衰减。', NULL, NULL, 'active', 0.5, false, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('gone', 'strategy', 'Zeppelin mooring', 'zeppelin', NULL, NULL, 'archived', 1.0, true, NULL, NULL, NULL, NULL, '2026-05-20', '2026-05-20'),
    ('theirs', 'strategy', 'Zeppelin hangar', 'zeppelin', NULL, NULL, 'active', 1.0, true, NULL, NULL, NULL, '{"project_id":"p"}', '2026-05-20', '2026-05-20'),
    ('flight', 'episode', 'Zeppelin flight', 'It flew.', NULL, NULL, 'active', 0.5, false, NULL, NULL, 'episodic', NULL, '2026-05-30', '2026-05-30'),
    ('their-flight', 'episode', 'Zeppelin flight of another project', 'It flew, too.', NULL, NULL, 'active', 0.5, false, NULL, NULL, 'episodic', '{"project_id":"p"}', '2026-05-31', '2026-05-31');
INSERT INTO wiki_goals (slug, status, domains, keywords) VALUES
    ('stable', 'active', '{databases}', '{pooler}'), ('polyglot', 'paused', '{LANGUAGES}', '{goroutine}');

-- The search at a fixed time, as one line.
CREATE FUNCTION found(query text, topic text DEFAULT NULL, goals text[] DEFAULT NULL, goal_boost boolean DEFAULT false, areas text[] DEFAULT NULL,
    types text[] DEFAULT NULL, scope jsonb DEFAULT NULL) RETURNS text LANGUAGE sql
RETURN (SELECT string_agg(slug || ' ' || round(score::numeric, 3), ', ' ORDER BY rank)
    FROM gbrain_rank.recall_knowledge('wiki', query, topic, 5, goal_boost, goals, areas, types, scope, '2026-06-01'));

-- A question finds the page about it, not the failure that shares its function words.
SELECT found('how do we handle authentication when a session expires');
SELECT found('what should we do when postgres runs out of connections');
-- Short names, names with signs, Chinese; function words and nothing find nothing.
SELECT query, found(query) FROM (VALUES ('go'), ('C#'), ('c++'), ('.net'), ('锁'), ('记忆'), ('并发'), ('POOLING'), ('nect'), ('the of'), ('when'), ('  '), ('')) AS q(query);
SELECT found(NULL) IS NULL AS nothing;
-- A topic alone; with a query; one that nothing was discussed under.
SELECT found('', '42'), found('login', '42'), found('', '7');

-- base 0 keeps a page out whatever its pins, reviews or goals.
SELECT found('quokka', goal_boost => true);

-- Goals: active ones; named ones though not active; none; unknown ones.
SELECT found('pooling', goal_boost => true), found('pooling', goals => '{polyglot}', goal_boost => true), found('pooling', goals => '{polyglot}');
SELECT found('channels', goals => '{polyglot,stable}', goal_boost => true), found('channels', goals => '{}', goal_boost => true);
\set VERBOSITY default
SELECT found('pooling', goals => '{stable,fast}', goal_boost => true);
\set VERBOSITY terse
ALTER TABLE wiki_goals RENAME TO aims;
SELECT found('pooling', goal_boost => true);
SELECT found('pooling', goals => '{stable}', goal_boost => true);
ALTER TABLE aims RENAME TO wiki_goals;

-- Areas (trimmed, case ignored) and types.
SELECT found('in', areas => '{ LANGUAGES }'), found('in channels golang c#', areas => '{ LANGUAGES }'), found('channels golang', types => '{strategy}'), found('channels', areas => '{}');

-- Walls on both paths: without a scope there are none, with one another project is out.
SELECT found('zeppelin'), found('zeppelin', scope => '{}'), found('zeppelin', scope => '{"project_id":"p"}');
SELECT rank, slug, freshness FROM gbrain_rank.recall_episodic('wiki', 'zeppelin', now => '2026-06-01');
SELECT rank, slug, freshness FROM gbrain_rank.recall_episodic('wiki', 'zeppelin', scope => '{"project_id":"q"}', now => '2026-06-01');
SET gbrain_rank.scope = '{"project_id":"q"}';
SELECT found('zeppelin'), jsonb_path_query_array(gbrain_rank.recall('wiki', 'zeppelin', now => '2026-06-01'), '$.*[*].slug') AS both;
RESET gbrain_rank.scope;

-- Both paths at once.
SELECT jsonb_pretty(gbrain_rank.recall('wiki', 'zeppelin', k => 1, now => '2026-06-01'));

-- Every component, and the total from the functions.
SELECT explain - 'memory' - 'total' - 'reasons' AS explain,
       abs((explain ->> 'total')::float8 - score) < 1e-12 AS same_total,
       abs((explain ->> 'memory')::float8 - 0.5 * memory_score) < 1e-12 AS same_memory
FROM gbrain_rank.recall_knowledge('wiki', 'postgres connections', k => 1, explain => true, now => '2026-06-01');

-- How the candidates were found.
SELECT query, explain ->> 'candidates' AS candidates
FROM (VALUES ('postgres connections'), ('go'), ('c++'), ('before postgres'), ('connections 15')) AS q(query),
LATERAL gbrain_rank.recall_knowledge('wiki', query, k => 1, explain => true, now => '2026-06-01');

-- The curve of memory follows gbrain_rank.memory_lambda.
SET gbrain_rank.memory_lambda = 'concept:0.5';
SELECT found('channels');
SET gbrain_rank.memory_lambda = 'concept:fast';
RESET gbrain_rank.memory_lambda;

-- content_tsv filled by the application, which does not say how: another parser may have kept words in longer ones.
CREATE TABLE app (id int, slug text, title text, body text, content_tsv tsvector);
CREATE FUNCTION app_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.content_tsv := to_tsvector('pg_catalog.english', concat_ws(' ', NEW.title, NEW.body));
    RETURN NEW;
END $$;
CREATE TRIGGER app_text BEFORE INSERT ON app FOR EACH ROW EXECUTE FUNCTION app_text();
INSERT INTO app VALUES (1, 'paths', 'Notes', 'See docs/pool/connection and timeout/retry.'),
    (2, 'mixed', 'A pool', 'See docs/connection/timeout.'), (3, 'words', 'Retry', 'After a timeout.');
CREATE FUNCTION app_found(n int, config regconfig DEFAULT NULL) RETURNS text LANGUAGE sql
RETURN (SELECT string_agg(slug || ' ' || round(score::numeric, 3), ', ' ORDER BY rank)
    FROM gbrain_rank.recall_knowledge('app', 'pool connection timeout retry', k => n, now => '2026-06-01', text_config => config));
SELECT n, app_found(n), app_found(n, 'gbrain_rank.multilingual') AS with_argument FROM generate_series(1, 3) AS n;
-- Nor does a trigger that covers one column.
CREATE TRIGGER title_alone BEFORE UPDATE ON app FOR EACH ROW
    EXECUTE FUNCTION tsvector_update_trigger('content_tsv', 'gbrain_rank.multilingual', 'title');
UPDATE app SET title = title;
SELECT n, app_found(n) FROM generate_series(1, 3) AS n;

-- Each arm of a UNION ALL has a configuration of its own.
SELECT gbrain_rank.create_memory('english', 'pg_catalog.english');
INSERT INTO english (slug, title, body) VALUES ('paths', 'Notes', 'See docs/pool/connection and timeout/retry.');
CREATE VIEW both_wikis AS SELECT id, slug, title, body, content_tsv FROM wiki UNION ALL SELECT id, slug, title, body, content_tsv FROM english;
SELECT slug FROM gbrain_rank.recall_knowledge('both_wikis', 'pool connection timeout retry', k => 1, now => '2026-06-01');

-- Rows that were loaded while the triggers were off hold what the writer gave.
SELECT gbrain_rank.create_memory('loaded');
ALTER TABLE loaded DISABLE TRIGGER USER;
INSERT INTO loaded (slug, title, body, tags, title_tsv, content_tsv) VALUES
    ('tagged', 'Two transactions', 'Each waits.', '{deadlock}', '', to_tsvector('pg_catalog.english', 'two transactions')),
    ('told', 'Detection', 'Deadlock, again.', '{}', '', to_tsvector('pg_catalog.english', 'detection'));
SELECT slug FROM gbrain_rank.recall_knowledge('loaded', 'deadlock', now => '2026-06-01');
ALTER TABLE loaded ENABLE TRIGGER memory_text_update;
SELECT slug FROM gbrain_rank.recall_knowledge('loaded', 'deadlock', now => '2026-06-01');
ALTER TABLE loaded ENABLE TRIGGER USER;
UPDATE loaded SET content_tsv = gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body, tags);
SELECT slug FROM gbrain_rank.recall_knowledge('loaded', 'deadlock', now => '2026-06-01');

-- Case is folded as the database does, whatever the collation of a column.
CREATE TABLE bytes (id int, slug text, title text COLLATE "C", body text COLLATE "C", tags text[] COLLATE "C");
INSERT INTO bytes VALUES (1, 'body', NULL, 'die ÉABC geht', NULL), (2, 'title', 'ÉABC', '', NULL), (3, 'tag', '', NULL, '{ÉABC}');
SELECT query, array(SELECT slug FROM gbrain_rank.recall_knowledge('bytes', query, now => '2026-06-01')) AS found
FROM (VALUES ('éa'), ('éabc'), ('ÉABC geht')) AS q(query);

-- Only a trigram index is asked by may_contain(): what it lets through are not the texts that match the pattern.
CREATE TABLE page (body text);
CREATE OPERATOR CLASS not_of_pg_trgm FOR TYPE text USING gin AS OPERATOR 4 pg_catalog.~~* (text, text),
    FUNCTION 1 btint4cmp(int4, int4), FUNCTION 2 gin_extract_value_trgm(text, internal),
    FUNCTION 3 gin_extract_query_trgm(text, internal, int2, internal, internal, internal, internal),
    FUNCTION 4 gin_trgm_consistent(internal, int2, text, int4, internal, internal, internal, internal), STORAGE int4;
CREATE INDEX other ON page USING gin (body not_of_pg_trgm);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT FROM page WHERE gbrain_rank.may_contain(body, '%pool%');
CREATE INDEX trigrams ON page USING gin (body gin_trgm_ops);
EXPLAIN (COSTS OFF) SELECT FROM page WHERE gbrain_rank.may_contain(body, '%pool%');
DROP INDEX trigrams;
CREATE INDEX trigrams ON page USING gist (body gist_trgm_ops);
EXPLAIN (COSTS OFF) SELECT FROM page WHERE gbrain_rank.may_contain(body, '%pool%');
RESET enable_seqscan;

-- A content_tsv that is made of a part of the text only: what is in the rest is found as well.
CREATE TABLE parted (id int, title text, body text, tags text[],
    content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('gbrain_rank.multilingual', body)) STORED);
INSERT INTO parted (id, title, body, tags) VALUES (1, 'Authentication', 'Nothing here', NULL), (2, 'Nothing', 'By authentication', NULL), (3, 'Nothing', NULL, '{authentication}'), (4, 'Other', 'Other', '{other}');
CREATE INDEX ON parted USING gin (content_tsv);
CREATE VIEW parted_by_title AS SELECT id, title, body, tags, to_tsvector('gbrain_rank.multilingual', title) AS content_tsv FROM parted;
SELECT id, explain -> 'matched' AS matched FROM gbrain_rank.recall_knowledge('parted', 'authentication flow', explain => true) ORDER BY id;
SELECT id, explain -> 'matched' AS matched FROM gbrain_rank.recall_knowledge('parted_by_title', 'authentication flow', explain => true) ORDER BY id;

-- Odd values in a row are neutral.
CREATE TABLE odd (id int, title text, slug text, type text, importance float8, created_at timestamptz, access_count bigint, tags text[], traces jsonb, review jsonb);
INSERT INTO odd VALUES
    (1, 'Widget', NULL, NULL, 'NaN', 'infinity', -3, '{NULL}', '7', '[]'), (2, 'Widget', 'b', 'concept', 'infinity', '-infinity', NULL, NULL, '{"kind":"discuss","id":1}', 'null'),
    (3, 'Widget', 'a', 'concept', NULL, NULL, NULL, NULL, NULL, NULL), (4, NULL, NULL, NULL, 1, now(), 1, NULL, NULL, NULL);
SELECT rank, id, slug, score FROM gbrain_rank.recall_knowledge('odd', 'widget', topic_id => '1', now => '2026-06-01');
SELECT count(*) FROM gbrain_rank.recall_episodic('odd', 'widget');

-- Refused arguments.
SELECT * FROM gbrain_rank.recall_knowledge('wiki', 'x', k => 0);
SELECT * FROM gbrain_rank.recall_episodic('wiki', 'x', k => 1001);
SELECT gbrain_rank.recall('wiki', 'x', k => NULL);
SELECT * FROM gbrain_rank.recall_knowledge('wiki', 'x', now => 'infinity');
SELECT * FROM gbrain_rank.recall_knowledge('wiki', 'x', scope => '[]');
SELECT * FROM gbrain_rank.recall_knowledge(NULL, 'x');

-- What the planner may assume.
SELECT proname, provolatile, proparallel, obj_description(oid, 'pg_proc') IS NOT NULL AS commented
FROM pg_proc WHERE pronamespace = 'gbrain_rank'::regnamespace AND proname LIKE 'recall%' ORDER BY proname;

DROP SCHEMA t_recall CASCADE;
