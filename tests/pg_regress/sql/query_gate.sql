-- What the gate excludes never comes back: not relaxed, by trigram, as recent, or because semantic names it.
CREATE SCHEMA t_query_gate;
SET search_path = t_query_gate, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (
    id text PRIMARY KEY, slug text DEFAULT 'notes/x', type text DEFAULT 'note', title text DEFAULT 'Kubernetes upgrade', body text DEFAULT 'drain',
    effective_date timestamptz, updated_at timestamptz, created_at timestamptz DEFAULT '2026-06-10', status text, enabled boolean, superseded_by text, context_tags jsonb);
-- Open rows. The last ones have odd values which mean nothing.
INSERT INTO page (id, status, enabled) VALUES ('open', NULL, NULL), ('active', 'active', true), ('stale', 'stale', true), ('provisional', 'provisional', NULL), ('odd', 'ARCHIVED', true), ('blank', '', true);
-- Shut rows.
INSERT INTO page (id, enabled) VALUES ('disabled', false);
INSERT INTO page (id, superseded_by) VALUES ('superseded by', 'open'), ('superseded by nobody', '');
INSERT INTO page (id, status) VALUES ('archived', 'archived'), ('dropped', 'dropped'), ('superseded', 'superseded');

-- The ids that a question finds in each way, all of them.
CREATE FUNCTION found(since text DEFAULT NULL, until text DEFAULT NULL, scope jsonb DEFAULT NULL, types text[] DEFAULT NULL, slug_prefix text DEFAULT NULL)
RETURNS TABLE (phase text, ids text) LANGUAGE sql AS $$
    SELECT q.phase, string_agg(DISTINCT q.id, ', ' ORDER BY q.id)
    FROM (VALUES ('kubernetes upgrade', false), ('kubernetes nowhere', false), ('kuberntes', false), ('what''s new', false), ('nowhere', true), ('kubernetes', true)) AS a (question, semantic),
        gbrain_rank.query('page', question, 100, since => found.since, until => found.until, scope => found.scope, types => found.types, slug_prefix => found.slug_prefix,
            semantic => CASE WHEN semantic THEN (SELECT array_agg(id ORDER BY id) FROM page) END, now => '2026-06-15 12:00Z') AS q
    GROUP BY q.phase ORDER BY q.phase $$;

SELECT * FROM found();

-- Types and slug_prefix: exactly, as text, without any pattern.
INSERT INTO page (id, type, slug) VALUES ('typeless', NULL, 'notes/y'), ('capital', 'Note', 'Notes/x'), ('percent', '%', 'no%es/x'), ('slugless', 'note', NULL), ('meeting', 'meeting', 'meetings/notes/x');
SELECT * FROM found(types => '{meeting,%}');
SELECT * FROM found(types => '{NOTE,not,note_}');
SELECT * FROM found(types => '{}');
SELECT * FROM found(types => '{NULL,meeting}');
SELECT * FROM found(types => '{NULL}');
SELECT * FROM found(slug_prefix => 'meetings/');
SELECT * FROM found(slug_prefix => 'no%');
SELECT * FROM found(slug_prefix => 'n_tes/');
SELECT * FROM found(slug_prefix => 'Notes');
SELECT * FROM found(slug_prefix => 'notes/y', types => '{note}');
DELETE FROM page WHERE id IN ('typeless', 'capital', 'percent', 'slugless', 'meeting', 'active', 'stale', 'provisional', 'odd', 'blank');

-- Dates: effective_date, else updated_at, else created_at; both bounds inclusive to the microsecond; without a date, out.
INSERT INTO page (id, effective_date, updated_at, created_at) VALUES
    ('effective', '2026-06-05', '2026-01-01', '2026-01-01'), ('updated', NULL, '2026-06-05', '2026-01-01'), ('created', NULL, NULL, '2026-06-05'),
    ('dateless', NULL, NULL, NULL), ('infinite', 'infinity', '-infinity', NULL), ('infinite, updated', 'infinity', '2026-06-05', NULL),
    ('first', '2026-06-05 00:00:00', NULL, NULL), ('before', '2026-06-04 23:59:59.999999', NULL, NULL), ('last', '2026-06-06 23:59:59.999999', NULL, NULL), ('after', '2026-06-07', NULL, NULL);
SELECT * FROM found(since => '2026-06-05', until => '2026-06-06');
SELECT * FROM found(since => '2026-06-05T00:00:00.000001Z', until => '2026-06-06T23:59:59.999998Z');
SELECT * FROM found(since => '10d', until => '8d');
SELECT * FROM found(until => '2026-06-04');
SELECT * FROM found(since => '2026-06-08', until => '2026-06-01');
SELECT * FROM found(since => ' ', until => '');
SELECT * FROM found(since => '2026-06-05', until => '2026-06-05') WHERE phase = 'strict';
-- A day is a day of the session's time zone.
SET timezone = 'America/New_York';
SELECT * FROM found(since => '2026-06-05', until => '2026-06-06') WHERE phase = 'strict';
SET timezone = 'UTC';
DELETE FROM page WHERE id NOT IN ('open', 'disabled', 'archived');

-- Scope: walls by asset, project, user and database; none without an argument and without the setting.
INSERT INTO page (id, context_tags) VALUES ('asset a', '{"asset_id":"a"}'), ('asset b', '{"asset_id":"b"}'), ('project', '{"project_id":7}'), ('user', '{"user_id":"u"}'),
    ('oracle', '{"db_type":"Oracle"}'), ('profile', '{"profile_id":"p"}'), ('hidden', '{"asset_id":{"a":1}}');
SELECT * FROM found();
SELECT * FROM found(scope => '{}');
SELECT * FROM found(scope => '{"asset_id":"a","db_type":"postgres"}');
SELECT * FROM found(scope => '{"project_id":"7","user_id":"u","profile_id":"q"}');
SET gbrain_rank.scope = '{"asset_id":"b"}';
SELECT * FROM found();
SELECT * FROM found(scope => '{"asset_id":"a"}');
UPDATE page SET updated_at = created_at;
SELECT string_agg(id, ', ' ORDER BY id) FROM gbrain_rank.recent_salience('page', 10, now => '2026-06-10 01:00Z');
RESET gbrain_rank.scope;

-- A source without the columns has nothing to exclude by; a filter that it cannot answer excludes all.
CREATE TABLE minimal (id int, body text);
INSERT INTO minimal VALUES (1, 'kubernetes upgrade');
SELECT count(*) AS plain FROM gbrain_rank.query('minimal', 'kubernetes', scope => '{"asset_id":"a"}');
SELECT count(*) AS types FROM gbrain_rank.query('minimal', 'kubernetes', types => '{note}');
SELECT count(*) AS slugs FROM gbrain_rank.query('minimal', 'kubernetes', slug_prefix => 'n');
SELECT count(*) AS since FROM gbrain_rank.query('minimal', 'kubernetes', since => '7d', now => '2026-06-15 12:00Z');
SELECT count(*) AS until FROM gbrain_rank.query('minimal', 'kubernetes', semantic => '{1}', until => '2026-06-15');
SELECT count(*) AS recent FROM gbrain_rank.query('minimal', 'what''s new');

-- The gate stands before any limit: one open row among many shut ones is found with k = 1, also where the shut ones are better.
CREATE TABLE crowd AS SELECT n AS id, 'kubernetes' AS title, repeat('upgrade ', 3) AS body, n <> 777 AS shut, n = 777 AS enabled FROM generate_series(1, 3000) AS n;
UPDATE crowd SET body = 'upgrade' WHERE id = 777;
SELECT question, semantic IS NOT NULL AS semantic, string_agg(id || ' ' || phase, ', ') FROM unnest(ARRAY['kubernetes upgrade', 'kubernetes nowhere', 'kuberntes']) AS question,
    (VALUES (NULL), ((SELECT array_agg(n::text) FROM generate_series(1, 3000) AS n))) AS s (semantic), gbrain_rank.query('crowd', question, 1, semantic => s.semantic)
GROUP BY 1, 2 ORDER BY 1, 2;

\set VERBOSITY terse
DROP SCHEMA t_query_gate CASCADE;
