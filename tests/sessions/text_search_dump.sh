#!/usr/bin/env bash
# What an application builds on the multilingual configuration survives a dump: a generated column, an
# expression index, a trigger, a copy of the configuration. The extension's own objects are not in it.
set -euo pipefail

target=${PGDATABASE}_restored
dump=$(mktemp)
trap 'rm -f "$dump"; psql -X -q -d postgres -c "DROP DATABASE IF EXISTS \"$target\""' EXIT
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
CREATE EXTENSION gbrain_rank;
CREATE SCHEMA app;
SET search_path = app;
CREATE TEXT SEARCH CONFIGURATION german_too (COPY = gbrain_rank.multilingual);
ALTER TEXT SEARCH CONFIGURATION german_too ALTER MAPPING FOR asciiword, word WITH gbrain_rank.spelling, german_stem;
CREATE TABLE page (id int PRIMARY KEY, title text, body text, kept tsvector,
    generated tsvector GENERATED ALWAYS AS (to_tsvector('gbrain_rank.multilingual', body)) STORED,
    german tsvector GENERATED ALWAYS AS (to_tsvector('app.german_too', body)) STORED);
CREATE TRIGGER kept BEFORE INSERT OR UPDATE ON page
    FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(kept, 'gbrain_rank.multilingual', title, body);
CREATE INDEX page_document ON page USING gin (gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body));
CREATE VIEW found AS SELECT id FROM page WHERE generated @@ plainto_tsquery('gbrain_rank.multilingual', '连接池');
INSERT INTO page (id, title, body) VALUES (1, '数据库', '连接池 ORA-01555 Häuser'), (2, '數據庫', 'snapshots in prod_db.users');
SQL
state="SELECT p::text FROM app.page AS p UNION ALL SELECT 'found ' || f FROM app.found AS f ORDER BY 1"
pg_dump -f "$dump"
if grep -E 'CREATE TEXT SEARCH (PARSER|TEMPLATE|DICTIONARY)|CREATE TEXT SEARCH CONFIGURATION gbrain_rank' "$dump"; then
    echo "the dump holds objects of the extension"
    exit 1
fi
run -d postgres -c "CREATE DATABASE \"$target\" TEMPLATE template0"
run -d "$target" -f "$dump" >/dev/null
diff <(run -c "$state") <(run -d "$target" -c "$state")
run -d "$target" <<'SQL'
INSERT INTO app.page (id, title, body) VALUES (3, 'three', '检查连接池');
SET enable_seqscan = off;
DO $$
BEGIN
    ASSERT (SELECT array_agg(id ORDER BY id) = '{1,3}' FROM app.found), 'the view finds something else';
    ASSERT (SELECT kept @@ '检查'::tsquery FROM app.page WHERE id = 3), 'the trigger does not work';
    ASSERT (SELECT array_agg(id) = '{2}' FROM app.page
            WHERE gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body) @@ to_tsquery('gbrain_rank.multilingual', 'snapshot')),
        'the index finds something else';
END
$$;
SQL
