-- Makes the table of the measurements, without the indexes that loading would have to keep.
\set ON_ERROR_STOP on
CREATE EXTENSION gbrain_rank;
CREATE SCHEMA bench;
SET search_path = bench, public;
SELECT gbrain_rank.create_memory('memory');

-- Their definitions, to make them again after loading.
CREATE TABLE bench.index_definition AS
SELECT indexdef FROM pg_indexes
WHERE schemaname = 'bench' AND tablename = 'memory' AND indexdef NOT LIKE '%UNIQUE%';
SELECT format('DROP INDEX bench.%I', indexname) FROM pg_indexes
WHERE schemaname = 'bench' AND tablename = 'memory' AND indexdef NOT LIKE '%UNIQUE%'
\gexec
