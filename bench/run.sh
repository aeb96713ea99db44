#!/usr/bin/env bash
# Measures speed as ratios of our SQL to the SQL that people write, in one run, and writes
# bench/RESULTS.md. Uses a private cluster that it makes and deletes.
#
#   ROWS=500000 REPEATS=5 bench/run.sh      KEEP=yes leaves the cluster for a closer look, REUSE=yes
#                                           measures again in a cluster that was kept
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../scripts/lib.sh"
use_server

rows=${ROWS:-500000}
repeats=${REPEATS:-5}
[[ $rows =~ ^[0-9]+$ && $repeats =~ ^[0-9]+$ ]] || fail "ROWS and REPEATS are whole numbers"
[ "$rows" -ge 1000 ] || fail "ROWS must be 1000 or more"
shards=2

cleanup() { [ -n "${KEEP:-}" ] || "$root/scripts/cluster.sh" destroy bench; }
trap cleanup EXIT

run_psql() { "$bindir/psql" -X -q -v ON_ERROR_STOP=1 -v ROWS="$rows" -v REPEATS="$repeats" -d postgres "$@"; }

make_corpus() {
    say "$rows rows"
    cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p bench-corpus
    corpus=$(cargo metadata --quiet --no-deps --format-version 1 --manifest-path "$root/Cargo.toml" |
        sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/release/bench-corpus
    run_psql -o /dev/null -f "$here/load.sql"
    columns='id, effective_date, updated_at, created_at, emotional_weight, active_takes, type, slug, title, body'
    load() { "$corpus" "$rows" "$1" "$shards" | run_psql -c "COPY bench.memory ($columns) FROM STDIN"; }
    loaders=()
    for shard in $(seq 0 $((shards - 1))); do
        load "$shard" &
        loaders+=($!)
    done
    for loader in "${loaders[@]}"; do wait "$loader"; done
    say "indexes and statistics"
    # Two at a time, the long one first.
    run_psql -At -c "SELECT indexdef FROM bench.index_definition ORDER BY indexdef LIKE '%(content_tsv)%' DESC, indexdef" |
        xargs -d '\n' -P 2 -I {} "$bindir/psql" -X -q -v ON_ERROR_STOP=1 -d postgres -c "SET maintenance_work_mem = '1GB'" -c {}
    run_psql -o /dev/null -f "$here/finish.sql"
}

if [ -n "${REUSE:-}" ]; then
    "$root/scripts/cluster.sh" start bench
    eval "$("$root/scripts/cluster.sh" env bench)"
else
    say "a private cluster"
    "$root/scripts/cluster.sh" destroy bench
    CLUSTER_CONF=$'shared_buffers = 2GB\nautovacuum = off\nmax_wal_size = 8GB\nwal_level = minimal\nmax_wal_senders = 0' \
        "$root/scripts/cluster.sh" start bench
    eval "$("$root/scripts/cluster.sh" env bench)"
    make_corpus
fi

say "measuring"
run_psql -o /dev/null -f "$here/measure.sql"

# The first call of a new connection, libraries and all; the median of five connections.
first_call=$(for _ in 1 2 3 4 5; do
    "$bindir/psql" -X -d postgres <<'SQL' | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p'
\timing on
SELECT * FROM gbrain_rank.resolve_axes('what is going on with acme');
SQL
done | sort -n | sed -n 3p)

# Peak memory of a backend that counts the matches, and of one that ranks them, apart from shared
# memory that either has touched. Both have the library, its dictionary and its caches. It is the
# search of row 5, under ts_rank: under bm25 the bitmap of dates, Postgres' own, would be measured.
peak() {
    run_psql -At -c "SET gbrain_rank.text_rank = 'ts_rank'" -c "SELECT count(*) FROM gbrain_rank.query('bench.memory'::regclass, 'fortivex or bodivex', 10, 'on', 'on', now => '2026-01-01')" \
        -c "SET work_mem = '64MB'; SET jit = off; SET max_parallel_workers_per_gather = 0" -c "$1" \
        -c "SELECT pg_read_file('/proc/self/status')" |
        awk '/^VmHWM/ { high = $2 } /^RssShmem/ { shared = $2 } END { print high - shared }'
}
counting=$(peak "SELECT count(*) FROM bench.memory WHERE content_tsv @@ 'halvax | halvix'")
ranking=$(peak "SELECT count(*) FROM gbrain_rank.query('bench.memory'::regclass, 'halvax or halvix', 10, 'on', 'on', now => '2026-01-01')")
matches=$(run_psql -At -c "SELECT count(*) FROM bench.memory WHERE content_tsv @@ 'halvax | halvix'")
bytes_a_match=$(awk -v c="$counting" -v r="$ranking" -v m="$matches" 'BEGIN { printf "%.1f", (r - c) * 1024 / m }')

# The nodes of the plans behind a statement, those of inner statements too.
plans_of() {
    "$bindir/psql" -X -q -d postgres -o /dev/null -v VERBOSITY=terse -c "LOAD 'auto_explain'" -c "
        SET auto_explain.log_min_duration = 0;
        SET auto_explain.log_nested_statements = on;
        SET auto_explain.log_level = notice;
        SET jit = off" -c "$1" 2>&1 |
        grep -E 'Scan|Sort|Limit|Join|Bitmap|Aggregate|Append|Gather|Loop|Cond:|Filter:|Memoize|Hash' |
        sed 's/  (cost=.*//' | cut -c 1-150
}

say "results"
{
    printf '# Speed\n\nWritten by `make bench`. Each row is a ratio of two statements of the same run.\n\n'
    run_psql -v FIRST_CALL="$first_call" -v BYTES_A_MATCH="$bytes_a_match" -f "$here/report.sql"
    printf '\n## Plans\n\nBelow each statement, those of its inner statements included.\n'
    for number in $(run_psql -At -c 'SELECT number FROM bench.work ORDER BY number'); do
        for side in ours theirs; do
            printf '\n%s, %s:\n\n```text\n' "$number" "$side"
            settings=$(run_psql -At -c "SELECT coalesce(string_agg(format('SET %s;', setting), ' '), '')
                FROM bench.work, unnest(settings) AS setting WHERE number = $number")
            plans_of "$settings $(run_psql -At -c "SELECT $side FROM bench.work WHERE number = $number")"
            printf '```\n'
        done
    done
} >"$here/RESULTS.md"
sed -n '/^|/p' "$here/RESULTS.md"
