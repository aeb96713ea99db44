-- Five tasks for `retrieve`: the answer as a table, then the explanation of its first row; at the end
-- the Markdown that an agent would read.
\pset footer off

PREPARE task(text, text, text, text, text, jsonb) AS
    SELECT rank, layer, type, slug, round(score::numeric, 3) AS score, scope_weight AS weight
    FROM gbrain_rank.retrieve('brain', $1, k => 4, asset_id => $2, project_id => $3, db_type => $4, profile_id => $5,
        context_tags => $6, baseline_k => 3);
PREPARE explanation(text, text, text, text, text, jsonb) AS
    SELECT line
    FROM (SELECT line, n, count(*) FILTER (WHERE line = 'inner statements') OVER (ORDER BY n) AS statements
          FROM gbrain_rank.explain_retrieve('brain', $1, k => 1, asset_id => $2, project_id => $3, db_type => $4, profile_id => $5,
              context_tags => $6, baseline_k => 0) WITH ORDINALITY AS explained(line, n)) AS part
    WHERE statements = 0
    ORDER BY n;

\set show_question '\\echo \\echo :rule \\echo :question \\echo :scope \\echo :rule \\echo :order \\echo \\pset tuples_only off \\pset format aligned'
\set show_explanation '\\pset tuples_only on \\pset format unaligned'
\set rule ------------------------------------------------------------------------
\set by_group 'Ordered by group, whatever the scores: corrections by people, then the error code (exact),\nall words (strict), some words (relaxed), and last the baseline (global).\nInside a group: what is bound to the task first, then errors, then the score.'
\set order :by_group

\echo
\echo '==> retrieve: scope first, then the error code, then the words'

\set question 'month-end report failed again: ora-01555 snapshot too old'
\set scope '(asset ora-erp-01, Oracle, profile prod)'
:show_question
EXECUTE task(:'question', 'ora-erp-01', NULL, 'Oracle', 'prod', NULL);
:show_explanation
EXECUTE explanation(:'question', 'ora-erp-01', NULL, 'Oracle', 'prod', NULL);

\set scope '(the same question on asset ora-dw-02: the cards of ora-erp-01 are behind its wall)'
:show_question
EXECUTE task(:'question', 'ora-dw-02', NULL, 'Oracle', NULL, NULL);
:show_explanation
EXECUTE explanation(:'question', 'ora-dw-02', NULL, 'Oracle', NULL, NULL);

\set question 'optimizer hints'
\set scope '(project erp-migration: what the project prefers)'
:show_question
EXECUTE task(:'question', NULL, 'erp-migration', 'oracle', NULL, NULL);
:show_explanation
EXECUTE explanation(:'question', NULL, 'erp-migration', 'oracle', NULL, NULL);

\set question '批量更新 锁等待超时'
\set scope '(context_tags asset_id dm-gov-01, db_type dm)'
:show_question
EXECUTE task(:'question', NULL, NULL, NULL, NULL, '{"asset_id":"dm-gov-01","db_type":"dm"}');
:show_explanation
EXECUTE explanation(:'question', NULL, NULL, NULL, NULL, '{"asset_id":"dm-gov-01","db_type":"dm"}');

\set question 'quorum journal checksum drift'
\set scope '(asset pg-shop-01: nothing is known, only the baseline answers)'
\set order 'Only the baseline, ordered by scope weight, then by how often a card was seen.'
:show_question
EXECUTE task(:'question', 'pg-shop-01', NULL, 'postgresql', 'prod', NULL);
:show_explanation
EXECUTE explanation(:'question', 'pg-shop-01', NULL, 'postgresql', 'prod', NULL);

\echo
\echo '==> memory_md: the first task as an agent reads it'
\echo
\pset tuples_only on
\pset format unaligned
SELECT gbrain_rank.memory_md('brain', 'month-end report failed again: ora-01555 snapshot too old', k => 2, asset_id => 'ora-erp-01',
    db_type => 'oracle', profile_id => 'prod', baseline_k => 2);
\pset tuples_only off
\pset format aligned
\pset footer on
DEALLOCATE task;
DEALLOCATE explanation;
