-- Bad input: one clear error each, with its SQLSTATE and what to do.
CREATE SCHEMA t_query_errors;
SET search_path = t_query_errors, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (id int, body text, effective_date timestamptz);
INSERT INTO page VALUES (1, 'kubernetes', '2026-06-15');
CREATE FUNCTION refused(call text, OUT error text, OUT message text, OUT detail text, OUT hint text) LANGUAGE plpgsql AS $$
DECLARE rows bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM gbrain_rank.' || call INTO rows;
    error := 'none'; message := rows || ' rows';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS error = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;
CREATE FUNCTION refused_all(VARIADIC calls text[]) RETURNS TABLE (call text, says text) LANGUAGE sql AS
$$ SELECT call, concat_ws(' | ', error, message, nullif(detail, ''), nullif(hint, '')) FROM unnest(calls) WITH ORDINALITY AS c (call, n), refused(call) ORDER BY n $$;
\pset format unaligned
\pset fieldsep '\n    '

-- k, from 1 to 1000.
SELECT * FROM refused_all($$query('page', 'kubernetes', 0)$$, $$query('page', 'kubernetes', -1)$$, $$query('page', 'kubernetes', 1001)$$, $$query('page', 'kubernetes', 2147483647)$$,
    $$query('page', 'kubernetes', 1)$$, $$query('page', 'kubernetes', 1000)$$, $$query('page', '', 0)$$, $$explain_query('page', 'kubernetes', 0)$$, $$recent_salience('page', 14, 0)$$, $$recent_salience('page', 14, 1001)$$);
-- Modes: off, on, strong, in lower case.
SELECT * FROM refused_all($$query('page', 'kubernetes', salience => 'yes')$$, $$query('page', 'kubernetes', recency => 'ON')$$, $$query('page', 'kubernetes', recency => '')$$, $$query('page', '', salience => 'no')$$,
    $$recent_salience('page', recency_bias => 'strong')$$, $$recent_salience('page', recency_bias => '')$$);
-- Bounds.
SELECT * FROM refused_all($$query('page', 'kubernetes', since => 'yesterday')$$, $$query('page', 'kubernetes', until => '7')$$, $$query('page', 'kubernetes', since => '-7d')$$, $$query('page', 'kubernetes', since => '1.5d')$$,
    $$query('page', 'kubernetes', since => '2026-02-30')$$, $$query('page', 'kubernetes', until => 'infinity')$$, $$query('page', 'kubernetes', since => '999999999999d')$$, $$query('page', 'kubernetes', since => '7d; DROP TABLE page')$$,
    $$query('page', '', since => 'tomorrow')$$);
-- now, decay, scope.
SELECT * FROM refused_all($$query('page', 'kubernetes', now => 'infinity')$$, $$query('page', 'kubernetes', now => '-infinity')$$, $$recent_salience('page', now => 'infinity')$$, $$query('page', 'kubernetes', now => '294276-12-31', since => '7d')$$,
    $$query('page', 'kubernetes', now => '4713-01-02 BC', since => '9000y')$$, $$query('page', 'what happened today', now => '294276-12-31 23:59:59')$$);
SELECT * FROM refused_all($$query('page', 'kubernetes', decay => 'daily/:7')$$, $$query('page', 'kubernetes', decay => 'daily/:7:NaN')$$, $$query('page', 'kubernetes', decay => 'daily/:-1:1')$$, $$query('page', 'kubernetes', decay => 'daily/:7abc:1')$$, $$query('page', 'kubernetes', decay => ':7:1')$$,
    $$query('page', '', decay => 'nonsense')$$);
SELECT * FROM refused_all($$query('page', 'kubernetes', scope => '[]')$$, $$query('page', 'kubernetes', scope => '7')$$, $$query('page', 'kubernetes', scope => '{"asset":"a"}')$$, $$query('page', 'kubernetes', scope => '{"asset_id":{"a":1}}')$$, $$query('page', 'kubernetes', scope => 'null')$$);
SELECT * FROM refused_all($$recent_salience('page', -1)$$, $$recent_salience('page', 0)$$, $$recent_salience('page', 2147483647)$$);
-- Ids and configurations that do not exist.
SELECT * FROM refused_all($$query('page', 'kubernetes', semantic => '{one}')$$, $$query('page', 'kubernetes', semantic => '{99999999999}')$$, $$query('page', 'kubernetes', text_config => 'klingon')$$, $$query('page', 'kubernetes', text_config => 0)$$, $$query('page', 'kubernetes', text_config => 4294967295)$$);
\pset format aligned
\pset fieldsep '|'

-- After an error the session is as it was: its own settings are back.
SET work_mem = '5MB';
SET pg_trgm.word_similarity_threshold = 0.9;
SELECT error FROM refused($$query('page', 'kuberntes', semantic => '{one}')$$);
CREATE VIEW broken AS SELECT 1 / (id - 1) AS id, 'kubernetes' AS title FROM page;
SELECT error, message FROM refused($$query('broken', 'kubernetes')$$);
SELECT error, message FROM refused($$query('broken', 'kuberntes')$$);
SHOW work_mem;
SHOW pg_trgm.word_similarity_threshold;
SELECT count(*) FROM gbrain_rank.query('page', 'kuberntes');
SHOW pg_trgm.word_similarity_threshold;
SHOW jit;
SHOW client_min_messages;
RESET work_mem;
RESET pg_trgm.word_similarity_threshold;
-- A subtransaction that fails leaves the transaction going.
BEGIN;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SAVEPOINT s;
SELECT count(*) FROM gbrain_rank.query('broken', 'kubernetes');
ROLLBACK TO s;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SHOW work_mem;
COMMIT;
-- A statement that is cut off leaves nothing behind.
CREATE VIEW slow AS SELECT id, body, pg_sleep(5)::text AS title FROM page;
SET statement_timeout = '200ms';
SELECT count(*) FROM gbrain_rank.query('slow', 'kubernetes');
RESET statement_timeout;
SHOW work_mem;

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_errors CASCADE;
