# Shared by the scripts of this folder: where things are, how the user is told, which server is meant.
# shellcheck shell=bash

# A command substitution that fails ends the script, too.
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
state_dir=$root/.local
pgrx_version=0.18.1
min_major=14
max_major=18

# The caller's own connection settings must reach none of our servers, nor must Rust backtraces
# (each would stand in the DETAIL of an error message).
for variable in ${!PG@}; do
    case $variable in
    PG_CONFIG | PGRX_HOME) ;;
    *) unset "$variable" ;;
    esac
done
unset variable RUST_BACKTRACE

# What a cluster started by these scripts is called inside.
export PGUSER=postgres

say() { printf '\n==> %s\n' "$*"; }

fail() {
    printf 'error: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

am_root() { [ "$(id -u)" -eq 0 ]; }

# Runs a command with the rights that installing packages needs.
as_root() {
    if am_root; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        fail "this step needs root: $*" "Run it as root, or install sudo."
    fi
}

# --- the server that is meant -------------------------------------------------------------------

server_major() { "$1" --version 2>/dev/null | sed -n 's/^PostgreSQL \([0-9][0-9]*\).*/\1/p'; }

# A pg_config is of use when its server, its headers and its test drivers are there.
is_complete_server() {
    local pg_config=$1 major
    [ -x "$pg_config" ] || return 1
    major=$(server_major "$pg_config")
    [ -n "$major" ] && [ "$major" -ge "$min_major" ] && [ "$major" -le "$max_major" ] || return 1
    [ -x "$("$pg_config" --bindir)/initdb" ] &&
        [ -f "$("$pg_config" --includedir-server)/postgres.h" ] &&
        [ -x "$("$pg_config" --pkglibdir)/pgxs/src/test/regress/pg_regress" ]
}

# Prints the pg_config to build for: the one that PG_CONFIG names, else the one on the PATH, else
# the newest of Debian's. Fails when there is none.
find_pg_config() {
    local candidate
    if [ -n "${PG_CONFIG:-}" ]; then
        candidate=$(command -v "$PG_CONFIG") || return 1
        is_complete_server "$candidate" && printf '%s\n' "$candidate"
        return
    fi
    while read -r candidate; do
        if is_complete_server "$candidate"; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done < <(
        command -v pg_config
        find /usr/lib/postgresql -path '*/bin/pg_config' 2>/dev/null | sort -rV
    )
    return 1
}

# Sets PG_CONFIG, bindir, pg_major and what cargo needs to build for that server.
use_server() {
    PG_CONFIG=$(find_pg_config) ||
        fail "no PostgreSQL $min_major to $max_major server with its headers was found" \
            "Run 'make setup', or name one: PG_CONFIG=/path/to/pg_config make ..."
    bindir=$("$PG_CONFIG" --bindir)
    pg_major=$(server_major "$PG_CONFIG")
    pgxs_test_dir=$("$PG_CONFIG" --pkglibdir)/pgxs/src/test
    # shellcheck disable=SC2034  # used by the scripts that read this file
    cargo_features=(--no-default-features --features "pg$pg_major")
    PATH=$state_dir/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
    export PG_CONFIG PATH PGRX_PG_CONFIG_PATH=$PG_CONFIG
    export bindir pg_major pgxs_test_dir
}

# The build that is meant: PROFILE=release (the default of what is installed), checked (the default of
# the tests: built quickly, with overflow checks) or debug, which Cargo calls dev.
cargo_profile() {
    case ${PROFILE:-release} in
    release | checked) printf '%s\n' "${PROFILE:-release}" ;;
    debug | dev) printf 'dev\n' ;;
    *) fail "PROFILE=$PROFILE is not release, checked or debug" ;;
    esac
}

has_cargo_pgrx() { [ "$(cargo pgrx --version 2>/dev/null)" = "cargo-pgrx $pgrx_version" ]; }
