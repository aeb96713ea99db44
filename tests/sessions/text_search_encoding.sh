#!/usr/bin/env bash
# A database that is not UTF-8: the extension installs, text is refused with 0A000 and a HINT.
set -euo pipefail

latin=${PGDATABASE}_latin1
trap 'psql -X -q -d postgres -c "DROP DATABASE IF EXISTS \"$latin\""' EXIT
psql -X -q -v ON_ERROR_STOP=1 -d postgres \
    -c "CREATE DATABASE \"$latin\" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
export PGDATABASE=$latin PGCLIENTENCODING=UTF8
psql -X -q -v ON_ERROR_STOP=1 -c "CREATE EXTENSION gbrain_rank"

refused() {
    local shown
    shown=$(psql -X -q -v VERBOSITY=verbose -c "$1" 2>&1 || true)
    if ! grep -q '^ERROR:  0A000: ' <<<"$shown" || ! grep -q '^HINT:  ' <<<"$shown"; then
        echo "$1"
        echo "$shown"
        exit 1
    fi
}
refused "SELECT to_tsvector('gbrain_rank.multilingual', 'plain')"
refused "SELECT plainto_tsquery('gbrain_rank.multilingual', 'café')"
refused "SELECT gbrain_rank.document_tsv('gbrain_rank.multilingual', 'plain', 'text')"
refused "SELECT gbrain_rank.tokens('café')"
refused "SELECT gbrain_rank.relax('a & b')"
# Other configurations work, as long as the text is ASCII.
[ "$(psql -X -q -A -t -c "SELECT gbrain_rank.document_tsv('english', 'snapshots', 'old')")" = "'old':2B 'snapshot':1A" ]
