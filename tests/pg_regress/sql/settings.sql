-- Every setting: its default, and what a SET refuses. How else a value can arrive is a matter of
-- connections: tests/sessions/settings_sources.sh.
SELECT name, value, origin FROM gbrain_rank.settings() ORDER BY name COLLATE "C";

-- The same settings are in pg_settings, all of them strings, so that no bad one is swallowed.
SELECT count(*) = (SELECT count(*) FROM gbrain_rank.settings()) AS all_there,
       bool_and(vartype = 'string') AS all_strings
FROM pg_catalog.pg_settings WHERE name LIKE 'gbrain_rank.%';
SELECT name, context FROM pg_catalog.pg_settings WHERE name LIKE 'gbrain_rank.%' AND context <> 'user' ORDER BY name;

-- A bad value is refused at once, with the entry and the form.
SET gbrain_rank.recency_decay = 'daily/:7:1,chat/:7abc:1';
SET gbrain_rank.recency_decay = 'daily/:0x10:1';
SET gbrain_rank.recency_decay = ':7:1';
SET gbrain_rank.recency_decay = 'daily/:-7:1';
SET gbrain_rank.recency_decay = 'daily/:Infinity:1';
SET gbrain_rank.recency_yaml = 'recency: [1, 2]';
SET gbrain_rank.recency_yaml = 'recency: {daily/: {halflifeDays: 7}}';
SET gbrain_rank.recency_yaml = 'recency: {daily/: ';
SET gbrain_rank.recency_fallback = '';
SET gbrain_rank.recency_fallback = '90';
SET gbrain_rank.recency_fallback = '90:x';
SET gbrain_rank.timezone = 'Mars/Olympus';
SET gbrain_rank.timezone = '';
SET gbrain_rank.text_config = '';
SET gbrain_rank.text_config = 'a.b.c.d';
SET gbrain_rank.intent_languages = 'de';
SET gbrain_rank.intent_languages = 'zh';
SET gbrain_rank.text_rank = 'bm26';
SET gbrain_rank.floor_ratio = '7x';
SET gbrain_rank.floor_ratio = 1.5;
SET gbrain_rank.scope = 'asset';
SET gbrain_rank.scope = '{"asset_id": ["a"]}';
SET gbrain_rank.scope = '{"asset": "a"}';
SET gbrain_rank.scope_weights = 'profile:2x';
SET gbrain_rank.min_similarity = -0.1;
SET gbrain_rank.error_code_patterns = '(';
SET gbrain_rank.memory_lambda = 'concept';
SET gbrain_rank.promote_after_uses = 2.5;
SET gbrain_rank.eval_table = 'a..b';
SET gbrain_rank.search_work_mem = '64 parsecs';
SET gbrain_rank.search_work_mem = '1kB';
SET gbrain_rank.pruning = 'sometimes';
SET gbrain_rank.bm25_k1 = -1;
SET gbrain_rank.bm25_b = 1.1;
SET gbrain_rank.field_weights = '0.4,0.4,1';
SET gbrain_rank.rls_statistics = '2';
SET gbrain_rank.recency_decai = 'daily/:7:1';

-- What Postgres itself understands is understood here.
SET gbrain_rank.search_work_mem = '1GB';
SET gbrain_rank.search_work_mem = 65536;
SET gbrain_rank.pruning = false;
SET gbrain_rank.pruning TO 'yes';
SET gbrain_rank.timezone = 'europe/berlin';
SET gbrain_rank.scope = '{"asset_id": 7, "db_type": null}';
SET gbrain_rank.text_config = 'pg_catalog."simple"';
SELECT name, value, origin FROM gbrain_rank.settings() WHERE origin <> 'default' ORDER BY name COLLATE "C";
RESET ALL;
SELECT count(*) AS changed FROM gbrain_rank.settings() WHERE origin <> 'default';

-- What was there comes back with RESET, ROLLBACK, ROLLBACK TO and the end of a function.
SET gbrain_rank.recency_decay = 'daily/:7:1';
BEGIN;
SET LOCAL gbrain_rank.recency_decay = 'daily/:7:2';
SELECT gbrain_rank.recency_component('daily/x', now()) AS two;
SAVEPOINT s;
SET LOCAL gbrain_rank.recency_decay = 'daily/:7:3';
SELECT gbrain_rank.recency_component('daily/x', now()) AS three;
SET gbrain_rank.recency_decay = 'daily/:7';
ROLLBACK TO s;
SELECT gbrain_rank.recency_component('daily/x', now()) AS two;
ROLLBACK;
SELECT gbrain_rank.recency_component('daily/x', now()) AS one;
CREATE SCHEMA t_settings;
CREATE FUNCTION t_settings.four() RETURNS float8 LANGUAGE sql SET gbrain_rank.recency_decay = 'daily/:7:4'
AS $$ SELECT gbrain_rank.recency_component('daily/x', now()) $$;
SELECT t_settings.four(), gbrain_rank.recency_component('daily/x', now()) AS one;
RESET gbrain_rank.recency_decay;
SELECT gbrain_rank.recency_component('daily/x', now()) AS default_map;

-- A prepared statement sees a change.
PREPARE component AS SELECT gbrain_rank.recency_component('daily/x', now());
EXECUTE component;
SET gbrain_rank.recency_decay = 'daily/:7:5';
EXECUTE component;
RESET gbrain_rank.recency_decay;
EXECUTE component;

-- A fallback above the weakest mapped prefix is legal, but said.
SET gbrain_rank.recency_fallback = '90:0.31';
RESET gbrain_rank.recency_fallback;
SET gbrain_rank.recency_decay = 'mine/:30:0.1';
SET gbrain_rank.recency_decay = 'mine/:0:0.1';
SET gbrain_rank.recency_yaml = '{"recency": {"mine/": {"halflifeDays": 30, "coefficient": "0.2"}}}';
RESET ALL;
SET gbrain_rank.recency_fallback = '90:0.3';
RESET ALL;

SET client_min_messages = warning;
DROP SCHEMA t_settings CASCADE;
