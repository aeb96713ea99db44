-- How a question wants to be ranked.
CREATE SCHEMA t_axes;
SET search_path = t_axes, public;

-- One question for each reason.
SELECT q AS query, a.salience, a.recency, a.reason, a.terms, a.cues
FROM (VALUES
    ('who is widget-ceo'),
    ('who is the CEO of widget-co right now'),
    ('what happened today'),
    ('what''s going on with acme'),
    ('latest news on AI'),
    ('remind me about the deal'),
    ('kubernetes upgrade plan'),
    ('"what''s new" by acme'),
    ('  What’s   NEW? ')) AS questions(q),
    gbrain_rank.resolve_axes(q) AS a;

-- An explicit mode wins, axis by axis.
SELECT * FROM gbrain_rank.resolve_axes('catch me up on acme', salience => 'off');
SELECT * FROM gbrain_rank.resolve_axes('catch me up on acme', recency => 'strong');
SELECT * FROM gbrain_rank.resolve_axes('who is acme', 'strong', 'on');
SELECT salience, recency, salience_source, recency_source FROM gbrain_rank.resolve_axes('acme', NULL, NULL);

-- No question.
SELECT * FROM gbrain_rank.resolve_axes(NULL);
SELECT * FROM gbrain_rank.resolve_axes('', 'on', 'on');

-- Other words are no modes.
SELECT gbrain_rank.resolve_axes('acme', 'high');
SELECT gbrain_rank.resolve_axes('acme', NULL, 'ON');
SELECT gbrain_rank.resolve_axes(NULL, '');
\echo :LAST_ERROR_SQLSTATE

-- Chinese counts when it is asked for.
SELECT q AS query, a.salience, a.recency, a.terms, a.cues
FROM (VALUES ('acme 的最新进展'), ('今天发生了什么'), ('谁是张三'), ('latest news on AI')) AS questions(q),
    gbrain_rank.resolve_axes(q) AS a;
SET gbrain_rank.intent_languages = 'en,zh';
SELECT q AS query, a.salience, a.recency, a.terms, a.cues
FROM (VALUES ('acme 的最新进展'), ('今天发生了什么'), ('谁是张三'), ('latest news on AI')) AS questions(q),
    gbrain_rank.resolve_axes(q) AS a;
RESET gbrain_rank.intent_languages;

-- Long and hostile text is read in linear time.
SELECT length(a.terms) AS terms, cardinality(a.cues) AS cues
FROM (VALUES (repeat('latest ', 14000)), (repeat('«', 50000)), (repeat('what does mean ', 7000)), (repeat('x', 100000))) AS texts(q),
    gbrain_rank.resolve_axes(q) AS a;

-- How it may be called.
SELECT provolatile, proparallel, proisstrict, proretset, pg_get_function_result(oid)
FROM pg_proc WHERE oid = 'gbrain_rank.resolve_axes(text, text, text)'::regprocedure;

DROP SCHEMA t_axes CASCADE;
