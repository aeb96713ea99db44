#!/usr/bin/env bash
# Builds the extension and installs it into the server that PG_CONFIG names.
# PROFILE=debug and PROFILE=checked build faster and run slower; the default is the release build.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
use_server
has_cargo_pgrx || fail "cargo-pgrx $pgrx_version is missing" "Run 'make setup' first."

profile=$(cargo_profile)
arguments=(--pg-config "$PG_CONFIG" --profile "$profile" "${cargo_features[@]}")
[ -w "$("$PG_CONFIG" --pkglibdir)" ] && [ -w "$("$PG_CONFIG" --sharedir)/extension" ] || arguments+=(--sudo)

say "Building and installing into $("$PG_CONFIG" --version) ($profile build)"
cd "$root"
cargo pgrx install "${arguments[@]}"
