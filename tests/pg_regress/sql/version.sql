-- version(): the library's own version is the extension's.
SELECT gbrain_rank.version() = extversion AS same
FROM pg_catalog.pg_extension WHERE extname = 'gbrain_rank';

-- Loading it is all that a role without superuser rights needs before ALTER DATABASE ... SET.
CREATE ROLE t_version_reader;
SET ROLE t_version_reader;
SELECT gbrain_rank.version() IS NOT NULL AS loaded;
RESET ROLE;
DROP ROLE t_version_reader;
