-- recency_component, recency_factor and hyperbolic_decay.
SET timezone = 'UTC';
\set now '\'2026-05-04T12:00:00Z\'::timestamptz'

-- The longest prefix of the slug decides, case-sensitive, from its start; else the fallback.
SELECT slug, gbrain_rank.recency_component(slug, :now - interval '7 days', :now) AS component
FROM (VALUES ('concepts/moat'), ('daily/2026-05-04'), ('Daily/2026'), ('dailynotes/x'), ('media/x/1'), ('media/articles/1'),
             ('media/repos/1'), ('media/'), ('people/alice-example'), ('wiki/people/alice-example'), ('chat/abc'), (''), ('日记/1')) AS s(slug);

-- Half of it is left at the halflife; a date in the future is age 0; hours count.
SELECT gbrain_rank.recency_component('meetings/x', :now - interval '60 days', :now) AS half,
       gbrain_rank.recency_component('meetings/x', :now + interval '400 days', :now) AS future,
       gbrain_rank.recency_component('meetings/x', :now, :now) AS fresh,
       gbrain_rank.recency_component('chat/x', :now - interval '84 hours', :now) AS three_and_a_half_days;

-- The three strengths.
SELECT mode, gbrain_rank.recency_factor('daily/x', :now - interval '14 days', mode, :now) AS factor
FROM (VALUES ('off'), ('on'), ('strong')) AS m(mode);
SELECT gbrain_rank.recency_factor('daily/x', :now, 'medium', :now);
SELECT gbrain_rank.recency_factor('daily/x', :now, 'ON', :now);

-- The argument decay is a layer for this call alone.
SELECT gbrain_rank.recency_component('daily/x', :now - interval '7.5 days', :now, 'daily/:7.5:1') AS call,
       gbrain_rank.recency_component('daily/x', :now, :now) AS session,
       gbrain_rank.recency_component('daily/x/y', :now, :now, 'daily/x/:1:9') AS longer,
       gbrain_rank.recency_component('evergreen/x', :now, :now, 'evergreen/:0:5') AS evergreen;
SELECT gbrain_rank.recency_component('daily/x', :now, :now, 'daily/:7');
-- It is refused as well where no row has a date.
SELECT gbrain_rank.recency_component('daily/x', NULL, :now, 'daily/:7');
-- Two of them side by side in one statement.
SELECT sum(gbrain_rank.recency_component('a/x', :now, :now, 'a/:1:1')) AS ones,
       sum(gbrain_rank.recency_component('a/x', :now, :now, 'a/:1:2')) AS twos,
       round(sum(gbrain_rank.recency_component('a/x', :now, :now, CASE WHEN n % 2 = 0 THEN 'a/:1:1' END))::numeric, 9) AS mixed
FROM generate_series(1, 100) AS n;

-- Ten thousand prefixes: the longest still wins, and quickly.
SELECT set_config('gbrain_rank.recency_decay', string_agg(format('p%s/:7:%s', n, n), ','), false) IS NOT NULL AS set
FROM generate_series(1, 10000) AS n;
SELECT gbrain_rank.recency_component('p9999/x', :now, :now) AS p9999, gbrain_rank.recency_component('p999/x', :now, :now) AS p999;
SET statement_timeout = '10s';
SELECT round(sum(gbrain_rank.recency_component('p' || n % 10000 || '/x', :now, :now))::numeric, 3) AS total FROM generate_series(1, 100000) AS n;
RESET statement_timeout;
RESET gbrain_rank.recency_decay;

-- now defaults to the start of the transaction.
BEGIN;
SELECT gbrain_rank.recency_component('daily/x', now()) = gbrain_rank.recency_component('daily/x', now(), now()) AS same;
COMMIT;

-- hyperbolic_decay takes everything from its arguments.
SELECT gbrain_rank.hyperbolic_decay(7, 14, 1.5) AS one, gbrain_rank.hyperbolic_decay(-7, 14, 1.5) AS future,
       gbrain_rank.hyperbolic_decay(7, 0, 1) AS evergreen, gbrain_rank.hyperbolic_decay(7, 7, 0) AS worthless,
       gbrain_rank.hyperbolic_decay(1e308, 1e308, 1e308) AS large, gbrain_rank.hyperbolic_decay(1, 5e-324, 1) AS tiny;
SELECT gbrain_rank.hyperbolic_decay(1, -1, 1);
SELECT gbrain_rank.hyperbolic_decay(1, 1, -1);

-- It may stand in an index.
CREATE SCHEMA t_recency;
CREATE TABLE t_recency.pages (slug text, age float8);
CREATE INDEX ON t_recency.pages (gbrain_rank.hyperbolic_decay(age, 30, 1));
SET client_min_messages = warning;
DROP SCHEMA t_recency CASCADE;
