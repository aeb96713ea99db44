-- Five questions to `query`: the answer as a table, then the explanation of its first row.
\pset footer off

PREPARE answer(text) AS
    SELECT rank, slug, phase, round(score::numeric, 4) AS score, effective_date::date AS date
    FROM gbrain_rank.query('brain', $1, k => 5);
PREPARE explanation(text) AS
    SELECT gbrain_rank.explain_query('brain', $1, k => 1);

\set show_question '\\echo \\echo :rule \\echo :question \\echo :rule \\echo \\pset tuples_only off \\pset format aligned'
\set show_explanation '\\pset tuples_only on \\pset format unaligned'
\set rule ------------------------------------------------------------------------

\echo
\echo '==> query: recency and salience as the question asks for them'

\set question 'what''s going on with acme'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'catch me up on widget-co'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'what happened today'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'who is the CEO of widget-co right now'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');

\set question 'kubernetes upgrade plan'
:show_question
EXECUTE answer(:'question');
:show_explanation
EXECUTE explanation(:'question');
