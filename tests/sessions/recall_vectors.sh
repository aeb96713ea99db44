#!/usr/bin/env bash
# The decided values of recall through SQL: every factor, the tokens, and for the corpus every ranking
# with every component of its breakdown, within 1e-9.
set -euo pipefail
export PSQLRC=/dev/null

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
\set vectors `cat tests/vectors/recall.json`
CREATE TABLE vectors AS SELECT :'vectors'::jsonb AS vectors;

-- A list, or a text that is a list of one, or nothing.
CREATE FUNCTION texts(value jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE jsonb_typeof(value)
        WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(value))
        WHEN 'string' THEN ARRAY[value #>> '{}']
    END
$$;
CREATE FUNCTION day(days int) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN '2026-06-01 00:00+00'::timestamptz - days * interval '1 day';
CREATE FUNCTION memory(page jsonb) RETURNS float8 LANGUAGE sql STABLE
RETURN gbrain_rank.memory_score((page ->> 'importance')::float8, day((page ->> 'days_old')::int), (page ->> 'access_count')::bigint,
    (page ->> 'pinned')::boolean, page ->> 'status', page ->> 'type', day(0));
CREATE FUNCTION base(query text, topic text, page jsonb) RETURNS float8 LANGUAGE sql STABLE
RETURN 0.3 * gbrain_rank.token_overlap(query, page ->> 'title', page ->> 'body', texts(page -> 'tags'))
    + gbrain_rank.substring_bonus(query, page ->> 'title', page ->> 'body')
    + gbrain_rank.topic_trace_bonus(page -> 'traces', topic);
-- The domains and keywords of the goals of the corpus with these slugs.
CREATE FUNCTION domains(slugs text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(domain) FROM vectors, jsonb_array_elements(vectors #> '{corpus,goals}') AS goal, unnest(texts(goal -> 'domains')) AS domain
    WHERE goal ->> 'slug' = ANY (slugs)
$$;
CREATE FUNCTION keywords(slugs text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(keyword) FROM vectors, jsonb_array_elements(vectors #> '{corpus,goals}') AS goal, unnest(texts(goal -> 'keywords')) AS keyword
    WHERE goal ->> 'slug' = ANY (slugs)
$$;
CREATE FUNCTION total(query text, topic text, page jsonb, goals text[]) RETURNS float8 LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN base > 0 THEN base * gbrain_rank.type_boost(page ->> 'type') + gbrain_rank.review_bonus(page -> 'review')
            + 0.5 * memory(page)
            + gbrain_rank.goal_boost(page ->> 'area', concat_ws(E'\n', page ->> 'title', page ->> 'body'), domains(goals), keywords(goals))
        ELSE 0 END
    FROM base(query, topic, page) AS base
$$;

CREATE FUNCTION found(factor text, i jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
    words int;
    score float8;
BEGIN
    CASE factor
        WHEN 'token_overlap' THEN
            words := gbrain_rank.token_overlap(i ->> 'query', i ->> 'title', i ->> 'body', texts(i -> 'tags'));
            RETURN jsonb_build_object('count', words, 'value', 0.3::float8 * words);
        WHEN 'substring' THEN RETURN to_jsonb(gbrain_rank.substring_bonus(i ->> 'query', i ->> 'title', i ->> 'body'));
        WHEN 'topic_trace' THEN RETURN to_jsonb(gbrain_rank.topic_trace_bonus(i -> 'traces', i ->> 'topic_id'));
        WHEN 'type_boost' THEN RETURN to_jsonb((i ->> 'base')::float8 * gbrain_rank.type_boost(i ->> 'type'));
        WHEN 'review_bonus' THEN RETURN to_jsonb(gbrain_rank.review_bonus(i -> 'review'));
        WHEN 'memory_score' THEN
            score := memory(i);
            RETURN jsonb_build_object('score', score, 'component', 0.5 * score, 'tier', gbrain_rank.memory_tier(score));
        WHEN 'tier' THEN RETURN to_jsonb(gbrain_rank.memory_tier((i ->> 'score')::float8));
        WHEN 'half_life_days' THEN
            -- After so many days half of the importance is left (and the days are whole).
            score := ln(2) / -ln(gbrain_rank.memory_score(1.0, day(1), 0, false, 'stale', i ->> 'type', day(0)));
            RETURN to_jsonb(score);
        WHEN 'goal_boost' THEN
            score := CASE WHEN (i ->> 'relevance_before')::float8 = 0 THEN 0
                ELSE gbrain_rank.goal_boost(i ->> 'area', i ->> 'searchable', domains(texts(i -> 'goals')), keywords(texts(i -> 'goals'))) END;
            RETURN to_jsonb(score);
        WHEN 'base_gate' THEN RETURN to_jsonb(total(i ->> 'query', i ->> 'topic_id', i -> 'page', texts(i -> 'goals')));
        WHEN 'freshness' THEN RETURN to_jsonb(gbrain_rank.freshness(day((i ->> 'days_old')::int), day(0)));
    END CASE;
END $$;

-- Equal, numbers within 1e-9.
CREATE FUNCTION same(found jsonb, expected jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE jsonb_typeof(expected)
        WHEN 'number' THEN coalesce(abs((found #>> '{}')::float8 - (expected #>> '{}')::float8) <= 1e-9, false)
        WHEN 'object' THEN (SELECT bool_and(CASE jsonb_typeof(value)
            WHEN 'number' THEN coalesce(abs((found ->> key)::float8 - (value #>> '{}')::float8) <= 1e-9, false)
            ELSE found -> key = value END) FROM jsonb_each(expected))
        ELSE found = expected
    END
$$;

DO $$
DECLARE
    v jsonb;
BEGIN
    FOR v IN SELECT jsonb_array_elements(vectors -> 'factors') FROM vectors LOOP
        ASSERT same(found(v ->> 'factor', v -> 'input'), v -> 'expected'),
            format('%s: %s, found %s', v ->> 'id', v, found(v ->> 'factor', v -> 'input'));
    END LOOP;
    FOR v IN SELECT jsonb_array_elements(vectors -> 'tokens') FROM vectors LOOP
        ASSERT to_jsonb(gbrain_rank.tokens(v ->> 'text')) = v -> 'tokens', format('%s, found %s', v, gbrain_rank.tokens(v ->> 'text'));
    END LOOP;
END $$;

-- The corpus as a memory table.
SELECT gbrain_rank.create_memory('corpus') \g /dev/null
INSERT INTO corpus (slug, title, body, type, area, status, enabled, pinned, importance, access_count, tags, traces, review, created_at, updated_at)
SELECT page ->> 'slug', page ->> 'title', page ->> 'body', page ->> 'type', page ->> 'area', page ->> 'status', page ->> 'archived' = 'false',
       (page ->> 'pinned')::boolean, (page ->> 'importance')::float8, (page ->> 'access_count')::bigint, texts(page -> 'tags'),
       page -> 'traces', nullif(page -> 'review', 'null'), (page ->> 'created')::timestamptz, (page ->> 'created')::timestamptz
FROM vectors, jsonb_array_elements(vectors #> '{corpus,pages}') AS page;
INSERT INTO corpus_goals (slug, status, domains, keywords)
SELECT goal ->> 'slug', goal ->> 'status', texts(goal -> 'domains'), texts(goal -> 'keywords')
FROM vectors, jsonb_array_elements(vectors #> '{corpus,goals}') AS goal;

CREATE FUNCTION recalled(q jsonb) RETURNS TABLE(rank int, slug text, score float8, explain jsonb) LANGUAGE sql AS $$
    SELECT rank, slug, score, explain
    FROM gbrain_rank.recall_knowledge('corpus', q ->> 'query', q ->> 'topic', k => (q ->> 'limit')::int,
        goal_boost => q ->> 'goal' <> 'none',
        goals => CASE WHEN q ->> 'goal' NOT IN ('none', 'active') THEN regexp_split_to_array(q ->> 'goal', '\s*,\s*') END,
        areas => regexp_split_to_array(q ->> 'scope', '\s*,\s*'), types => CASE WHEN q ->> 'type' IS NOT NULL THEN ARRAY[q ->> 'type'] END,
        now => '2026-06-01 00:00+00', explain => true)
$$;
DO $$
DECLARE
    q jsonb;
    e jsonb;
    r record;
BEGIN
    FOR q IN SELECT jsonb_array_elements(vectors -> 'queries') FROM vectors LOOP
        ASSERT (SELECT coalesce(jsonb_agg(slug ORDER BY rank), '[]') FROM recalled(q)) = q #> '{expected,ranking}',
            format('%s: found %s', q ->> 'id', (SELECT jsonb_agg(slug ORDER BY rank) FROM recalled(q)));
        FOR r IN SELECT * FROM recalled(q) LOOP
            e := q #> '{expected,rows}' -> (r.rank - 1);
            ASSERT same(r.explain || jsonb_build_object('score', r.score), jsonb_build_object(
                'token_overlap_count', e -> 'token_overlap_count', 'token_overlap', e -> 'token_overlap',
                'title_substring', e -> 'title_substring', 'body_substring', e -> 'body_substring', 'topic_trace', e -> 'topic_trace',
                'base', e -> 'base', 'type_boost', e -> 'type_multiplier',
                'review_bonus', (e ->> 'review_decision')::float8 + (e ->> 'review_failure')::float8,
                'memory', e -> 'memory_component', 'goal_area', e -> 'goal_area', 'goal_keyword', e -> 'goal_keyword',
                'total', e -> 'final', 'score', e -> 'final', 'matched', e -> 'matched_tokens')),
                format('%s: %s, found %s', q ->> 'id', e, r.explain);
        END LOOP;
    END LOOP;
END $$;
SQL
