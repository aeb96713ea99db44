#!/usr/bin/env bash
# A private Postgres cluster in a folder of its own, on a unix socket only. It never touches a
# cluster that is already on this machine.
#
#   cluster.sh start NAME            start it; make it first when it is not there
#   cluster.sh standby NAME PRIMARY  the same for a hot standby of the cluster PRIMARY
#   cluster.sh restart NAME          stop and start, to read postgresql.conf anew
#   cluster.sh stop NAME             stop it, keep its data
#   cluster.sh destroy NAME          stop it and delete its folder
#   cluster.sh env NAME              print PGHOST, PGPORT and PGUSER as lines for `eval`
#   cluster.sh dir NAME              print its folder (data/ and log are in there)
#
# CLUSTER_CONF holds lines for postgresql.conf of a new cluster. .local/NAME.cluster records the
# folder, which stands outside the repository: as root the server runs as the user postgres, who
# may not be able to enter the repository.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
use_server

action=${1:-}
name=${2:-}
[[ $action =~ ^(start|standby|restart|stop|destroy|env|dir)$ && $name =~ ^[a-z0-9_]+$ ]] ||
    fail "usage: cluster.sh start|standby|restart|stop|destroy|env|dir NAME [PRIMARY]"
record=$state_dir/$name.cluster

# The account that the server runs as.
if am_root; then
    server_user=postgres
    id "$server_user" >/dev/null 2>&1 || server_user=nobody
else
    server_user=$(id -un)
fi
as_server() {
    if am_root; then (cd / && runuser -u "$server_user" -- "$@"); else "$@"; fi
}

# Prints the cluster's folder; fails when there is none (also when /tmp was emptied since).
folder() {
    local dir
    [ -f "$record" ] || return 1
    dir=$(<"$record")
    [ -f "$dir/data/PG_VERSION" ] && printf '%s\n' "$dir"
}

is_running() { as_server "$bindir/pg_ctl" -D "$1/data" status >/dev/null 2>&1; }

# A port where nothing listens: it names the socket, and is free should TCP be switched on.
free_port() {
    local port
    for port in $(seq 54321 54520); do
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
            printf '%s\n' "$port"
            return
        }
    done
    fail "no free port between 54321 and 54520"
}

# Makes the folder where the server's account can reach it and the socket's name fits (107 bytes).
make_folder() {
    local base dir
    for base in "${TMPDIR:-/tmp}" /tmp /var/tmp; do
        if [ ${#base} -gt 70 ] || [ ! -w "$base" ] || ! as_server test -x "$base"; then continue; fi
        dir=$(mktemp -d "$base/gbrain_rank.$name.XXXXXX")
        ! am_root || chown "$server_user" "$dir"
        printf '%s\n' "$dir"
        return
    done
    fail "no folder for a cluster: TMPDIR, /tmp and /var/tmp cannot be used by $server_user"
}

configure() {
    local dir=$1
    {
        printf "listen_addresses = ''\n"
        printf "unix_socket_directories = '%s'\n" "$dir"
        printf 'port = %s\n' "$(free_port)"
        # Throw-away data: speed before crash safety.
        printf 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'
        printf 'max_wal_size = 2GB\nlog_line_prefix = '"'%%m [%%p] '"'\n'
        printf '%s\n' "${CLUSTER_CONF:-}"
    } | as_server tee -a "$dir/data/postgresql.conf" >/dev/null
}

make_cluster() {
    local dir
    dir=$(make_folder)
    mkdir -p "$state_dir"
    printf '%s\n' "$dir" >"$record"
    if [ "$action" = standby ]; then
        load_environment "$1"
        as_server "$bindir/pg_basebackup" -h "$PGHOST" -p "$PGPORT" -U postgres -D "$dir/data" -R -c fast
    else
        as_server "$bindir/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
    fi
    configure "$dir"
    printf '%s\n' "$dir"
}

start_server() {
    local dir=$1
    is_running "$dir" && return
    as_server "$bindir/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 60 start >/dev/null || {
        cat "$dir/log" >&2
        fail "the cluster in $dir does not start"
    }
}

stop_server() {
    is_running "$1" || return 0
    as_server "$bindir/pg_ctl" -D "$1/data" -m fast -w stop >/dev/null
}

# What a client needs to reach the cluster $1 (another one than $name, for a standby).
environment_of() {
    local dir
    dir=$(<"$state_dir/$1.cluster")
    printf 'export PGHOST=%q PGPORT=%q PGUSER=postgres\n' \
        "$dir" "$(sed -n 's/^port = //p' "$dir/data/postgresql.conf" | tail -n 1)"
}
load_environment() { eval "$(environment_of "$1")"; }

case $action in
start | standby)
    dir=$(folder) || dir=$(make_cluster "${3:-}")
    start_server "$dir"
    ;;
restart)
    dir=$(folder) || fail "there is no cluster $name"
    stop_server "$dir"
    start_server "$dir"
    ;;
stop)
    if ! dir=$(folder); then
        printf 'There is no cluster %s.\n' "$name"
    elif is_running "$dir"; then
        stop_server "$dir"
        printf 'Stopped the cluster %s; its data stays in %s.\n' "$name" "$dir"
    else
        printf 'The cluster %s in %s was not running.\n' "$name" "$dir"
    fi
    ;;
destroy)
    if dir=$(folder); then
        stop_server "$dir"
        rm -rf "$dir"
    fi
    rm -f "$record"
    ;;
env)
    folder >/dev/null || fail "there is no cluster $name"
    environment_of "$name"
    ;;
dir)
    folder || fail "there is no cluster $name"
    ;;
esac
