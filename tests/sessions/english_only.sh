#!/usr/bin/env bash
# A session that indexes and searches English loads nothing of the Chinese dictionary, one Chinese question
# little of it, and all characters all of it: its memory says so.
set -euo pipefail

[ -r /proc/self/status ] || {
    echo "no /proc here, nothing tested"
    exit 0
}
psql -X -q -v ON_ERROR_STOP=1 -c "CREATE EXTENSION gbrain_rank"
mapfile -t kb < <(
    psql -X -q -A -t -v ON_ERROR_STOP=1 <<'SQL'
CREATE FUNCTION pg_temp.memory() RETURNS text LANGUAGE sql AS
    $$ SELECT (regexp_match(pg_catalog.pg_read_file('/proc/self/status'), 'RssAnon:\s+(\d+)'))[1] $$;
CREATE FUNCTION pg_temp.search(body text) RETURNS int LANGUAGE sql AS
    $$ SELECT length(to_tsvector('gbrain_rank.multilingual', repeat(body, 2000))) + cardinality(gbrain_rank.tokens(repeat(body, 2000)))
           + length(ts_headline('gbrain_rank.multilingual', body, plainto_tsquery('gbrain_rank.multilingual', body))) $$;
SELECT pg_temp.search('snapshot ') > 0 \g /dev/null
SELECT pg_temp.memory();
SELECT pg_temp.search('The undo of prod_db.users raised ORA-01555, see https://x.y/z?q=1 🚀 naïve データ 데이터. ') > 0 \g /dev/null
SELECT pg_temp.memory();
SELECT pg_temp.search('数据库连接池耗尽怎么办') > 0 \g /dev/null
SELECT pg_temp.memory();
SELECT length(to_tsvector('gbrain_rank.multilingual', string_agg(chr(c), ''))) > 0 FROM generate_series(19968, 40869) AS c \g /dev/null
SELECT pg_temp.memory();
SQL
)
echo "private memory in kB: at first ${kb[0]}, after English ${kb[1]}, after a Chinese question ${kb[2]}, after every character ${kb[3]}"
[ $((kb[1] - kb[0])) -lt 12000 ] && [ $((kb[2] - kb[1])) -lt 8000 ] && [ $((kb[3] - kb[2])) -gt 20000 ]
