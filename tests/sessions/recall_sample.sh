#!/usr/bin/env bash
# The sample brain answers recall as a person would expect: the page about it first, goals, use.
set -euo pipefail
export PSQLRC=/dev/null

psql -X -q -v ON_ERROR_STOP=1 -c 'SET client_min_messages = warning' -c 'CREATE EXTENSION pg_trgm' -c 'CREATE EXTENSION gbrain_rank' \
    -c '\i examples/brain.sql' -c '\i examples/wiki.sql'
psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE FUNCTION first_of(question text) RETURNS text LANGUAGE sql
RETURN (SELECT slug FROM gbrain_rank.recall_knowledge('brain', question) WHERE rank = 1);
DO $$
DECLARE
    storm text := (SELECT id::text FROM brain WHERE slug = 'wiki/retry-storm');
    before float8;
BEGIN
    ASSERT (SELECT count(*) FROM brain WHERE slug ~ '^(wiki|episodes)/') >= 30, 'at least 30 rows';
    ASSERT first_of('how do we handle authentication when a session expires') = 'wiki/authentication-when-a-session-expires',
        first_of('how do we handle authentication when a session expires');
    ASSERT first_of('what should we do when postgres runs out of connections') = 'wiki/postgres-out-of-connections',
        first_of('what should we do when postgres runs out of connections');
    ASSERT first_of('锁') = 'wiki/zh-locks' AND first_of('c++') = 'wiki/cpp-lifetimes' AND first_of('C#') = 'wiki/c-sharp-async', 'short names';
    ASSERT first_of('记忆') = 'wiki/zh-memory-curve' AND first_of('缓存雪崩') = 'wiki/zh-cache-avalanche', 'Chinese';
    ASSERT NOT EXISTS (SELECT FROM gbrain_rank.recall_knowledge('brain', 'go', k => 100) WHERE slug = 'wiki/golang-modules'), 'go is not in golang';
    ASSERT (SELECT slug FROM gbrain_rank.recall_episodic('brain', 'connection pool') WHERE rank = 1) = 'episodes/pool-exhausted', 'what happened';
    ASSERT NOT EXISTS (SELECT FROM gbrain_rank.recall_knowledge('brain', 'search page LIKE', k => 100) WHERE slug = 'wiki/first-search'), 'superseded';

    -- A named goal counts though it is done.
    ASSERT (SELECT bool_and((named.explain ->> 'goal_area')::float8 = 0.8)
        FROM gbrain_rank.recall_knowledge('brain', 'deployment', goals => '{zero-downtime-deploys}', explain => true) AS named WHERE area = 'delivery'), 'goal';

    -- The third use makes it active: its memory is 1.2 times what it would be.
    SELECT memory_score INTO before FROM gbrain_rank.recall_knowledge('brain', 'retry storm') WHERE slug = 'wiki/retry-storm';
    PERFORM gbrain_rank.use_memory('brain', storm);
    PERFORM gbrain_rank.use_memory('brain', storm);
    ASSERT (SELECT status = 'provisional' AND abs(memory_score - (before + 0.5 * ln(3))) < 1e-9
        FROM gbrain_rank.recall_knowledge('brain', 'retry storm') WHERE slug = 'wiki/retry-storm'), 'two uses';
    PERFORM gbrain_rank.use_memory('brain', storm);
    ASSERT (SELECT status = 'active' AND abs(memory_score - 1.2 * (before + 0.5 * ln(4))) < 1e-9
        FROM gbrain_rank.recall_knowledge('brain', 'retry storm') WHERE slug = 'wiki/retry-storm'), 'the third use';
END $$;
SQL
