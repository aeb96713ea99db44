#!/usr/bin/env bash
# Reading never writes: 1,000 mixed searches insert, update and delete nothing, and searches run in a
# read-only transaction and on a standby, also where an eval log is set.
set -euo pipefail

primary=recall_primary_$$
standby=recall_standby_$$
trap 'scripts/cluster.sh destroy "$standby" >/dev/null 2>&1 || true; scripts/cluster.sh destroy "$primary" >/dev/null 2>&1 || true' EXIT
export PSQLRC=/dev/null
run() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"; }

# One of each search; the output is the number of rows.
searches="
    SELECT count(*) FROM gbrain_rank.query('brain', 'what is going on with postgres', explain => true);
    SELECT count(*) FROM gbrain_rank.retrieve('brain', 'ORA-01555 on the pool', explain => true);
    SELECT count(*) FROM gbrain_rank.recall_knowledge('brain', 'postgres connections', explain => true);
    SELECT count(*) FROM gbrain_rank.recall_episodic('brain', 'connection pool');
    SELECT jsonb_array_length(gbrain_rank.recall('brain', '连接池') -> 'knowledge');"

load() {
    run <<'SQL'
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS gbrain_rank;
SELECT gbrain_rank.create_memory('brain') \g /dev/null
\i examples/wiki.sql
SELECT gbrain_rank.create_eval_log('eval_log') \g /dev/null
SQL
}

# The counters of every table, as one line.
counters() {
    run -c "SELECT string_agg(format('%s %s %s %s', relname, n_tup_ins, n_tup_upd, n_tup_del), ', ' ORDER BY relname) FROM pg_stat_user_tables"
}

load
sleep 1
before=$(counters)
run <<'SQL'
DO $$
DECLARE
    question text;
BEGIN
    FOR i IN 1 .. 200 LOOP
        question := (ARRAY['postgres connections', '连接池', 'retry', 'go', 'what is new with the pool', 'quokka', ''])[1 + i % 7];
        PERFORM * FROM gbrain_rank.query('brain', question, explain => i % 2 = 0);
        PERFORM * FROM gbrain_rank.recall_knowledge('brain', question, explain => i % 2 = 0);
        PERFORM * FROM gbrain_rank.recall_episodic('brain', question);
        PERFORM * FROM gbrain_rank.retrieve('brain', question);
        PERFORM gbrain_rank.recall('brain', question, topic_id => '42');
    END LOOP;
END $$;
SQL
sleep 1
after=$(counters)
[ "$before" = "$after" ] || {
    echo "searches wrote: before $before; after $after" >&2
    exit 1
}

# A read-only transaction; the log that is set is left alone.
read_only=$(run -c "SET gbrain_rank.eval_table = 'eval_log'" -c "BEGIN READ ONLY; $searches; COMMIT")
writing=$(run -c "SET gbrain_rank.eval_table = 'eval_log'" -c "$searches")
[ "$read_only" = "$writing" ] && [ -n "$writing" ] || {
    echo "a read-only transaction answers otherwise: $read_only" >&2
    exit 1
}
[ "$(run -c 'SELECT count(*) > 0 FROM eval_log')" = t ]

# A standby.
scripts/cluster.sh start "$primary" >/dev/null
eval "$(scripts/cluster.sh env "$primary")"
export PGDATABASE=postgres
load
run -c "ALTER DATABASE postgres SET gbrain_rank.eval_table = 'eval_log'"
expected=$(run -c "$searches")
scripts/cluster.sh standby "$standby" "$primary" >/dev/null
eval "$(scripts/cluster.sh env "$standby")"
[ "$(run -c 'SELECT pg_is_in_recovery()')" = t ]
found=$(run -c "$searches")
[ "$found" = "$expected" ] || {
    echo "the standby answers otherwise: $found, not $expected" >&2
    exit 1
}
