-- The eval log: one row per returned hit, where an operator has set it; skipped where nothing may be
-- written; clear errors for a log that is missing, mis-shaped or not writable.
SET gbrain_rank.text_rank = 'ts_rank';
CREATE SCHEMA t_eval_log;
SET search_path = t_eval_log, public;
SET client_min_messages = warning;

SELECT gbrain_rank.create_memory('brain', 'simple');
INSERT INTO brain (slug, type, title, body, channel, created_at, updated_at)
VALUES ('a', 'strategy', 'Retry with backoff', 'wait, then retry', NULL, '2026-05-01', '2026-05-01'),
       ('b', 'concept', 'Backoff', 'waiting longer each time', 'knowledge', '2026-05-01', '2026-05-01'),
       ('c', 'episode', 'Outage', 'the retry storm of May', 'episodic', '2026-05-20', '2026-05-20');

SELECT gbrain_rank.create_eval_log('Eval log');
SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull
FROM pg_attribute WHERE attrelid = '"Eval log"'::regclass AND attnum > 0 ORDER BY attnum;
SELECT obj_description('"Eval log"'::regclass, 'pg_class');
-- A name that is taken is an error of CREATE TABLE.
\set VERBOSITY sqlstate
SELECT gbrain_rank.create_eval_log('brain');
\set VERBOSITY terse

-- Off until it is set.
SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'retry', now => '2026-06-01');
SELECT count(*) FROM "Eval log";

SET gbrain_rank.eval_table = 't_eval_log."Eval log"';
SELECT rank, slug FROM gbrain_rank.recall_knowledge('brain', 'retry backoff', now => '2026-06-01', explain => true);
SELECT rank, slug FROM gbrain_rank.recall_episodic('brain', 'retry', now => '2026-06-01');
SELECT jsonb_array_length(answer -> 'episodic') AS episodic, jsonb_array_length(answer -> 'knowledge') AS knowledge
FROM gbrain_rank.recall('brain', 'retry', now => '2026-06-01') AS answer;
SELECT rank, slug FROM gbrain_rank.query('brain', 'latest retry', now => '2026-06-01');
-- No hit, no row.
SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'quokka');

SELECT verb, query, salience_resolved, recency_resolved, salience_source, recency_source,
       id, rank, round(score::numeric, 6) AS score, explain IS NOT NULL AS explained, at <= clock_timestamp() AS dated
FROM "Eval log" ORDER BY at, verb, rank;
SELECT explain ->> 'total' = score::text AS same_score FROM "Eval log" WHERE explain IS NOT NULL;

-- A read-only transaction cannot write: the search answers, the log stays.
BEGIN READ ONLY;
SELECT rank, slug FROM gbrain_rank.recall_knowledge('brain', 'retry backoff', now => '2026-06-01');
SELECT jsonb_array_length(gbrain_rank.recall('brain', 'retry') -> 'knowledge') AS knowledge;
COMMIT;
-- All hits of a search have one moment.
SELECT count(DISTINCT at) AS moments, count(DISTINCT (verb, query)) AS searches, count(*) > count(DISTINCT at) AS several_hits FROM "Eval log";
-- What is rolled back is not in the log.
BEGIN;
SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'retry backoff', now => '2026-06-01');
ROLLBACK;
SELECT count(*) FROM "Eval log";

-- Missing, mis-shaped, no table at all.
SET gbrain_rank.eval_table = 't_eval_log.missing';
SELECT * FROM gbrain_rank.recall_knowledge('brain', 'retry');
SET gbrain_rank.eval_table = 'brain';
SELECT * FROM gbrain_rank.recall_knowledge('brain', 'retry');
CREATE TABLE narrow AS SELECT at, verb, query, id FROM "Eval log" LIMIT 0;
SET gbrain_rank.eval_table = 'narrow';
\set VERBOSITY default
SELECT * FROM gbrain_rank.recall_knowledge('brain', 'retry');
\set VERBOSITY terse
-- Where nothing may be written nothing is looked up.
BEGIN READ ONLY;
SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'retry');
COMMIT;

-- Not writable for the role that searches.
CREATE ROLE t_eval_log_reader;
GRANT USAGE ON SCHEMA t_eval_log TO t_eval_log_reader;
GRANT SELECT ON brain, brain_goals TO t_eval_log_reader;
SET gbrain_rank.eval_table = 't_eval_log."Eval log"';
SET ROLE t_eval_log_reader;
SELECT * FROM gbrain_rank.recall_knowledge('brain', 'retry');
RESET ROLE;
GRANT INSERT ON "Eval log" TO t_eval_log_reader;
SET ROLE t_eval_log_reader;
SELECT rank, slug FROM gbrain_rank.recall_knowledge('brain', 'backoff', k => 1, now => '2026-06-01');
RESET ROLE;
SELECT count(*) FROM "Eval log";

-- A log with more columns, or with columns of other types, will do.
CREATE TABLE wide (note text DEFAULT 'x', LIKE "Eval log");
ALTER TABLE wide ALTER score TYPE numeric, ALTER id TYPE varchar(40), ALTER explain TYPE text;
SET gbrain_rank.eval_table = 'wide';
SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'backoff', explain => true);
SELECT note, verb, id, rank FROM wide;

RESET gbrain_rank.eval_table;
DROP SCHEMA t_eval_log CASCADE;
DROP ROLE t_eval_log_reader;
