-- The phases of query(): strict, relaxed, trigram, recent; and that a shorter list is the beginning of a longer one.
CREATE SCHEMA t_query_phases;
SET search_path = t_query_phases, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (
    id int PRIMARY KEY, slug text, title text, body text, effective_date timestamptz,
    content_tsv tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A')
        || setweight(to_tsvector('pg_catalog.english', coalesce(body, '')), 'B')) STORED);
INSERT INTO page VALUES
    (1, 'runbooks/upgrade', 'Kubernetes upgrade plan', 'How the cluster moves to the next version.', '2026-06-15 09:00Z'),
    (2, 'runbooks/drain', 'Kubernetes upgrade', 'Drain each node first.', '2026-06-14 23:59Z'),
    (3, 'notes/holiday', 'Holiday plan', 'A plan for the plan, planned: plan, plan, plan.', '2026-06-15 18:00Z'),
    (4, 'notes/kubernetes', 'Kubernetes', 'What the word means.', '2026-06-16 00:00Z'),
    (5, 'notes/garden', 'Garden', 'Beans and tomatoes.', '2026-06-01 12:00Z'),
    (6, 'notes/soil', 'Soil', 'Beans like loose soil.', '2026-06-01 11:59:59Z'),
    (7, 'notes/sauce', 'Sauce', 'Tomatoes, reduced.', '2026-06-15 00:00Z'),
    (8, 'deals/widget-co', 'Deal with widget-co', 'The deal closes in spring.', NULL),
    (9, 'notes/widget', 'A widget', 'One widget, from another co.', NULL);

CREATE FUNCTION found(question text, k int DEFAULT 10, semantic text[] DEFAULT NULL) RETURNS text LANGUAGE sql AS
$$ SELECT coalesce(string_agg(id || ' ' || phase, ', ' ORDER BY rank), 'nothing')
   FROM gbrain_rank.query('page', question, k, semantic => semantic, now => '2026-06-15 12:00Z') $$;

-- Strict holds all words; relaxed only fills up behind it. Page 3 shares "plan" only, however often, and page 4 one word too.
SELECT found('kubernetes upgrade plan');
SELECT found('kubernetes upgrade plan', 1);
SELECT found('kubernetes upgrade plan', 2);
SELECT found('kubernetes upgrade');
SELECT found('Upgrade');

-- Words that never occur together.
SELECT found('garden sauce drain');
SELECT rank, id, phase, explain -> 'matched' AS matched FROM gbrain_rank.query('page', 'garden sauce drain', explain => true, now => '2026-06-15 12:00Z');

-- A quoted phrase or a negation is never relaxed; `or` is.
SELECT found('"kubernetes upgrade"');
SELECT found('"upgrade kubernetes"');
SELECT found('"kubernetes upgrade" plan');
SELECT found('"kubernetes upgrade" sauce');
SELECT found('kubernetes -upgrade');
SELECT found('kubernetes -"upgrade plan"');
SELECT found('-kubernetes');
SELECT found('drain or sauce');
SELECT found('kubernetes upgrade or garden');
SELECT found('kubernetes - upgrade');

-- The parts of widget-co are one term: the question that holds it alone is not relaxed.
SELECT found('widget-co');
SELECT found('widget-co spring');
SELECT found('widget co');

-- Nothing matches, and nothing is invented.
SELECT found('xyzzy');
SELECT found('xyzzy quux');
SELECT found('the of and');
SELECT found('"the"');
SELECT found('!!! ??? ...');
SELECT found('');
SELECT found('   ');
SELECT found(NULL);

-- A misspelt word finds similar titles and slugs, only when both other phases find nothing; never bodies.
SELECT id, phase, score = word_similarity('kuberntes', title) AS title, score::numeric(6, 4) FROM gbrain_rank.query('page', 'kuberntes', now => '2026-06-15 12:00Z');
SELECT found('gardn');
SELECT found('gardn sauce');
SELECT found('tomatos reducd');
SELECT found('"kuberntes"');
SELECT found('kuberntes -plan');

-- A question that names only a time: the rows of that time, newest first; a day ends with the day.
SELECT found('what happened today');
SELECT found('what''s new');
SELECT found('what happened this week');
SELECT found('what happened in the last 14 days');
SELECT found('what happened since 2026-06-15');
SELECT id, score, base FROM gbrain_rank.query('page', 'what happened today', explain => true, now => '2026-06-15 12:00Z'),
    LATERAL (SELECT (explain ->> 'base')::float8) AS e (base);
-- Today is today in the session's time zone: there 2026-06-14 17:00Z to 2026-06-15 16:59Z.
SET timezone = 'Asia/Bangkok';
SELECT found('what happened today');
SET timezone = 'UTC';
-- A negation or a phrase says more than the time.
SELECT found('what happened today -garden');

-- Every phase comes before the next, whatever the scores.
SELECT bool_and(NOT broken) FROM (
    SELECT phase < lag(phase) OVER (ORDER BY rank) AS broken
    FROM (SELECT rank, array_position('{strict,relaxed,trigram}', phase) AS phase
          FROM gbrain_rank.query('page', 'kubernetes upgrade plan', salience => 'strong', recency => 'strong', now => '2026-06-15 12:00Z')) AS q
    ) AS steps;

-- The first n of a longer list are the list of n, in every phase and with every axis.
CREATE TABLE many AS
SELECT n AS id, 'notes/' || n AS slug, CASE n % 5 WHEN 0 THEN 'alpha' WHEN 1 THEN 'beta' WHEN 2 THEN 'alpha beta' ELSE 'gamma' END AS title,
    repeat('alpha ', n % 7) || repeat('beta ', n % 3) || repeat('delta ', n % 11) AS body,
    timestamptz '2026-06-15 12:00Z' - n % 13 * interval '1 day' AS effective_date, n % 4 / 4.0 AS emotional_weight, n % 6 AS active_takes
FROM generate_series(1, 120) AS n;
ALTER TABLE many ADD content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('pg_catalog.english', title || ' ' || body)) STORED;
CREATE VIEW prefix_check AS
SELECT question, salience, recency, semantic IS NOT NULL AS semantic, count(*) AS lengths, bool_and(shorter = longest[:n]) AS is_prefix, max(cardinality(longest)) AS longest
FROM unnest(ARRAY['alpha beta', 'alpha beta delta', 'alpha or gamma', 'alpah', 'what''s new', 'beta -gamma', 'alpha zzz']) AS question,
    (VALUES ('off', 'off', NULL), ('strong', 'strong', NULL), ('off', 'on', '{7,119,500,3,3,20}'::text[]), ('on', 'strong', '{7,119,500,3,3,20}')) AS v (salience, recency, semantic),
    LATERAL (SELECT coalesce(array_agg(id ORDER BY rank), '{}')
        FROM gbrain_rank.query('many', question, 150, v.salience, v.recency, semantic => v.semantic, now => '2026-06-15 12:00Z')) AS whole (longest),
    unnest(ARRAY[1, 2, 3, 5, 8, 10, 17, 18, 24, 40, 60, 77, 119, 120]) AS n,
    LATERAL (SELECT coalesce(array_agg(id ORDER BY rank), '{}')
        FROM gbrain_rank.query('many', question, n, v.salience, v.recency, semantic => v.semantic, now => '2026-06-15 12:00Z')) AS short (shorter)
GROUP BY 1, 2, 3, 4;
SELECT * FROM prefix_check ORDER BY 1, 2, 3, 4;
SET gbrain_rank.floor_ratio = '0.7';
SELECT * FROM prefix_check ORDER BY 1, 2, 3, 4;
RESET gbrain_rank.floor_ratio;

-- The same list on every run, and in whatever order the rows lie.
CREATE TABLE shuffled AS SELECT * FROM many ORDER BY md5(id::text);
SELECT bool_and(a = b) FROM unnest(ARRAY['alpha beta', 'alpha or gamma', 'alpah', 'what''s new']) AS question,
    LATERAL (SELECT array_agg((id, score, phase) ORDER BY rank) FROM gbrain_rank.query('many', question, 60, now => '2026-06-15 12:00Z')) AS x (a),
    LATERAL (SELECT array_agg((id, score, phase) ORDER BY rank) FROM gbrain_rank.query('shuffled', question, 60, now => '2026-06-15 12:00Z')) AS y (b);

-- Equal scores: newer first, no date last, then by id, as the ids' own type orders them.
CREATE TABLE tie (id int, body text, effective_date timestamptz, created_at timestamptz);
INSERT INTO tie VALUES (10, 'equal', '2026-01-02', NULL), (9, 'equal', '2026-01-02', NULL), (1, 'equal', NULL, NULL), (100, 'equal', NULL, '2026-01-03'),
    (2, 'equal', '2025-12-31', '2026-05-05'), (-3, 'equal', NULL, NULL);
SELECT string_agg(id, ', ' ORDER BY rank) FROM gbrain_rank.query('tie', 'equal', recency => 'off', now => '2026-06-15 12:00Z');
ALTER TABLE tie ALTER id TYPE text;
SELECT string_agg(id, ', ' ORDER BY rank) FROM gbrain_rank.query('tie', 'equal', recency => 'off', now => '2026-06-15 12:00Z');

\set VERBOSITY terse
DROP SCHEMA t_query_phases CASCADE;
