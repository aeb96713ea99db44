-- The statistics, and smaller tables of the same kind for the growth of time with rows.
\set ON_ERROR_STOP on
SET search_path = bench, public;
SET maintenance_work_mem = '1GB';
VACUUM (ANALYZE) bench.memory;

CREATE TABLE bench.size AS
SELECT format('memory_%s', n) AS name, n FROM unnest(ARRAY[:ROWS / 10, :ROWS * 2 / 5]) AS n;
SELECT gbrain_rank.create_memory(name) FROM bench.size;
SELECT format('ALTER TABLE bench.%I DISABLE TRIGGER USER', name) FROM bench.size
\gexec
SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index JOIN bench.size ON indrelid = ('bench.' || name)::regclass
WHERE NOT indisunique
\gexec
SELECT format('INSERT INTO bench.%I SELECT * FROM bench.memory WHERE id <= %s', name, n) FROM bench.size
\gexec
SELECT format('ALTER TABLE bench.%I ENABLE TRIGGER USER', name) FROM bench.size
\gexec
SELECT format('CREATE INDEX ON bench.%I USING gin (%I)', name, tsv)
FROM bench.size, unnest('{content_tsv,title_tsv}'::text[]) AS tsv
\gexec
SELECT format('VACUUM (ANALYZE) bench.%I', name) FROM bench.size
\gexec
INSERT INTO bench.size VALUES ('memory', :ROWS);
