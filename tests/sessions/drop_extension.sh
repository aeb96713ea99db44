#!/usr/bin/env bash
# DROP EXTENSION ... CASCADE takes the triggers of memory tables and the one index that is
# built on a function of the extension, and no column, row or other index.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('m', 'pg_catalog.english') \g /dev/null
INSERT INTO m (title, body, tags) VALUES ('One', 'two', '{family}');
CREATE TEMP TABLE before AS
    SELECT (SELECT count(*) FROM pg_attribute WHERE attrelid = 'm'::regclass AND NOT attisdropped) AS columns,
        (SELECT count(*) FROM pg_index WHERE indrelid = 'm'::regclass
            AND pg_get_indexdef(indexrelid) NOT LIKE '%gbrain_rank.%') AS indexes,
        (SELECT m::text FROM m) AS content;
-- Without CASCADE the tables stand in the way.
DO $$
BEGIN
    DROP EXTENSION gbrain_rank;
    ASSERT false, 'dropped without CASCADE';
EXCEPTION WHEN dependent_objects_still_exist THEN
    NULL;
END
$$;
DROP EXTENSION gbrain_rank CASCADE;
DO $$
BEGIN
    ASSERT (SELECT (columns, indexes, content) FROM before) IS NOT DISTINCT FROM (
        (SELECT count(*) FROM pg_attribute WHERE attrelid = 'm'::regclass AND NOT attisdropped),
        (SELECT count(*) FROM pg_index WHERE indrelid = 'm'::regclass),
        (SELECT m::text FROM m)), 'something of the table went';
    ASSERT NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid IN ('m'::regclass, 'm_takes'::regclass) AND NOT tgisinternal),
        'a trigger stayed';
END
$$;
INSERT INTO m (title) VALUES ('still a table');
-- The extension can come back beside the tables.
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('n', 'pg_catalog.english') \g /dev/null
SQL
