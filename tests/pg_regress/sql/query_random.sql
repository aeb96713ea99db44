-- 300 random questions over a random corpus: query() against the same contract in plain SQL, row by row and score by score.
SET gbrain_rank.text_rank = 'ts_rank';
CREATE SCHEMA t_query_random;
SET search_path = t_query_random, public;
SET timezone = 'UTC';
SELECT setseed(0.20260615);

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text VOLATILE LANGUAGE sql AS $$ SELECT choices[1 + floor(random() * cardinality(choices))::int] $$;
-- 40 words, the first ones frequent and the last ones rare.
CREATE FUNCTION word() RETURNS text VOLATILE LANGUAGE sql AS $$ SELECT 'word' || chr(97 + (40 * power(random(), 2.5))::int / 7) || chr(97 + (40 * power(random(), 2.5))::int % 7) $$;
CREATE FUNCTION words(n int) RETURNS text VOLATILE LANGUAGE sql AS $$ SELECT coalesce(string_agg(word(), ' '), '') FROM generate_series(1, n) $$;

CREATE TABLE page AS
SELECT n AS id, pick('people/', 'daily/', 'concepts/', 'media/x/', 'media/articles/', 'deals/', 'notes/', NULL) || word() || n AS slug,
    pick('note', 'meeting', 'person', NULL) AS type, CASE WHEN random() < 0.8 THEN words(1 + (random() * 3)::int) END AS title, CASE WHEN random() < 0.9 THEN words((random() * 40)::int) END AS body,
    CASE WHEN random() < 0.6 THEN timestamptz '2026-06-20' - random() * 900 * interval '1 day' END AS effective_date,
    CASE WHEN random() < 0.6 THEN date_trunc('day', timestamptz '2026-06-20' - random() * 900 * interval '1 day') END AS updated_at,
    CASE WHEN random() < 0.6 THEN timestamptz '2026-01-01' END AS created_at,
    CASE WHEN random() < 0.6 THEN random() END AS emotional_weight, CASE WHEN random() < 0.6 THEN (random() * 9)::int END AS active_takes,
    pick('active', 'active', 'active', 'stale', 'archived', 'dropped', 'superseded', NULL) AS status, CASE WHEN random() < 0.5 THEN random() < 0.9 END AS enabled,
    CASE WHEN random() < 0.05 THEN 7 END AS superseded_by, pick('{"asset_id":"a"}', '{"asset_id":"b","project_id":"p"}', '{}', NULL)::jsonb AS context_tags
FROM generate_series(1, 1500) AS n;
ALTER TABLE page ADD content_tsv tsvector, ADD title_tsv tsvector;
UPDATE page SET title_tsv = setweight(to_tsvector('pg_catalog.simple', coalesce(title, '')), 'A'), content_tsv = setweight(to_tsvector('pg_catalog.simple', coalesce(title, '')), 'A') || setweight(to_tsvector('pg_catalog.simple', coalesce(body, '')), 'B') WHERE id % 50 <> 0;
CREATE INDEX ON page USING gin (content_tsv);
ANALYZE page;

-- The contract of query(), sections matching, scoring and order, for a question whose tsqueries are given.
CREATE FUNCTION contract(strict tsquery, relaxed tsquery, lexemes tsquery, terms text, plain boolean, k int, salience text, recency text, since timestamptz, until timestamptz, types text[], slug_prefix text, scope jsonb, floor_ratio float8)
RETURNS TABLE (rank int, id text, phase text, score float8) LANGUAGE sql AS $$
    WITH gated AS MATERIALIZED (
        SELECT page.*, coalesce(effective_date, updated_at, created_at) AS date,
            gbrain_rank.recency_factor(slug, coalesce(effective_date, updated_at, created_at), recency, '2026-06-15 12:00Z')
            * gbrain_rank.salience_factor(gbrain_rank.salience_score(emotional_weight, active_takes), salience) AS boost
        FROM page
        WHERE enabled IS NOT FALSE AND superseded_by IS NULL AND coalesce(status, 'active') NOT IN ('archived', 'dropped', 'superseded')
            AND (contract.since IS NULL OR coalesce(effective_date, updated_at, created_at) >= contract.since) AND (contract.until IS NULL OR coalesce(effective_date, updated_at, created_at) <= contract.until)
            AND (contract.types IS NULL OR type = ANY (contract.types)) AND (contract.slug_prefix IS NULL OR starts_with(slug, contract.slug_prefix))
            AND (contract.scope IS NULL OR gbrain_rank.scope_visible(context_tags, contract.scope))
    ), matched AS MATERIALIZED (
        SELECT 1 AS nth, 'strict' AS phase, id, date, boost, ts_rank(content_tsv, lexemes)::float8 AS base FROM gated WHERE content_tsv @@ strict
        UNION ALL
        SELECT 2, 'relaxed', id, date, boost, ts_rank(content_tsv, lexemes) FROM gated WHERE content_tsv @@ relaxed AND NOT content_tsv @@ strict
    ), found AS (
        SELECT * FROM matched
        UNION ALL
        SELECT 3, 'trigram', id, date, boost, similarity FROM gated, LATERAL (SELECT greatest(word_similarity(terms, title), word_similarity(terms, slug))::float8) AS s (similarity)
        WHERE plain AND similarity >= 0.5 AND NOT EXISTS (SELECT FROM matched)
    )
    SELECT row_number() OVER best, id::text, phase, base * boosted
    FROM (SELECT *, CASE WHEN floor_ratio = 0 OR base >= floor_ratio * max(base) OVER (PARTITION BY nth) THEN boost ELSE 1 END AS boosted FROM found) AS f
    WINDOW best AS (ORDER BY nth, base * boosted DESC, date DESC NULLS LAST, id)
    ORDER BY 1 LIMIT k
$$;

CREATE TABLE trial (n int, kind text, question text, k int, rows int, phases text, wrong_rows int, score_error float8, call jsonb);
DO $$
DECLARE
    n int; kind text; question text; all_terms tsquery; any_term tsquery; lexemes tsquery; terms text; phrase text;
    k int; salience text; recency text; since timestamptz; until timestamptz; types text[]; slug_prefix text; scope jsonb; floor_ratio text;
BEGIN
    FOR n IN 1..300 LOOP
        kind := pick('words', 'words', 'words', 'words', 'negation', 'phrase', 'or', 'misspelt');
        terms := words(1 + floor(random() * 4)::int);
        lexemes := replace(plainto_tsquery('pg_catalog.simple', terms)::text, '&', '|')::tsquery;
        all_terms := plainto_tsquery('pg_catalog.simple', terms);
        any_term := CASE WHEN terms ~ ' ' THEN lexemes END;
        CASE kind
        WHEN 'words' THEN question := terms;
        WHEN 'misspelt' THEN
            question := replace(terms, 'word', 'xword');
            all_terms := plainto_tsquery('pg_catalog.simple', question); lexemes := all_terms; any_term := CASE WHEN terms ~ ' ' THEN replace(all_terms::text, '&', '|')::tsquery END; terms := question;
        WHEN 'negation' THEN
            phrase := word();
            question := terms || ' -' || phrase;
            all_terms := all_terms && !!plainto_tsquery('pg_catalog.simple', phrase); any_term := NULL;
        WHEN 'phrase' THEN
            phrase := words(2);
            question := '"' || phrase || '" ' || terms;
            all_terms := phraseto_tsquery('pg_catalog.simple', phrase) && all_terms; any_term := NULL;
            lexemes := replace(plainto_tsquery('pg_catalog.simple', phrase || ' ' || terms)::text, '&', '|')::tsquery;
        ELSE
            phrase := words(2);
            question := terms || ' or ' || phrase;
            all_terms := all_terms || plainto_tsquery('pg_catalog.simple', phrase);
            any_term := replace(plainto_tsquery('pg_catalog.simple', terms || ' ' || phrase)::text, '&', '|')::tsquery; lexemes := any_term; terms := question;
        END CASE;
        k := pick('10', '10', '10', '1', '3', '50', '1000')::int;
        salience := pick('off', 'on', 'strong');
        recency := pick('off', 'on', 'strong');
        since := CASE WHEN random() < 0.2 THEN timestamptz '2024-06-01' + random() * 600 * interval '1 day' END;
        until := CASE WHEN random() < 0.2 THEN date_trunc('day', timestamptz '2025-06-01' + random() * 600 * interval '1 day') END;
        types := CASE WHEN random() < 0.2 THEN ARRAY[pick('note', 'meeting'), pick('person', 'none')] END;
        slug_prefix := CASE WHEN random() < 0.2 THEN pick('people/', 'media/', 'daily/word', 'c') END;
        scope := CASE WHEN random() < 0.2 THEN pick('{}', '{"asset_id":"a"}', '{"asset_id":"b","project_id":"p"}')::jsonb END;
        floor_ratio := pick('0', '0', '0', '0.4', '0.9', '1');
        PERFORM set_config('gbrain_rank.floor_ratio', floor_ratio, false), set_config('gbrain_rank.pruning', pick('on', 'on', 'off'), false);
        INSERT INTO trial
        SELECT n, kind, question, k, count(e.id), string_agg(DISTINCT e.phase, ' ' ORDER BY e.phase),
            count(*) FILTER (WHERE (q.rank, q.id, q.phase) IS DISTINCT FROM (e.rank, e.id, e.phase)), max(abs(q.score - e.score)),
            jsonb_build_object('salience', salience, 'recency', recency, 'since', since, 'until', until, 'types', types, 'slug_prefix', slug_prefix, 'scope', scope, 'floor', floor_ratio)
        FROM gbrain_rank.query('page', question, k, salience, recency, to_char(since, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), to_char(until, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), scope, types, slug_prefix,
            now => '2026-06-15 12:00Z', text_config => 'pg_catalog.simple') AS q
        FULL JOIN contract(all_terms, any_term, lexemes, terms, kind IN ('words', 'misspelt', 'or'), k, salience, recency, since, until, types, slug_prefix, scope, floor_ratio::float8) AS e USING (rank);
    END LOOP;
END $$;
RESET gbrain_rank.floor_ratio;
RESET gbrain_rank.pruning;

SELECT count(*) AS questions, sum(rows) > 2000 AS enough_rows, sum(wrong_rows) AS wrong_rows, coalesce(max(score_error), 0) <= 1e-9 AS scores_agree FROM trial;
SELECT question, kind, k, rows, phases, wrong_rows, score_error, call FROM trial WHERE wrong_rows > 0 OR score_error > 1e-9 ORDER BY n LIMIT 5;
-- Every phase and every kind had its turn.
SELECT DISTINCT phase FROM trial, regexp_split_to_table(phases, ' ') AS phase ORDER BY 1;
SELECT kind, count(*) > 10 AS tried, bool_or(rows > 0) AS found FROM trial GROUP BY kind ORDER BY kind;

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_random CASCADE;
