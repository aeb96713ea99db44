-- recall_knowledge against the formula: the same rows, order and scores as scoring every row with the
-- SQL functions, over random rows and queries. The candidates come from indexes; a row that they miss,
-- or a score that is cut short, shows here.
CREATE SCHEMA t_recall_oracle;
SET search_path = t_recall_oracle, public;
SET timezone = 'UTC';
SET client_min_messages = warning;

-- Repeatable chance: a number below n for a place in the text of the test.
CREATE FUNCTION roll(n int, VARIADIC place text[]) RETURNS int LANGUAGE sql IMMUTABLE
RETURN (('x' || substr(md5(array_to_string(place, '/')), 1, 7))::bit(28)::int % n);

CREATE TABLE word AS
SELECT row_number() OVER () - 1 AS at, word
FROM unnest(ARRAY[
    'connection', 'connections', 'Connecting', 'pool', 'pooling', 'Postgres', 'PostgreSQL', 'retry', 'backoff',
    'user_id', 'max_connections', 'c++', 'c#', '.net', 'node.js', 'go', 'golang', 'R', 'x86-64', 'utf8',
    'https://example.org/docs/a-b?q=1', 'me@example.org', 'retry-storm', 'state-of-the-art', 'a/b', '/etc/hosts',
    'foo.bar.baz', 'std::vector', 'v2.10.3', 'ORA-01555', '42P01', '100%', '3.14', '2026-05-01', 'don''t',
    'before', 'after', 'over', 'now', 'the', 'of', 'is', 'not', 'their', 'yourself',
    'état', 'ÉTAT', 'Straße', 'naïve', 'привет', 'Привет', 'データ', 'ｆｕｌｌ',
    '数据库', '数据', '连接池', '锁', '死锁', '缓存', '雪崩', '缓存雪崩', '记忆衰减', '部署策略', 'go语言', '的', '使用docker部署',
    '中华人民共和国', 'T恤', '卡拉OK', '数据库连接池调优', '云原生', '查询超时30秒',
    'エラー404', 'エラー', '404', '오라클19c', '오라클', '자바17lts', 'ошибка404', 'ОШИБКА', 'ñx86', 'équipe42b', 'ａｂｃ3d', 'Oracleデータ',
    'ΣΑΣ', 'σας', 'İstanbul', 'INDEX', 'Kıta', E'\u212Aelvin', E'\u212Bngström', E'zero\u200Bwidth', E'soft\u00ADware', E'cafe\u0301s', 'café',
    'go🚀now', '🇩🇪', '資料庫連線', '5㎏', '①', '½', 'ﬁle', 'libc++', 'objective-c++', 'postgresql+psycopg2://db', '2001:db8::8a2e', 'q=42b&id=7x',
    '0-0', '10:30', '15%', 'before-s', 'می‌خواهم', 'สวัสดี'
]) AS word;

CREATE FUNCTION words(n int, place text) RETURNS text LANGUAGE sql STABLE
RETURN (
    SELECT string_agg(word, (ARRAY['，', '', ', ', '-', '/', '=', '_', '.', ' ', ' ', ' ', ' ', ' ', ' '])[1 + roll(14, place, i::text, 'sep')] ORDER BY i)
    FROM generate_series(1, n) AS i
    JOIN word ON at = roll((SELECT count(*)::int FROM word), place, i::text)
);

CREATE FUNCTION fill(memory regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($sql$
        INSERT INTO %s (slug, type, title, body, tags, area, status, importance, access_count, pinned, traces, review, created_at, updated_at)
        SELECT 'page-' || i,
               (ARRAY['anti-pattern', 'strategy', 'concept', 'runbook', NULL])[1 + roll(5, 'type', i::text)],
               CASE WHEN roll(20, 'untitled', i::text) > 0 THEN words(1 + roll(4, 'tl', i::text), 'title' || i) END,
               CASE WHEN roll(20, 'empty', i::text) > 0 THEN words(2 + roll(9, 'bl', i::text), 'body' || i) END,
               CASE WHEN roll(3, 'tagged', i::text) = 0 THEN ARRAY[words(1, 'tag' || i), NULL, 'only-' || roll(7, 'only', i::text), '标签' || roll(5, 'zh', i::text)] END,
               (ARRAY['Databases', 'ops ', 'identity', NULL])[1 + roll(4, 'area', i::text)],
               (ARRAY['active', 'provisional', 'stale', 'archived', 'superseded', NULL])[1 + roll(6, 'status', i::text)],
               roll(100, 'importance', i::text) / 100.0, roll(5, 'uses', i::text), roll(9, 'pin', i::text) = 0,
               CASE WHEN roll(4, 'traced', i::text) = 0 THEN jsonb_build_array(jsonb_build_object('kind', 'discuss', 'id', roll(3, 'topic', i::text))) END,
               CASE roll(6, 'review', i::text) WHEN 0 THEN '{"decision_correct": false}'::jsonb WHEN 1 THEN '{"outcome": "failure"}' END,
               '2026-06-01'::timestamptz - roll(400, 'age', i::text) * interval '1 day', '2026-05-01'
        FROM generate_series(1, 300) AS i
    $sql$, memory);
    EXECUTE format('INSERT INTO %s VALUES (''on'', ''active'', ''{databases}'', ''{pool,连接}''), (''off'', ''done'', ''{ops}'', ''{retry}'')', memory || '_goals');
    EXECUTE format('ANALYZE %s', memory);
END $$;

-- Questions: one word, two words, a piece out of the middle of a row in some case, tags, Chinese.
CREATE FUNCTION question(i int, memory regclass) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    body text;
BEGIN
    CASE i % 5
        WHEN 0 THEN RETURN words(1, 'question' || i);
        WHEN 1 THEN RETURN words(2, 'question' || i);
        WHEN 2 THEN
            EXECUTE format('SELECT coalesce(body, title, '''') FROM %s WHERE slug = $1', memory)
            INTO body USING 'page-' || 1 + roll(300, 'row', i::text);
            body := substr(body, 1 + roll(greatest(length(body) - 4, 1), 'at', i::text), 2 + roll(30, 'len', i::text));
            RETURN CASE roll(3, 'case', i::text) WHEN 0 THEN upper(body) WHEN 1 THEN lower(body) ELSE body END;
        WHEN 3 THEN RETURN (ARRAY['only-3', '标签2', 'only', '标签', 'ONLY-5 pool', 'how do we retry before the pool is full', '怎么使用数据库连接池'])[1 + roll(7, 'tagq', i::text)];
        ELSE RETURN words(4, 'question' || i);
    END CASE;
END $$;

-- Every row, scored with the functions.
CREATE FUNCTION oracle(memory regclass, query text, topic text) RETURNS TABLE(slug text, score float8) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($sql$
        SELECT m.slug, base * gbrain_rank.type_boost(m.type) + gbrain_rank.review_bonus(m.review)
               + 0.5 * gbrain_rank.memory_score(m.importance, m.created_at, m.access_count, m.pinned, m.status, m.type, '2026-06-01')
               + gbrain_rank.goal_boost(m.area, concat_ws(E'\n', m.title, m.body, array_to_string(m.tags, E'\n')), '{databases}', '{pool,连接}')
        FROM %s AS m,
        LATERAL (SELECT 0.3 * gbrain_rank.token_overlap($1, m.title, m.body, m.tags)
                        + gbrain_rank.substring_bonus($1, m.title, m.body)
                        + gbrain_rank.topic_trace_bonus(m.traces, $2) AS base) AS scored
        WHERE base > 0 AND coalesce(m.status, 'active') NOT IN ('archived', 'dropped', 'superseded')
        ORDER BY 2 DESC, m.slug COLLATE "C" LIMIT 300
    $sql$, memory) USING query, topic;
END $$;

CREATE FUNCTION compare(memory regclass, n int) RETURNS TABLE(questions bigint, with_rows bigint, rows_found numeric, different bigint, example text)
LANGUAGE sql AS $$
    SELECT count(*), count(*) FILTER (WHERE expected <> '{}'), sum(cardinality(expected)),
           count(*) FILTER (WHERE found IS DISTINCT FROM expected),
           min(query) FILTER (WHERE found IS DISTINCT FROM expected)
    FROM generate_series(1, n) AS i,
    LATERAL (SELECT question(i, memory) AS query, CASE WHEN i % 7 = 0 THEN '1' END AS topic) AS asked,
    LATERAL (SELECT coalesce(array_agg(row(slug, round(score::numeric, 9))::text ORDER BY rank), '{}') AS found
             FROM gbrain_rank.recall_knowledge(memory, query, topic, k => 300, now => '2026-06-01')) AS answer,
    LATERAL (SELECT coalesce(array_agg(row(slug, round(score::numeric, 9))::text), '{}') AS expected
             FROM oracle(memory, query, topic)) AS truth
$$;

-- Our own configuration: the indexes alone.
SELECT gbrain_rank.create_memory('own');
SELECT fill('own');
SELECT * FROM compare('own', 160);

-- Stock configurations, whose parser and stop words cut differently.
SELECT gbrain_rank.create_memory('stock', 'english');
SELECT fill('stock');
SELECT * FROM compare('stock', 60);
SELECT gbrain_rank.create_memory('plain', 'simple');
SELECT fill('plain');
SELECT * FROM compare('plain', 30);

-- No vector, no index: a view with a title, a body and tags.
CREATE VIEW bare AS SELECT id, slug, type, title, body, tags, area, status, importance, created_at, access_count, pinned, traces, review FROM stock;
CREATE TABLE bare_goals AS TABLE stock_goals;
SELECT * FROM compare('bare', 30);

-- A vector of the application's own, which does not hold the tags.
CREATE TABLE app AS TABLE bare;
ALTER TABLE app ADD content_tsv tsvector GENERATED ALWAYS AS (gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body)) STORED;
CREATE INDEX ON app USING gin (content_tsv);
CREATE INDEX ON app USING gin (title gin_trgm_ops);
CREATE INDEX ON app USING gin (body gin_trgm_ops);
CREATE TABLE app_goals AS TABLE stock_goals;
SELECT * FROM compare('app', 60);

-- Without pruning nothing changes.
SET gbrain_rank.pruning = off;
SELECT * FROM compare('own', 40);
RESET gbrain_rank.pruning;

-- Under row security: the indexes too, and of the rows that the policy lets through the same ones.
CREATE ROLE regress_recall_reader;
GRANT USAGE ON SCHEMA t_recall_oracle TO regress_recall_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA t_recall_oracle TO regress_recall_reader;
ALTER TABLE own ENABLE ROW LEVEL SECURITY;
CREATE POLICY two_thirds ON own USING (id % 3 <> 0);
SET ROLE regress_recall_reader;
SELECT * FROM compare('own', 60);
SELECT explain ->> 'candidates' AS candidates
FROM gbrain_rank.recall_knowledge('own', 'before the pool is full', k => 1, explain => true, now => '2026-06-01');
RESET ROLE;

DROP OWNED BY regress_recall_reader;
DROP ROLE regress_recall_reader;
DROP SCHEMA t_recall_oracle CASCADE;
