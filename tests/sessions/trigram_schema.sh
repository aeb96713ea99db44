#!/usr/bin/env bash
# Without pg_trgm there are no trigram indexes and no search by similar words; in a schema of its own, off the
# search_path, it is found.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION gbrain_rank;
CREATE FUNCTION trigram_indexes(memory regclass) RETURNS bigint LANGUAGE sql
    AS $$ SELECT count(*) FROM pg_index WHERE indrelid = memory AND pg_get_indexdef(indexrelid) LIKE '%gin_trgm_ops%' $$;
SELECT gbrain_rank.create_memory('without') \g /dev/null
INSERT INTO without (slug, title) VALUES ('notes/zeppelin', 'Zeppelin');
DO $$
BEGIN
    ASSERT trigram_indexes('without') = 0, 'trigram indexes without pg_trgm';
    ASSERT (SELECT count(*) = 1 FROM gbrain_rank.query('without', 'zeppelin')), 'the word itself';
    ASSERT (SELECT count(*) = 0 FROM gbrain_rank.query('without', 'zepelin')), 'a similar word without pg_trgm';
END
$$;

CREATE SCHEMA "Extra modules";
CREATE EXTENSION pg_trgm SCHEMA "Extra modules";
SELECT gbrain_rank.create_memory('with') \g /dev/null
INSERT INTO "with" (slug, title) VALUES ('notes/zeppelin', 'Zeppelin');
DO $$
BEGIN
    ASSERT trigram_indexes('"with"') = 3, 'title, slug and body';
    ASSERT (SELECT count(*) = 1 AND min(phase) = 'trigram' FROM gbrain_rank.query('"with"', 'zepelin')), 'a similar word';
    ASSERT (SELECT count(*) = 1 FROM gbrain_rank.query('without', 'zepelin')), 'a similar word without indexes';
END
$$;
SQL
