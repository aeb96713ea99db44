-- Whose rights count in a search, and that nothing on the caller's search_path is taken for Postgres' own.
CREATE SCHEMA t_query_security;
SET search_path = t_query_security, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';
CREATE ROLE regress_gbrain_owner;
CREATE ROLE regress_gbrain_reader;
GRANT USAGE ON SCHEMA t_query_security TO regress_gbrain_owner, regress_gbrain_reader;
GRANT CREATE ON SCHEMA t_query_security TO regress_gbrain_owner;
\set VERBOSITY sqlstate
\set SHOW_CONTEXT never
CREATE FUNCTION all_phases(source regclass) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(q.id || ' ' || q.phase, ', ' ORDER BY question, q.rank)
    FROM (VALUES ('kubernetes upgrade', NULL), ('kubernetes nowhere', NULL), ('kuberntes', NULL), ('what''s new', NULL), ('upgrade', '{2,1}'::text[])) AS a (question, semantic),
        gbrain_rank.query(source, question, semantic => a.semantic, slug_prefix => 'notes/', types => '{note}', since => '10d', scope => '{}', now => '2026-06-15 12:00Z') AS q $$;

SET ROLE regress_gbrain_owner;
CREATE TABLE page (
    id int PRIMARY KEY, slug text DEFAULT 'notes/x', type text DEFAULT 'note', title text, body text, tenant name, status text DEFAULT 'active', effective_date timestamptz DEFAULT '2026-06-10', context_tags jsonb,
    superseded_by int, enabled boolean DEFAULT true, content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('pg_catalog.english', title || ' ' || body)) STORED);
CREATE INDEX page_search ON page USING gin (content_tsv);
INSERT INTO page SELECT n, 'old', 'old', 'filler', n::text, 'nobody' FROM generate_series(1000, 4000) AS n;
INSERT INTO page (id, title, body, tenant) VALUES (1, 'Kubernetes', '1 upgrade', 'regress_gbrain_reader'), (2, 'Kubernetes', '2 upgrade', 'regress_gbrain_owner');
ANALYZE page;
CREATE VIEW page_view AS SELECT * FROM page;
CREATE VIEW page_invoker WITH (security_invoker) AS SELECT * FROM page;

-- Without SELECT: 42501, whatever the question, also one that finds nothing.
SET ROLE regress_gbrain_reader;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SELECT count(*) FROM gbrain_rank.query('page', 'nowhere');
SELECT count(*) FROM gbrain_rank.query('page', 'what''s new');
SELECT count(*) FROM gbrain_rank.query('page_view', 'kubernetes');
SELECT count(*) FROM gbrain_rank.explain_query('page', 'kubernetes');
SELECT count(*) FROM gbrain_rank.recent_salience('page');
SELECT count(*) FROM gbrain_rank.describe_source('page');
-- A view shows what its owner may see; one with security_invoker what the caller may.
SET ROLE regress_gbrain_owner;
GRANT SELECT ON page_view, page_invoker TO regress_gbrain_reader;
SET ROLE regress_gbrain_reader;
SELECT count(*) FROM gbrain_rank.query('page_view', 'kubernetes');
SELECT count(*) FROM gbrain_rank.query('page_invoker', 'kubernetes');
-- Some columns are not enough: a gate that could not be read would not hold.
SET ROLE regress_gbrain_owner;
GRANT SELECT (id, title, body, content_tsv) ON page TO regress_gbrain_reader;
SET ROLE regress_gbrain_reader;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SET ROLE regress_gbrain_owner;
GRANT SELECT (slug, type, status, effective_date, context_tags, superseded_by, enabled) ON page TO regress_gbrain_reader;
SET ROLE regress_gbrain_reader;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SET ROLE regress_gbrain_owner;
GRANT SELECT ON page TO regress_gbrain_reader;
SET ROLE regress_gbrain_reader;
SELECT id, title FROM gbrain_rank.query('page', 'kubernetes upgrade');
SELECT all_phases('page');

-- Row security holds in every phase, and the index still serves the match.
SET ROLE regress_gbrain_owner;
ALTER TABLE page ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON page FOR SELECT USING (tenant = current_user);
SET ROLE regress_gbrain_reader;
SELECT all_phases('page');
SELECT all_phases('page_view');
SELECT all_phases('page_invoker');
CREATE FUNCTION pg_temp.plan(source regclass) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE statement text;
BEGIN
    SELECT string_agg(substr(line, 3), E'\n' ORDER BY n) INTO statement
    FROM (SELECT line, n, count(*) FILTER (WHERE line LIKE '  SELECT %') OVER (ORDER BY n) AS nth
          FROM gbrain_rank.explain_query(source, 'kubernetes', 1) WITH ORDINALITY AS e (line, n)) AS lines WHERE nth = 1;
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || statement;
END $$;
SELECT * FROM pg_temp.plan('page') AS line WHERE line ~ 'Scan|Index Cond';
SELECT * FROM pg_temp.plan('page_view') AS line WHERE line ~ 'Scan|Index Cond';
-- The owner is not bound by the policy, until it is forced.
SET ROLE regress_gbrain_owner;
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes');
SELECT * FROM pg_temp.plan('page') AS line WHERE line ~ 'Scan|Index Cond';
ALTER TABLE page FORCE ROW LEVEL SECURITY;
SELECT id FROM gbrain_rank.query('page', 'kubernetes');
-- With row_security off Postgres refuses rather than filters.
SET ROLE regress_gbrain_reader;
SET row_security = off;
SELECT id FROM gbrain_rank.query('page', 'kubernetes');
RESET row_security;
SET ROLE regress_gbrain_owner;
ALTER TABLE page DISABLE ROW LEVEL SECURITY;
-- A barrier: no function of the caller sees the rows behind it, and the index is used.
CREATE VIEW page_barrier WITH (security_barrier) AS SELECT * FROM page WHERE tenant = current_user;
GRANT SELECT ON page_barrier TO regress_gbrain_reader;
SET ROLE regress_gbrain_reader;
SELECT all_phases('page_barrier');
SELECT * FROM pg_temp.plan('page_barrier') AS line WHERE line ~ 'Scan|Index Cond';

-- Reading writes nothing: a read-only transaction will do.
BEGIN READ ONLY;
SELECT all_phases('page_barrier');
SELECT count(*) > 0 FROM gbrain_rank.explain_query('page', 'kubernetes');
SELECT count(*) FROM gbrain_rank.recent_salience('page');
SELECT count(*) > 0 FROM gbrain_rank.describe_source('page');
COMMIT;

-- pg_trgm for those who may use its schema.
RESET ROLE;
BEGIN;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
SET LOCAL ROLE regress_gbrain_reader;
SELECT count(*) FROM gbrain_rank.query('page', 'kuberntes');
SELECT * FROM gbrain_rank.explain_query('page', 'kuberntes') AS line WHERE line ~ 'skipped';
ROLLBACK;

-- A hostile schema before everything: its operators, functions and types are never used.
CREATE SCHEMA t_query_security_hostile;
SET search_path = t_query_security_hostile, pg_catalog, public;
SET check_function_bodies = off;
DO $$
DECLARE what text;
BEGIN
    FOREACH what IN ARRAY ARRAY['text', 'tsvector', 'jsonb', 'float8', 'int8', 'bool', 'timestamptz', 'regclass', 'regconfig', 'name', 'tsquery'] LOOP
        EXECUTE format('CREATE DOMAIN t_query_security_hostile.%I AS pg_catalog.int4 CHECK (VALUE OPERATOR(pg_catalog.=) 17)', what);
    END LOOP;
    -- Each function and operator that a search might name, with arguments as close as Postgres' own.
    FOR what IN
        SELECT pg_catalog.format('%s(%s) RETURNS %s', p.proname, pg_catalog.array_to_string(ARRAY(SELECT pg_catalog.format_type(t, NULL) FROM pg_catalog.unnest(p.proargtypes) AS t), ', '), pg_catalog.format_type(p.prorettype, NULL))
        FROM pg_catalog.pg_proc AS p
        WHERE p.pronamespace IN ('pg_catalog'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace, 'gbrain_rank'::pg_catalog.regnamespace) AND NOT p.proretset AND p.prokind = 'f'
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid = ANY (p.proargtypes || p.prorettype) AND t.typtype = 'p')
            AND p.proname IN ('starts_with', 'isfinite', 'word_similarity', 'unnest', 'now', 'quote_ident', 'format', 'replace', 'substring', 'encode', 'string_to_array', 'array_length', 'pg_get_expr', 'parse_ident',
                'pg_ts_config_is_visible', 'has_schema_privilege', 'document_tsv', 'matches', 'scope_visible', 'ts_headline', 'ts_rank', 'to_tsvector', 'plainto_tsquery', 'phraseto_tsquery', 'show_limit', 'float8', 'text', 'coalesce')
    LOOP
        EXECUTE pg_catalog.format('CREATE FUNCTION t_query_security_hostile.%s LANGUAGE sql AS $f$ SELECT 1 / (SELECT 0) $f$', what);
    END LOOP;
    FOR what IN
        SELECT pg_catalog.format('%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = t_query_security_hostile.%I)', o.oprname, pg_catalog.format_type(o.oprleft, NULL), pg_catalog.format_type(o.oprright, NULL), 'op' || o.oid)
        FROM pg_catalog.pg_operator AS o
        WHERE o.oprnamespace IN ('pg_catalog'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace) AND o.oprname IN ('=', '<>', '>=', '<=', '<', '>', '@@', '<%', '~', '||', '&&', '@>', '<<') AND o.oprkind = 'b'
            AND o.oprresult = 'pg_catalog.bool'::pg_catalog.regtype
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid IN (o.oprleft, o.oprright) AND t.typtype = 'p')
    LOOP
        EXECUTE pg_catalog.format('CREATE FUNCTION t_query_security_hostile.%s(%s, %s) RETURNS pg_catalog.bool LANGUAGE sql AS $f$ SELECT 1 / (SELECT 0) > 0 $f$',
            (pg_catalog.regexp_match(what, 'hostile\.(\w+)'))[1], (pg_catalog.regexp_match(what, 'LEFTARG = (.*), RIGHTARG'))[1], (pg_catalog.regexp_match(what, 'RIGHTARG = (.*), FUNCTION'))[1]);
        EXECUTE 'CREATE OPERATOR t_query_security_hostile.' || what;
    END LOOP;
END $$;
-- They are there, and what is not qualified meets them.
SELECT pg_catalog.count(*) OPERATOR(pg_catalog.>) 100 FROM pg_catalog.pg_proc WHERE pronamespace OPERATOR(pg_catalog.=) 't_query_security_hostile'::pg_catalog.regnamespace;
SELECT 'a'::pg_catalog.text = 'a'::pg_catalog.text;
SELECT '1'::text;
-- A new session state, so that nothing is taken from what it already knows.
\c -
SET search_path = t_query_security_hostile, pg_catalog, public;
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';
SET timezone = 'UTC';
\set VERBOSITY verbose
\set SHOW_CONTEXT never
CREATE TABLE t_query_security.varchars (id pg_catalog.varchar, title pg_catalog.varchar, body pg_catalog.varchar, slug pg_catalog.varchar, status pg_catalog.varchar, emotional_weight pg_catalog.float4, active_takes pg_catalog.int4, updated_at pg_catalog.timestamp, type pg_catalog.varchar);
INSERT INTO t_query_security.varchars VALUES ('1', 'Kubernetes', 'upgrade', 'notes/1', NULL, 0.5, 3, '2026-06-10', 'note');
CREATE FUNCTION t_query_security.everything(source pg_catalog.regclass) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$
DECLARE found pg_catalog.text := ''; hit record; question pg_catalog.text;
BEGIN
    FOREACH question IN ARRAY ARRAY['kubernetes upgrade', 'kubernetes nowhere', '"kubernetes"', 'kuberntes', 'what''s new']::pg_catalog.text[] LOOP
        FOR hit IN SELECT * FROM gbrain_rank.query(source, question, 5, 'on', 'on', '10d', '2026-07-01', '{}', '{note}', 'notes/', NULL, 'x:1:1', '2026-06-15 12:00Z', true) LOOP
            found := pg_catalog.concat(found, hit.id, ' ', hit.phase, ', ');
        END LOOP;
    END LOOP;
    FOR hit IN SELECT * FROM gbrain_rank.query(source, 'upgrade', 5, semantic => '{2,1}') LOOP found := pg_catalog.concat(found, hit.id, ' ', hit.phase, ', '); END LOOP;
    FOR hit IN SELECT * FROM gbrain_rank.explain_query(source, 'kubernetes') LOOP NULL; END LOOP;
    FOR hit IN SELECT * FROM gbrain_rank.recent_salience(source, 14, 5, now => '2026-06-15 12:00Z') LOOP found := pg_catalog.concat(found, hit.id, ' salient, '); END LOOP;
    FOR hit IN SELECT * FROM gbrain_rank.describe_source(source) LOOP NULL; END LOOP;
    RETURN found;
END $$;
SELECT t_query_security.everything('t_query_security.page');
SELECT t_query_security.everything('t_query_security.varchars');
SELECT t_query_security.everything('t_query_security.page_barrier');
SET ROLE regress_gbrain_reader;
SELECT t_query_security.everything('t_query_security.page_view');
RESET ROLE;
-- The parameter types of explain_query's statements are qualified, so a person may run them under the same path.
SELECT line FROM gbrain_rank.explain_query('t_query_security.varchars', 'kubernetes', since => '10d', now => '2026-06-15 12:00Z') AS line WHERE line OPERATOR(pg_catalog.~) '::|OPERATOR';

RESET search_path;
SET client_min_messages = warning;
\set VERBOSITY terse
DROP SCHEMA t_query_security_hostile CASCADE;
DROP SCHEMA t_query_security CASCADE;
DROP ROLE regress_gbrain_owner;
DROP ROLE regress_gbrain_reader;
