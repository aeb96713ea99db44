#!/usr/bin/env bash
# Builds the extension and installs it into the server that PG_CONFIG names.
# PROFILE=debug builds faster and runs slower; the default is the release build.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
use_server
has_cargo_pgrx || fail "cargo-pgrx $pgrx_version is missing" "Run 'make setup' first."

arguments=(--pg-config "$PG_CONFIG" "${cargo_features[@]}")
[ "${PROFILE:-release}" = debug ] || arguments+=(--release)
[ -w "$("$PG_CONFIG" --pkglibdir)" ] && [ -w "$("$PG_CONFIG" --sharedir)/extension" ] || arguments+=(--sudo)

say "Building and installing into $("$PG_CONFIG" --version) (${PROFILE:-release} build)"
cd "$root"
cargo pgrx install "${arguments[@]}"
