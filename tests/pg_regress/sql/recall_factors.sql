-- The factors of recall as SQL functions: values, NULLs, refused values, labels.
CREATE SCHEMA t_recall_factors;
SET search_path = t_recall_factors, public;
SET timezone = 'UTC';

-- Distinct tokens of the query among those of title, body and tags.
SELECT query, gbrain_rank.token_overlap(query, title, body, tags) AS count
FROM (VALUES
    ('git branch strategy', 'Git branching', 'branch strategy', '{git}'::text[]),
    ('rust rust', 'rust', 'rust and algorithms', NULL),
    ('go', 'golang', 'hexagonal', '{}'),
    ('数据库连接池', '数据库连接池调优', NULL, NULL),
    ('c++', 'C++ notes', '', NULL),
    ('user_id', NULL, 'set user_id = 7', NULL),
    ('the of and', 'the of and', 'the', '{the}'),
    ('deploy', NULL, NULL, '{ops,NULL,deploy}'),
    ('', 'anything', 'anything', NULL),
    (NULL, 'anything', 'anything', NULL)
) AS cases(query, title, body, tags);

-- The query in the title (1.0) and in the body (0.5). A short ASCII query must be a word.
SELECT query, title, body, gbrain_rank.substring_bonus(query, title, body) AS bonus
FROM (VALUES
    ('git branch', 'Git Branching', 'about git branch'),
    ('git branch', 'none', 'about GIT BRANCH'),
    ('  pool  ', 'Pool', 'pool'),
    ('go', 'golang', 'hexagonal'),
    ('go', 'go语言', 'Go!'),
    ('c#', 'C# async', 'c#'),
    ('.net', 'the .NET runtime', 'dotnet'),
    ('锁', '锁', '死锁'),
    ('lang', 'golang', NULL),
    ('50%', '150%', '50 %'),
    ('is the', 'what is the matter', 'is the'),
    ('', '', ''),
    (NULL, 'x', 'x'),
    ('x', NULL, NULL)
) AS cases(query, title, body);

-- A discussion of the topic counts once; ids compare as text.
SELECT traces, topic, gbrain_rank.topic_trace_bonus(traces::jsonb, topic) AS bonus
FROM (VALUES
    ('[{"kind":"discuss","id":7}]', '7'),
    ('[{"kind":"discuss","id":"7"}]', '7'),
    ('[{"kind":"execution","id":7}]', '7'),
    ('[{"kind":"discuss","id":7},{"id":"7","kind":"discuss","at":"now"}]', '7'),
    ('[{"kind":"discuss","id":8}, 7, "7", null, [{"kind":"discuss","id":7}]]', '7'),
    ('{"kind":"discuss","id":7}', '7'),
    ('[{"kind":"discuss","id":7.0}]', '7'),
    ('[{"kind":"discuss","id":null},{"kind":"discuss"},{"id":"7"}]', '7'),
    ('[]', '7'),
    ('"discuss"', '7'),
    ('null', '7'),
    (NULL, '7'),
    ('[{"kind":"discuss","id":7}]', NULL)
) AS cases(traces, topic);

SELECT type, gbrain_rank.type_boost(type) AS boost
FROM (VALUES ('anti-pattern'), ('strategy'), ('concept'), ('runbook'), (''), (NULL)) AS cases(type);

SELECT review, gbrain_rank.review_bonus(review::jsonb) AS bonus
FROM (VALUES
    ('{"decision_correct":false}'),
    ('{"outcome":"failure"}'),
    ('{"decision_correct":false,"outcome":"failure","lesson":"x"}'),
    ('{"decision_correct":true,"outcome":"success"}'),
    ('{"decision_correct":null,"outcome":"Failure"}'),
    ('{"decision_correct":"false","outcome":["failure"]}'),
    ('["failure"]'),
    ('{}'),
    ('false'),
    (NULL)
) AS cases(review);

-- The memory curve, at a fixed now.
SELECT type, status, days, uses, pinned,
       round(score::numeric, 9) AS score, gbrain_rank.memory_tier(score) AS tier
FROM (VALUES
    ('concept', 'active', 0.7, 365, 0, false),
    ('strategy', 'active', 0.7, 50, 0, false),
    ('anti-pattern', 'active', 0.7, 70, 0, false),
    ('runbook', 'active', 0.7, 50, 0, false),
    (NULL, NULL, NULL, 0, NULL, NULL),
    ('strategy', 'stale', 0.8, 30, 3, false),
    ('strategy', 'provisional', 0.5, 100, 2, true),
    ('strategy', 'active', 0.5, -5, 0, false),
    ('concept', 'archived', 1.0, 0, 9, true),
    ('concept', 'dropped', 1.0, 0, 9, true),
    ('concept', 'superseded', 1.0, 0, 9, true)
) AS cases(type, status, importance, days, uses, pinned),
LATERAL gbrain_rank.memory_score(importance, '2026-06-01 12:00+00'::timestamptz - days * interval '1 day',
    uses, pinned, status, type, '2026-06-01 23:59+00') AS score;

-- Without a creation date a row is as old as today; a NULL now is the time of the call.
SELECT gbrain_rank.memory_score(0.5, NULL, 0, false, 'active', 'note', '2026-06-01') AS undated,
       gbrain_rank.memory_score(0.5, now(), 0, false, 'active', 'note', NULL) AS today;

SELECT score, gbrain_rank.memory_tier(score) AS tier
FROM (VALUES (0.7), (0.69999), (0.4), (0.39999), (0.15), (0.14999), (0), (-1), (NULL::float8)) AS cases(score);

-- Area and keyword, once each; trimmed, case ignored, no word bounds.
SELECT area, searchable, domains, keywords,
       gbrain_rank.goal_boost(area, searchable, domains, keywords) AS boost
FROM (VALUES
    ('databases', 'a pool note', '{Databases}'::text[], '{Pool,note}'::text[]),
    ('DATABASES ', 'x', '{databases}', '{pool}'),
    ('ops', 'carpool', '{databases}', '{pool}'),
    ('ops', 'x', '{databases,NULL}', '{NULL}'),
    ('', '', '{""}', '{"", " "}'),
    (NULL, NULL, '{databases}', '{pool}'),
    ('databases', '连接池', NULL, '{连接池}'),
    ('databases', 'pool', NULL, NULL)
) AS cases(area, searchable, domains, keywords);

SELECT days, gbrain_rank.freshness('2026-06-01 12:00+00'::timestamptz - days * interval '1 day', '2026-06-01 12:00+00') AS freshness
FROM (VALUES (-3.0), (0.0), (0.9), (1.0), (1.5), (14.0), (89.0), (NULL)) AS cases(days);

-- NaN and infinity are refused.
\set VERBOSITY sqlstate
SELECT gbrain_rank.memory_score('NaN', now(), 0, false, 'active', 'note', now());
SELECT gbrain_rank.memory_score('infinity', now(), 0, false, 'active', 'note', now());
SELECT gbrain_rank.memory_score(0.5, '-infinity', 0, false, 'active', 'note', now());
SELECT gbrain_rank.memory_score(0.5, now(), 0, false, 'active', 'note', 'infinity');
SELECT gbrain_rank.memory_tier('NaN');
SELECT gbrain_rank.freshness('infinity', now());
SELECT gbrain_rank.freshness(now(), '-infinity');
\set VERBOSITY default
SELECT gbrain_rank.memory_tier('NaN');
SELECT gbrain_rank.memory_score('NaN', now(), 0, false, 'active', 'note', now());
\set VERBOSITY terse

-- What the planner may assume.
SELECT p.oid::regprocedure AS function, provolatile, proparallel, proisstrict
FROM pg_proc p
WHERE pronamespace = 'gbrain_rank'::regnamespace
  AND proname IN ('token_overlap', 'substring_bonus', 'topic_trace_bonus', 'type_boost', 'review_bonus',
                  'memory_score', 'memory_tier', 'goal_boost', 'freshness')
ORDER BY proname COLLATE "C";
SELECT count(*) AS without_comment
FROM pg_proc p
WHERE pronamespace = 'gbrain_rank'::regnamespace
  AND proname IN ('token_overlap', 'substring_bonus', 'topic_trace_bonus', 'type_boost', 'review_bonus',
                  'memory_score', 'memory_tier', 'goal_boost', 'freshness', 'create_eval_log')
  AND obj_description(p.oid, 'pg_proc') IS NULL;

DROP SCHEMA t_recall_factors CASCADE;
