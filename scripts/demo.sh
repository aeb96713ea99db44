#!/usr/bin/env bash
# The demo: a private cluster with the extension and a sample brain, then every file of
# examples/demo/ in order. DATA=FOLDER also loads the public runbooks of that folder.
#
#   demo.sh        makes the brain anew and shows the searches
#   demo.sh stop   stops the cluster and keeps its data
#   demo.sh start  starts it again as it was left
set -euo pipefail
. "$(dirname "$0")/lib.sh"
use_server
cd "$root"
psql=("$bindir/psql" -X -q -v ON_ERROR_STOP=1)

if [ -n "${1:-}" ] && ! scripts/cluster.sh dir demo >/dev/null 2>&1; then
    say "There is no demo. 'make demo' makes one."
    exit
fi
if [ "${1:-}" = stop ]; then
    scripts/cluster.sh stop demo
    printf "'make start' starts it again, 'make demo' makes a fresh one, 'make clean' deletes it.\n"
    exit
fi
scripts/cluster.sh start demo
eval "$(scripts/cluster.sh env demo)"

how_to_open() { printf '\n    %s -h %s -p %s -U postgres brain\n\n' "$bindir/psql" "$PGHOST" "$PGPORT"; }
if [ "${1:-}" = start ]; then
    say "The brain is there again. Open it with"
    how_to_open
    exit
fi

say "Loading the sample brain into a new database, brain"
"${psql[@]}" -d postgres -c 'DROP DATABASE IF EXISTS brain WITH (FORCE)' -c 'CREATE DATABASE brain' 2>/dev/null
export PGDATABASE=brain PAGER=cat
"${psql[@]}" -c 'CREATE EXTENSION pg_trgm' -c 'CREATE EXTENSION gbrain_rank'
for part in brain cards wiki; do
    [ ! -f "examples/$part.sql" ] || "${psql[@]}" -f "examples/$part.sql"
done

if [ -n "${DATA:-}" ]; then
    runbooks=$DATA/runbooks.jsonl.gz
    [ -f "$runbooks" ] || fail "DATA=$DATA holds no runbooks.jsonl.gz"
    # One JSON document a line, taken as CSV with a quote that JSON text cannot hold.
    "${psql[@]}" -c 'CREATE TEMP TABLE loaded (document jsonb)' \
        -c "COPY loaded FROM STDIN WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')" \
        -f examples/runbooks.sql < <(zcat "$runbooks")
fi
"${psql[@]}" -c 'VACUUM (ANALYZE)'
"${psql[@]}" -Atc "SELECT pg_catalog.count(*) || ' memories in the table brain.' FROM brain"

for file in examples/demo/*.sql; do
    [ ! -f "$file" ] || "${psql[@]}" -f "$file"
done

say "The brain is yours. Open it with"
how_to_open
printf "and ask, for example:\n\n    SELECT slug, score FROM gbrain_rank.query('brain', 'catch me up on acme');\n"
printf "\n'make stop' ends the cluster, 'make start' starts it again; 'make demo' starts over with a fresh brain.\n"
