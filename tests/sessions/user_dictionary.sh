#!/usr/bin/env bash
# gbrain_rank.user_dictionary: words of the operator's own, loud when the file is missing or bad,
# shared by all backends when the library is preloaded.
set -euo pipefail

folder=$("$PG_CONFIG" --sharedir)/tsearch_data
file=$folder/gbrain_rank_session_test.dict
changing=$folder/gbrain_rank_session_test2.dict
[ -w "$folder" ] || {
    echo "$folder cannot be written, nothing tested"
    exit 0
}
cluster=$(cd "$(dirname "$0")/../../scripts" && pwd)/cluster.sh
trap '"$cluster" destroy user_dictionary >/dev/null 2>&1; rm -f "$file" "$changing"' EXIT

printf '云原数仓 100000 n\n' >"$file"
printf '好 1\n坏 many n\n' >"$changing"
chmod a+r "$file" "$changing"
CLUSTER_CONF="shared_preload_libraries = 'gbrain_rank'
gbrain_rank.user_dictionary = 'gbrain_rank_session_test'" "$cluster" start user_dictionary >/dev/null
eval "$("$cluster" env user_dictionary)"
export PGHOST PGPORT PGUSER PGDATABASE=postgres
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }
cut_text="SELECT string_agg(token, ' ') FROM ts_parse('gbrain_rank.multilingual', '使用云原数仓')"
expect() {
    [ "$1" = "$2" ] || {
        echo "expected: $1"
        echo "found:    $2"
        exit 1
    }
}
# Prints the SQLSTATE that a statement ends with.
code() { psql -X -q -A -t -v VERBOSITY=sqlstate -c "$1" 2>&1 >/dev/null | sed -n 's/^ERROR:  *//p'; }
reload() {
    run -c "ALTER SYSTEM SET gbrain_rank.user_dictionary = '$1'" 2>/dev/null
    run -c "SELECT pg_reload_conf()" >/dev/null
    for _ in $(seq 50); do
        [ "$(run -c "SHOW gbrain_rank.user_dictionary")" = "$1" ] && return
        sleep 0.1
    done
    echo "the setting did not become '$1'"
    exit 1
}

run -c "CREATE EXTENSION gbrain_rank"
expect "使用 云原数仓" "$(run -c "$cut_text")"
# The words are ready before the first Chinese text.
ms=$(psql -X -q -A -t <<'SQL' | sed -n 's/^Time: \([0-9]*\).*/\1/p'
SELECT gbrain_rank.version() \g /dev/null
\timing on
SELECT to_tsvector('gbrain_rank.multilingual', '使用云原数仓') \g /dev/null
SQL
)
[ "$ms" -lt 100 ] || { echo "the first Chinese text took $ms ms with the dictionary preloaded"; exit 1; }

reload ''
expect "使用 云原 数仓" "$(run -c "$cut_text")"
# Only the configuration file can name it.
expect 55P02 "$(code "SET gbrain_rank.user_dictionary = 'x'")"

# A missing file and a bad line are errors where a dictionary is needed, and nowhere else.
reload gbrain_rank_no_such_file
expect F0000 "$(code "$cut_text")"
expect "english" "$(run -c "SELECT strip(to_tsvector('gbrain_rank.multilingual', 'english'))" | tr -d "'")"
reload gbrain_rank_session_test2
expect F0000 "$(code "$cut_text")"
(psql -X -q -c "$cut_text" 2>&1 || true) | grep -q 'line 2 of the user dictionary' || { echo "the line is not named"; exit 1; }
printf '\xff\xfe\n' >"$changing"
expect F0000 "$(code "$cut_text")"
# A session reads the file when it first needs it.
printf '云原数仓\n' >"$changing"
expect "使用 云原数仓" "$(run -c "$cut_text")"
