-- The settings of scope, and scope_visible as a policy that fails closed.
CREATE SCHEMA t_scope_settings;
SET search_path = t_scope_settings, public;
CREATE TABLE card (id int PRIMARY KEY, title text, context_tags jsonb);
INSERT INTO card VALUES
    (1, 'unbound', '{}'), (2, 'asset a', '{"asset_id":"a"}'), (3, 'asset b', '{"asset_id":"b"}'), (4, 'oracle', '{"db_type":"oracle"}'),
    (5, 'malformed', '{"asset_id":{}}'), (6, 'null', NULL), (7, 'user', '{"user_id":"u"}'), (8, 'profile', '{"profile_id":"prod"}');

-- Nothing set: what is bound to an asset, a project or a user is hidden.
SELECT id FROM card WHERE gbrain_rank.scope_visible(context_tags) ORDER BY id;
SELECT id FROM card WHERE gbrain_rank.scope_visible(context_tags, NULL) ORDER BY id;
SET gbrain_rank.scope = '{"asset_id":"a","db_type":" MySQL "}';
SELECT id FROM card WHERE gbrain_rank.scope_visible(context_tags) ORDER BY id;
SELECT id, gbrain_rank.scope_weight(context_tags, NULL) FROM card ORDER BY id;
-- An argument replaces the setting, it does not add to it.
SELECT id FROM card WHERE gbrain_rank.scope_visible(context_tags, '{"user_id":"u"}') ORDER BY id;
SET gbrain_rank.scope = '';
SELECT count(*) FROM card WHERE gbrain_rank.scope_visible(context_tags);

-- What is no scope is refused, and the old value stays.
SET gbrain_rank.scope = '{"asset_id":"b"}';
\set VERBOSITY sqlstate
SET gbrain_rank.scope = '{"asset":"a"}';
SET gbrain_rank.scope = '{"asset_id":["a"]}';
SET gbrain_rank.scope = 'asset_id=a';
SET gbrain_rank.scope = 'null';
SET gbrain_rank.scope_weights = 'profile:-1';
SET gbrain_rank.scope_weights = 'asset:1';
SET gbrain_rank.error_code_patterns = '(';
\set VERBOSITY default
SELECT id FROM card WHERE gbrain_rank.scope_visible(context_tags) ORDER BY id;

-- Weights.
SET gbrain_rank.scope_weights = 'unbound:0.5, other:0';
SELECT gbrain_rank.scope_weight('{}', '{}') AS unbound, gbrain_rank.scope_weight('{"db_type":"x"}', '{}') AS other,
       gbrain_rank.scope_weight('{"db_type":"x"}', '{"db_type":"X"}') AS db_type;
RESET gbrain_rank.scope_weights;

-- Error codes of one's own.
SET gbrain_rank.error_code_patterns = E'APP-[0-9]{4}\n\nJIRA-[0-9]+';
SELECT gbrain_rank.error_codes('app-0001 jira-7 APP-00011 ORA-01555');
RESET gbrain_rank.error_code_patterns;
SELECT gbrain_rank.error_codes('app-0001 ORA-01555');

-- As a policy.
CREATE ROLE regress_scope_reader;
GRANT USAGE ON SCHEMA t_scope_settings TO regress_scope_reader;
GRANT SELECT ON card TO regress_scope_reader;
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
CREATE POLICY task ON card USING (gbrain_rank.scope_visible(context_tags));
RESET gbrain_rank.scope;
SET ROLE regress_scope_reader;
SELECT id FROM card ORDER BY id;
SET gbrain_rank.scope = '{"asset_id":"b"}';
SELECT id FROM card ORDER BY id;
-- A prepared statement follows the setting.
PREPARE cards AS SELECT id FROM card ORDER BY id;
EXECUTE cards;
SET gbrain_rank.scope = '{"user_id":"u"}';
EXECUTE cards;
RESET gbrain_rank.scope;
-- The searches run under it: a wider scope argument does not open it.
SELECT id FROM gbrain_rank.retrieve('card', 'asset', asset_id => 'a', text_config => 'english');
SELECT bool_or(line LIKE '%gbrain_rank.matches(%') AS by_matches
FROM gbrain_rank.explain_retrieve('card', 'ORA-01555 asset', asset_id => 'a', text_config => 'english') AS line;
RESET ROLE;
SELECT id FROM gbrain_rank.retrieve('card', 'asset', asset_id => 'a', text_config => 'english');

SET client_min_messages = warning;
DROP SCHEMA t_scope_settings CASCADE;
DROP ROLE regress_scope_reader;
