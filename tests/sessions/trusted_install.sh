#!/usr/bin/env bash
# The owner of a database, no superuser, installs the extension; another role uses it.
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 -c "CREATE ROLE trusted_owner LOGIN" -c "CREATE ROLE trusted_user LOGIN" \
    -c "ALTER DATABASE \"$PGDATABASE\" OWNER TO trusted_owner"
trap 'psql -X -q -c "ALTER DATABASE \"$PGDATABASE\" OWNER TO postgres" -c "DROP OWNED BY trusted_owner, trusted_user CASCADE" \
    -c "DROP ROLE trusted_owner, trusted_user" 2>/dev/null' EXIT

PGUSER=trusted_owner psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE EXTENSION gbrain_rank;
CREATE SCHEMA app;
GRANT USAGE, CREATE ON SCHEMA app TO trusted_user;
SQL
PGUSER=trusted_user psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
SET search_path = app;
SELECT gbrain_rank.create_memory() \g /dev/null
INSERT INTO memory (title, body, tags) VALUES ('Wedding', 'ORA-00600', '{wedding}');
INSERT INTO memory_takes (memory_id) VALUES (1);
DO $$
BEGIN
    ASSERT (SELECT active_takes = 1 AND content_tsv IS NOT NULL FROM memory), 'the triggers do not work';
END
$$;
SQL
