#!/usr/bin/env bash
# A dump of a database with memory tables restores: same rows, same derived columns, working triggers.
set -euo pipefail

source=$PGDATABASE
target=${PGDATABASE}_restored
dump=$(mktemp)
trap 'rm -f "$dump"; psql -X -q -d postgres -c "DROP DATABASE IF EXISTS \"$target\""' EXIT
export PSQLRC=/dev/null
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
CREATE SCHEMA app;
SET search_path = app, public;
SELECT gbrain_rank.create_memory() \g /dev/null
INSERT INTO memory (slug, title, body, tags, frontmatter, updated_at) VALUES
    ('notes/one', 'One', 'ORA-01555 in the night', '{wedding}', '{"date": "2024-01-01"}', '2020-01-01'),
    ('notes/two', '第二', '数据库连接', NULL, NULL, '2020-01-01');
INSERT INTO memory_takes (memory_id, holder, weight) VALUES (1, 'self', 0.75);
INSERT INTO memory_goals VALUES ('g', 'active', '{d}', '{k}');
-- Marked by hand: a restore that computed anew would lose it.
UPDATE memory SET content_tsv = content_tsv || 'marked' WHERE id = 2;
SQL

state="SELECT m::text FROM app.memory AS m UNION ALL SELECT t::text FROM app.memory_takes AS t
    UNION ALL SELECT g::text FROM app.memory_goals AS g ORDER BY 1"
before=$(run -c "$state")

for format in plain custom; do
    run -d postgres -c "DROP DATABASE IF EXISTS \"$target\"" -c "CREATE DATABASE \"$target\" TEMPLATE template0" 2>/dev/null
    if [ $format = plain ]; then
        pg_dump -d "$source" -f "$dump"
        run -d "$target" -f "$dump" >/dev/null
    else
        pg_dump -d "$source" -F custom -f "$dump"
        pg_restore --exit-on-error -d "$target" "$dump"
    fi
    after=$(run -d "$target" -c "$state")
    [ "$before" = "$after" ] || {
        echo "rows differ after a $format dump"
        diff <(echo "$before") <(echo "$after")
        exit 1
    }
done

# The triggers came along, and the identity goes on after the last id.
run -d "$target" <<'SQL'
INSERT INTO app.memory (slug, title) VALUES ('notes/three', 'Three words here');
INSERT INTO app.memory_takes (memory_id) VALUES (3), (3);
UPDATE app.memory SET body = 'ORA-00600', updated_at = '2020-01-01' WHERE id = 3;
DO $$
BEGIN
    ASSERT (SELECT active_takes = 2 AND content_tsv IS NOT NULL AND error_codes = '{ORA-00600}'
        AND effective_date = '2020-01-01' FROM app.memory WHERE id = 3), 'the triggers do not work';
END
$$;
SQL
