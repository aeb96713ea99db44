#!/usr/bin/env bash
# pg_upgrade takes a database with memory tables, a generated column, an index on an expression and a
# configuration copied from multilingual to a new cluster: the same answers, and it goes on working.
# Old and new are the same version, which pg_upgrade allows; it does all of its work then, too.
set -euo pipefail

server_bin=$("$PG_CONFIG" --bindir)
[ -x "$server_bin/pg_upgrade" ] || {
    echo "this server has no pg_upgrade, nothing tested"
    exit 0
}
old=upgrade_old_$$
new=upgrade_new_$$
log=$(mktemp)
trap 'for name in "$old" "$new"; do scripts/cluster.sh destroy "$name" >/dev/null 2>&1 || true; done; rm -f "$log"' EXIT
export PSQLRC=/dev/null
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d app "$@"; }
# Makes the cluster's variables those of this script.
use() {
    scripts/cluster.sh start "$1" >/dev/null
    eval "$(scripts/cluster.sh env "$1")"
    export PGHOST PGPORT PGUSER
}

use "$old"
psql -X -q -d postgres -c "CREATE DATABASE app"
run <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory() \g /dev/null
INSERT INTO memory (slug, title, body, tags, context_tags, updated_at) VALUES
    ('notes/undo', 'Snapshot too old', 'ORA-01555 on prod_db.users at night', '{undo}', NULL, '2020-01-01'),
    ('notes/pool', '连接池', '数据库连接池耗尽时的处理', '{pool}', '{"db_type": "oracle"}', '2020-01-02'),
    ('notes/plain', 'A plain page', 'nothing but English words', NULL, NULL, '2020-01-03');
INSERT INTO memory_takes (memory_id, holder, weight) VALUES (1, 'self', 0.75);
CREATE TEXT SEARCH CONFIGURATION german_too (COPY = gbrain_rank.multilingual);
ALTER TEXT SEARCH CONFIGURATION german_too ALTER MAPPING FOR asciiword, word WITH gbrain_rank.spelling, german_stem;
CREATE TABLE page (id int PRIMARY KEY, title text, body text,
    content_tsv tsvector GENERATED ALWAYS AS (to_tsvector('gbrain_rank.multilingual', body)) STORED,
    german tsvector GENERATED ALWAYS AS (to_tsvector('german_too', body)) STORED);
CREATE INDEX page_content ON page USING gin (content_tsv);
CREATE INDEX page_document ON page USING gin (gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body));
INSERT INTO page VALUES (1, 'snapshots', 'undo of the Häuser'), (2, '數據庫', '连接池 ORA-01555');
ALTER DATABASE app SET gbrain_rank.recency_decay = 'notes/:30:1';
SQL

# What an application sees: rows with what was derived from them, and the answers of the searches.
state() {
    run <<'SQL'
SET enable_seqscan = off;
SELECT m FROM memory AS m ORDER BY id;
SELECT t FROM memory_takes AS t;
SELECT p FROM page AS p ORDER BY id;
SELECT id FROM page WHERE gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body) @@ '数据库'::tsquery;
SHOW gbrain_rank.recency_decay;
SELECT slug, phase, score FROM gbrain_rank.query('memory', 'ORA-01555', now => '2020-02-01');
SELECT slug, phase, score FROM gbrain_rank.query('memory', '连接池耗尽', now => '2020-02-01');
SELECT id, score FROM gbrain_rank.query('page', '连接池', now => '2020-02-01');
SELECT slug, layer, score FROM gbrain_rank.retrieve('memory', 'ORA-01555', db_type => 'oracle');
SELECT gbrain_rank.recall('memory', '数据库', now => '2020-02-01');
SELECT extversion FROM pg_extension WHERE extname = 'gbrain_rank';
SQL
}
before=$(state)
scripts/cluster.sh stop "$old"
old_folder=$(scripts/cluster.sh dir "$old")

use "$new"
scripts/cluster.sh stop "$new"
new_folder=$(scripts/cluster.sh dir "$new")

# As the account that the servers run as, in a folder that it may write to.
server=()
[ "$(id -u)" -ne 0 ] || server=(runuser -u "$(stat -c %U "$new_folder/data")" --)
(
    unset PGHOST PGPORT PGDATABASE
    cd "$new_folder"
    "${server[@]}" "$server_bin/pg_upgrade" -b "$server_bin" -B "$server_bin" -d "$old_folder/data" -D "$new_folder/data" \
        -s "$new_folder" -U postgres >"$log" 2>&1 || {
        cat "$log"
        find "$new_folder/data/pg_upgrade_output.d" -name '*.log' -exec tail -n 20 {} + 2>/dev/null || true
        exit 1
    }
)

use "$new"
diff <(echo "$before") <(state)
run <<'SQL'
INSERT INTO memory (slug, title, body, tags) VALUES ('notes/new', '新的连接池', 'ORA-04031 in prod_db', '{pool}');
INSERT INTO memory_takes (memory_id) VALUES (2);
INSERT INTO page VALUES (3, 'three', '检查连接池 Häusern');
SET enable_seqscan = off;
DO $$
BEGIN
    ASSERT (SELECT error_codes = '{ORA-04031}' AND content_tsv @@ '连接池'::tsquery FROM memory WHERE slug = 'notes/new'),
        'the triggers do not work';
    ASSERT (SELECT active_takes = 1 FROM memory WHERE id = 2), 'the trigger of takes does not work';
    ASSERT (SELECT array_agg(slug ORDER BY slug) = '{notes/new,notes/pool}' FROM gbrain_rank.query('memory', '连接池')),
        'query finds something else';
    ASSERT (SELECT array_agg(id ORDER BY id) = '{1,3}' FROM page WHERE german @@ to_tsquery('german_too', 'Haus')),
        'the copied configuration does not work';
    ASSERT (SELECT array_agg(id ORDER BY id) = '{2,3}' FROM page
            WHERE gbrain_rank.document_tsv('gbrain_rank.multilingual', title, body) @@ '连接池'::tsquery),
        'the index finds something else';
END
$$;
DROP TABLE page;
DROP TEXT SEARCH CONFIGURATION german_too;
SQL
