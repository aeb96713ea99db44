#!/usr/bin/env bash
# Runs the ```sql blocks of Markdown pages and compares what psql prints with the ```output blocks.
#
#   doctest.sh [--write] PAGE...   --write puts what was printed into the page instead
#
# DOCTEST names the tool where it has been built already.
# Uses the server that PGHOST and PGPORT name.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
connection=(PGHOST="${PGHOST:-}" PGPORT="${PGPORT:-}" PGUSER="${PGUSER:-postgres}")
. "$here/lib.sh"
use_server
export "${connection[@]}"
if [ -x "${DOCTEST:-}" ]; then
    "$DOCTEST" --psql "$bindir/psql" "$@"
else
    cargo run --quiet -p doctest --manifest-path "$root/Cargo.toml" -- --psql "$bindir/psql" "$@"
fi
