-- gbrain_rank.text_rank = bm25: frequencies from the statistics of ANALYZE
CREATE SCHEMA t_bm25;
SET search_path = t_bm25, public;
SET client_min_messages = warning;
SET gbrain_rank.text_rank = 'bm25';

-- 100 rows: common in all, half in 50, rare in one.
CREATE TABLE page (id int PRIMARY KEY, content_tsv tsvector);
INSERT INTO page
SELECT i, (CASE WHEN i = 7 THEN 'common:1A,2B,3B half:4 rare:5' WHEN i % 2 = 0 THEN 'common:1B half:2D' ELSE 'common:1' END)::tsvector
FROM generate_series(1, 100) AS i WHERE i <> 8
UNION ALL VALUES (8, 'common:1'::tsvector);

CREATE FUNCTION idf(n float8, rows float8 DEFAULT 100) RETURNS float8 LANGUAGE sql AS 'SELECT ln(1 + (rows - n + 0.5) / (n + 0.5))';
CREATE FUNCTION terms(source regclass, question text) RETURNS TABLE (term text, idf float8, tf float8) LANGUAGE sql AS $$
    SELECT t.key, (t.value ->> 'idf')::float8, (t.value ->> 'tf')::float8
    FROM gbrain_rank.query(source, question, 1, 'off', 'off', explain => true, text_config => 'simple') AS q,
         jsonb_each(q.explain -> 'terms') AS t ORDER BY 1 $$;
CREATE FUNCTION skipped(source regclass, question text) RETURNS jsonb LANGUAGE sql AS $$
    SELECT q.explain -> 'skipped' FROM gbrain_rank.query(source, question, 1, 'off', 'off', explain => true, text_config => 'simple') AS q $$;

-- Before ANALYZE nothing is known: every term counts alike, and explain says so.
SELECT * FROM terms('page', 'half rare');
SELECT skipped('page', 'half rare');

ANALYZE page;
SELECT term, abs(idf - idf(CASE term WHEN 'common' THEN 100 WHEN 'half' THEN 50 ELSE 1 END)) < 1e-6 AS as_counted, round(tf::numeric, 6) AS tf
FROM terms('page', 'common half rare');
-- A word that no row holds is half as frequent as the rarest that is known; it changes no other word.
SELECT term, abs(idf - idf(50)) < 1e-6 AS as_counted FROM terms('page', 'half or unheard');

-- The score by hand: tf saturates, long rows are held back.
SELECT id, abs(score - expected) < 1e-6 AS by_hand FROM (
    SELECT q.id, q.score, sum(idf(n) * tf * 1.9 / (tf + 0.9 * (0.6 + 0.4 * length / (1 + 0.5 + 0.01)))) AS expected
    FROM gbrain_rank.query('page', 'common or half or rare', 2, 'off', 'off', text_config => 'simple') AS q
    JOIN (VALUES ('7', 100, 1.8, 3), ('7', 50, 0.4, 3), ('7', 1, 0.4, 3), ('2', 100, 0.4, 2), ('2', 50, 0.4, 2)) AS v(id, n, tf, length) USING (id)
    GROUP BY 1, 2) AS s ORDER BY id DESC;
-- k1, b and the weights are settings.
SET gbrain_rank.bm25_k1 = '0';
SELECT abs(score - idf(50)) < 1e-6 AS presence_only FROM gbrain_rank.query('page', 'half', 1, 'off', 'off', text_config => 'simple');
RESET gbrain_rank.bm25_k1;
SET gbrain_rank.field_weights = '1,1,1,1';
SELECT tf FROM terms('page', 'rare or common') WHERE term = 'common';
RESET gbrain_rank.field_weights;

-- A word in every row still counts.
SELECT score > 0 AS above_zero FROM gbrain_rank.query('page', 'common', 1, 'off', 'off', text_config => 'simple');

-- Views, UNION ALL by row counts, partitions.
CREATE VIEW seen AS SELECT id AS id, content_tsv FROM page;
SELECT term, abs(idf - idf(50)) < 1e-6 AS through_a_view FROM terms('seen', 'half');
CREATE TABLE other (id int, content_tsv tsvector);
INSERT INTO other SELECT i, 'common:1' FROM generate_series(1, 300) AS i;
ANALYZE other;
CREATE VIEW both_tables AS SELECT id, content_tsv FROM page UNION ALL SELECT id, content_tsv FROM other;
-- half: 50 of 100, and of the other 300 half of the share that common has there.
SELECT term, abs(idf - idf(50 + 150, 400)) < 1e-6 AS through_union_all FROM terms('both_tables', 'half');
CREATE TABLE parted (id int, content_tsv tsvector) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF parted FOR VALUES FROM (1) TO (51);
CREATE TABLE part_2 (dropped int, content_tsv tsvector, id int);
ALTER TABLE part_2 DROP COLUMN dropped;
ALTER TABLE parted ATTACH PARTITION part_2 FOR VALUES FROM (51) TO (101);
INSERT INTO parted SELECT * FROM page;
-- autovacuum analyses partitions only, never their parent
ANALYZE part_1, part_2;
SELECT term, abs(idf - idf(50)) < 1e-6 AS through_partitions FROM terms('parted', 'half');
ANALYZE parted;
SELECT term, abs(idf - idf(50)) < 1e-6 AS of_the_parent FROM terms('parted', 'half');

-- Rights: those that pg_stats asks for.
CREATE ROLE t_bm25_reader;
GRANT USAGE ON SCHEMA t_bm25 TO t_bm25_reader;
GRANT SELECT ON seen TO t_bm25_reader;
CREATE TABLE guarded AS SELECT * FROM page;
ANALYZE guarded;
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON guarded USING (true);
GRANT SELECT ON guarded TO t_bm25_reader;
SET ROLE t_bm25_reader;
SELECT term, abs(idf - idf(50)) < 1e-6 AS the_view_owners_rights FROM terms('seen', 'half');
SELECT idf AS under_row_security FROM terms('guarded', 'half');
SELECT skipped('guarded', 'half');
SET gbrain_rank.rls_statistics = 'on';
RESET ROLE;
SET gbrain_rank.rls_statistics = 'on';
SET ROLE t_bm25_reader;
SELECT term, abs(idf - idf(50)) < 1e-6 AS allowed_by_an_operator FROM terms('guarded', 'half');
RESET ROLE;
RESET gbrain_rank.rls_statistics;
SELECT term, abs(idf - idf(50)) < 1e-6 AS the_owner FROM terms('guarded', 'half');

-- Without a tsvector column there are no statistics to read.
CREATE TABLE plain AS SELECT 1 AS id, 'a half truth' AS body;
SELECT skipped('plain', 'half');

DROP SCHEMA t_bm25 CASCADE;
DROP ROLE t_bm25_reader;
