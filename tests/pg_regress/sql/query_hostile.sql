-- Question text is text: it never becomes SQL or an operator, has no size that fails, and bodies of 5 MB are found.
CREATE SCHEMA t_query_hostile;
SET search_path = t_query_hostile, public;
SET timezone = 'UTC';
SET gbrain_rank.text_config = 'pg_catalog.english';
SET datestyle = 'ISO';

CREATE TABLE page (id int, slug text, title text, body text, effective_date timestamptz DEFAULT '2026-06-15');
INSERT INTO page (id, slug, title, body) VALUES (1, 'notes/1', 'kubernetes', 'word'), (2, 'notes/2', 'back\slash', 'fifty % off $$ $1 $body$'), (3, 'notes/3', 'O''Brien''s "quoted" title', 'drop table page'),
    (4, 'notes/4', 'C:\temp\new', E'tab\there\nnewline'), (5, 'notes/5', NULL, 'a & b | c ! d <-> e :* (f)');
CREATE FUNCTION found(question text) RETURNS text LANGUAGE sql AS
$$ SELECT coalesce(string_agg(id || ' ' || phase, ', ' ORDER BY rank), 'nothing') FROM gbrain_rank.query('page', question, now => '2026-06-15 12:00Z', text_config => 'pg_catalog.simple') $$;
CREATE TABLE question (n int GENERATED ALWAYS AS IDENTITY, question text);
INSERT INTO question (question) VALUES ('kubernetes''; DROP TABLE page; --'), ('''); DELETE FROM page; --'), ('" OR 1=1 --'), ('kubernetes'' OR ''1''=''1'), ('$1'), ('$$'), ('$body$'), ('$1::text'), ('%'), ('%s %I %L'), ('fifty % off'), ('_'),
    ('\'), ('\\'), ('back\slash'), ('kubernetes\'), ('\''; SELECT 1; --'), ('C:\temp\new'), (E'tab\there'), (E'new\nline'), ('&'), ('|'), ('!'), ('kubernetes &'), ('!kubernetes'), ('kubernetes | zzz'), ('kubernetes & !word'), ('(kubernetes'), ('kubernetes)'),
    ('kubernetes:*'), ('kuber:*'), ('kubernetes:A'), ('kubernetes <-> word'), ('kubernetes<2>word'), (':'), ('''''kubernetes'''''), ('"'), ('""'), ('"kubernetes'), ('kubernetes"'), ('"kubernetes" "'), ('"" kubernetes'), ('-'), ('--'), ('--kubernetes'),
    ('-"'), ('- kubernetes'), ('or'), ('or or or'), ('kubernetes or'), ('or kubernetes'), ('and'), ('not kubernetes'), ('{kubernetes}'), ('["kubernetes"]'), ('<b>kubernetes</b>'), ('&lt;kubernetes&gt;'), ('kubernetes' || chr(1)), ('kubernetes' || chr(8203)), (chr(65279) || 'kubernetes'),
    ('KUBERNETES'), (chr(1114109)), (repeat('''', 500)), (repeat('"', 501)), (repeat('-', 501)), (repeat('\', 501)), (repeat('(', 501)), ('O''Brien'), ('O’Brien'), ('o''brien''s title'), ('"quoted title"');
SELECT n, left(replace(replace(question, E'\n', '<LF>'), E'\t', '<TAB>'), 40) AS question, found(question) FROM question WHERE question !~ '[^ -~\t\n]' ORDER BY n;
SELECT n, found(question) FROM question WHERE question ~ '[^ -~\t\n]' ORDER BY n;
SELECT count(*) FROM page;
-- Each inner statement of explain_query stays one statement, whatever its values hold, and runs as it is printed.
CREATE FUNCTION reruns(question text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE statement text; rows bigint; total bigint := 0;
BEGIN
    FOR statement IN
        SELECT string_agg(line, chr(10) ORDER BY n) FROM (
            SELECT line, n, count(*) FILTER (WHERE line LIKE '  SELECT %') OVER (ORDER BY n) AS nth
            FROM gbrain_rank.explain_query('page', question, slug_prefix => CASE WHEN length(question) > 3 THEN 'notes/' ELSE chr(39) || chr(92) END, text_config => 'pg_catalog.simple') WITH ORDINALITY AS e (line, n)) AS lines
        WHERE nth > 0 GROUP BY nth
    LOOP
        EXECUTE 'SELECT count(*) FROM (' || statement || ') AS s' INTO rows;
        total := total + rows;
    END LOOP;
    RETURN total;
END $$;
SELECT sum(reruns(question)) FROM question;
-- The same with standard_conforming_strings off, where a backslash in a literal is an escape.
CREATE TABLE usual AS SELECT n, found(question) AS found FROM question;
SET standard_conforming_strings = off;
SET escape_string_warning = off;
SET backslash_quote = on;
SELECT n, found, found(question) AS now FROM question JOIN usual USING (n) WHERE found IS DISTINCT FROM found(question);
SELECT sum(reruns(question)) FROM question;
RESET standard_conforming_strings;
RESET backslash_quote;
-- Other arguments are as harmless.
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes', slug_prefix => ''' OR true --', types => NULL);
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes', scope => '{"asset_id":"'' OR true --"}');
SELECT count(*) FROM gbrain_rank.query('page', 'kubernetes', semantic => '{"1) OR true --"}');

-- Large questions: 100 kB and more, of every make, in under a second, without a NOTICE. They are cut at 64,000 characters and 256 terms, and explain says so.
CREATE TABLE large (name text, question text);
INSERT INTO large VALUES ('one word often', repeat('kubernetes ', 10000)), ('many words', 'kubernetes ' || (SELECT string_agg('w' || n, ' ') FROM generate_series(1, 20000) AS n)), ('one long word', repeat('k', 100000)), ('one long word of Han', repeat('数据库', 30000)),
    ('a long phrase', '"' || (SELECT string_agg('w' || n, ' ') FROM generate_series(1, 20000) AS n) || '"'), ('many phrases', repeat('"a b" ', 17000)), ('quotes', repeat('"', 100000)), ('open quotes', repeat('"a ', 34000)), ('negations', repeat('-a ', 34000)), ('dashes', repeat('-', 100000)),
    ('alternatives', repeat('a or ', 20000)), ('a long compound', 'kubernetes ' || repeat('a-b', 34000)), ('a long path', repeat('/a', 50000)), ('a long URL', 'https://example.com/' || repeat('a?b=c&', 17000)), ('spaces', repeat(' ', 100000) || 'kubernetes'), ('punctuation', repeat('!?.,;', 20000)),
    ('parentheses', repeat('(', 100000)), ('backslashes', repeat('\', 100000)), ('newlines', repeat(E'\n', 100000) || 'kubernetes'), ('cue phrases', repeat('what''s going on with ', 5000)), ('dots', repeat('a.b.', 25000)), ('e-mails', repeat('a@b.co ', 15000)), ('dates', repeat('since 2026-01-01 ', 6000)),
    ('4-byte characters', repeat('𠀀', 25000)), ('combining', repeat('e' || chr(769), 34000)), ('error codes', repeat('ORA-01555 ', 10000)), ('a phrase of one word', '"' || repeat('kubernetes ', 10000) || '"'), ('a phrase of letters', '"' || repeat('b c ', 15000) || '"'), ('phrases of letters', repeat('"' || repeat('b c ', 100) || '" ', 250)), ('a negated phrase', 'kubernetes -"' || repeat('a b ', 25000) || '"');
CREATE TABLE timing (name text, found text, cut text, elapsed interval);
DO $$
DECLARE l record; start timestamptz; found text; cut text;
BEGIN
    FOR l IN SELECT * FROM large LOOP
        start := clock_timestamp();
        SELECT coalesce(string_agg(id || ' ' || phase, ', ' ORDER BY rank), 'nothing'), bool_or(explain ->> 'cut' = 'true') INTO found, cut FROM gbrain_rank.query('page', l.question, explain => true, now => '2026-06-15 12:00Z', text_config => 'pg_catalog.english');
        INSERT INTO timing VALUES (l.name, found, cut, clock_timestamp() - start);
    END LOOP;
END $$;
SELECT name, found, cut FROM timing ORDER BY name COLLATE "C";
SELECT name, elapsed FROM timing WHERE elapsed > '1 second';

-- Bodies of 5 MB, also of distinct words, are found by their first words, in the ready-made and in the minimal table.
SELECT gbrain_rank.create_memory('memory', 'pg_catalog.english');
CREATE TABLE minimal (id int, body text);
INSERT INTO minimal VALUES (1, 'kubernetes upgrade ' || repeat('lorem ipsum dolor ', 290000)), (2, 'widget deal ' || (SELECT string_agg(md5(n::text), ' ') FROM generate_series(1, 160000) AS n)), (3, 'a small one');
INSERT INTO memory (slug, title, body) SELECT 'notes/' || id, 'Large ' || id, body FROM minimal;
INSERT INTO memory (slug, title, body) VALUES ('notes/4', 'Large 4', repeat('x', 5500000)), ('notes/5', 'Large 5', 'unspaced ' || repeat('数据库', 600000));
SELECT id, octet_length(body) >= 5000000 AS large, length(content_tsv) > 0 AS indexed FROM memory ORDER BY id;
SELECT source, question, id, phase, length(snippet) BETWEEN 1 AND 200 AS snippet, snippet ~ '<b>' AS marked
FROM (VALUES ('memory'::regclass, 'kubernetes upgrade'), ('memory', 'widget deal'), ('memory', 'small'), ('memory', 'unspaced'), ('minimal', 'kubernetes upgrade'), ('minimal', 'widget deal')) AS v (source, question),
    gbrain_rank.query(source, question) ORDER BY 1, 2, 3;

\set VERBOSITY terse
SET client_min_messages = warning;
DROP SCHEMA t_query_hostile CASCADE;
