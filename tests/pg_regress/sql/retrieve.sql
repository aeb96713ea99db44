-- retrieve: walls, layers, order, baseline.
CREATE SCHEMA t_retrieve;
SET search_path = t_retrieve, public;
SELECT gbrain_rank.create_memory('card', 'english');

CREATE FUNCTION add(slug text, type text, title text, body text, tags jsonb DEFAULT '{}', confidence float8 DEFAULT 0.8)
RETURNS void LANGUAGE sql AS $$
    INSERT INTO t_retrieve.card (slug, type, title, body, context_tags, status, confidence, created_at, updated_at)
    VALUES (slug, type, title, body, tags, 'active', confidence, '2026-01-01', '2026-01-01')
$$;
CREATE FUNCTION found(query text, k int DEFAULT 5, asset text DEFAULT NULL, tags jsonb DEFAULT NULL, types text[] DEFAULT NULL, baseline int DEFAULT 5)
RETURNS TABLE (rank int, layer text, slug text, weight float8) LANGUAGE sql AS $$
    SELECT rank, layer, slug, scope_weight
    FROM gbrain_rank.retrieve('t_retrieve.card', query, k, asset_id => asset, context_tags => tags, types => types, baseline_k => baseline)
$$;

-- Exact: a code from inside a long log, in any letter case, by the text's codes or by context_tags.
SELECT add('ora/text', 'error_resolution', 'Snapshot too old', 'ORA-01555 while the report runs'),
       add('ora/tag', 'error_resolution', 'Undo', 'retention', '{"error_code":"ORA-01555"}'),
       add('ora/tag-lower', 'error_resolution', 'Undo again', 'retention', '{"error_code":"ora-01555"}'),
       add('ora/tag-list', 'error_resolution', 'Undo once more', 'retention', '{"error_code":["ORA-00600","ORA-01555"]}'),
       add('ora/other', 'error_resolution', 'Deadlock', 'ORA-00060 between two jobs') \g /dev/null
SELECT slug, layer FROM found(repeat(E'2026-01-15 10:00:00 LOG: checkpoint complete at 10.0.0.1:5432\n', 10000) || 'caused by ora-01555: snapshot too old');
-- Numbers are no codes.
SELECT add('number/date', 'note', 'Backup of 20260115', 'from 10.0.0.1:5432 with 12345 rows, HTTP 404, in the year 42000 BC') \g /dev/null
SELECT error_codes FROM card WHERE slug = 'number/date';
SELECT slug, layer FROM found('20260115 10.0.0.1:5432 12345');

-- Strict before relaxed, and relaxed only where strict does not fill k.
SELECT add('net/both', 'note', 'Firewall and proxy', 'rules of both'),
       add('net/one', 'note', 'Firewall', 'rules'),
       add('net/two', 'note', 'Proxy', 'settings') \g /dev/null
SELECT rank, layer, slug FROM found('firewall proxy', 1);
SELECT rank, layer, slug FROM found('firewall proxy', 3);

-- Nothing under min_similarity in the relaxed layer: a pasted log of 40 words needs more than a passing word.
SELECT add('log/passing', 'note', 'Printer', 'The word turbine stands here once.'),
       add('log/about', 'note', 'Turbine gearbox vibration sensor', 'bearing temperature alarm') \g /dev/null
SELECT rank, layer, slug FROM found('turbine gearbox vibration bearing ' || (SELECT string_agg('filler' || n, ' ') FROM generate_series(1, 36) n));
SELECT slug, round(text_similarity::numeric, 4) AS similarity, explain->>'terms' AS terms
FROM gbrain_rank.retrieve('card', 'turbine gearbox vibration bearing ' || (SELECT string_agg('filler' || n, ' ') FROM generate_series(1, 36) n), explain => true)
WHERE layer = 'relaxed';
-- The same where content_tsv has no weights.
CREATE TABLE unweighted (id int PRIMARY KEY, title text, content_tsv tsvector);
INSERT INTO unweighted VALUES (1, 'a', to_tsvector('english', 'turbine gearbox')), (2, 'b', to_tsvector('english', 'turbine'));
SELECT rank, id, layer, round(text_similarity::numeric, 4) AS similarity
FROM gbrain_rank.retrieve('unweighted', 'turbine gearbox vibration', text_config => 'english');
SELECT id FROM gbrain_rank.retrieve('unweighted', 'turbine ' || (SELECT string_agg('filler' || n, ' ') FROM generate_series(1, 39) n), text_config => 'english');
BEGIN;
SET LOCAL gbrain_rank.min_similarity = '0.2';
SELECT rank, id FROM gbrain_rank.retrieve('unweighted', 'turbine gearbox vibration', text_config => 'english');
ROLLBACK;

-- Trigram only when nothing else answers.
SELECT add('typo/kubernetes', 'note', 'Kubernetes upgrade', 'steps') \g /dev/null
SELECT rank, layer, slug FROM found('kubernetis');
SELECT rank, layer, slug FROM found('kubernetes');

-- Five generic cards that match better do not crowd out the asset's own card, nor a correction.
SELECT add('gen/' || n, 'error_resolution', 'Standby lag replication lag standby', 'replication lag on the standby') FROM generate_series(1, 5) n \g /dev/null
SELECT add('own/lag', 'note', 'Nightly job', 'replication lag on the standby of this host', '{"asset_id":"db-7"}') \g /dev/null
SELECT rank, layer, slug FROM found('replication lag standby', 1, 'db-7');
SELECT rank, layer, slug FROM found('replication lag standby', 5, 'db-7');
SELECT rank, layer, slug FROM found('replication lag standby', 1, 'db-8');
SELECT add('fix/lag', 'human_correction', 'Replication lag: check the network first', 'It was the network twice.') \g /dev/null
SELECT rank, layer, slug FROM found('replication lag standby', 1, 'db-7');
SELECT rank, layer, slug FROM found('replication lag standby', 5, 'db-7');
-- One that hardly matches is none; one of another asset is behind its wall.
SELECT rank, layer, slug FROM found('twice disk pressure memory', 1, 'db-7') WHERE slug = 'fix/lag';
UPDATE card SET context_tags = '{"asset_id":"db-9"}' WHERE slug = 'fix/lag';
SELECT rank, layer, slug FROM found('replication lag standby', 1, 'db-7');

-- Inside a group: asset, project, user, unbound; another profile last; then types about errors.
SELECT add('order/' || what, type, 'Checkpoint storm', 'checkpoint storm', tags)
FROM (VALUES ('unbound', 'error_resolution', '{}'::jsonb), ('user', 'note', '{"user_id":"u"}'), ('project', 'note', '{"project_id":"p"}'),
             ('asset', 'note', '{"asset_id":"a"}'), ('asset-error', 'failure_scenario', '{"asset_id":"a"}'), ('untyped', NULL, '{}'),
             ('mention', 'note', '{}'), ('other-profile', 'error_resolution', '{"asset_id":"a","profile_id":"dev"}'),
             ('own-profile', 'note', '{"profile_id":"prod"}'), ('hidden', 'note', '{"asset_id":"b"}')) AS cases(what, type, tags) \g /dev/null
SELECT rank, slug, score = text_similarity * scope_weight AS product, scope_weight
FROM gbrain_rank.retrieve('card', 'checkpoint storm', 10, asset_id => 'a', project_id => 'p', user_id => 'u', profile_id => ' PROD ');
-- A shorter list is a prefix of a longer one.
SELECT bool_and(a.id = b.id) FROM gbrain_rank.retrieve('card', 'checkpoint storm', 10, asset_id => 'a', baseline_k => 0) a
JOIN gbrain_rank.retrieve('card', 'checkpoint storm', 3, asset_id => 'a', baseline_k => 0) b USING (rank);

-- A MySQL card is never shown to an Oracle task.
SELECT add('my/lock', 'error_resolution', 'Lock wait timeout', 'lock wait timeout', '{"db_type":"MySQL"}') \g /dev/null
SELECT count(*) FILTER (WHERE slug = 'my/lock') FROM gbrain_rank.retrieve('card', 'lock wait timeout', db_type => 'Oracle');
SELECT count(*) FILTER (WHERE slug = 'my/lock') FROM gbrain_rank.retrieve('card', 'lock wait timeout', db_type => ' mysql');
SELECT count(*) FILTER (WHERE slug = 'my/lock') FROM gbrain_rank.retrieve('card', 'lock wait timeout');

-- The baseline: facts and preferences bound to no asset, no user and to no other profile.
SELECT add('base/fact', 'environment_fact', 'Backups at two', 'x'),
       add('base/preference', 'preference', 'Plans first', 'x'),
       add('base/project', 'preference', 'No hints', 'x', '{"project_id":"p"}'),
       add('base/asset', 'environment_fact', 'Asset fact', 'x', '{"asset_id":"a"}'),
       add('base/user', 'preference', 'User preference', 'x', '{"user_id":"u"}'),
       add('base/prod', 'environment_fact', 'Prod fact', 'x', '{"profile_id":"prod"}'),
       add('base/dev', 'environment_fact', 'Dev fact', 'x', '{"profile_id":"dev"}'),
       add('base/mysql', 'environment_fact', 'MySQL fact', 'x', '{"db_type":"mysql"}') \g /dev/null
UPDATE card SET occurrence_count = 3 WHERE slug = 'base/preference';
SELECT rank, layer, slug, scope_weight FROM gbrain_rank.retrieve('card', 'zzzz', asset_id => 'a', user_id => 'u', project_id => 'p', profile_id => 'prod', db_type => 'oracle');
SELECT rank, layer, slug FROM gbrain_rank.retrieve('card', 'zzzz', baseline_k => 2);
-- Zero match: marked; without a baseline and with types: no rows.
SELECT DISTINCT explain->'zero_match' AS zero_match, layer FROM gbrain_rank.retrieve('card', 'zzzz', explain => true);
SELECT count(*) FROM gbrain_rank.retrieve('card', 'zzzz', baseline_k => 0);
SELECT count(*) FROM gbrain_rank.retrieve('card', 'zzzz', types => '{environment_fact}');
SELECT count(*) FROM gbrain_rank.retrieve('card', NULL, baseline_k => 0);
SELECT DISTINCT layer FROM gbrain_rank.retrieve('card', '   ');
-- A row keeps its first layer.
SELECT rank, layer, slug FROM gbrain_rank.retrieve('card', 'backups at two', asset_id => 'a') WHERE slug = 'base/fact';

-- Superseded, disabled and archived cards are gone from every layer.
UPDATE card SET enabled = false WHERE slug IN ('base/fact', 'ora/text');
UPDATE card SET status = 'archived' WHERE slug IN ('base/preference', 'ora/tag');
SELECT count(*) FROM gbrain_rank.supersede('card', (SELECT id::text FROM card WHERE slug = 'ora/tag-lower'), (SELECT id::text FROM card WHERE slug = 'ora/tag-list'));
SELECT count(*) FROM gbrain_rank.supersede('card', (SELECT id::text FROM card WHERE slug = 'fix/lag'), (SELECT id::text FROM card WHERE slug = 'own/lag'));
SELECT rank, layer, slug FROM found('ORA-01555');
SELECT rank, layer, slug FROM found('replication lag standby', 1, 'db-9');
SELECT slug, layer FROM gbrain_rank.retrieve('card', 'zzzz');

-- context_tags: free tags narrow the answer, scope keys in it are the arguments.
SELECT add('tag/prod', 'note', 'Certificate renewal', 'certificate', '{"env":"prod","team":["a","b"]}'),
       add('tag/dev', 'note', 'Certificate renewal', 'certificate', '{"env":"dev"}'),
       add('tag/asset', 'note', 'Certificate renewal', 'certificate', '{"env":"prod","asset_id":7}') \g /dev/null
SELECT slug FROM found('certificate', tags => '{"env":"prod"}', baseline => 0);
SELECT slug FROM found('certificate', tags => '{"env":"prod","asset_id":"7"}', baseline => 0);
SELECT slug FROM found('certificate', asset => '7', tags => '{"asset_id":7,"team":["b"]}', baseline => 0);
\set VERBOSITY default
SELECT slug FROM found('certificate', asset => '7', tags => '{"asset_id":"8"}');
SELECT slug FROM found('certificate', tags => '{"asset_id":["8"]}');
SELECT slug FROM found('certificate', tags => '["env"]');
SELECT slug FROM found('certificate', 0);
SELECT slug FROM found('certificate', baseline => -1);
\set VERBOSITY sqlstate
SELECT slug FROM found('certificate', 1001);
SELECT slug FROM found('certificate', NULL);
SELECT slug FROM found('certificate', baseline => NULL);
SELECT * FROM gbrain_rank.retrieve(NULL, 'x');
\set VERBOSITY default

-- The scope of the session counts for a call that names none.
BEGIN;
SET LOCAL gbrain_rank.scope = '{"asset_id":"7"}';
SELECT slug FROM found('certificate', baseline => 0);
SELECT slug FROM found('certificate', asset => '8', baseline => 0);
ROLLBACK;

-- Every score can be recomputed from explain, and by ts_rank.
SELECT bool_and(abs((explain->>'ts_rank')::float8 * (explain->>'scale')::float8 - text_similarity) < 1e-9) AS similarity,
       bool_and(abs((explain->>'text_similarity')::float8 * (explain->'scope'->>'weight')::float8 - score) < 1e-9) AS score,
       bool_and(abs(ts_rank('{0.4,0.4,0.4,1.0}', content_tsv, gbrain_rank.relax(plainto_tsquery('english', 'certificate renewal replication'))) - (explain->>'ts_rank')::float8) < 1e-7) AS ts_rank
FROM gbrain_rank.retrieve('card', 'certificate renewal replication', 10, explain => true, baseline_k => 0) r
JOIN card ON card.id = r.id::bigint;
ANALYZE card;
SELECT jsonb_pretty(explain - 'ties') FROM gbrain_rank.retrieve('card', 'ORA-01555 undo', 1, asset_id => 'a', explain => true);
SELECT jsonb_pretty(explain->'ties') FROM gbrain_rank.retrieve('card', 'ORA-01555 undo', 1, asset_id => 'a', explain => true);

-- The tree names the statements.
SELECT line FROM gbrain_rank.explain_retrieve('card', 'ORA-01555 undo', 1, asset_id => 'a', baseline_k => 1) AS line;

-- A source with the least columns, and one whose names are odd.
CREATE TABLE "Pl ain" (id text PRIMARY KEY, body text);
INSERT INTO "Pl ain" VALUES ('b', 'certificate renewal'), ('a', 'certificate renewal');
SELECT rank, id, layer, score, explain->'skipped' AS skipped FROM gbrain_rank.retrieve('"Pl ain"', 'ORA-01555 certificate renewal', explain => true, text_config => 'english');

SET client_min_messages = warning;
DROP SCHEMA t_retrieve CASCADE;
