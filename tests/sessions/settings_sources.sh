#!/usr/bin/env bash
# The ways in which a value reaches a setting. A bad one is refused where someone can be told, and
# poisons the setting everywhere else: what needs it fails and names it, the rest goes on.
set -euo pipefail

database=$PGDATABASE
failed=0

# A preloaded library is there before any SET, so half of these ways do not exist.
case $(psql -XqAtc 'SHOW shared_preload_libraries') in
*gbrain_rank*)
    echo "skipped: gbrain_rank is preloaded"
    exit 0
    ;;
esac

quiet() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
# run SQL...: what psql prints, errors with their SQLSTATE, each statement on its own.
run() {
    local arguments=()
    for statement in "$@"; do arguments+=(-c "$statement"); done
    psql -XqAt -v VERBOSITY=verbose "${arguments[@]}" 2>&1 | grep -vE '^(LOCATION|HINT|DETAIL|CONTEXT):' || true
}
# is TITLE EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then return; fi
    failed=$((failed + 1))
    printf 'FAILED %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
}
# has TITLE PART FOUND
has() {
    case $3 in *"$2"*) return ;; esac
    failed=$((failed + 1))
    printf 'FAILED %s\n  expected: ...%s...\n  found:    %s\n' "$1" "$2" "$3"
}
poisoned() { # poisoned TITLE NAME SOURCE FOUND
    has "$1" "22023: invalid value for parameter \"gbrain_rank.$2\" (source: $3)" "$4"
}

restore() {
    quiet -c "ALTER DATABASE \"$database\" RESET ALL" \
        -c "SELECT gbrain_rank.version()" -c "ALTER SYSTEM RESET gbrain_rank.recency_decay" \
        -c "SELECT pg_reload_conf()" >/dev/null
    quiet -c "DROP ROLE IF EXISTS settings_sources_role" -c "ALTER ROLE ALL RESET gbrain_rank.recency_decay"
}
trap restore EXIT

quiet -c "CREATE EXTENSION gbrain_rank" -c "CREATE TABLE numbers AS SELECT generate_series(1, 20000) AS n" \
    -c "ANALYZE numbers" -c "DROP ROLE IF EXISTS settings_sources_role" -c "CREATE ROLE settings_sources_role LOGIN"

load="SELECT gbrain_rank.version() IS NOT NULL"
need="SELECT gbrain_rank.recency_component('daily/x', now())"
other="SELECT gbrain_rank.salience_score(0, 0)"
bad="daily/:7"
why="decay entry \"daily/:7\": expected prefix:halflife:coefficient"

# A live SET, in all its forms.
for statement in "SET gbrain_rank.recency_decay = '$bad'" "SET LOCAL gbrain_rank.recency_decay = '$bad'" \
    "SELECT set_config('gbrain_rank.recency_decay', '$bad', false)" \
    "ALTER DATABASE \"$database\" SET gbrain_rank.recency_decay = '$bad'" \
    "ALTER ROLE settings_sources_role SET gbrain_rank.recency_decay = '$bad'" \
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql SET gbrain_rank.recency_decay = '$bad' AS 'SELECT 1'"; do
    has "refused: $statement" "22023: invalid value for parameter \"gbrain_rank.recency_decay\": $why" \
        "$(run "$load" "$statement")"
done
is "after a refused SET the old value is there" $'t\n1.5' "$(run "$load" "SET gbrain_rank.recency_decay = '$bad'" "$need" | grep -v '^ERROR')"

# SET before the library is loaded.
found=$(run "SET gbrain_rank.recency_decay = '$bad'" "$other" "$need" "SHOW gbrain_rank.recency_decay" "RESET gbrain_rank.recency_decay" "$need")
poisoned "SET before load" recency_decay session "$found"
is "what does not need it goes on, and RESET restores" $'0\ndaily/:7\n1.5' "$(grep -v '^ERROR' <<<"$found")"
found=$(run "SET gbrain_rank.floor_ratio = '7x'" "$load" "SELECT value, origin FROM gbrain_rank.settings() WHERE name = 'gbrain_rank.floor_ratio'")
is "a number is no exception" $'t\n7x|session, invalid' "$found"
found=$(run "SET gbrain_rank.recency_decay = 'daily/:7:1'" "$need")
is "a good value given before load is taken" "1" "$found"

# ALTER DATABASE in a session without the library, then a new connection.
run "ALTER DATABASE \"$database\" SET gbrain_rank.recency_decay = '$bad'" >/dev/null
found=$(run "$other" "$need" "SET gbrain_rank.recency_decay = 'daily/:7:1'" "$need" "RESET gbrain_rank.recency_decay" "$need")
is "the database's poison comes back with RESET" "0
ERROR:  22023: invalid value for parameter \"gbrain_rank.recency_decay\" (source: database): $why
1
ERROR:  22023: invalid value for parameter \"gbrain_rank.recency_decay\" (source: database): $why" "$found"
found=$(run "$load" "BEGIN" "SET LOCAL gbrain_rank.recency_decay = 'daily/:7:1'" "$need" "ROLLBACK" "$need")
poisoned "ROLLBACK brings the poison back" recency_decay database "$found"
is "inside the transaction the value is good" $'t\n1' "$(grep -v '^ERROR' <<<"$found")"
found=$(run "$load" "SET gbrain_rank.recency_decay TO DEFAULT" "$need")
poisoned "DEFAULT is the database's value" recency_decay database "$found"
run "ALTER DATABASE \"$database\" SET gbrain_rank.recency_decay = 'daily/:7:2'" >/dev/null
is "a good map of the database works in a new connection" $'2\nsetting' \
    "$(run "$need" "SELECT origin FROM gbrain_rank.decay_map() WHERE prefix = 'daily/'")"
run "ALTER DATABASE \"$database\" SET gbrain_rank.recency_yaml = E'recency:\n  chat/:\n    halflifeDays: 1\n    coefficient: 9\n'" >/dev/null
is "the database may hold a YAML file" $'9\nyaml' \
    "$(run "SELECT gbrain_rank.recency_component('chat/x', now())" "SELECT origin FROM gbrain_rank.decay_map() WHERE prefix = 'chat/'")"
run "ALTER DATABASE \"$database\" RESET ALL" >/dev/null

# Ten thousand prefixes.
many=$(seq -s, -f 'prefix%.0f/:7:1' 1 10000)
printf 'ALTER DATABASE "%s" SET gbrain_rank.recency_decay = '"'%s'" "$database" "$many" | quiet -f -
is "ten thousand prefixes, the longest wins" $'1\n10012' \
    "$(run "SELECT gbrain_rank.recency_component('prefix9999/x', now())" "SELECT count(*) FROM gbrain_rank.decay_map()")"
run "ALTER DATABASE \"$database\" RESET ALL" >/dev/null

# ALTER ROLE, ALTER ROLE ... IN DATABASE, ALTER ROLE ALL.
as_role() { PGUSER=settings_sources_role run "$@"; }
run "ALTER ROLE settings_sources_role SET gbrain_rank.recency_decay = '$bad'" >/dev/null
found=$(as_role "$other" "$need")
poisoned "ALTER ROLE" recency_decay role "$found"
run "ALTER ROLE settings_sources_role RESET ALL" \
    "ALTER ROLE settings_sources_role IN DATABASE \"$database\" SET gbrain_rank.recency_decay = '$bad'" >/dev/null
poisoned "ALTER ROLE IN DATABASE" recency_decay "role in database" "$(as_role "$need")"
run "ALTER ROLE settings_sources_role IN DATABASE \"$database\" RESET ALL" \
    "ALTER ROLE ALL SET gbrain_rank.recency_decay = '$bad'" >/dev/null
poisoned "ALTER ROLE ALL" recency_decay "all roles" "$(as_role "$need")"
run "ALTER ROLE ALL RESET gbrain_rank.recency_decay" >/dev/null

# PGOPTIONS.
export PGOPTIONS="-c gbrain_rank.recency_decay=$bad"
found=$(run "$other" "$need" "SET gbrain_rank.recency_decay = ''" "$need")
poisoned "PGOPTIONS" recency_decay client "$found"
is "a SET corrects it" $'0\n1.5' "$(grep -v '^ERROR' <<<"$found")"
PGOPTIONS="-c gbrain_rank.recency_decay=daily/:7:3"
is "a good value in PGOPTIONS" 3 "$(run "$need")"
unset PGOPTIONS

# postgresql.conf, by ALTER SYSTEM, which nothing can refuse.
found=$(run "$load" "ALTER SYSTEM SET gbrain_rank.recency_decay = '$bad'")
has "ALTER SYSTEM warns" "WARNING:  22023: invalid value for parameter \"gbrain_rank.recency_decay\", stored all the same: $why" "$found"
run "SELECT pg_reload_conf()" >/dev/null
for _ in $(seq 50); do
    [ "$(run "SELECT setting FROM pg_file_settings WHERE name = 'gbrain_rank.recency_decay'" "SHOW gbrain_rank.recency_decay" | sort -u)" != "$bad" ] || break
    sleep 0.1
done
found=$(run "$other" "$need" "SELECT count(*) FROM pg_file_settings WHERE name LIKE 'gbrain%'" "$need")
poisoned "postgresql.conf" recency_decay file "$found"
is "reading the file warns of nothing" $'0\n1' "$(grep -v '^ERROR' <<<"$found")"
# A session that has the library takes the reload, with its good value and without.
found=$(
    {
        printf '%s;\n' "$need"
        printf 'ALTER SYSTEM RESET gbrain_rank.recency_decay;\nSELECT pg_reload_conf();\nSELECT pg_sleep(1);\n%s;\n' "$need"
    } | psql -XqAt 2>&1 | grep -v '^\(DETAIL\|HINT\)'
)
has "the poison goes with a reload" $'\nt\n\n1.5' "$found"

# Parallel workers get every setting of their leader, the poison as well.
parallel="SET max_parallel_workers_per_gather = 2; SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0;
          SET parallel_tuple_cost = 0; SET parallel_leader_participation = off"
found=$(run "SET gbrain_rank.recency_decay = '$bad'" "$load" "$parallel" \
    "EXPLAIN (COSTS OFF) SELECT count(*) FROM numbers" "SELECT count(*) FROM numbers" \
    "SELECT sum(gbrain_rank.recency_component('daily/' || n, now())) FROM numbers")
has "the query is parallel" "Parallel Seq Scan" "$found"
has "a parallel query that needs nothing goes on" $'\n20000\n' "$found"
poisoned "a worker that needs it fails" recency_decay session "$found"
found=$(run "$load" "SET gbrain_rank.recency_decay = 'daily/:7:4'" "$parallel" \
    "SELECT sum(gbrain_rank.recency_component('daily/' || n, now())) FROM numbers")
is "a worker sees the session's map" $'t\n80000' "$found"

# A misspelled setting is an error once the library is there.
has "a misspelled name is refused" "42602" "$(run "$load" "SET gbrain_rank.recency_decai = ''")"

# The warning about a loud fallback: at a live SET, and nowhere else.
loud="SET gbrain_rank.recency_fallback = '90:0.9'"
has "a live SET warns" "WARNING:  01000: the fallback coefficient 0.9 is above the 0.3" "$(run "$load" "$loud")"
is "loading does not warn" t "$(run "$loud" "$load")"
is "workers do not warn" $'t\n18000' "$(run "$loud" "$load" "$parallel" \
    "SELECT sum(gbrain_rank.recency_component('x' || n, now()))::int FROM numbers")"

# Contexts: who may set what.
has "user_dictionary belongs to the server" "55P02" "$(run "$load" "SET gbrain_rank.user_dictionary = 'x'")"
has "rls_statistics belongs to superusers" "42501" "$(as_role "$load" "SET gbrain_rank.rls_statistics = on")"
is "a role may tune the rest" $'t\n2' "$(as_role "$load" "SET gbrain_rank.recency_decay = 'daily/:1:2'" "$need")"

[ $failed -eq 0 ] || exit 1
