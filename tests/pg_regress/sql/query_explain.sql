-- Every score recomputes, to 1e-9, from what explain prints and from the row itself.
SET gbrain_rank.text_rank = 'ts_rank';
CREATE SCHEMA t_query_explain;
SET search_path = t_query_explain, public;
SET timezone = 'UTC';
SET datestyle = 'ISO';

CREATE TABLE page AS
SELECT n AS id,
    (ARRAY['people/a', 'daily/b', 'concepts/c', 'media/x/d', 'media/articles/e', 'unmapped/f', 'deals/g', 'writing/h', NULL])[1 + n % 9] || n AS slug,
    CASE n % 4 WHEN 0 THEN 'Alpha report' WHEN 1 THEN 'Beta' WHEN 2 THEN 'Gamma and alpha' END AS title,
    repeat('alpha ', n % 3) || repeat('beta ', n % 5) || repeat('delta ', n % 2) || 'filler' AS body,
    CASE WHEN n % 10 <> 0 THEN timestamptz '2026-06-15 12:00Z' - (n * 7.3 - 20) * interval '1 day' END AS effective_date,
    CASE WHEN n % 6 <> 0 THEN (n % 5) / 3.7::float8 END AS emotional_weight,
    CASE WHEN n % 7 <> 0 THEN n % 8 - 1 END AS active_takes
FROM generate_series(1, 90) AS n;
ALTER TABLE page ADD content_tsv tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A') || to_tsvector('pg_catalog.english', coalesce(body, ''))) STORED;

-- What each part must be by the page on ranking, in SQL of its own: nothing here calls the extension but query().
CREATE FUNCTION wrong_parts(question text, salience text, recency text, floor_ratio float8 DEFAULT 0, semantic text[] DEFAULT NULL, decay text DEFAULT NULL)
RETURNS TABLE (phase text, rows bigint, wrong bigint, parts text) LANGUAGE sql AS $$
    WITH hit AS (
        SELECT q.phase, q.score, q.id AS hit_id, q.effective_date AS hit_date, explain AS e, page.*
        FROM gbrain_rank.query('page', question, 200, salience, recency, semantic => semantic, decay => decay, now => '2026-06-15 12:00Z', explain => true) AS q
        JOIN page ON page.id::text = q.id
    ), part AS (
        SELECT hit.*, (e ->> 'base')::float8 AS base, (e ->> 'text_score')::float8 AS text_score,
            (e #>> '{recency,halflife_days}')::float8 AS halflife, (e #>> '{recency,coefficient}')::float8 AS coefficient,
            (e #>> '{recency,days_old}')::float8 AS days_old, (e #>> '{recency,component}')::float8 AS component, (e #>> '{recency,factor}')::float8 AS recency_factor,
            (e #>> '{salience,emotional_weight}')::float8 AS weight, (e #>> '{salience,active_takes}')::float8 AS takes,
            (e #>> '{salience,score}')::float8 AS salience_score, (e #>> '{salience,factor}')::float8 AS salience_factor,
            (e ->> 'floor')::float8 AS floor, (e ->> 'best')::float8 AS best,
            (e ->> 'lexical_rank')::float8 AS lexical_rank, (e ->> 'semantic_rank')::float8 AS semantic_rank
        FROM hit
    ), checked AS (
        SELECT part.phase, c.part FROM part
        CROSS JOIN LATERAL (SELECT floor IS NULL OR base >= floor * CASE part.phase WHEN 'fused' THEN 1 ELSE best END AS boosted) AS f
        CROSS JOIN LATERAL (VALUES
            ('score', abs(score - base * recency_factor * salience_factor) <= 1e-9),
            ('printed score', (e ->> 'score')::float8 = score),
            ('printed phase', e ->> 'phase' = part.phase),
            ('base', CASE part.phase
                WHEN 'recent' THEN base = 1
                WHEN 'fused' THEN abs(base - (coalesce(1 / (60 + lexical_rank), 0) + coalesce(1 / (60 + semantic_rank), 0)) / best) <= 1e-9
                ELSE base = text_score END),
            ('text_score', CASE part.phase
                WHEN 'recent' THEN text_score IS NULL
                WHEN 'trigram' THEN abs(text_score - greatest(word_similarity(question, title), word_similarity(question, slug))) <= 1e-9
                WHEN 'fused' THEN true
                ELSE abs(text_score - ts_rank(content_tsv, replace(plainto_tsquery('pg_catalog.english', question)::text, '&', '|')::tsquery)) <= 1e-7 END),
            ('days_old', CASE WHEN effective_date IS NULL THEN days_old IS NULL
                ELSE abs(days_old - greatest(0, extract(epoch FROM timestamptz '2026-06-15 12:00Z' - effective_date) / 86400)) <= 1e-9 END),
            ('date', hit_date IS NOT DISTINCT FROM effective_date),
            ('decay', concat_ws(' ', e #>> '{recency,prefix}', halflife, coefficient) = CASE
                WHEN decay IS NOT NULL AND slug LIKE 'people/%' THEN 'people/ 7.5 2' WHEN slug LIKE 'people/%' THEN 'people/ 365 0.3'
                WHEN slug LIKE 'daily/%' THEN 'daily/ 14 1.5' WHEN slug LIKE 'concepts/%' THEN 'concepts/ 0 0' WHEN slug LIKE 'media/x/%' THEN 'media/x/ 7 1.5'
                WHEN slug LIKE 'media/articles/%' THEN 'media/articles/ 90 0.5' WHEN slug LIKE 'deals/%' THEN 'deals/ 180 0.5'
                WHEN slug LIKE 'writing/%' THEN 'writing/ 365 0.4' ELSE ' 90 0.3' END),
            ('component', abs(component - CASE WHEN halflife = 0 OR coefficient = 0 OR days_old IS NULL THEN 0 ELSE coefficient * halflife / (halflife + days_old) END) <= 1e-9),
            ('recency factor', abs(recency_factor - CASE WHEN boosted THEN 1 + CASE e #>> '{_resolved,recency}' WHEN 'on' THEN 1.0 WHEN 'strong' THEN 1.5 ELSE 0 END * component ELSE 1 END) <= 1e-9),
            ('weight', weight = least(1, coalesce(emotional_weight, 0))),
            ('takes', takes = greatest(0, coalesce(active_takes, 0))),
            ('salience score', abs(salience_score - (5 * weight + ln(1 + takes))) <= 1e-9),
            ('salience factor', abs(salience_factor - CASE WHEN boosted AND salience_score > 0
                THEN 1 + CASE e #>> '{_resolved,salience}' WHEN 'on' THEN 0.15 WHEN 'strong' THEN 0.30 ELSE 0 END * ln(1 + salience_score) ELSE 1 END) <= 1e-9),
            ('floor', floor IS NOT DISTINCT FROM nullif(floor_ratio, 0)),
            ('best', CASE part.phase WHEN 'fused' THEN best IS NOT NULL
                ELSE best IS NOT DISTINCT FROM CASE WHEN floor_ratio > 0 THEN (SELECT max((o.e ->> 'base')::float8) FROM hit AS o WHERE o.phase = part.phase) END END)
        ) AS c (part, holds)
        WHERE holds IS NOT TRUE
    )
    SELECT hit.phase, count(*), (SELECT count(*) FROM checked WHERE checked.phase = hit.phase),
        (SELECT string_agg(DISTINCT part, ', ') FROM checked WHERE checked.phase = hit.phase)
    FROM hit GROUP BY hit.phase ORDER BY hit.phase
$$;

SELECT question, axes, w.* FROM unnest(ARRAY['alpha beta delta', 'beta', 'alpah', 'what''s new', 'beta zzz']) AS question,
    unnest(ARRAY['off off', 'on off', 'off on', 'on on', 'strong strong']) AS axes, wrong_parts(question, split_part(axes, ' ', 1), split_part(axes, ' ', 2)) AS w
ORDER BY question, axes, w.phase;
-- With a floor, with decay of the call, and fused.
SET gbrain_rank.floor_ratio = '0.6';
SELECT question, w.* FROM unnest(ARRAY['alpha beta delta', 'beta', 'alpah', 'what''s new']) AS question,
    wrong_parts(question, 'on', 'strong', 0.6) AS w ORDER BY question, w.phase;
SELECT question, w.* FROM unnest(ARRAY['alpha beta delta', 'alpah', 'zzz']) AS question,
    wrong_parts(question, 'on', 'strong', 0.6, '{3,33,200,7,7,90,1}') AS w ORDER BY question, w.phase;
RESET gbrain_rank.floor_ratio;
SELECT question, w.* FROM unnest(ARRAY['alpha beta', 'alpah', 'what''s new', 'zzz']) AS question,
    wrong_parts(question, 'strong', 'on', 0, '{3,33,200,7,7,90,1}') AS w ORDER BY question, w.phase;
SELECT * FROM wrong_parts('alpha beta', 'strong', 'strong', 0, NULL, 'people/:7.5:2');

-- bm25: the base is the sum over the terms, from idf, tf and the row's length; with statistics and without.
CREATE FUNCTION wrong_bm25() RETURNS TABLE (rows bigint, wrong bigint) LANGUAGE sql AS $$
    SELECT count(*), count(*) FILTER (WHERE (abs(base - by_hand) <= 1e-9 AND length = length(content_tsv)) IS NOT TRUE)
    FROM gbrain_rank.query('page', 'alpha beta delta', 200, 'on', 'on', now => '2026-06-15 12:00Z', explain => true) AS q JOIN page ON page.id::text = q.id,
        LATERAL (SELECT (explain ->> 'base')::float8, (explain #>> '{bm25,k1}')::float8, (explain #>> '{bm25,b}')::float8, (explain #>> '{bm25,length}')::float8, (explain #>> '{bm25,average_length}')::float8) AS e (base, k1, b, length, average),
        LATERAL (SELECT sum(idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * coalesce(length / average, 1))))
            FROM jsonb_each(explain -> 'terms') AS t, LATERAL (SELECT (value ->> 'idf')::float8, (value ->> 'tf')::float8) AS v (idf, tf)) AS s (by_hand) $$;
SET gbrain_rank.text_rank = 'bm25';
SELECT * FROM wrong_bm25();
ANALYZE page;
SELECT * FROM wrong_bm25();
SET gbrain_rank.bm25_k1 = '1.7';
SET gbrain_rank.bm25_b = '0.9';
SELECT * FROM wrong_bm25();
RESET gbrain_rank.bm25_k1;
RESET gbrain_rank.bm25_b;
SET gbrain_rank.text_rank = 'ts_rank';

-- One row in full. Base: "beta" in the title (A: 1.0) and twice in the body (D: 0.1): (1 + 0.1/4 + 0.1/9) / (pi^2/6).
SELECT jsonb_pretty(explain) FROM gbrain_rank.query('page', 'beta', 1, 'on', 'strong', slug_prefix => 'daily/b37', now => '2026-06-15 12:00Z', explain => true);
SELECT ((1 + 0.1 / 4 + 0.1 / 9) / 1.64493406685)::float4 AS base, 37 * 7.3 - 20 AS days_old, 1 + 1.5 * 1.5 * 14 / (14 + (37 * 7.3 - 20)) AS recency, 1 + 0.15 * ln(1 + 5 * 2 / 3.7 + ln(1 + 4)) AS salience;
-- Written in full, whatever the session prints: the same double comes back.
SET extra_float_digits = -15;
SELECT bool_and(e = full_e) FROM (SELECT explain::text AS e FROM gbrain_rank.query('page', 'beta alpha', 50, 'on', 'on', now => '2026-06-15 12:00Z', explain => true) ORDER BY rank) AS short
    FULL JOIN (SELECT explain::text AS full_e FROM gbrain_rank.query('page', 'beta alpha', 50, 'on', 'on', now => '2026-06-15 12:00Z', explain => true) ORDER BY rank) AS long ON e = full_e;
RESET extra_float_digits;
-- Only when it is asked for, and the same rows either way.
SELECT count(explain) FROM gbrain_rank.query('page', 'beta', now => '2026-06-15 12:00Z');
SELECT bool_and((a.id, a.score, a.snippet) = (b.id, b.score, b.snippet)) FROM gbrain_rank.query('page', 'beta alpha', 90, now => '2026-06-15 12:00Z') AS a
    FULL JOIN gbrain_rank.query('page', 'beta alpha', 90, now => '2026-06-15 12:00Z', explain => true) AS b USING (rank);
-- How the question was read.
SELECT DISTINCT explain -> '_resolved' AS resolved FROM gbrain_rank.query('page', 'what''s going on with alpha', explain => true, now => '2026-06-15 12:00Z');
SELECT DISTINCT explain -> '_resolved' AS resolved FROM gbrain_rank.query('page', 'who is alpha', salience => 'strong', explain => true, now => '2026-06-15 12:00Z');

-- The same for a person, with the statements that were run.
\pset format unaligned
SELECT * FROM gbrain_rank.explain_query('page', 'beta', 1, 'on', 'strong', slug_prefix => 'daily/b37', now => '2026-06-15 12:00Z');
-- Of the others only what is said about the question and the rows.
CREATE FUNCTION said(lines text[]) RETURNS SETOF text LANGUAGE sql AS $$ SELECT line FROM unnest(lines) AS line WHERE line !~ '^  +(SELECT|FROM|JOIN|WHERE|AND|SET)' $$;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'beta', 2, 'on', 'strong', types => NULL, since => '2025-10-01', until => '2026-06-01', semantic => '{37}', scope => '{}', now => '2026-06-15 12:00Z') AS line;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'what''s the latest on alpah', 1, now => '2026-06-15 12:00Z') AS line;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'what''s new', 1, now => '2026-06-15 12:00Z') AS line;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'alpha beta "', 1, explain => false, now => '2026-06-15 12:00Z') AS line;
SET gbrain_rank.floor_ratio = '0.5';
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'beta', 1, 'on', 'on', now => '2026-06-15 12:00Z') AS line;
RESET gbrain_rank.floor_ratio;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', 'nothing like it', now => '2026-06-15 12:00Z') AS line;
SELECT said(array_agg(line)) FROM gbrain_rank.explain_query('page', '', now => '2026-06-15 12:00Z') AS line;
\pset format aligned
\set VERBOSITY terse
DROP SCHEMA t_query_explain CASCADE;
