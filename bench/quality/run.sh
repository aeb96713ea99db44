#!/usr/bin/env bash
# Measures ranking quality on public collections and writes bench/QUALITY.md. Uses a private cluster
# that it makes and deletes.
#
#   DATA=folder bench/quality/run.sh     with NAME-docs.jsonl.gz and NAME-queries.jsonl.gz
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../scripts/lib.sh"
use_server

data=${DATA:-}
[ -n "$data" ] || fail "DATA is not set" "Call it as: make quality DATA=/folder/of/the/collections"
[ -d "$data" ] || fail "there is no folder $data"

work=$(mktemp -d)
cleanup() {
    rm -rf "$work"
    "$root/scripts/cluster.sh" destroy quality
}
trap cleanup EXIT
"$root/scripts/cluster.sh" destroy quality
"$root/scripts/cluster.sh" start quality
eval "$("$root/scripts/cluster.sh" env quality)"
run_psql() { "$bindir/psql" -X -q -v ON_ERROR_STOP=1 -d postgres "$@"; }

# One JSON object a line, as it is: quotes and delimiters that no line holds.
copy_lines() { gzip -dc "$1" | run_psql -c "COPY quality.$2 FROM STDIN (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')"; }

report=$here/../QUALITY.md
{
    printf '# Ranking quality\n\nWritten by `make quality`. nDCG uses gain 2^grade - 1 and discount log2(rank + 1); R@10 is the share of the relevant\n'
    printf 'documents among the first ten; an empty answer counts 0. `query` runs with both axes off.\n'
} >"$work/report"
for collection in cranfield cmrc; do
    [ -f "$data/$collection-docs.jsonl.gz" ] || fail "there is no $data/$collection-docs.jsonl.gz"
    say "$collection"
    run_psql -o /dev/null -v collection="$collection" -f "$here/schema.sql"
    copy_lines "$data/$collection-docs.jsonl.gz" document
    copy_lines "$data/$collection-queries.jsonl.gz" question
    run_psql -o /dev/null -f "$here/measure.sql"
    run_psql -At -F $'\t' -c 'SELECT * FROM quality.grade' >"$work/grades"
    run_psql -At -F $'\t' -c 'SELECT * FROM quality.answer' >"$work/runs"
    {
        printf '\n## %s\n\n' "$collection"
        run_psql -At -c "SELECT format('%s documents, %s questions.', (SELECT count(*) FROM quality.document), (SELECT count(*) FROM quality.question))"
        printf '\n'
        cargo run --quiet --release --manifest-path "$root/Cargo.toml" -p bench-quality -- "$work/grades" "$work/runs"
    } | tee -a "$work/report"
done
cp "$work/report" "$report"
