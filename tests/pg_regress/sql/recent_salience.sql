-- recent_salience(): what has mattered lately.
CREATE SCHEMA t_recent_salience;
SET search_path = t_recent_salience, public;
SET timezone = 'UTC';
SET datestyle = 'ISO';
\set now '''2026-06-15 12:00Z'''

-- The decided values: flat = 5 x weight + ln(1 + takes) + 1 / (1 + days since updated_at); on = the same + the recency component of the date.
CREATE TABLE page (id int, slug text, title text, type text, emotional_weight float8, active_takes int, effective_date timestamptz, updated_at timestamptz, salience_touched_at timestamptz, created_at timestamptz, status text);
INSERT INTO page VALUES
    (1, 'notes/random', 'Random', 'note', 0, 0, NULL, timestamptz :now, NULL, '2020-01-01'),
    (2, 'people/alice-example', 'Alice', 'person', 0.5, 3, NULL, timestamptz :now - interval '1 day', NULL, '2020-01-01'),
    (3, 'daily/2026', 'Day', 'daily', 0.2, 1, timestamptz :now - interval '10 days', timestamptz :now - interval '3 days', NULL, '2020-01-01'),
    (4, 'inbox/x', 'X', NULL, 0, 2, timestamptz :now - interval '30 days', timestamptz :now - interval '30 days', NULL, '2020-01-01');
SELECT rank, id, slug, title, type, emotional_weight, active_takes, updated_at, abs(score - wanted) < 1e-9 AS flat
FROM gbrain_rank.recent_salience('page', 60, now => :now) JOIN (VALUES ('1', 1.0), ('2', 4.38629436112), ('3', 1.94314718056), ('4', 1.130870353184)) AS v (id, wanted) USING (id) ORDER BY rank;
SELECT rank, id, abs(score - wanted) < 1e-9 AS biased
FROM gbrain_rank.recent_salience('page', 60, recency_bias => 'on', now => :now) JOIN (VALUES ('1', 0.3), ('2', 4.185474688989), ('3', 2.56814718056), ('4', 1.323612288668)) AS v (id, wanted) USING (id) ORDER BY rank;
-- The settings' decay counts: component of 3 under daily/:10:3 is 3 x 10 / (10 + 10).
SET gbrain_rank.recency_decay = 'daily/:10:3';
SELECT id, abs(score - (5 * 0.2 + ln(2) + 1.5)) < 1e-9 AS by_setting FROM gbrain_rank.recent_salience('page', 60, recency_bias => 'on', now => :now) WHERE id = '3';
RESET gbrain_rank.recency_decay;

-- The window: greatest(updated_at, salience_touched_at), inclusive; 14 days if nothing is said; the date of the page does not count.
CREATE FUNCTION found(days int DEFAULT 14, k int DEFAULT 20, slug_prefix text DEFAULT NULL) RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(id, ' ' ORDER BY rank) FROM gbrain_rank.recent_salience('page', days, k, slug_prefix, now => '2026-06-15 12:00Z') $$;
SELECT found(), found(30), found(29), found(3), found(2), found(0), found(k => 2);
UPDATE page SET salience_touched_at = '2026-06-15 11:00Z' WHERE id = 4;
SELECT found(), found(0);
UPDATE page SET updated_at = NULL WHERE id = 4;
SELECT found();
UPDATE page SET updated_at = 'infinity' WHERE id = 1;
UPDATE page SET updated_at = '-infinity', salience_touched_at = 'infinity' WHERE id = 4;
SELECT found();
UPDATE page SET updated_at = '2026-07-01', salience_touched_at = NULL WHERE id IN (1, 4);
SELECT id, score FROM gbrain_rank.recent_salience('page', now => :now) WHERE id IN ('1', '4');
-- Neutral, and gated; ties by newer updated_at, then id.
DELETE FROM page;
INSERT INTO page (id, emotional_weight, active_takes, updated_at) VALUES (1, 'NaN', NULL, '2026-06-15'), (2, 'Infinity', -5, '2026-06-15'), (3, -1, NULL, '2026-06-15'), (4, 9, NULL, '2026-06-15'), (10, NULL, NULL, '2026-06-15'), (NULL, NULL, NULL, '2026-06-15');
INSERT INTO page (id, status, updated_at) VALUES (20, 'archived', '2026-06-15'), (21, 'dropped', '2026-06-15'), (22, 'superseded', '2026-06-15'), (23, 'stale', '2026-06-15');
SELECT rank, id, emotional_weight, active_takes, round(score::numeric, 6) AS score FROM gbrain_rank.recent_salience('page', now => :now);
UPDATE page SET updated_at = '2026-06-16' WHERE id IN (23, 10);
SELECT found();
-- Pages made from pages stay out unless they are asked for; prefixes are no patterns.
DELETE FROM page;
INSERT INTO page (id, slug, updated_at) VALUES (1, 'briefings/monday', '2026-06-15'), (2, 'briefings/', '2026-06-14'), (3, 'briefings', '2026-06-13'), (4, NULL, '2026-06-12'), (5, 'Briefings/x', '2026-06-11'), (6, 'people/a', '2026-06-10'), (7, 'people%', '2026-06-09');
SELECT found(), found(slug_prefix => 'briefings/'), found(slug_prefix => 'briefings/mon'), found(slug_prefix => 'briefings'), found(slug_prefix => 'people'), found(slug_prefix => 'people%'), found(slug_prefix => '%');

-- Over the ready-made table: takes and tags make a page matter, a counter does not make it fresh.
SELECT gbrain_rank.create_memory('memory', 'english');
INSERT INTO memory (slug, title, tags, updated_at) VALUES ('people/a', 'A', '{family}', '2026-06-14 12:00Z'), ('people/b', 'B', NULL, '2026-01-01'), ('people/c', 'C', NULL, '2026-06-15 12:00Z');
UPDATE memory SET access_count = 50;
SELECT slug, round(score::numeric, 6) AS score FROM gbrain_rank.recent_salience('memory', now => :now) ORDER BY rank;
-- A source without the columns has no window to lie in.
CREATE TABLE minimal (id int, title text);
INSERT INTO minimal VALUES (1, 'x');
SELECT count(*) FROM gbrain_rank.recent_salience('minimal');

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_recent_salience CASCADE;
