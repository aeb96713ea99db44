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

SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE oid = 'gbrain_rank.tokens(text)'::regprocedure;

DROP SCHEMA t_tokens;
