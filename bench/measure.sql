-- What is measured: each row of the design's table of speed, as two statements that run in turn.
\set ON_ERROR_STOP on
SET search_path = bench, public;
SET client_min_messages = warning;

-- What an earlier measurement of the same tables has left.
DROP TABLE IF EXISTS bench.work, bench.result, bench.dated, bench.english, bench.growth, bench.axes, bench.same CASCADE;
DROP ROUTINE IF EXISTS bench.milliseconds, bench.median, bench.run, bench.by_query, bench.by_sql, bench.by_count,
    bench.measure_growth, bench.compare;

CREATE TABLE bench.work (
    number int PRIMARY KEY,
    label text NOT NULL,
    -- At most this share of the other statement's time.
    bar float8 NOT NULL,
    ours text NOT NULL,
    theirs text NOT NULL,
    -- Taken off both times: a scan that neither can do without.
    base text,
    settings text[] NOT NULL DEFAULT '{}'
);
CREATE TABLE bench.result (
    number int REFERENCES bench.work,
    round text,
    ours_ms float8,
    theirs_ms float8,
    base_ms float8,
    ratio float8,
    PRIMARY KEY (number, round)
);

CREATE FUNCTION bench.milliseconds(statement text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    started timestamptz := clock_timestamp();
BEGIN
    EXECUTE statement;
    RETURN 1000 * extract(epoch FROM clock_timestamp() - started);
END
$$;

CREATE FUNCTION bench.median(numbers float8[]) RETURNS float8 LANGUAGE sql AS $$
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n) FROM unnest(numbers) AS n
$$;

-- Runs both statements in turn, once to warm up and then `repeats` times, and keeps the medians.
CREATE PROCEDURE bench.run(which int, round text, repeats int) LANGUAGE plpgsql AS $$
DECLARE
    work bench.work;
    setting text;
    ours float8[];
    theirs float8[];
    base float8[];
BEGIN
    SELECT * INTO STRICT work FROM bench.work WHERE number = which;
    FOREACH setting IN ARRAY work.settings LOOP
        PERFORM set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true);
    END LOOP;
    PERFORM bench.milliseconds(work.ours), bench.milliseconds(work.theirs);
    FOR i IN 1..repeats LOOP
        ours := ours || bench.milliseconds(work.ours);
        theirs := theirs || bench.milliseconds(work.theirs);
        base := base || CASE WHEN work.base IS NULL THEN 0 ELSE bench.milliseconds(work.base) END;
    END LOOP;
    INSERT INTO bench.result
    SELECT which, round, o, t, b, (o - b) / nullif(t - b, 0)
    FROM (SELECT bench.median(ours), bench.median(theirs), bench.median(base)) AS m(o, t, b);
END
$$;

-- The SQL that people write: a CASE over slug prefixes for recency, a logarithm for salience.
SELECT $$(CASE
    WHEN slug LIKE 'media/articles/%' THEN 0.5 * 90 / (90 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'media/x/%' THEN 1.5 * 7 / (7 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'concepts/%' THEN 0
    WHEN slug LIKE 'originals/%' THEN 0.5 * 180 / (180 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'writing/%' THEN 0.4 * 365 / (365 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'daily/%' THEN 1.5 * 14 / (14 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'meetings/%' THEN 1.0 * 60 / (60 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'chat/%' THEN 1.0 * 7 / (7 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'people/%' THEN 0.3 * 365 / (365 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'companies/%' THEN 0.3 * 365 / (365 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    WHEN slug LIKE 'deals/%' THEN 0.5 * 180 / (180 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
    ELSE 0.3 * 90 / (90 + greatest(0, extract(epoch FROM '2026-01-01 00:00+00'::timestamptz - effective_date) / 86400))
END)::float8$$ AS recency_case
\gset
SELECT '(1 + ' || :'recency_case' || ') * (1 + 0.15 * ln(1 + 5 * emotional_weight + ln(1 + active_takes)))' AS boost
\gset

CREATE FUNCTION bench.by_query(query text, axes text, source text DEFAULT 'bench.memory') RETURNS text LANGUAGE sql AS $$
    SELECT format('SELECT id FROM gbrain_rank.query(%L::regclass, %L, 10, salience => %L, recency => %L, now => ''2026-01-01 00:00+00'')',
        source, query, axes, axes)
$$;
CREATE FUNCTION bench.by_sql(query text, boost text) RETURNS text LANGUAGE sql AS $$
    SELECT format('SELECT id FROM bench.memory WHERE content_tsv @@ %L ORDER BY ts_rank(content_tsv, %L)::float8 * %s DESC LIMIT 10',
        query, query, boost)
$$;
CREATE FUNCTION bench.by_count(query text) RETURNS text LANGUAGE sql AS $$
    SELECT format('SELECT count(*) FROM bench.memory WHERE content_tsv @@ %L', query)
$$;

CREATE TABLE bench.dated AS SELECT slug, effective_date FROM bench.memory;
CREATE TABLE bench.english AS
SELECT string_agg(description, '. ') AS body
FROM (SELECT description, row_number() OVER (ORDER BY objoid, classoid, objsubid) / 20 AS part FROM pg_description) AS d
GROUP BY part;
VACUUM (ANALYZE) bench.dated, bench.english;

INSERT INTO bench.work VALUES
(1, 'recency_component per row, against the CASE (scan subtracted)', 0.2,
    $$SELECT sum(gbrain_rank.recency_component(slug, effective_date, '2026-01-01 00:00+00')) FROM bench.dated$$,
    format('SELECT sum(%s) FROM bench.dated', :'recency_case'),
    $$SELECT sum(0.5::float8) FROM bench.dated WHERE slug IS NOT NULL AND effective_date IS NOT NULL$$,
    '{max_parallel_workers_per_gather=0}'),
(2, 'query, a term of 5 % of the rows, both axes on, against the SQL form', 0.5,
    bench.by_query('fortivex', 'on'), bench.by_sql('fortivex', :'boost'), NULL, '{gbrain_rank.text_rank=ts_rank}'),
(3, 'the same, against count(*) (titles hold the term)', 2,
    bench.by_query('fortivex', 'on'), bench.by_count('fortivex'), NULL, '{gbrain_rank.text_rank=ts_rank}'),
(4, 'the same, no title holds the term', 4,
    bench.by_query('bodivex', 'on'), bench.by_count('bodivex'), NULL, '{gbrain_rank.text_rank=ts_rank}'),
(5, 'two terms OR-ed, half of the rows, both axes on, against the SQL form', 0.35,
    bench.by_query('halvax or halvix', 'on'), bench.by_sql('halvax | halvix', :'boost'), NULL, '{gbrain_rank.text_rank=ts_rank}'),
(6, '8 words, bm25, axes off, against ts_rank over the OR', 0.04,
    bench.by_query('askavex askbvex askcvex askdvex askevex askfvex askgvex askhvex', 'off'),
    bench.by_sql('askavex | askbvex | askcvex | askdvex | askevex | askfvex | askgvex | askhvex', '1'),
    NULL, '{gbrain_rank.text_rank=bm25}'),
(7, '8 words, bm25, both axes on, against the SQL form', 0.1,
    bench.by_query('askavex askbvex askcvex askdvex askevex askfvex askgvex askhvex', 'on'),
    bench.by_sql('askavex | askbvex | askcvex | askdvex | askevex | askfvex | askgvex | askhvex', :'boost'),
    NULL, '{gbrain_rank.text_rank=bm25}'),
(8, 'to_tsvector of English, multilingual against english', 1.5,
    $$SELECT sum(length(to_tsvector('gbrain_rank.multilingual', body))) FROM bench.english$$,
    $$SELECT sum(length(to_tsvector('english', body))) FROM bench.english$$, NULL, '{}');

-- Both rounds: once with memory for every bitmap and without jit, once with the server's defaults.
SET work_mem = '256MB';
SET jit = off;
SELECT format('CALL bench.run(%s, ''tuned'', %s)', number, :REPEATS) FROM bench.work ORDER BY number
\gexec
RESET work_mem;
RESET jit;
SELECT format('CALL bench.run(%s, ''defaults'', %s)', number, :REPEATS) FROM bench.work ORDER BY number
\gexec

-- Growth: the query of row 2 in tables of several sizes.
CREATE TABLE bench.growth AS SELECT name, n, NULL::float8 AS ms FROM bench.size;
CREATE PROCEDURE bench.measure_growth(repeats int) LANGUAGE plpgsql AS $$
DECLARE
    table_of record;
    times float8[];
BEGIN
    PERFORM set_config('gbrain_rank.text_rank', 'ts_rank', true);
    FOR table_of IN SELECT * FROM bench.growth ORDER BY n LOOP
        PERFORM bench.milliseconds(bench.by_query('fortivex', 'on', 'bench.' || table_of.name));
        times := '{}';
        FOR i IN 1..repeats LOOP
            times := times || bench.milliseconds(bench.by_query('fortivex', 'on', 'bench.' || table_of.name));
        END LOOP;
        UPDATE bench.growth SET ms = bench.median(times) WHERE name = table_of.name;
    END LOOP;
END
$$;
CALL bench.measure_growth(:REPEATS);

-- resolve_axes, warm: the time of many calls.
CREATE TABLE bench.axes AS
SELECT bench.milliseconds($$SELECT count(a.salience) FROM generate_series(1, 100000) AS i,
    LATERAL gbrain_rank.resolve_axes('what is going on with acme this week ' || i) AS a$$) / 100 AS warm_us;

-- The same ten rows, whether rows are left out early or all are ranked.
CREATE TABLE bench.same AS SELECT number, NULL::boolean AS same FROM bench.work WHERE ours LIKE '%gbrain_rank.query(%';
CREATE PROCEDURE bench.compare(which int) LANGUAGE plpgsql AS $$
DECLARE
    work bench.work;
    setting text;
    pruned text[];
    complete text[];
BEGIN
    SELECT * INTO STRICT work FROM bench.work WHERE number = which;
    FOREACH setting IN ARRAY work.settings LOOP
        PERFORM set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true);
    END LOOP;
    EXECUTE format('SELECT array_agg(id) FROM (%s) AS q', work.ours) INTO pruned;
    PERFORM set_config('gbrain_rank.pruning', 'off', true);
    EXECUTE format('SELECT array_agg(id) FROM (%s) AS q', work.ours) INTO complete;
    UPDATE bench.same SET same = pruned = complete WHERE number = which;
END
$$;
SELECT format('CALL bench.compare(%s)', number) FROM bench.same ORDER BY number
\gexec
