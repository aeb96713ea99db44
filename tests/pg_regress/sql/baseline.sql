-- The baseline of retrieve, walked in the order of an index: the same cards as when all of it is read.
CREATE SCHEMA t_baseline;
SET search_path = t_baseline, public;
SET client_min_messages = warning;

-- What the index holds of a card.
SELECT tags, gbrain_rank.baseline_binding(tags::jsonb) FROM (VALUES
    (NULL), ('{}'), ('{"env": "prod"}'), ('{"project_id": 7}'), ('{"db_type": " Oracle "}'), ('{"profile_id": "Prod", "db_type": "oracle"}'),
    ('{"project_id": "re\"d", "db_type": "达梦"}'), ('{"project_id": ["red"]}'), ('{"project_id": ["red", "blue"]}'), ('{"db_type": {"a": 1}}'), ('[1]')) AS given (tags);
SELECT octet_length(gbrain_rank.baseline_binding(jsonb_build_object('project_id', repeat('x', 100000))));
-- Greater for more occurrences, then for more recalls; only cards of the baseline have one.
SELECT type, tags, occurrences, recalls, gbrain_rank.baseline_step(type, tags::jsonb, occurrences, recalls) FROM (VALUES
    ('preference', NULL, NULL::bigint, NULL::bigint), ('environment_fact', '{}', 0, 0), ('environment_fact', '{}', 0, 1), ('environment_fact', '{}', 1, 0),
    ('environment_fact', '{}', -1, 0), ('preference', '{"project_id": "red"}', 9223372036854775807, 0), ('preference', '{}', -9223372036854775808, 0),
    ('preference', '{"asset_id": "a"}', 1, 1), ('preference', '{"user_id": ["u"]}', 1, 1), ('note', '{}', 1, 1), (NULL, '{}', 1, 1)) AS given (type, tags, occurrences, recalls);

SELECT gbrain_rank.create_memory('card', 'english');
CREATE FUNCTION pick(seed bigint, choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT choices[1 + (hashint8(seed) & 1048575) % cardinality(choices)] $$;
INSERT INTO card (type, title, context_tags, status, enabled, occurrence_count, recall_hit_count)
SELECT pick(n * 3, '{environment_fact,preference,preference,note}'), 'card ' || n,
    jsonb_build_object(
        'asset_id', pick(n * 7, '{NULL,NULL,NULL,"",a}'), 'user_id', pick(n * 11, '{NULL,NULL,NULL,u}'),
        'project_id', to_jsonb(pick(n * 13, '{NULL,NULL,red,blue}')),
        'db_type', CASE n % 9 WHEN 0 THEN '["oracle", "dm"]'::jsonb ELSE to_jsonb(pick(n * 17, '{NULL,NULL,oracle,Oracle,mysql,NULL}')) END,
        'profile_id', CASE n % 11 WHEN 0 THEN '["prod", "dev"]'::jsonb ELSE to_jsonb(pick(n * 19, '{NULL,NULL,NULL,prod,PROD,dev}')) END),
    pick(n * 23, '{active,active,active,archived}'), n % 13 <> 0,
    -- Ties, counts that are near each other, and counts that no step tells apart.
    CASE n % 5 WHEN 0 THEN 0 WHEN 1 THEN n % 3 WHEN 2 THEN 1000 + n % 9 WHEN 3 THEN NULL ELSE 9e18::bigint + n END,
    CASE n % 4 WHEN 0 THEN 0 WHEN 1 THEN n % 3 WHEN 2 THEN 5000 + n % 7 ELSE NULL END
FROM generate_series(1, 3000) AS n;
ANALYZE card;
-- The trigger has given each card its step.
SELECT count(*) FILTER (WHERE baseline_step IS NOT NULL) > 900 AS many,
    bool_and(baseline_step IS NOT DISTINCT FROM gbrain_rank.baseline_step(type, context_tags, occurrence_count, recall_hit_count)) AS right_step FROM card;

CREATE TABLE outcome (number int, rows int, same boolean);
CREATE PROCEDURE compare(number int, source text) LANGUAGE plpgsql AS $$
DECLARE
    statement CONSTANT text := format(
        'SELECT array_agg(r::text ORDER BY r.rank) FROM gbrain_rank.retrieve(%L, %L, 3, %L, %L, %L, %L, baseline_k => %s, explain => true) AS r',
        source, pick(number, '{"","card 12",zebra}'), pick(number * 3, '{a,NULL}'), pick(number * 5, '{red,blue,green,NULL}'),
        pick(number * 7, '{oracle,mysql,dm,NULL}'), pick(number * 11, '{prod,dev,NULL}'), (ARRAY[1, 2, 5, 40, 1000])[1 + number % 5]);
    walked text[];
    complete text[];
BEGIN
    PERFORM set_config('gbrain_rank.scope_weights', pick(number * 29, '{"","unbound:1,profile:0.2","other:5,db_type:5","profile:0,db_type:0,unbound:0,other:0"}'), true);
    PERFORM set_config('gbrain_rank.pruning', 'on', true);
    EXECUTE statement INTO walked;
    PERFORM set_config('gbrain_rank.pruning', 'off', true);
    EXECUTE statement INTO complete;
    INSERT INTO outcome VALUES (number, cardinality(complete), walked IS NOT DISTINCT FROM complete);
END $$;
CREATE FUNCTION compared(source text, OUT searches bigint, OUT same bigint, OUT many_rows boolean) LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE outcome;
    FOR number IN 1..100 LOOP
        CALL compare(number, source);
    END LOOP;
    SELECT count(*), count(*) FILTER (WHERE outcome.same), sum(rows) > 1000 INTO searches, same, many_rows FROM outcome;
END $$;
SELECT * FROM compared('card');

-- Counters, bindings and types move their cards.
UPDATE card SET occurrence_count = id % 50 WHERE id % 3 = 0;
SELECT count(*) FROM gbrain_rank.record_hits('card', ARRAY(SELECT id::text FROM card WHERE id % 5 = 0));
UPDATE card SET context_tags = context_tags || '{"project_id": "red"}' WHERE id % 17 = 0;
UPDATE card SET type = 'environment_fact' WHERE id % 19 = 0;
UPDATE card SET type = 'note' WHERE id % 23 = 0;
-- A step is nobody's to set.
UPDATE card SET baseline_step = 7 WHERE id % 29 = 0;
SELECT bool_and(baseline_step IS NOT DISTINCT FROM gbrain_rank.baseline_step(type, context_tags, occurrence_count, recall_hit_count)) AS right_step FROM card;
SELECT * FROM compared('card');

-- Cards that were loaded without triggers have no step, and are found in their place.
ALTER TABLE card DISABLE TRIGGER USER;
UPDATE card SET baseline_step = NULL WHERE id % 4 = 0;
-- While the trigger is off nothing is relied on.
UPDATE card SET occurrence_count = 1000000 WHERE id % 101 = 0;
SELECT * FROM compared('card');
UPDATE card SET baseline_step = NULL WHERE id % 101 = 0;
ALTER TABLE card ENABLE TRIGGER USER;
SELECT * FROM compared('card');
UPDATE card SET baseline_step = NULL;

-- Through views; one that calls another column occurrence_count is read as a whole.
CREATE VIEW same_card AS SELECT * FROM card WHERE id % 2 = 0;
SELECT * FROM compared('same_card');
CREATE VIEW both_cards AS SELECT * FROM card WHERE id % 2 = 0 UNION ALL SELECT * FROM card WHERE id % 2 = 1;
SELECT * FROM compared('both_cards');
CREATE VIEW other_count AS SELECT id, type, title, context_tags, recall_hit_count AS occurrence_count, occurrence_count AS recall_hit_count, baseline_step, status, enabled FROM card;
SELECT * FROM compared('other_count');
-- A column of that name, but of another type, is the application's.
CREATE TABLE own (id bigint, type text, title text, occurrence_count bigint, baseline_step text[]);
INSERT INTO own VALUES (1, 'preference', 'x', 1, '{b}'), (2, 'preference', 'y', 2, '{a}');
SELECT id, layer FROM gbrain_rank.retrieve('own', 'nothing');

-- The index gives the order (whatever statistics autovacuum has gathered by now).
SET enable_sort = off;
EXPLAIN (COSTS OFF)
SELECT id FROM card AS m
WHERE gbrain_rank.is_baseline(m.type, m.context_tags) AND gbrain_rank.baseline_binding(m.context_tags) COLLATE "C" = '[null,null,null]'
ORDER BY m.baseline_step DESC NULLS FIRST, m.id LIMIT 5;
RESET enable_sort;

-- Counting a card that is no part of the baseline changes no index: it is updated in place.
SELECT gbrain_rank.create_memory('small', 'english');
INSERT INTO small (type, title) VALUES ('note', 'n'), ('preference', 'p');
VACUUM small;
BEGIN;
SELECT pg_stat_get_xact_tuples_hot_updated('small'::regclass) AS hot;
SELECT recall_hit_count FROM gbrain_rank.record_hits('small', '{1}');
SELECT pg_stat_get_xact_tuples_hot_updated('small'::regclass) AS hot;
-- A card of the baseline moves with its count.
SELECT recall_hit_count FROM gbrain_rank.record_hits('small', '{2}');
SELECT pg_stat_get_xact_tuples_hot_updated('small'::regclass) AS hot;
-- Not with each, once it has many.
UPDATE small SET recall_hit_count = 1000 WHERE id = 2;
SELECT recall_hit_count FROM gbrain_rank.record_hits('small', '{2}');
SELECT pg_stat_get_xact_tuples_hot_updated('small'::regclass) AS hot;
ROLLBACK;

-- Under row security a tenant's baseline is the tenant's.
DROP ROLE IF EXISTS regress_baseline;
CREATE ROLE regress_baseline;
GRANT USAGE ON SCHEMA t_baseline TO regress_baseline;
GRANT SELECT ON ALL TABLES IN SCHEMA t_baseline TO regress_baseline;
GRANT INSERT, TRUNCATE ON outcome TO regress_baseline;
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
CREATE POLICY half ON card USING (id % 2 = 0);
SET ROLE regress_baseline;
SELECT * FROM compared('card');
SELECT count(*) FILTER (WHERE id::bigint % 2 = 1) AS others FROM gbrain_rank.retrieve('card', 'nothing', baseline_k => 1000);
RESET ROLE;
DROP SCHEMA t_baseline CASCADE;
DROP ROLE regress_baseline;
