#!/usr/bin/env bash
# Every test there is: format, lints, the pure crate, then everything that needs a server, on a
# private cluster of its own. Ends with one line `N passed, N failed`.
#
#   test.sh [STAGE...]   stages: format lint core regress isolation sessions docs (default: all)
#
# It builds the profile `checked` (see Cargo.toml); PROFILE=release and PROFILE=debug test those builds.
# INSTALL=no tests what is installed already.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
use_server
cd "$root"
export PROFILE=${PROFILE:-checked}
profile=$(cargo_profile)
# The flag that cargo-pgrx gives its builds. With it everywhere, what one stage has compiled serves the
# next; with different flags each stage would compile all dependencies for itself.
flag="-C link-arg=-Wl,--no-gc-sections"
[[ ${RUSTFLAGS:-} == *"$flag"* ]] || export RUSTFLAGS="${RUSTFLAGS:+$RUSTFLAGS }$flag"

stages=("$@")
[ $# -gt 0 ] || stages=(format lint core regress isolation sessions docs)
output=$state_dir/test
mkdir -p "$output"
passed=0
failed=0
failures=()

pass() {
    passed=$((passed + 1))
    [ $# -eq 0 ] || printf 'ok      %s\n' "$1"
}
miss() {
    failed=$((failed + 1))
    failures+=("$1")
    printf 'FAILED  %s\n' "$1"
}
check() {
    local title=$1 began=$SECONDS
    shift
    if "$@"; then pass "$title ($((SECONDS - began)) s)"; else miss "$title"; fi
}

# Counts the lines of pg_regress: `test x ... ok` up to 15, `ok 1 - x` since 16.
count_regress() {
    local kind=$1 file=$2 line
    while read -r line; do
        case $line in
        "ok "*) pass ;;
        "not ok "*) miss "$kind: $(sed -E 's/^not ok [0-9]+ +[-+] +([^ ]+).*/\1/' <<<"$line")" ;;
        "test "*" ok "*) pass ;;
        "test "*FAILED*) miss "$kind: $(awk '{print $2}' <<<"$line")" ;;
        esac
    done <"$file"
}

# regress KIND DRIVER FOLDER SUFFIX ARGUMENT...: runs every test of tests/FOLDER.
regress() {
    local kind=$1 driver=$2 folder=$3 suffix=$4 found tests=() test before
    shift 4
    mapfile -t found < <(find "tests/$folder" -name "*.$suffix" -printf '%f\n' 2>/dev/null | sed "s/\.$suffix\$//" | LC_ALL=C sort)
    # pg_regress gives up at the first expected file that is missing.
    for test in "${found[@]}"; do
        if compgen -G "tests/${folder%%/*}/expected/${test}*.out" >/dev/null; then
            tests+=("$test")
        else
            miss "$kind: $test has no expected file (make an empty one, run it, read $output/$kind/results)"
        fi
    done
    before=$((passed + failed))
    [ ${#tests[@]} -gt 0 ] || return 0
    [ -x "$driver" ] || {
        miss "$kind: $driver is missing"
        return 0
    }
    mkdir -p "$output/$kind"
    rm -f "$output/$kind/regression.diffs"
    "$driver" --bindir="$bindir" --inputdir="tests/${folder%%/*}" --outputdir="$output/$kind" \
        --load-extension=pg_trgm --load-extension=gbrain_rank "$@" "${tests[@]}" 2>&1 |
        tee "$output/$kind/log" || true
    [ ! -s "$output/$kind/regression.diffs" ] || cat "$output/$kind/regression.diffs"
    count_regress "$kind" "$output/$kind/log"
    [ $((passed + failed)) -ge $((before + ${#tests[@]})) ] || miss "$kind: the run ended early"
}

test_format() { check "cargo fmt" cargo fmt --all --check; }

test_lint() {
    check "cargo clippy" cargo clippy --workspace --all-targets --profile "$profile" "${cargo_features[@]}" -- -D warnings
    ! have shellcheck || check "shellcheck" shellcheck scripts/*.sh .ci/run
}

# The pure crate's tests, and those of the tools.
test_core() {
    local log=$output/core.log status=0
    cargo test --profile "$profile" -p gbrain_rank_core -p bench-quality -p doctest 2>&1 | tee "$log" || status=1
    while read -r good bad; do
        passed=$((passed + good))
        failed=$((failed + bad))
    done < <(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed;.*/\1 \2/p' "$log")
    while read -r name; do failures+=("core: $name"); done < <(sed -nE 's/^test (.*) \.\.\. FAILED$/\1/p' "$log" | sort -u)
    [ $status -eq 0 ] || [ "$(grep -c '^test .* FAILED$' "$log")" -gt 0 ] || miss "core: does not build"
}

test_regress() {
    regress regress "$pgxs_test_dir/regress/pg_regress" pg_regress/sql sql --dbname=gbrain_regress
}

test_isolation() {
    regress isolation "$pgxs_test_dir/isolation/pg_isolation_regress" isolation/specs spec --dbname=gbrain_isolation
}

# Each executable tests/sessions/*.sh against an empty database of its own, by PG* variables.
test_sessions() {
    local script name
    for script in tests/sessions/*.sh; do
        [ -x "$script" ] || continue
        name=$(basename "$script" .sh)
        say "session $name"
        psql_quiet postgres -c "DROP DATABASE IF EXISTS \"session_$name\"" -c "CREATE DATABASE \"session_$name\""
        check "session: $name" env PGDATABASE="session_$name" PG_CONFIG="$PG_CONFIG" PATH="$bindir:$PATH" "$script"
        psql_quiet postgres -c "DROP DATABASE IF EXISTS \"session_$name\""
    done
}

# The SQL of the documentation, each page in a database of its own; and the index of the pages.
test_docs() {
    local page
    for page in docs/*.md; do
        [ "$page" = docs/README.md ] || grep -qF "($(basename "$page"))" docs/README.md ||
            miss "docs: $page is not in docs/README.md"
    done
    for page in README.md docs/*.md; do
        [ -f "$page" ] || continue
        check "docs: $page" "$root/scripts/doctest.sh" "$page"
    done
}

psql_quiet() {
    local database=$1
    shift
    "$bindir/psql" -X -q -v ON_ERROR_STOP=1 -d "$database" "$@" 2> >(grep -v 'does not exist, skipping' >&2)
}

# Those of the stages that need no server, and those that do.
without_server=()
with_server=()
for stage in "${stages[@]}"; do
    case $stage in
    format | lint | core) without_server+=("$stage") ;;
    regress | isolation | sessions | docs) with_server+=("$stage") ;;
    *) fail "unknown stage: $stage" ;;
    esac
done

run_stages() {
    local stage began
    for stage in "$@"; do
        say "$stage"
        began=$SECONDS
        "test_$stage"
        printf '%s: %s s\n' "$stage" $((SECONDS - began))
    done
}

# Adds what another run of this script has counted.
count_run() {
    local log=$1 good bad
    read -r good bad < <(tail -n 1 "$log" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p') || {
        miss "the stages without a server ended early"
        return 0
    }
    passed=$((passed + good))
    failed=$((failed + bad))
    while read -r title; do failures+=("$title"); done < <(sed -n '/Summary/,$ s/^FAILED  //p' "$log")
}

if [ ${#with_server[@]} -eq 0 ]; then
    run_stages "${without_server[@]}"
# Installed before the first stage, so that a build that fails is seen early.
elif [ "${INSTALL:-yes}" = no ] || "$root/scripts/install.sh"; then
    beside=
    trap '[ -z "$beside" ] || kill "$beside" 2>/dev/null; "$root/scripts/cluster.sh" destroy test' EXIT
    if [[ " ${with_server[*]} " == *" docs "* ]]; then
        # Now, since Cargo lets only one build at a time into its folder.
        cargo build --quiet --profile "$profile" -p doctest
        export DOCTEST=${CARGO_TARGET_DIR:-$root/target}/${profile/dev/debug}/doctest
    fi
    # A client and its server keep one core busy; the stages without a server have the others.
    if [ ${#without_server[@]} -gt 0 ]; then
        "$root/scripts/test.sh" "${without_server[@]}" >"$output/without_server.log" 2>&1 &
        beside=$!
    fi
    "$root/scripts/cluster.sh" destroy test
    "$root/scripts/cluster.sh" start test
    eval "$("$root/scripts/cluster.sh" env test)"
    run_stages "${with_server[@]}"
    if [ -n "$beside" ]; then
        wait "$beside" || true
        beside=
        cat "$output/without_server.log"
        count_run "$output/without_server.log"
    fi
else
    miss "build and install"
    run_stages "${without_server[@]}"
fi

say "Summary ($((SECONDS / 60)) min $((SECONDS % 60)) s)"
[ ${#failures[@]} -eq 0 ] || printf 'FAILED  %s\n' "${failures[@]}"
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
