#!/usr/bin/env bash
# Installs what is missing to build and test: a Postgres server with its headers, libclang, build
# tools, cargo-pgrx. What is there is left alone, so it is safe to run again.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

PATH=$state_dir/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
have cargo || fail "Rust is missing" \
    "Install it from https://rustup.rs (the project is built with Rust 1.95), then run this again."

wanted=()
if ! find_pg_config >/dev/null; then
    [ -z "${PG_CONFIG:-}" ] ||
        fail "PG_CONFIG=$PG_CONFIG is no complete PostgreSQL $min_major to $max_major" \
            "It needs the server, its headers (postgresql-server-dev-NN) and pg_regress."
    wanted+=(postgresql postgresql-server-dev)
fi
have cc && have make || wanted+=(build-essential)
have pkg-config || wanted+=(pkg-config)
have runuser || ! am_root || wanted+=(util-linux)
# bindgen, which reads the server's headers, loads libclang.
compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' >/dev/null || compgen -G '/usr/lib/*/libclang*.so*' >/dev/null ||
    [ -n "${LIBCLANG_PATH:-}" ] || wanted+=(libclang-dev)

if [ ${#wanted[@]} -gt 0 ]; then
    have apt-get || fail "missing: ${wanted[*]}" "Install them with this system's package manager, then run this again."
    say "Installing packages: ${wanted[*]}"
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update -q
    packages=()
    for package in "${wanted[@]}"; do
        case $package in
        postgresql-server-dev)
            # The headers of the very server that `postgresql` stands for in this release of Debian.
            major=$(apt-cache depends postgresql | sed -n 's/.*Depends: postgresql-\([0-9][0-9]*\)$/\1/p' | head -n 1)
            packages+=("postgresql-server-dev-${major:-15}")
            ;;
        *) packages+=("$package") ;;
        esac
    done
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
fi
use_server

if ! has_cargo_pgrx; then
    say "Installing cargo-pgrx $pgrx_version into .local/ (some minutes, once)"
    # In a folder of the project: another version that the user has stays what it is. It only calls
    # other programs, so that optimising it would take longer than it ever saves; nor does it
    # download a server here, for which its default features are.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false \
        CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_STRIP=none \
        cargo install cargo-pgrx --version "$pgrx_version" --locked --no-default-features --root "$state_dir"
    has_cargo_pgrx || fail "cargo-pgrx $pgrx_version was installed, but does not run"
fi

# `make test` needs these two, which a minimal Rust comes without.
if ! cargo clippy --version >/dev/null 2>&1 || ! cargo fmt --version >/dev/null 2>&1; then
    ! have rustup || rustup component add clippy rustfmt
fi
say "Ready: $("$PG_CONFIG" --version), $(cargo --version), cargo-pgrx $pgrx_version"
