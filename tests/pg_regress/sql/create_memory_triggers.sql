-- The triggers of a memory table: what is derived, when, and what is left alone.
CREATE SCHEMA t_create_memory_triggers;
SET search_path = t_create_memory_triggers, public;
SELECT gbrain_rank.create_memory('m', 'pg_catalog.english');

-- Text: title at weight A, body B, tags C.
INSERT INTO m (slug, title, body, tags) VALUES
    ('notes/a', 'Snapshot too old', 'The long query raised ORA-01555 on prod.', '{oracle,undo}'),
    ('notes/b', NULL, NULL, NULL);
SELECT slug, content_tsv, title_tsv, error_codes FROM m ORDER BY slug;
UPDATE m SET title = 'Deadlock', body = 'ORA-00060 in the night batch' WHERE slug = 'notes/a';
UPDATE m SET tags = '{batch}' WHERE slug = 'notes/b';
SELECT slug, content_tsv, title_tsv, error_codes FROM m ORDER BY slug;

-- Codes that the writer gave stay when the text changes; those of the old text go.
INSERT INTO m (slug, body, error_codes) VALUES ('notes/codes', 'ORA-00600 and more', '{app-1,ORA-00600}');
SELECT error_codes FROM m WHERE slug = 'notes/codes';
UPDATE m SET body = 'PLS-00201 now' WHERE slug = 'notes/codes';
SELECT error_codes FROM m WHERE slug = 'notes/codes';
UPDATE m SET error_codes = '{}', body = 'nothing' WHERE slug = 'notes/codes';
SELECT error_codes FROM m WHERE slug = 'notes/codes';

-- What was derived is not computed anew by an update that does not concern it: marks stay.
UPDATE m SET content_tsv = 'marked', title_tsv = 'marked', error_codes = '{MARKED}';
UPDATE m SET access_count = access_count + 1, occurrence_count = 5, recall_hit_count = 6,
    last_accessed_at = now(), last_seen_at = now(), status = 'active', importance = 0.9,
    context_tags = '{"asset_id": 7}', traces = '[]', review = '{}', emotional_weight = 0.2;
UPDATE m SET title = title, body = body, tags = tags;
SELECT count(*) AS marked FROM m
WHERE content_tsv = 'marked' AND title_tsv = 'marked' AND error_codes = '{MARKED}';
DELETE FROM m;

-- updated_at moves when content changes and the writer did not set it.
INSERT INTO m (slug, title, body, type, tags, frontmatter, created_at, updated_at)
VALUES ('pages/one', 't', 'b', 'note', '{a}', '{}', '2020-01-01', '2020-01-01');
CREATE FUNCTION moved(change text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    moved boolean;
BEGIN
    UPDATE m SET updated_at = '2020-01-01' WHERE slug LIKE 'pages/%';
    EXECUTE 'UPDATE m SET ' || change || ' WHERE slug LIKE ''pages/%''';
    SELECT updated_at <> '2020-01-01' INTO moved FROM m WHERE slug LIKE 'pages/%';
    RETURN change || ': ' || CASE WHEN moved THEN 'moved' ELSE 'left' END;
END
$$;
SELECT moved(change) FROM unnest(ARRAY[
    'slug = ''pages/two''', 'title = ''t2''', 'body = ''b2''', 'type = ''idea''', 'tags = ''{b}''', 'frontmatter = ''{"x": 1}''',
    'title = title, body = body',
    'access_count = access_count + 1, last_accessed_at = now()', 'occurrence_count = 2, last_seen_at = now()',
    'recall_hit_count = 3', 'status = ''active''', 'superseded_by = 7, status = ''superseded''', 'pinned = true', 'enabled = false',
    'importance = 0.1', 'confidence = 0.1', 'emotional_weight = 0.3, salience_touched_at = now()', 'active_takes = 2',
    'context_tags = ''{"k": 1}''', 'traces = ''[1]''', 'review = ''{"outcome": "failure"}''', 'area = ''x''', 'channel = ''episodic''',
    'content_tsv = NULL, title_tsv = '''', error_codes = NULL',
    'effective_date = ''2019-01-01''', 'effective_date_source = ''backfill''', 'created_at = ''2018-01-01''']) AS change;
UPDATE m SET title = 'set by the writer', updated_at = '2021-06-01 00:00+00' RETURNING updated_at = '2021-06-01 00:00+00' AS kept;
DELETE FROM m;

-- effective_date: derived with its source where the writer gave none.
SET timezone = 'UTC';
INSERT INTO m (slug, frontmatter, effective_date, effective_date_source, created_at, updated_at) VALUES
    ('notes/event', '{"event_date": "2024-02-03", "date": "2024-01-01"}', NULL, NULL, '2020-01-01', '2020-01-02'),
    ('notes/date', '{"date": "2024-01-01"}', NULL, NULL, '2020-01-01', '2020-01-02'),
    ('notes/published', '{"published": "2024-05-06"}', NULL, NULL, '2020-01-01', '2020-01-02'),
    ('meetings/2024-07-08-review', '{"date": "2024-01-01"}', NULL, NULL, '2020-01-01', '2020-01-02'),
    ('notes/fallback', NULL, NULL, NULL, '2020-01-01', '2020-01-02'),
    ('notes/bad', '{"date": "tomorrow"}', NULL, NULL, '2020-01-01', '2020-01-02'),
    ('notes/created', NULL, NULL, NULL, '2020-01-01', NULL),
    ('notes/writer', '{"date": "2024-01-01"}', '2022-01-01', NULL, '2020-01-01', '2020-01-02'),
    ('notes/told', NULL, '2022-01-01', 'e-mail', '2020-01-01', '2020-01-02');
SELECT slug, effective_date, effective_date_source FROM m ORDER BY slug;
-- It follows updated_at while the source is fallback, also when a change of content moves that.
UPDATE m SET updated_at = '2021-03-04' WHERE slug = 'notes/fallback';
UPDATE m SET title = 'new' WHERE slug IN ('notes/bad', 'notes/date', 'notes/writer');
-- It follows the frontmatter and the slug while it was derived; the writer's date stays.
UPDATE m SET frontmatter = '{"date": "2023-03-03"}', updated_at = '2021-03-04'
WHERE slug IN ('notes/event', 'notes/writer', 'notes/told');
UPDATE m SET frontmatter = NULL, updated_at = '2021-03-04' WHERE slug = 'notes/published';
UPDATE m SET slug = 'meetings/2024-09-10-review', updated_at = '2021-03-04' WHERE slug LIKE 'meetings/%';
SELECT slug, CASE WHEN effective_date > '2025-01-01' THEN 'now' ELSE effective_date::text END AS effective_date,
    effective_date_source, effective_date = updated_at AS follows
FROM m ORDER BY slug;
-- A writer sets the date, tells its source, and gives it back.
UPDATE m SET effective_date = '2023-01-01' WHERE slug = 'notes/fallback';
UPDATE m SET effective_date = '2023-01-01', effective_date_source = 'import' WHERE slug = 'notes/date';
UPDATE m SET effective_date = NULL WHERE slug = 'notes/told';
SELECT slug, effective_date, effective_date_source FROM m
WHERE slug IN ('notes/fallback', 'notes/date', 'notes/told') ORDER BY slug;
DELETE FROM m;

-- emotional_weight: from tags and takes; salience_touched_at moves when the weight does.
INSERT INTO m (id, slug, tags, emotional_weight, updated_at) VALUES
    (1, 'none', '{work}', DEFAULT, '2020-01-01'), (2, 'tags', '{Wedding}', DEFAULT, '2020-01-01'),
    (3, 'given', '{wedding}', 0.25, '2020-01-01'), (4, 'untagged', NULL, 0.75, '2020-01-01');
SELECT slug, emotional_weight, active_takes, salience_touched_at IS NOT NULL AS touched FROM m ORDER BY id;
INSERT INTO m_takes (memory_id, holder, weight) VALUES
    (1, 'self', 1), (1, 'other', 0.5), (2, 'other', 0), (3, 'other', 1);
SELECT slug, round(emotional_weight::numeric, 9) AS weight, active_takes, salience_touched_at IS NOT NULL AS touched,
    updated_at = '2020-01-01' AS as_old_as_before, effective_date = '2020-01-01' AS dated_as_before
FROM m ORDER BY id;
-- A change of tags counts the takes too; a weight that the writer sets stays; nothing moves without need.
UPDATE m SET salience_touched_at = NULL;
UPDATE m SET tags = '{family}', updated_at = '2020-01-02' WHERE id IN (1, 2);
UPDATE m SET tags = '{loss}', emotional_weight = 0.125 WHERE id = 4;
UPDATE m_takes SET claim = 'reworded' WHERE memory_id = 3;
SELECT slug, round(emotional_weight::numeric, 9) AS weight, active_takes, salience_touched_at IS NOT NULL AS touched FROM m ORDER BY id;
-- Deactivated, moved to another memory, deleted, truncated.
UPDATE m_takes SET active = false WHERE memory_id = 1 AND holder = 'other';
UPDATE m_takes SET memory_id = 4 WHERE memory_id = 3;
DELETE FROM m_takes WHERE memory_id = 2;
SELECT slug, round(emotional_weight::numeric, 9) AS weight, active_takes FROM m ORDER BY id;
TRUNCATE m_takes;
SELECT slug, round(emotional_weight::numeric, 9) AS weight, active_takes FROM m ORDER BY id;
-- Deleting a memory takes its takes along.
INSERT INTO m_takes (memory_id) SELECT id FROM m, generate_series(1, 3);
DELETE FROM m WHERE id = 1;
SELECT count(*) FROM m_takes;
SELECT slug, active_takes FROM m ORDER BY id;

-- A body of five megabytes, of one word and of distinct words, is stored and found by its first words.
INSERT INTO m (slug, title, body) VALUES
    ('big/same', 'Large', 'needle ' || repeat('haystack ', 580000)),
    ('big/distinct', 'Large', 'needle ' || (SELECT string_agg(md5(i::text), ' ') FROM generate_series(1, 160000) AS i));
SELECT slug, length(body) > 5000000 AS large, content_tsv @@ to_tsquery('english', 'needle & large') AS found
FROM m WHERE slug LIKE 'big/%' ORDER BY slug;

SET client_min_messages = warning;
DROP SCHEMA t_create_memory_triggers CASCADE;
