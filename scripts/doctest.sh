#!/usr/bin/env bash
# Runs the ```sql blocks of Markdown pages and compares what psql prints with the ```output blocks.
#
#   doctest.sh [--write] PAGE...   --write puts what was printed into the page instead
#
# PROFILE names the build of the tool (see lib.sh), which has been made already within a test run.
# Uses the server that PGHOST and PGPORT name.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
connection=(PGHOST="${PGHOST:-}" PGPORT="${PGPORT:-}" PGUSER="${PGUSER:-postgres}")
. "$here/lib.sh"
use_server
export "${connection[@]}"
cargo run --quiet --profile "$(PROFILE=${PROFILE:-debug} cargo_profile)" -p doctest --manifest-path "$root/Cargo.toml" -- --psql "$bindir/psql" "$@"
