-- scope_visible and scope_weight: the walls and the grades, value by value.
CREATE SCHEMA t_scope;
SET search_path = t_scope, public;

-- An id is visible only to the same id, taken exactly.
SELECT tags, scope, gbrain_rank.scope_visible(tags::jsonb, scope::jsonb) AS visible
FROM (VALUES
    ('{"asset_id":"a"}', '{"asset_id":"a"}'),
    ('{"asset_id":"a"}', '{"asset_id":"b"}'),
    ('{"asset_id":"a"}', '{"asset_id":"A"}'),
    ('{"asset_id":"a"}', '{"asset_id":" a"}'),
    ('{"asset_id":"a"}', '{}'),
    ('{"project_id":"p"}', '{"asset_id":"p"}'),
    ('{"project_id":"p"}', '{"project_id":"p"}'),
    ('{"user_id":"u"}', '{"user_id":"u"}'),
    ('{"user_id":"u"}', '{"user_id":null}'),
    ('{"asset_id":"a","project_id":"p"}', '{"asset_id":"a"}'),
    ('{"asset_id":"a","project_id":"p"}', '{"project_id":"p","asset_id":"a"}'),
    ('{}', '{"asset_id":"a","db_type":"oracle"}'),
    ('{"env":"prod"}', '{"asset_id":"a"}')
) AS cases(tags, scope);

-- db_type hides from another kind only; profile_id never hides. Both ignore case and blanks around.
SELECT tags, scope, gbrain_rank.scope_visible(tags::jsonb, scope::jsonb) AS visible,
       gbrain_rank.scope_weight(tags::jsonb, scope::jsonb) AS weight
FROM (VALUES
    ('{"db_type":"MySQL"}', '{"db_type":"oracle"}'),
    ('{"db_type":"Oracle "}', '{"db_type":" oracle"}'),
    ('{"db_type":"MySQL"}', '{}'),
    ('{"db_type":["mysql","ORACLE"]}', '{"db_type":"oracle"}'),
    ('{"profile_id":"Prod"}', '{"profile_id":"prod"}'),
    ('{"profile_id":"prod"}', '{"profile_id":"dev"}'),
    ('{"profile_id":"prod"}', '{}'),
    ('{"profile_id":"dev","db_type":"oracle"}', '{"profile_id":"prod","db_type":"oracle"}'),
    ('{"profile_id":"prod","db_type":"oracle"}', '{"profile_id":"prod","db_type":"oracle"}'),
    ('{"profile_id":"prod","db_type":"mysql"}', '{"profile_id":"prod","db_type":"oracle"}'),
    ('{}', '{"profile_id":"prod","db_type":"oracle"}'),
    ('{"db_type":"达梦"}', '{"db_type":"达梦"}')
) AS cases(tags, scope);

-- Values: numbers and booleans by their text, arrays by their elements, null and empty unbound,
-- objects hidden.
SELECT tags, scope, gbrain_rank.scope_visible(tags::jsonb, scope::jsonb) AS visible
FROM (VALUES
    ('{"asset_id":7}', '{"asset_id":"7"}'),
    ('{"asset_id":"7"}', '{"asset_id":7}'),
    ('{"asset_id":1e2}', '{"asset_id":"100"}'),
    ('{"asset_id":7.0}', '{"asset_id":"7"}'),
    ('{"asset_id":12345678901234567890}', '{"asset_id":12345678901234567890}'),
    ('{"asset_id":true}', '{"asset_id":"true"}'),
    ('{"asset_id":["a","b"]}', '{"asset_id":"b"}'),
    ('{"asset_id":["a",7,null]}', '{"asset_id":"7"}'),
    ('{"asset_id":["a","b"]}', '{"asset_id":"c"}'),
    ('{"asset_id":["a","b"]}', '{}'),
    ('{"asset_id":null}', '{}'),
    ('{"asset_id":""}', '{}'),
    ('{"asset_id":[]}', '{}'),
    ('{"asset_id":[null,""]}', '{}'),
    ('{"db_type":" "}', '{"db_type":"oracle"}'),
    ('{"asset_id":{}}', '{}'),
    ('{"asset_id":{"id":"a"}}', '{"asset_id":"a"}'),
    ('{"asset_id":["a",{"id":"b"}]}', '{"asset_id":"a"}'),
    ('{"asset_id":[["a"]]}', '{"asset_id":"a"}'),
    ('{"profile_id":{}}', '{}'),
    ('{"env":{"name":"prod"}}', '{}')
) AS cases(tags, scope);

-- Tags that are no object: null and an empty list bind to nothing, anything else is hidden.
SELECT tags, gbrain_rank.scope_visible(tags::jsonb, '{"asset_id":"a"}') AS visible
FROM (VALUES (NULL), ('null'), ('[]'), ('["asset_id"]'), ('"asset_id"'), ('7'), ('{}')) AS cases(tags);

-- A toasted value and one with a short header are read alike.
CREATE TABLE card (context_tags jsonb);
INSERT INTO card VALUES
    (jsonb_build_object('asset_id', 'a', 'note', (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 2000) n))),
    ('{"asset_id":"a"}'),
    ('{"asset_id":"b"}');
SELECT count(*) FROM card WHERE gbrain_rank.scope_visible(context_tags, '{"asset_id":"a"}');
SELECT count(*) FROM card, (VALUES ('{"asset_id":"a"}'::jsonb), ('{"asset_id":"b"}')) AS s(scope)
WHERE gbrain_rank.scope_visible(context_tags, scope);

-- Numbers of any size and scale are read as ->> prints them, wherever they lie in an object of any size.
SELECT count(*), bool_and(gbrain_rank.scope_visible(tags, jsonb_build_object('asset_id', tags->>'asset_id'))) AS same,
       bool_or(gbrain_rank.scope_visible(tags, jsonb_build_object('asset_id', tags->>'asset_id' || '0'))) AS other
FROM (SELECT (SELECT coalesce(jsonb_object_agg(repeat('k', 1 + i % 12) || i, CASE i % 4 WHEN 0 THEN to_jsonb(i) WHEN 1 THEN to_jsonb(repeat('v', i))
                  WHEN 2 THEN '[1,"x",null,{"asset_id":"no"}]' ELSE 'null' END), '{}') FROM generate_series(1, keys) AS i)
          || jsonb_build_object('asset_id', number) AS tags
      FROM generate_series(0, 70, 7) AS keys, unnest('{0,-1,7,7.0,7.50,10000,123456789,-0.00012300,1e30,1e-30,12345678901234567890.12345678901234567890}'::numeric[]) AS number) AS rows;
SELECT bool_and(gbrain_rank.scope_visible(jsonb_build_object('asset_id', jsonb_build_array('q', number, null)), jsonb_build_object('asset_id', number::text))) AS in_list
FROM unnest('{0,-1,7,7.0,7.50,10000,123456789,-0.00012300,12345678901234567890.12345678901234567890}'::numeric[]) AS number;

-- Without a scope a bound db_type is bound, and hidden; a scope that names nothing sees every kind of database.
SELECT tags, gbrain_rank.scope_visible(tags::jsonb) AS without, gbrain_rank.scope_visible(tags::jsonb, '{}') AS named_nothing
FROM (VALUES ('{}'), ('{"profile_id":"prod"}'), ('{"db_type":"oracle"}'), ('{"db_type":["oracle","mysql"]}'), ('{"db_type":""}'), ('{"asset_id":"a"}'),
    ('{"project_id":"p"}'), ('{"user_id":"u"}')) AS cases(tags);

-- Weights: 0 behind a wall; NULL tags are unbound.
SELECT gbrain_rank.scope_weight('{"asset_id":"b","profile_id":"prod"}', '{"asset_id":"a","profile_id":"prod"}') AS hidden,
       gbrain_rank.scope_weight(NULL, '{"asset_id":"a"}') AS unbound;

-- A scope is an object of the five keys with scalar values.
\set VERBOSITY default
SELECT gbrain_rank.scope_visible('{}', '{"asset":"a"}');
SELECT gbrain_rank.scope_visible('{}', '{"asset_id":["a"]}');
SELECT gbrain_rank.scope_visible('{}', '["a"]');
SELECT gbrain_rank.scope_visible('{}', 'null');
\set VERBOSITY sqlstate
SELECT gbrain_rank.scope_visible('{}', '"asset_id"');
SELECT gbrain_rank.scope_visible('{}', '{"asset_id":{}}');
SELECT gbrain_rank.scope_weight('{}', '{"env":"prod"}');
\set VERBOSITY default

-- What the planner is told.
SELECT proname, provolatile, proparallel, proisstrict, procost
FROM pg_proc
WHERE pronamespace = 'gbrain_rank'::regnamespace AND proname IN ('scope_visible', 'scope_weight', 'error_codes')
ORDER BY proname;

SET client_min_messages = warning;
DROP SCHEMA t_scope CASCADE;
