-- recall: six factors and the goals, what happened beside what was learned, and what use changes.
\pset footer off
\pset tuples_only off
\pset format aligned

\echo
\echo '==> recall: what was learned, and why each page stands where it stands'
\echo
\set question 'what should we do when postgres runs out of connections'
\echo :question
\echo
\echo 'Ordered by score; what it is made of stands beside it.'
\echo
SELECT rank, slug, type, round(score::numeric, 3) AS score,
       (SELECT string_agg('- ' || reason, E'\n') FROM jsonb_array_elements_text(explain -> 'reasons') AS reason) AS because
FROM gbrain_rank.recall_knowledge('brain', :'question', k => 3, goal_boost => false, explain => true);

\echo
\echo '==> recall with a goal: the active goal stable-checkout lifts pages on databases and pools'
\echo
\echo 'Ordered by the score with goals.'
\echo
SELECT plain.slug, round(plain.score::numeric, 3) AS without_goals, round(goal.score::numeric, 3) AS with_goals,
       goal.explain ->> 'goal_area' AS area, goal.explain ->> 'goal_keyword' AS keyword
FROM gbrain_rank.recall_knowledge('brain', 'retry after the pool was exhausted', k => 10, goal_boost => false) AS plain
JOIN gbrain_rank.recall_knowledge('brain', 'retry after the pool was exhausted', k => 10, explain => true) AS goal USING (id)
ORDER BY goal.rank;

\echo
\echo '==> recall: what happened (the freshest first) beside what was learned'
\echo
\echo 'What happened is ordered by freshness, what was learned by score.'
\echo
SELECT jsonb_pretty(gbrain_rank.recall('brain', '连接池', k => 2)) AS recall;

\echo
\echo '==> use_memory: the third use makes a provisional page active, and its memory stronger'
\echo
\echo 'One page: before, at each use, after.'
\echo
SELECT 'before' AS use, status, round(memory_score::numeric, 3) AS memory_score, round(score::numeric, 3) AS score
FROM gbrain_rank.recall_knowledge('brain', 'retry storm', k => 1);
SELECT access_count, status FROM generate_series(1, 3) AS use,
LATERAL gbrain_rank.use_memory('brain', (SELECT id::text FROM brain WHERE slug = 'wiki/retry-storm' AND use > 0));
SELECT 'after' AS use, status, round(memory_score::numeric, 3) AS memory_score, round(score::numeric, 3) AS score
FROM gbrain_rank.recall_knowledge('brain', 'retry storm', k => 1);
