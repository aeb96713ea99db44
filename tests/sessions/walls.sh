#!/usr/bin/env bash
# The walls are absolute: 2,000 random cards and 500 random tasks. Every layer of retrieve must hold
# exactly the cards that a plain SQL statement of the rules gives, and a row-security policy with
# scope_visible must show exactly the cards that the walls leave.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('card', 'pg_catalog.english') \g /dev/null
SELECT setseed(0.31415) \g /dev/null

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT choices[1 + floor(random() * array_length(choices, 1))::int] $$;

-- A value under a scope key: absent (SQL NULL), null, empty, text, number, boolean, array, object.
CREATE FUNCTION random_tag() RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    scalar text := pick('"a"', '"b"', '"A"', '" a "', '7', '"7"', '7.0', 'true', 'null', '""');
BEGIN
    RETURN CASE pick('none', 'none', 'none', 'scalar', 'scalar', 'scalar', 'list', 'odd')
        WHEN 'none' THEN NULL
        WHEN 'scalar' THEN scalar::jsonb
        WHEN 'list' THEN ('[' || CASE WHEN random() < 0.2 THEN '' WHEN random() < 0.5 THEN scalar
                                 ELSE scalar || ',' || pick('"a"', '"b"', '7', 'null', '""') END || ']')::jsonb
        ELSE pick('{"id":"a"}', '["a",{"id":"b"}]', '[["a"]]', '"a"', '"a"', '"a"')::jsonb
    END;
END $$;

ALTER TABLE card DROP CONSTRAINT card_context_tags_check;
INSERT INTO card (type, title, body, context_tags, status, confidence, occurrence_count)
SELECT pick('note', 'error_resolution', 'failure_scenario', 'human_correction', 'environment_fact', 'preference'),
    pick('alpha', 'beta', 'gamma', 'delta') || ' ' || pick('alpha', 'beta', 'gamma', 'delta', 'epsilon'),
    pick('zeta', 'eta', 'theta', 'iota', 'kappa') || ' ' || pick('lambda', 'mu', 'nu') || pick('', '', ' ORA-00001', ' ORA-00002'),
    (SELECT coalesce(jsonb_object_agg(key, tag) FILTER (WHERE tag IS NOT NULL), '{}')
     FROM (SELECT key, random_tag() AS tag FROM unnest('{asset_id,project_id,user_id,db_type,profile_id}'::text[]) AS key
           WHERE n > 0 AND random() < 0.7) AS tags),
    pick('active', 'active', 'active', 'active', 'stale', 'archived', 'superseded'), random(), floor(random() * 5)
FROM generate_series(1, 2000) n;
UPDATE card SET enabled = false WHERE id % 17 = 0;
ANALYZE card;

-- The rules in plain SQL. What a card is bound to under a key: {} is nothing, NULL is hidden.
CREATE FUNCTION bound(tags jsonb, key text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE jsonb_typeof(tags->key)
        WHEN 'object' THEN NULL
        WHEN 'array' THEN
            CASE WHEN jsonb_path_exists(tags->key, 'strict $[*] ? (@.type() == "object" || @.type() == "array")') THEN NULL
            ELSE (SELECT coalesce(array_agg(element), '{}') FROM jsonb_array_elements_text(tags->key) AS element
                  WHERE CASE WHEN key IN ('db_type', 'profile_id') THEN btrim(element) ELSE element END <> '') END
        ELSE array_remove(ARRAY[nullif(CASE WHEN key IN ('db_type', 'profile_id') THEN btrim(tags->>key) ELSE tags->>key END, '')], NULL)
    END
$$;
CREATE FUNCTION folded(texts text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(array_agg(lower(btrim(t))), '{}') FROM unnest(texts) AS t $$;

CREATE TABLE wall AS
SELECT id, type, error_codes, content_tsv, context_tags,
    bound(context_tags, 'asset_id') AS asset, bound(context_tags, 'project_id') AS project, bound(context_tags, 'user_id') AS "user",
    folded(bound(context_tags, 'db_type')) AS db, folded(bound(context_tags, 'profile_id')) AS profile,
    bound(context_tags, 'db_type') IS NOT NULL AND bound(context_tags, 'profile_id') IS NOT NULL
        AND enabled AND superseded_by IS NULL AND status NOT IN ('archived', 'superseded') AS open
FROM card;

DROP ROLE IF EXISTS session_walls_reader;
CREATE ROLE session_walls_reader;
GRANT SELECT ON card TO session_walls_reader;
CREATE POLICY walls ON card USING (gbrain_rank.scope_visible(context_tags));

DO $$
DECLARE
    task record;
    wrong bigint;
    seen bigint := 0;
    layers bigint := 0;
    compared bigint := 0;
BEGIN
    FOR task IN
        SELECT pick(NULL, 'a', 'b', '7', '') AS asset, pick(NULL, NULL, 'a', '7', 'true') AS project, pick(NULL, NULL, 'a', 'A') AS "user",
            pick(NULL, NULL, 'a', ' A', 'b', '7') AS db, pick(NULL, 'a', 'B ', '7.0') AS profile,
            pick('alpha', 'beta gamma', 'ora-00001', 'delta zeta lambda', 'ORA-00002 alpha kappa', 'nothing like it', 'epsilon theta nu ora-00001') AS question
        FROM generate_series(1, 500)
    LOOP
        WITH answer AS MATERIALIZED (
            SELECT id::bigint, layer FROM gbrain_rank.retrieve('card', task.question, 1000, asset_id => task.asset, project_id => task.project,
                user_id => task."user", db_type => task.db, profile_id => task.profile, baseline_k => 1000, text_config => 'pg_catalog.english')
        ), asked AS (
            SELECT plainto_tsquery('pg_catalog.english', task.question) AS strict,
                gbrain_rank.relax(plainto_tsquery('pg_catalog.english', task.question)) AS any_lexeme,
                -- A word is one term, whatever its parts; a single word leaves nothing to relax.
                (SELECT CASE WHEN count(*) > 1 THEN string_agg('(' || plainto_tsquery('pg_catalog.english', word)::text || ')', ' | ')::tsquery END
                 FROM regexp_split_to_table(task.question, ' ') AS word WHERE numnode(plainto_tsquery('pg_catalog.english', word)) > 0) AS any_term,
                (SELECT count(*) FROM unnest(to_tsvector('pg_catalog.english', task.question))) AS terms,
                gbrain_rank.error_codes(task.question) AS codes
        ), visible AS MATERIALIZED (
            SELECT wall.* FROM wall
            WHERE open
                AND asset IS NOT NULL AND (asset = '{}' OR nullif(task.asset, '') = ANY (asset))
                AND project IS NOT NULL AND (project = '{}' OR task.project = ANY (project))
                AND "user" IS NOT NULL AND ("user" = '{}' OR task."user" = ANY ("user"))
                AND (db = '{}' OR task.db IS NULL OR lower(btrim(task.db)) = ANY (db))
        ), matched AS MATERIALIZED (
            SELECT visible.*, error_codes && codes AS exact, content_tsv @@ strict AS all_terms,
                content_tsv @@ any_term AND ts_rank('{0.4,0.4,0.4,1.0}', content_tsv, any_lexeme) * terms / least(terms, 8) >= 0.10 AS some_terms
            FROM visible, asked
        ), expected AS (
            SELECT id, CASE WHEN exact THEN 'exact' WHEN all_terms THEN 'strict' WHEN some_terms THEN 'relaxed' ELSE 'global' END AS layer
            FROM matched
            WHERE exact OR all_terms OR some_terms
                OR type IN ('environment_fact', 'preference') AND asset = '{}' AND "user" = '{}'
                    AND (profile = '{}' OR lower(btrim(task.profile)) = ANY (profile))
        ), difference AS (
            (SELECT id, layer FROM answer EXCEPT SELECT id, layer FROM expected)
            UNION ALL
            (SELECT id, layer FROM expected EXCEPT SELECT id, layer FROM answer)
        )
        SELECT (SELECT count(*) FROM difference), (SELECT count(*) FROM answer), (SELECT count(DISTINCT layer) FROM answer)
        INTO wrong, seen, layers;
        IF wrong > 0 THEN
            RAISE EXCEPTION '% cards differ from the rules for %', wrong, task;
        END IF;
        compared := compared + seen;
    END LOOP;
    IF compared < 10000 THEN
        RAISE EXCEPTION 'only % cards were compared', compared;
    END IF;
END $$;

-- The same walls as a policy: what the role sees without any function of ours in its query.
ALTER TABLE card ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON wall TO session_walls_reader;
SET ROLE session_walls_reader;
DO $$
DECLARE
    task record;
    wrong bigint;
BEGIN
    FOR task IN
        SELECT asset, project, db FROM unnest('{a,7,""}'::text[]) AS asset, unnest('{a,true,""}'::text[]) AS project, unnest('{a,B,""}'::text[]) AS db
    LOOP
        PERFORM set_config('gbrain_rank.scope', json_build_object('asset_id', task.asset, 'project_id', task.project, 'db_type', task.db)::text, true);
        WITH expected AS (
            SELECT id FROM wall
            WHERE (asset = '{}' OR nullif(task.asset, '') = ANY (asset)) AND (project = '{}' OR nullif(task.project, '') = ANY (project))
                AND "user" = '{}' AND db IS NOT NULL AND profile IS NOT NULL
                AND bound(context_tags, 'db_type') IS NOT NULL AND bound(context_tags, 'profile_id') IS NOT NULL
                AND (db = '{}' OR task.db = '' OR lower(task.db) = ANY (db))
        )
        SELECT count(*) INTO wrong FROM (
            (SELECT id FROM card EXCEPT SELECT id FROM expected) UNION ALL (SELECT id FROM expected EXCEPT SELECT id FROM card)) AS difference;
        IF wrong > 0 THEN
            RAISE EXCEPTION 'the policy shows % other cards than the rules for %', wrong, task;
        END IF;
    END LOOP;
END $$;
RESET ROLE;
DROP OWNED BY session_walls_reader;
DROP ROLE session_walls_reader;
SQL
