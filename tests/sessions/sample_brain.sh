#!/usr/bin/env bash
# The sample brain loads, and answers its questions as a person would expect.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 -c 'CREATE EXTENSION pg_trgm' -c 'CREATE EXTENSION gbrain_rank'
for part in brain cards wiki; do
    [ ! -f "examples/$part.sql" ] || psql -X -q -v ON_ERROR_STOP=1 -f "examples/$part.sql" >/dev/null
    # The pages of the first part alone answer the questions below.
    [ $part != brain ] || psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE asked (question text, rank int, slug text, phase text, age int);
CREATE FUNCTION ask(question text) RETURNS void LANGUAGE sql BEGIN ATOMIC
    INSERT INTO asked
    SELECT question, hit.rank, hit.slug, hit.phase, extract(day FROM now() - hit.effective_date)
    FROM gbrain_rank.query('brain', question, k => 20) AS hit;
END;
CREATE FUNCTION expect(question text, expectation text, holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF holds IS NOT TRUE THEN
        RAISE EXCEPTION '"%" does not hold: %', question, expectation USING DETAIL = (
            SELECT coalesce(string_agg(format('%s. %s (%s, %s days)', rank, slug, phase, age), E'\n' ORDER BY rank), 'no rows')
            FROM asked WHERE asked.question = expect.question);
    END IF;
END
$$;

DO $$
DECLARE
    q text;
BEGIN
    ASSERT (SELECT count(*) FROM brain) >= 80, 'at least 80 memories';
    FOREACH q IN ARRAY ARRAY['people', 'companies', 'meetings', 'daily', 'chat', 'concepts', 'writing', 'media/x',
        'media/articles', 'deals', 'runbooks', 'projects'] LOOP
        ASSERT EXISTS (SELECT FROM brain WHERE starts_with(slug, q || '/')), q;
    END LOOP;
    ASSERT (SELECT count(*) FROM brain_takes) >= 10, 'takes';
    ASSERT EXISTS (SELECT FROM brain WHERE title ~ '[一-龥]'), 'some Chinese';

    FOREACH q IN ARRAY ARRAY['what''s going on with acme', 'catch me up on acme'] LOOP
        PERFORM ask(q);
        PERFORM expect(q, 'the three newest kinds of acme page come first',
            (SELECT bool_and(age <= 3) FROM asked WHERE question = q AND rank <= 3));
        PERFORM expect(q, 'no old page with cue words among the first five',
            NOT EXISTS (SELECT FROM asked WHERE question = q AND rank <= 5 AND (slug ~ 'going' OR slug ~ 'catching')));
    END LOOP;

    q := 'what happened today';
    PERFORM ask(q);
    PERFORM expect(q, 'today''s pages only, by date',
        (SELECT count(*) >= 3 AND bool_and(phase = 'recent') AND bool_and(age < 1) FROM asked WHERE question = q));

    q := 'latest news on AI';
    PERFORM ask(q);
    PERFORM expect(q, 'the first three are of the last two weeks',
        (SELECT bool_and(age <= 14) FROM asked WHERE question = q AND rank <= 3));

    q := 'remind me about the deal';
    PERFORM ask(q);
    PERFORM expect(q, 'deals first', (SELECT bool_and(slug LIKE 'deals/%') FROM asked WHERE question = q AND rank <= 4));

    q := 'who is the CEO of widget-co right now';
    PERFORM ask(q);
    PERFORM expect(q, 'the present one first, the former behind',
        (SELECT min(rank) FILTER (WHERE slug = 'people/priya-raman') = 1
            AND min(rank) FILTER (WHERE slug = 'people/tom-whitaker') > 1 FROM asked WHERE question = q));

    q := 'kubernetes upgrade plan';
    PERFORM ask(q);
    PERFORM expect(q, 'all three words first',
        (SELECT min(rank) FILTER (WHERE slug = 'projects/kubernetes-upgrade-plan') = 1 FROM asked WHERE question = q));
    PERFORM expect(q, 'only "plan" stays behind what shares more',
        (SELECT coalesce(min(rank) FILTER (WHERE slug !~ 'kubernetes'), 99) > max(rank) FILTER (WHERE slug ~ 'kubernetes')
         FROM asked WHERE question = q));

    q := 'zeppelin hangar';
    PERFORM ask(q);
    PERFORM expect(q, 'nothing is invented', NOT EXISTS (SELECT FROM asked WHERE question = q));
END
$$;
SQL
done
