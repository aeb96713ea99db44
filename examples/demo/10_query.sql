-- Five questions to `query`: the answer as a table, then the explanation of its first row. The
-- statements that the search ran are shown for the first question only, long lines cut.
\pset footer off

PREPARE answer(text) AS
    SELECT rank, slug, phase, round(score::numeric, 4) AS score, effective_date::date AS date
    FROM gbrain_rank.query('brain', $1, k => 5);
PREPARE whole_explanation(text) AS
    SELECT CASE WHEN length(line) > 120 THEN left(line, 117) || '...' ELSE line END
    FROM gbrain_rank.explain_query('brain', $1, k => 1) AS line;
PREPARE explanation(text) AS
    SELECT line
    FROM (SELECT line, n, count(*) FILTER (WHERE line = 'inner statements') OVER (ORDER BY n) AS statements
          FROM gbrain_rank.explain_query('brain', $1, k => 1) WITH ORDINALITY AS explained(line, n)) AS part
    WHERE statements = 0
    ORDER BY n;

\set show_question '\\echo \\echo :rule \\echo :question \\echo :rule \\echo :order \\echo \\pset tuples_only off \\pset format aligned'
\set show_explanation '\\pset tuples_only on \\pset format unaligned'
\set rule ------------------------------------------------------------------------
\set by_phase 'Ordered by phase, then by score: rows with all words (strict) stand before\nrows with some (relaxed), whatever their scores.'

\echo
\echo '==> query: recency and salience as the question asks for them'

\set question 'what''s going on with acme'
\set order 'Ordered by score: words x recency x salience, since the question asks for news.'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE whole_explanation(:'question');
\echo
\echo 'The statements are left out from here on. explain_query prints them whole.'

\set question 'what is acme'
\set order 'Ordered by score: the words alone, since the question asks what holds whatever the day.'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'what happened today'
\set order 'Ordered by score: no word is left to look for, so recency x salience of the pages of today.'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'who is the CEO of widget-co right now'
\set order :by_phase
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'kubernetes upgrade plan'
\set order :by_phase
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');
DEALLOCATE answer;
DEALLOCATE whole_explanation;
DEALLOCATE explanation;
