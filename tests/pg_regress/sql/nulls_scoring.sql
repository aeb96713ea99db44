-- NULL is neutral, NaN and infinity as an argument are refused: one line for each argument.
SET timezone = 'UTC';
\set now '\'2026-05-04T12:00:00Z\'::timestamptz'
\pset null null

SELECT gbrain_rank.recency_component(NULL, :now, :now) AS no_slug, gbrain_rank.recency_component('daily/x', NULL, :now) AS no_date,
       gbrain_rank.recency_component('daily/x', now(), NULL) AS no_now, gbrain_rank.recency_component('daily/x', :now, :now, NULL) AS no_decay,
       gbrain_rank.recency_component(NULL, NULL, NULL, NULL) AS nothing;
SELECT gbrain_rank.recency_factor(NULL, :now, 'on', :now) AS no_slug, gbrain_rank.recency_factor('daily/x', NULL, 'on', :now) AS no_date,
       gbrain_rank.recency_factor('daily/x', :now, NULL, :now) AS no_mode;
SELECT gbrain_rank.hyperbolic_decay(NULL, 1, 1) AS no_age, gbrain_rank.hyperbolic_decay(1, NULL, 1) AS no_halflife, gbrain_rank.hyperbolic_decay(1, 1, NULL) AS no_coefficient;
SELECT gbrain_rank.salience_score(NULL, 3) AS no_weight, gbrain_rank.salience_score(0.5, NULL) AS no_takes,
       gbrain_rank.salience_factor(NULL, 'on') AS no_score, gbrain_rank.salience_factor(1, NULL) AS no_mode;
SELECT gbrain_rank.emotional_weight(NULL, NULL) AS nothing, gbrain_rank.emotional_weight(NULL, NULL, NULL, NULL) AS all_null;
SELECT * FROM gbrain_rank.effective_date(NULL, NULL, NULL, NULL, NULL, NULL);
SELECT gbrain_rank.since_bound(NULL, NULL) AS since, gbrain_rank.until_bound(NULL, NULL) AS until;

SELECT gbrain_rank.recency_component('daily/x', 'infinity', :now);
SELECT gbrain_rank.recency_component('daily/x', '-infinity', :now);
SELECT gbrain_rank.recency_component('daily/x', :now, 'infinity');
SELECT gbrain_rank.recency_factor('daily/x', 'infinity', 'on', :now);
SELECT gbrain_rank.hyperbolic_decay('NaN', 1, 1);
SELECT gbrain_rank.hyperbolic_decay(1, 'Infinity', 1);
SELECT gbrain_rank.hyperbolic_decay(1, 1, '-Infinity');
SELECT gbrain_rank.salience_score('NaN', 1);
SELECT gbrain_rank.salience_score('Infinity', 1);
SELECT gbrain_rank.salience_factor('NaN', 'on');
SELECT gbrain_rank.effective_date('x', NULL, NULL, NULL, NULL, 'infinity');
SELECT gbrain_rank.since_bound('7d', '-infinity');

-- How the planner may treat these functions.
SELECT p.proname, p.provolatile AS volatile, p.proparallel AS parallel, p.proisstrict AS strict, p.procost AS cost, p.prorows AS rows
FROM pg_catalog.pg_proc AS p
WHERE p.pronamespace = 'gbrain_rank'::regnamespace
  AND p.proname IN ('decay_map', 'recency_component', 'recency_factor', 'hyperbolic_decay', 'decay_from_yaml', 'salience_score', 'salience_factor',
                    'emotional_weight', 'effective_date', 'since_bound', 'until_bound', 'settings')
ORDER BY p.proname;
SELECT p.oid::regprocedure AS without_comment
FROM pg_catalog.pg_proc AS p
WHERE p.pronamespace = 'gbrain_rank'::regnamespace
  AND p.proname IN ('decay_map', 'recency_component', 'recency_factor', 'hyperbolic_decay', 'decay_from_yaml', 'salience_score', 'salience_factor',
                    'emotional_weight', 'effective_date', 'since_bound', 'until_bound', 'settings')
  AND pg_catalog.obj_description(p.oid, 'pg_proc') IS NULL;
