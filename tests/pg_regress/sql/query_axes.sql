-- Questions as people ask them: the cue words say how to rank and are not looked for, though old pages hold them as bait.
SET gbrain_rank.text_rank = 'ts_rank';
CREATE SCHEMA t_query_axes;
SET search_path = t_query_axes, public;
SET timezone = 'UTC';
SET datestyle = 'ISO';

SELECT gbrain_rank.create_memory('memory', 'english');
INSERT INTO memory (slug, title, body, effective_date, tags, updated_at) VALUES
    ('companies/acme', 'Acme', 'Acme makes rockets. Acme was founded in 1949.', '2024-02-01', NULL, '2024-02-01'),
    ('meetings/2026-06-14-acme', 'Acme renewal call', 'Acme wants two more years.', '2026-06-14 15:00Z', NULL, '2026-06-14'),
    ('daily/2026-06-15', 'Monday', 'Acme went live with the new importer, and Acme is happy.', '2026-06-15 08:00Z', NULL, '2026-06-15'),
    ('chat/acme-2025', 'Chat with Acme', 'Acme asked about prices.', '2025-01-10', NULL, '2025-01-10'),
    ('people/anna', 'Anna of Acme', 'An old friend of Acme.', '2025-06-15', '{wedding}', '2025-06-15'),
    ('writing/going', 'What is going on and going on', 'Keep going. What is going on, what''s new, catch up, today, this week, right now.', '2019-05-01', NULL, '2019-05-01'),
    ('writing/acme-going', 'What is going on with Acme', 'Going, going, gone.', '2019-05-01', NULL, '2019-05-01'),
    ('media/articles/ai-new', 'AI writes proofs', 'A model of AI.', '2026-06-10', NULL, '2026-06-10'),
    ('media/articles/ai-old', 'AI plays chess', 'The AI of 1997.', '2020-06-10', NULL, '2020-06-10'),
    ('media/articles/news', 'Latest news on the latest news', 'News, news, news. The latest.', '2018-01-01', NULL, '2018-01-01'),
    ('deals/orbit', 'Deal with Orbit', 'The deal closes in spring.', '2026-05-01', NULL, '2026-05-01'),
    ('notes/remind', 'Remind me', 'Remind me about everything; remind me.', '2021-01-01', NULL, '2021-01-01'),
    ('people/zoe', 'Zoe Quill', 'Zoe Quill is the CEO of widget-co.', '2026-04-01', NULL, '2026-04-01'),
    ('people/yan', 'Yan Ortiz', 'Yan Ortiz was the CEO of widget-co until 2022.', '2021-03-01', NULL, '2021-03-01'),
    ('notes/now', 'Right now', 'Who is who right now, and who is the CEO of another company.', '2017-01-01', NULL, '2017-01-01'),
    ('runbooks/kubernetes', 'Kubernetes upgrade plan', 'Drain, upgrade, uncordon.', '2025-11-01', NULL, '2025-11-01'),
    ('runbooks/nodes', 'Kubernetes node upgrade', 'One node after the other.', '2025-11-01', NULL, '2025-11-01'),
    ('notes/plan', 'Holiday plan', 'The plan is a plan.', '2026-06-14', NULL, '2026-06-14'),
    ('concepts/embedding', 'Embedding', 'An embedding is a vector that stands for a text.', '2023-01-01', NULL, '2023-01-01'),
    ('daily/2026-06-14', 'Sunday', 'Read about the embedding of graphs.', '2026-06-14 20:00Z', NULL, '2026-06-14'),
    ('daily/2026-06-16', 'Tuesday', 'Planned: the embedding talk.', '2026-06-16 08:00Z', NULL, '2026-06-15');
INSERT INTO memory_takes (memory_id, holder, weight) SELECT id, 'self', 0.9 FROM memory, generate_series(1, 4) WHERE slug = 'people/anna';

CREATE FUNCTION ask(question text, salience text DEFAULT NULL, recency text DEFAULT NULL) RETURNS TABLE (rank int, slug text, phase text, axes text, reason text, terms text) LANGUAGE sql AS $$
    SELECT rank, slug, phase, concat_ws(' ', 'salience', explain #>> '{_resolved,salience}', 'recency', explain #>> '{_resolved,recency}'), explain #>> '{_resolved,reason}', explain #>> '{_resolved,terms}'
    FROM gbrain_rank.query('memory', question, 10, salience, recency, explain => true, now => '2026-06-15 12:00Z') $$;

SELECT * FROM ask('what''s going on with acme');
SELECT * FROM ask('catch me up on acme');
SELECT * FROM ask('What''s new with Acme?');
SELECT * FROM ask('acme');
SELECT * FROM ask('who is acme');
SELECT * FROM ask('tell me about acme');
SELECT * FROM ask('what happened today');
SELECT * FROM ask('what happened this week');
SELECT * FROM ask('what''s going on');
SELECT * FROM ask('latest news on AI');
SELECT * FROM ask('remind me about the deal');
SELECT * FROM ask('who is the CEO of widget-co right now');
SELECT * FROM ask('who is the CEO of widget-co');
SELECT * FROM ask('kubernetes upgrade plan');
SELECT * FROM ask('what is an embedding');
SELECT * FROM ask('what''s the latest on embedding');
-- Quoted text is looked for, whatever it says.
SELECT * FROM ask('"what is going on"');
SELECT * FROM ask('"going on" acme');
-- An argument wins over the question, axis by axis.
SELECT * FROM ask('what''s going on with acme', recency => 'off');
SELECT * FROM ask('what''s going on with acme', salience => 'off');
SELECT * FROM ask('who is acme', recency => 'strong');
-- The three ways to rank give three orders: by text alone, by age, by what matters.
SELECT salience, recency, string_agg(slug, ', ' ORDER BY rank) FROM (VALUES ('off', 'off'), ('off', 'strong'), ('strong', 'off')) AS v (salience, recency), gbrain_rank.query('memory', 'acme', 6, v.salience, v.recency, now => '2026-06-15 12:00Z') GROUP BY 1, 2 ORDER BY 1, 2;
-- The same questions a year later: what was new is old.
SELECT rank, slug, round(score::numeric, 4) AS score FROM gbrain_rank.query('memory', 'what''s going on with acme', 3, now => '2027-06-15 12:00Z');
SELECT count(*) FROM gbrain_rank.query('memory', 'what happened today', now => '2027-06-15 12:00Z');
-- Chinese cues only where they were asked for; a question without English words ranks by text alone.
INSERT INTO memory (slug, title, effective_date) VALUES ('notes/zh', '项目', '2026-06-14');
SELECT salience, recency FROM gbrain_rank.resolve_axes('项目 最新 进展');

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_axes CASCADE;
