#!/usr/bin/env bash
# Without pg_trgm retrieve answers as before, without its trigram layer; explain says so. And each
# search is in the eval log, where there is one.
set -euo pipefail

run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION gbrain_rank;
SELECT gbrain_rank.create_memory('card', 'pg_catalog.english') \g /dev/null
INSERT INTO card (slug, type, title, body, status) VALUES
    ('k', 'note', 'Kubernetes upgrade', 'steps', 'active'), ('base', 'preference', 'Plans first', 'x', 'active');
SELECT gbrain_rank.create_eval_log('log') \g /dev/null
SQL
answer=$(run -c "SET gbrain_rank.eval_table = 'log'" \
    -c "SELECT layer, slug, explain->'skipped'->>0 LIKE 'trigram: pg_trgm is not installed%' FROM gbrain_rank.retrieve('card', 'kubernetis', explain => true)")
[ "$answer" = 'global|base|t' ] || {
    echo "unexpected answer: $answer" >&2
    exit 1
}
logged=$(run -c "SELECT verb, query, id, rank, score, explain->>'layer' FROM log")
[ "$logged" = 'retrieve|kubernetis|2|1|0|global' ] || {
    echo "unexpected log: $logged" >&2
    exit 1
}
# With it the title is found.
run -c "SET client_min_messages = warning" -c "CREATE EXTENSION pg_trgm"
answer=$(run -c "SELECT layer, slug FROM gbrain_rank.retrieve('card', 'kubernetis', baseline_k => 0)")
[ "$answer" = 'trigram|k' ] || {
    echo "unexpected answer with pg_trgm: $answer" >&2
    exit 1
}
