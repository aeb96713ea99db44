-- Searching with gbrain_rank.multilingual: phrases, headlines, query functions, columns, limits.
CREATE SCHEMA t_multilingual_search;
SET search_path = t_multilingual_search, public;
SET default_text_search_config = 'gbrain_rank.multilingual';

-- Phrases: adjacent words match, also across compounds; words apart do not.
SELECT body, phrase, to_tsvector(body) @@ phraseto_tsquery(phrase) AS found
FROM (VALUES
    ('the snapshot too old error', 'snapshot too old'),
    ('the old snapshot', 'snapshot old'),
    ('检查数据库连接池配置', '数据库连接池'),
    ('检查数据库连接池配置', '数据库配置'),
    ('连接数据库失败', '连接 数据库'),
    ('锁的竞争', '锁竞争'),
    ('raised ORA-01555 snapshot too old', 'ORA-01555 snapshot'),
    ('on prod_db.users table', 'prod_db.users table'),
    ('on prod_db.users table', 'on prod_db.users'),
    ('use git-branch names', 'git-branch names')) AS v (body, phrase);
SELECT to_tsvector('检查数据库连接池配置') @@ to_tsquery('数据库 <-> 连接池') AS written_by_hand,
       to_tsvector('snapshot too old') @@ to_tsquery('snapshot <2> old') AS stop_words_count;

-- The functions of queries.
SELECT plainto_tsquery('widget-co数据库'), websearch_to_tsquery('"snapshot old" or 数据 -undo'), to_tsquery('ORA-01555 & snap:*');
-- An unspaced Chinese question is relaxed like any other.
SELECT gbrain_rank.relax(plainto_tsquery('数据库连接池怎么调优'));
SELECT to_tsvector('连接池的大小') @@ plainto_tsquery('数据库连接池怎么调优') AS all_words,
       to_tsvector('连接池的大小') @@ gbrain_rank.relax(plainto_tsquery('数据库连接池怎么调优')) AS any_word;
SELECT setweight(to_tsvector('数据库'), 'A') || setweight(to_tsvector('snapshots'), 'B');

-- Headlines mark Chinese and English; a hit inside a longer word marks that word, a whole marks its parts.
SELECT ts_headline(body, plainto_tsquery(query)) FROM (VALUES
    ('数据库 ORA-01555 snapshot too old 在 prod_db.users 表', '数据库 snapshots'),
    ('数据库 ORA-01555 snapshot too old 在 prod_db.users 表', '据库 01555 users'),
    ('see https://x.y/z?q=1 for v2.0.1 of C++', 'z 2.0.1 C++'),
    ('數據庫ＡＢＣ', '数据库 abc')) AS v (body, query);
SELECT ts_headline('数据库 ORA-01555 prod_db.users', '''ora-01555'' | ''prod_db.users'''::tsquery) AS wholes;
SELECT ts_headline(repeat('无关的文字。', 60) || '数据库连接池耗尽' || repeat('更多的文字。', 60), plainto_tsquery('连接池'), 'MaxWords=12, MinWords=4');
SELECT ts_headline('a <b>bold</b> &amp; 数据库', plainto_tsquery('数据库'), 'StartSel=[, StopSel=]') AS markup_is_text;
-- A longer word is shown and marked for a word found inside it, also where it begins what is shown.
SELECT ts_headline(repeat('他们在开会讨论天气。', 30) || '我们的数据库太小。' || repeat('他们在开会讨论天气。', 30), plainto_tsquery('数据'), 'MaxWords=12, MinWords=4');
SELECT ts_headline(repeat('数据库', 5), plainto_tsquery('数据'), 'MaxWords=3, MinWords=1');
SELECT ts_headline(repeat('天气 ', 50) || '数据库' || repeat(' 天气', 50), to_tsquery('据库 <-> 天气'), 'MaxWords=3, MinWords=1');
-- An address is marked for its groups, a number of short groups as a whole, a protocol's name without its signs.
SELECT body, query, ts_headline(body, plainto_tsquery(query)) FROM (VALUES
    ('connect to 2001:db8::1 over the vpn', 'db8'), ('connect to 2001:db8::1 over the vpn', '2001:db8::1'), ('dial 1-2-3 now', '1-2-3'),
    ('.s3://bucket/key', '.s3'), ('open file:///a/b', 'file')) AS v (body, query);
-- Also where little is shown.
SELECT body, query, ts_headline(repeat('weather ', 50) || body || repeat(' rain', 50), plainto_tsquery(query), 'MaxWords=3, MinWords=1') FROM (VALUES
    ('2001:db8::1', 'db8'), ('1-2-3', '1-2-3'), ('v2.0.1', '2.0.1')) AS v (body, query);
-- Without its tags a headline of everything is the text.
SELECT left(body, 40) AS body, replace(replace(ts_headline(body, plainto_tsquery('数据库 ora-01555 snapshot z c++ 2.0.1 abc') || plainto_tsquery('1-2-3'),
    'HighlightAll=true, StartSel="<<", StopSel=">>"'), '<<', ''), '>>', '') = body AS same
FROM (VALUES ('数据库 ORA-01555 snapshot too old 在 prod_db.users 表'), ('a.b.c@example.com https://x.y/z?q=1 v2.0.1-rc1 C++20 notepad++ .NET'),
    (E'two lines, 數據庫ＡＢＣ cafe\u0301 👩‍💻  '), ('2001:db8::8a2e:370:7334 10.0.0.1 2026-01-15T10:30 <b>x</b> &lt;'),
    ('dial 1-2-3, git+ssh://[::1]:22/'), (repeat('数据库', 3000)), (repeat('-', 100000)), (repeat('y', 100000))) AS v (body);

-- A generated column, and one kept by Postgres' own trigger, both with their index.
CREATE TABLE generated (id int, body text, tsv tsvector GENERATED ALWAYS AS (to_tsvector('gbrain_rank.multilingual', body)) STORED);
CREATE TABLE triggered (id int, body text, tsv tsvector);
CREATE TRIGGER tsv BEFORE INSERT OR UPDATE ON triggered FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(tsv, 'gbrain_rank.multilingual', body);
CREATE INDEX ON generated USING gin (tsv);
CREATE INDEX ON triggered USING gin (to_tsvector('gbrain_rank.multilingual', body));
INSERT INTO generated (id, body) VALUES (1, '数据库连接池'), (2, 'snapshots'), (3, 'ORA-01555');
INSERT INTO triggered (id, body) SELECT id, body FROM generated;
SELECT g.id, g.tsv, g.tsv = t.tsv AS same FROM generated AS g JOIN triggered AS t USING (id) ORDER BY id;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM triggered WHERE to_tsvector('gbrain_rank.multilingual', body) @@ to_tsquery('gbrain_rank.multilingual', '连接池');
SELECT id FROM triggered WHERE to_tsvector('gbrain_rank.multilingual', body) @@ to_tsquery('gbrain_rank.multilingual', '连接池');
RESET enable_seqscan;
-- To change the mapping, copy the configuration.
CREATE TEXT SEARCH CONFIGURATION german_too (COPY = gbrain_rank.multilingual);
ALTER TEXT SEARCH CONFIGURATION german_too ALTER MAPPING FOR asciiword, asciihword, word, hword WITH gbrain_rank.spelling, german_stem;
SELECT to_tsvector('german_too', 'Häuser Datenbanken 数据库 ORA-01555');

-- Long words are left out without a NOTICE, and whatever stands around them is found.
SELECT to_tsvector('before2 ' || repeat('x', 3000) || ' after2 ' || repeat('数', 3000) || '-' || repeat('é', 2000) || ' end2') @@ to_tsquery('before2 & after2 & end2') AS found;
SELECT to_tsvector(repeat(' ', 3000) || 'word' || repeat('-', 3000)) AS long_gaps;
SELECT length(to_tsvector(string_agg('w' || i || '-x', ' '))) FROM generate_series(1, 20000) AS i;
SELECT plainto_tsquery(repeat('y', 100000)) AS too_long;

-- The functions behind the parser can be called by nobody.
SELECT gbrain_rank.multilingual_start(NULL, 1);
SELECT ts_lexize('gbrain_rank.spelling', '數據庫'), ts_lexize('gbrain_rank.spelling', 'abc'), ts_lexize('gbrain_rank.spelling', U&'\200B');
SELECT tokid, alias, description FROM ts_token_type('gbrain_rank.multilingual') ORDER BY tokid;
SELECT alias, token FROM ts_debug('gbrain_rank.multilingual', '数据库 v2.0.1');

DROP SCHEMA t_multilingual_search CASCADE;
