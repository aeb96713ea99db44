-- tokens(text): the words that recall compares.
CREATE SCHEMA t_tokens;
SET search_path = t_tokens, public;

-- Chinese in search mode: a long word, and the shorter words inside it.
SELECT gbrain_rank.tokens('数据库连接池调优');
-- Case is folded, the strip characters go, one character is no word, function words say nothing.
SELECT gbrain_rank.tokens('C++ and c# in .NET 8');
SELECT gbrain_rank.tokens('(Design) *patterns*, "the" of `and`');
SELECT gbrain_rank.tokens('the a an 的 了 是 在') AS function_words;
-- A compound stays whole beside its parts.
SELECT gbrain_rank.tokens('user_id, git-branch, prod_db.users and ORA-01555');
-- Each word once, sorted by code point whatever the database's collation is.
SELECT gbrain_rank.tokens('beta Zeta alpha beta 缓存雪崩 привет データベース');
SELECT gbrain_rank.tokens('') AS empty, gbrain_rank.tokens('  ') AS blank, gbrain_rank.tokens(NULL) AS "null";

-- A word joined of very many is no word, its parts are, in linear time; and long text can be stopped.
SELECT run, gbrain_rank.tokens(repeat(run, 700000) || ' pool ora') FROM (VALUES ('ORA-'), ('ab-'), ('v1.'), ('a1-'), ('foo_'), ('2026-01-01T')) AS v (run);
SELECT cardinality(gbrain_rank.tokens(repeat('a', 2046))) AS longest, cardinality(gbrain_rank.tokens(repeat('a', 2047))) AS longer;
SET statement_timeout = '100ms';
SELECT cardinality(gbrain_rank.tokens(repeat('a', 150000000)));
SELECT cardinality(gbrain_rank.tokens(repeat('数据库', 10000000)));
SELECT gbrain_rank.document_tsv('gbrain_rank.multilingual', 't', 'b', ARRAY[repeat('数据库', 10000000)]) IS NULL;
RESET statement_timeout;

SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE oid = 'gbrain_rank.tokens(text)'::regprocedure;

DROP SCHEMA t_tokens;
