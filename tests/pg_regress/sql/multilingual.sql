-- The configuration gbrain_rank.multilingual: which lexemes come out of a text, and why.
CREATE SCHEMA t_multilingual;
SET search_path = t_multilingual, public;

CREATE FUNCTION lexemes(body text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(lexeme || ':' || array_to_string(positions, ','), ' ' ORDER BY positions, lexeme COLLATE "C")
    FROM unnest(to_tsvector('gbrain_rank.multilingual', body)) $$;
-- Is the body found by each of the queries, all words of a query wanted?
CREATE FUNCTION found_by(body text, VARIADIC queries text[]) RETURNS TABLE (query text, found boolean) LANGUAGE sql AS $$
    SELECT query, to_tsvector('gbrain_rank.multilingual', body) @@ plainto_tsquery('gbrain_rank.multilingual', query)
    FROM unnest(queries) WITH ORDINALITY AS q (query, place) ORDER BY place $$;

-- Mixed text. A long Chinese word is followed by the words inside it, a code and an identifier by their parts;
-- English words are stemmed, stop words left out (but counted, as with english).
SELECT lexemes('数据库 ORA-01555 snapshot too old 在 prod_db.users 表');
SELECT * FROM found_by('数据库 ORA-01555 snapshot too old 在 prod_db.users 表',
    '数据库', '数据', '据库', 'ora-01555', 'ORA-01555', '01555', 'snapshot', 'snapshots', 'prod_db', 'users', 'prod_db.users', '表', 'ORA-01556', '数据表');
-- The same without a space.
SELECT lexemes('数据库ORA-01555在prod_db.users表');

-- Identifiers: whole, then their parts. The parts are words, so they are stemmed; the whole is not.
SELECT lexemes('user_id'), lexemes('Foo::bar'), lexemes('obj.method'), lexemes('pkg.mod::Type_x');
-- A hyphenated word is stemmed as a whole, too, as english does it.
SELECT lexemes('git-branch'), lexemes('git-branches') = lexemes('git-branch') AS inflected;
-- A version is one lexeme, and one more without its v. Its numbers alone would say nothing.
SELECT lexemes('v2.0.1'), lexemes('2.0.1'), lexemes('3.14');
SELECT * FROM found_by('upgrade to v2.0.1', '2.0.1', 'v2.0.1', 'V2.0.1', '2.0');
-- A date is one lexeme; of its parts only the year is worth finding.
SELECT lexemes('2026-01-15T10:30');
-- Mail addresses: whole, the two sides, and the words of both ('a' is a stop word).
SELECT lexemes('a.b.c@example.com');
-- URLs: whole without the protocol, so that http, https and none find each other; the host, the words.
SELECT lexemes('https://x.y/z?q=1');
SELECT * FROM found_by('see https://docs.example.com/guide/wal_level.html#top.', 'http://docs.example.com/guide/wal_level.html#top',
    'docs.example.com/guide/wal_level.html#top', 'docs.example.com', 'guide', 'wal_level', 'wal');
-- Names with signs. C alone is another language.
SELECT lexemes('C#'), lexemes('C++'), lexemes('C++20'), lexemes('.NET'), lexemes('ASP.NET');
SELECT * FROM found_by('C++ and C#', 'c++', 'C#', 'C');
-- A hexadecimal code is a word.
SELECT lexemes('0x8007000E');
-- Addresses: IPv4 is read like a version, IPv6 comes whole and in its groups.
SELECT lexemes('10.0.0.1:5432'), lexemes('2001:db8::8a2e:370:7334'), lexemes('fe80::1'), lexemes('[::1]');
-- Digits belong to the Latin letters that they touch; beside another script they are a word of their own, and the whole is one.
SELECT lexemes('x86 été2 équipe42b ａｂｃ3d') AS latin, lexemes('エラー404 오라클19c를') AS east, lexemes('ошибка404 v2Привет') AS mixed;
-- Signs that are short for letters or digits; what is invisible; the space of no width.
SELECT lexemes('5㎏ № ① ½ ﬁle ℃') AS short, lexemes(E'soft\u00ADware') AS soft_hyphen, lexemes(E'zero\u200Bwidth') AS no_width;

-- Emoji are words; colour and the choice of font are left out, a flag is one.
SELECT lexemes('ship it 🚀👍🏽❤️🇩🇪') = lexemes('ship it 🚀 👍 ❤ 🇩🇪') AS same, lexemes('🚀 👩‍💻');
-- Full-width letters are their plain ones.
SELECT lexemes('ＡＢＣ １２３ ＯＲＡ－０１５５５'), to_tsvector('gbrain_rank.multilingual', 'ＡＢＣ') @@ 'abc'::tsquery AS found;
-- Traditional characters are indexed as simplified ones, so either finds the other.
SELECT lexemes('數據庫連接池'), lexemes('數據庫連接池') = lexemes('数据库连接池') AS same;
-- Function words are particles: not indexed, not counted.
SELECT lexemes('锁的竞争和等待');
-- Japanese: kana by script, kanji by the Chinese dictionary. Korean: what stands between spaces.
SELECT lexemes('データベースに接続'), lexemes('데이터베이스 연결'), lexemes('ﾃﾞｰﾀﾍﾞｰｽ') = lexemes('データベース') AS half_width;
-- Accents stay, however they are spelled.
SELECT lexemes(U&'cafe\0301'), lexemes(U&'cafe\0301') = lexemes('café') AS same;
-- So does kana with its voiced marks, also for a question; and no name is made of a dot and half a letter.
SELECT word, lexemes(normalize(word, NFD)), to_tsvector('gbrain_rank.multilingual', normalize(word, NFD)) @@ plainto_tsquery('gbrain_rank.multilingual', word) AS found
FROM (VALUES ('データ'), ('ガイド'), ('パス'), ('がいど'), ('한국'), ('.été')) AS v (word);
-- Other scripts.
SELECT lexemes('Привет, мир! Γειά σου שלום สวัสดี');
-- Nothing to index.
SELECT lexemes(''), lexemes(' .,;:!? '), lexemes('的 the'), lexemes('。，、');

-- A single letter of Chinese is a word where it stands alone.
SELECT * FROM found_by('锁竞争', '锁', '竞争', '锁竞争');

DROP SCHEMA t_multilingual CASCADE;
