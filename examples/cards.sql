-- The second part of the sample brain: what an operations agent has learned about a small fleet of
-- databases. Invented systems; written for this project. Cards go into the table `brain`.
--
-- Assets: ora-erp-01 and ora-dw-02 (Oracle), pg-shop-01 and pg-report-01 (PostgreSQL), my-crm-01
-- (MySQL), dm-gov-01 (DM, 达梦). Projects: erp-migration, shop, crm, gov-cloud. Profiles: prod,
-- staging, dev. A card is bound to what its context_tags name, and to nothing else.

SET client_min_messages = warning;

CREATE TEMPORARY TABLE card (
    slug text, type text, title text, context_tags jsonb, seen int, hits int, days_ago int, body text
);

-- Facts of the environment --------------------------------------------------------------------------
INSERT INTO card VALUES
('env/backup-window', 'environment_fact', 'Backups run from 02:00 to 04:00 UTC', '{}', 9, 12, 3,
 'Every database of the fleet is backed up in this window. Jobs that read whole tables compete with it; start them before midnight or after five.'),
('env/change-freeze', 'environment_fact', 'No changes on production from Friday noon to Monday morning', '{"profile_id":"prod"}', 6, 8, 10,
 'Emergency fixes need a second person and an entry in the change log. Read-only analysis is always allowed.'),
('env/jump-host', 'environment_fact', 'Production is reached through the jump host only', '{"profile_id":"prod"}', 7, 3, 21,
 'Direct connections from laptops are refused by the firewall. Sessions on the jump host are recorded.'),
('env/staging-data', 'environment_fact', 'Staging holds masked data from the first of the month', '{"profile_id":"staging"}', 4, 5, 14,
 'Names and account numbers are replaced, row counts are real. A plan seen on staging is the plan of production, within the month.'),
('env/dev-reset', 'environment_fact', 'Development databases are rebuilt every night', '{"profile_id":"dev"}', 5, 2, 2,
 'Whatever is kept there is gone in the morning. Keep scripts in the repository.'),
('env/ora-erp-01', 'environment_fact', 'ora-erp-01 is Oracle 19c, two nodes, 96 GB SGA', '{"asset_id":"ora-erp-01","db_type":"oracle"}', 8, 9, 30,
 'Undo tablespace UNDOTBS1 has 64 GB, retention 900 seconds. Month end closes on the last working day at 18:00.'),
('env/ora-dw-02', 'environment_fact', 'ora-dw-02 is the Oracle warehouse, loads at night', '{"asset_id":"ora-dw-02","db_type":"oracle"}', 3, 4, 45,
 'Parallel degree is limited to 16 by the resource manager. Temp is on local disks.'),
('env/pg-shop-01', 'environment_fact', 'pg-shop-01 runs PostgreSQL 15 with one streaming standby', '{"asset_id":"pg-shop-01","db_type":"postgresql"}', 6, 7, 12,
 'max_connections 300 behind pgbouncer in transaction mode; prepared statements of the driver must be off.'),
('env/my-crm-01', 'environment_fact', 'my-crm-01 is MySQL 8.0 with row-based replication', '{"asset_id":"my-crm-01","db_type":"mysql"}', 4, 2, 60,
 'innodb_lock_wait_timeout is 50 seconds. The replica lags during the nightly export.'),
('env/dm-gov-01', 'environment_fact', 'dm-gov-01 是达梦 DM8，Oracle 兼容模式', '{"asset_id":"dm-gov-01","db_type":"dm"}', 3, 3, 25,
 '兼容参数 COMPATIBLE_MODE 为 2。字符集 UTF-8，大小写不敏感。归档日志放在单独的磁盘上。'),
('env/gov-network', 'environment_fact', '政务云网络不能访问外网', '{"project_id":"gov-cloud"}', 5, 4, 40,
 '补丁和驱动要先下载，经审批后拷贝进去。申请一般需要两个工作日。'),
('env/monitoring', 'environment_fact', 'Alerts go to the on-call channel, graphs keep 90 days', '{}', 2, 1, 80,
 'Older numbers are in the warehouse, one row per metric and hour.');

-- Preferences ---------------------------------------------------------------------------------------
INSERT INTO card VALUES
('prefs/explain-first', 'preference', 'Show the plan before proposing an index', '{}', 5, 6, 20,
 'A proposal holds the statement, its plan with row counts, and what the index would change. Never an index by feel.'),
('prefs/no-hints', 'preference', 'No optimizer hints in the ERP migration', '{"project_id":"erp-migration"}', 4, 7, 9,
 'Fix statistics or the statement. Hints of the old system are removed when a package is ported.'),
('prefs/online-ddl', 'preference', 'Schema changes of the shop are online and reversible', '{"project_id":"shop"}', 6, 5, 15,
 'Add columns without defaults that rewrite, create indexes concurrently, drop in a later release.'),
('prefs/small-batches', 'preference', 'Updates in batches of 5,000 rows on production', '{"profile_id":"prod"}', 3, 4, 33,
 'Commit after each batch and sleep 100 ms. Long transactions hold back vacuum and undo.'),
('prefs/report-in-chinese', 'preference', '政务云项目的报告用中文写', '{"project_id":"gov-cloud"}', 4, 3, 28,
 '结论放在前面，命令和输出放在附录。术语第一次出现时附英文。'),
('prefs/alice-short', 'preference', 'Alice wants the cause in one sentence first', '{"user_id":"alice"}', 3, 2, 18,
 'Then the evidence, then the next step. No screenshots of terminals.'),
('prefs/li-lei-data', 'preference', '李雷要先看数据再讨论方案', '{"user_id":"li-lei"}', 2, 2, 50,
 '给出等待事件的前五名和对应的 SQL，再说建议。'),
('prefs/crm-window', 'preference', 'CRM maintenance on Tuesdays before seven', '{"project_id":"crm"}', 2, 1, 70,
 'Sales in the eastern time zones start at seven; nothing may restart after that.');

-- Errors and what resolved them: Oracle -------------------------------------------------------------
INSERT INTO card VALUES
('ora/01555-month-end', 'error_resolution', 'ORA-01555 at month end on ora-erp-01: undo retention too short', '{"asset_id":"ora-erp-01","db_type":"oracle","profile_id":"prod"}', 5, 9, 6,
 'The closing report reads for 50 minutes while postings rewrite the same blocks. undo_retention went from 900 to 5400 seconds with RETENTION GUARANTEE on UNDOTBS1; the tablespace was sized after V$UNDOSTAT first.'),
('ora/01555-general', 'error_resolution', 'ORA-01555 snapshot too old: what to check', '{"db_type":"oracle"}', 3, 4, 90,
 'Length of the query against undo_retention, size of undo, fetch across commits in a cursor loop. Longer retention helps only when the tablespace can hold it.'),
('ora/01555-dw', 'error_resolution', 'ORA-01555 in the nightly load of ora-dw-02: commit inside a cursor loop', '{"asset_id":"ora-dw-02","db_type":"oracle"}', 2, 3, 35,
 'The loader committed every 1,000 rows while fetching from the same table. Rewritten as one INSERT ... SELECT per partition.'),
('ora/04031-shared-pool', 'error_resolution', 'ORA-04031 in the shared pool: literals instead of binds', '{"asset_id":"ora-erp-01","db_type":"oracle"}', 2, 2, 55,
 'A new interface sent each order number as a literal, 40,000 versions of one statement. Binds in the interface; cursor_sharing stays EXACT.'),
('ora/00060-deadlock', 'error_resolution', 'ORA-00060 deadlock between posting and correction', '{"project_id":"erp-migration","db_type":"oracle"}', 3, 1, 44,
 'Two jobs lock header and items in opposite order. Both take the header first now. An unindexed foreign key made it frequent.'),
('ora/12541-listener', 'error_resolution', 'TNS-12541 no listener after patching', '{"db_type":"oracle"}', 4, 2, 100,
 'The new home has no listener.ora. Copy it, start the listener from the new home, check the registration with lsnrctl services.'),
('ora/01652-temp', 'error_resolution', 'ORA-01652 unable to extend temp segment', '{"asset_id":"ora-dw-02","db_type":"oracle"}', 3, 2, 27,
 'A hash join spilled 300 GB because statistics of the fact table were from before the load. Gather statistics after the load, not before.'),
('ora/28000-locked', 'error_resolution', 'ORA-28000 the account is locked: an old password in a job', '{"db_type":"oracle"}', 2, 1, 66,
 'A scheduler kept the old password. Find the host in the audit trail, fix the job, then unlock. Unlocking first only locks it again.'),
('ora/00942-synonym', 'error_resolution', 'ORA-00942 after migration: missing synonyms', '{"project_id":"erp-migration","db_type":"oracle"}', 4, 4, 17,
 'The application user saw the tables through public synonyms that the export left out. Private synonyms are created by the migration script now.'),
('ora/rman-06059', 'error_resolution', 'RMAN-06059 expected archived log not found', '{"asset_id":"ora-erp-01","db_type":"oracle"}', 2, 1, 75,
 'Somebody removed archived logs by hand. CROSSCHECK ARCHIVELOG ALL, then a full backup. Deletion belongs to RMAN.');

-- PostgreSQL ----------------------------------------------------------------------------------------
INSERT INTO card VALUES
('pg/42p01-search-path', 'error_resolution', '42P01 relation does not exist behind pgbouncer', '{"asset_id":"pg-shop-01","db_type":"postgresql"}', 3, 5, 11,
 'SET search_path does not survive transaction pooling. Set it with ALTER ROLE, or qualify the names.'),
('pg/40p01-orders', 'error_resolution', '40P01 deadlock detected in the order service', '{"project_id":"shop","db_type":"postgresql"}', 4, 3, 8,
 'Stock rows were locked in the order of the basket. They are sorted by article before the update now.'),
('pg/53300-connections', 'error_resolution', 'FATAL: 53300: too many connections on pg-shop-01', '{"asset_id":"pg-shop-01","db_type":"postgresql","profile_id":"prod"}', 3, 2, 19,
 'A deploy doubled the pods and with them the pools. The pools were cut to 5 each; pgbouncer holds the rest. Raising max_connections only moves the problem.'),
('pg/57014-timeout', 'error_resolution', '57014 canceling statement due to statement timeout', '{"db_type":"postgresql"}', 2, 2, 61,
 'SQLSTATE 57014: find the plan of the slow hour with auto_explain. A report without a date filter read five years.'),
('pg/25p02-aborted', 'error_resolution', '25P02 current transaction is aborted', '{"db_type":"postgresql"}', 2, 1, 88,
 'The first error of the transaction is the cause, not this one. Read the log upwards; use savepoints around what may fail.'),
('pg/xid-wraparound', 'failure_scenario', 'Autovacuum to prevent wraparound blocks a migration', '{"asset_id":"pg-report-01","db_type":"postgresql"}', 2, 3, 37,
 'An ALTER TABLE waits for it, and every reader waits for the ALTER TABLE. Set lock_timeout for migrations, and freeze big tables ahead of the window.'),
('pg/replica-lag', 'failure_scenario', 'Standby lag grows while a report holds a snapshot', '{"asset_id":"pg-shop-01","db_type":"postgresql"}', 3, 2, 23,
 'hot_standby_feedback off: the report is cancelled after max_standby_streaming_delay. On: the primary bloats. Reports go to pg-report-01.'),
('pg/disk-full', 'failure_scenario', 'WAL fills the disk when the archive is down', '{"db_type":"postgresql"}', 2, 1, 52,
 'archive_command fails, WAL is kept. Mend the archive; never delete WAL files. An abandoned replication slot does the same.'),
('pg/index-bloat', 'error_resolution', 'Slow lookups after mass updates: bloated index', '{"project_id":"shop","db_type":"postgresql"}', 2, 2, 41,
 'REINDEX CONCURRENTLY on the largest index brought lookups from 40 ms to 2 ms. Lower fillfactor for the table that is updated all day.');

-- MySQL ---------------------------------------------------------------------------------------------
INSERT INTO card VALUES
('mysql/1205-lock-wait', 'error_resolution', 'ERROR 1205 lock wait timeout in the CRM import', '{"asset_id":"my-crm-01","db_type":"mysql"}', 4, 3, 13,
 'The import updates customers in one transaction for 20 minutes. Chunks of 2,000 rows, and SELECT ... FOR UPDATE in primary key order.'),
('mysql/1213-deadlock', 'error_resolution', 'ERROR 1213 deadlock: gap locks on a secondary index', '{"db_type":"mysql"}', 2, 1, 47,
 'Two inserts into the same gap under REPEATABLE READ. READ COMMITTED for the queue table, retry in the client.'),
('mysql/1062-duplicate', 'error_resolution', 'ERROR 1062 duplicate entry after a failed load', '{"project_id":"crm","db_type":"mysql"}', 3, 2, 31,
 'The load restarts from the beginning of the file. INSERT ... ON DUPLICATE KEY UPDATE makes it repeatable.'),
('mysql/replica-1032', 'error_resolution', 'ERROR 1032 on the replica: row not found', '{"asset_id":"my-crm-01","db_type":"mysql"}', 2, 1, 64,
 'Somebody wrote to the replica. Rebuild it from a backup and set super_read_only.'),
('mysql/my-010457', 'error_resolution', 'MY-010457 server does not start after an upgrade', '{"db_type":"mysql"}', 1, 0, 120,
 'An option of 5.7 is still in my.cnf. Remove it; mysqld --validate-config names the next one.'),
('mysql/utf8', 'failure_scenario', '客户姓名显示为问号', '{"project_id":"crm","db_type":"mysql"}', 3, 2, 36,
 '连接字符集是 latin1。连接参数加上 characterEncoding=utf8mb4，已经写坏的数据只能从源系统重新导入。');

-- DM (达梦) ------------------------------------------------------------------------------------------
INSERT INTO card VALUES
('dm/lock-timeout', 'error_resolution', '达梦锁等待超时：批量更新没有提交', '{"asset_id":"dm-gov-01","db_type":"dm"}', 3, 4, 7,
 '批量更新长时间不提交，其他会话等待超时。用 V$LOCK 和 V$SESSIONS 找到阻塞的会话，改成每五千行提交一次。'),
('dm/case', 'error_resolution', '达梦迁移后表名大小写问题：无效的表或视图名', '{"project_id":"gov-cloud","db_type":"dm"}', 4, 3, 16,
 '建库时选择了大小写敏感。应用里的双引号要去掉，或者重新初始化实例，CASE_SENSITIVE 设为 0。'),
('dm/charset', 'failure_scenario', '达梦导入中文乱码', '{"db_type":"dm"}', 2, 2, 58,
 'dexp 和 dimp 的客户端字符集与服务器不一致。设置 dm_svc.conf 里的 CHAR_CODE 为 PG_UTF8 后重新导入。'),
('dm/slow-join', 'error_resolution', '达梦慢查询：统计信息过期导致嵌套循环', '{"asset_id":"dm-gov-01","db_type":"dm","profile_id":"prod"}', 2, 3, 22,
 '用 DBMS_STATS 收集统计信息之后，执行计划从嵌套循环变成哈希连接，耗时从 90 秒降到 1 秒。'),
('dm/archive-full', 'failure_scenario', '归档磁盘写满后数据库挂起', '{"asset_id":"dm-gov-01","db_type":"dm"}', 2, 1, 49,
 '归档空间上限 ARCH_SPACE_LIMIT 没有设置。清理旧归档要用 SF_ARCHIVELOG_DELETE_BEFORE_TIME，不能直接删文件。'),
('dm/rownum', 'error_resolution', '从 Oracle 迁移到达梦：分页语句的 ROWNUM', '{"project_id":"gov-cloud","db_type":["dm","oracle"]}', 2, 1, 39,
 '兼容模式下 ROWNUM 可用，但与 ORDER BY 同层时顺序不同。统一改写成 LIMIT。');

-- Across databases ----------------------------------------------------------------------------------
INSERT INTO card VALUES
('ops/dns', 'failure_scenario', 'Every second connection fails after a failover', '{}', 3, 2, 29,
 'Clients cache the old address of the name. Time to live of database names is 30 seconds; the JVM needs networkaddress.cache.ttl.'),
('ops/clock', 'failure_scenario', 'Certificates are refused although they are valid', '{}', 1, 1, 95,
 'The clock of the host was nine minutes off. Check the time before the certificate.'),
('ops/oom', 'failure_scenario', 'The kernel kills a database process under memory pressure', '{"db_type":["postgresql","mysql"]}', 2, 2, 42,
 'Set vm.overcommit_memory to 2 on database hosts and keep batch jobs off them.'),
('ops/cve-2024-3094', 'error_resolution', 'CVE-2024-3094: none of our hosts carries the backdoored library', '{}', 1, 1, 110,
 'Checked package versions on all hosts; the list is attached to the change.'),
('ops/connection-reset', 'failure_scenario', 'Idle connections are cut after five minutes', '{"profile_id":"prod"}', 3, 3, 24,
 'The firewall forgets idle sessions. TCP keepalive of 120 seconds on both ends.'),
('ops/staging-copy', 'failure_scenario', 'A refresh of staging fills the shared disk', '{"profile_id":"staging"}', 2, 0, 53,
 'The old copy is kept until the new one is checked. Drop it first when less than 40 % is free.');

-- What people have corrected ------------------------------------------------------------------------
INSERT INTO card VALUES
('fix/01555-not-size', 'human_correction', 'ORA-01555 on ora-erp-01: do not add datafiles to undo', '{"asset_id":"ora-erp-01","db_type":"oracle"}', 2, 6, 5,
 'Adding space was proposed twice and changed nothing: retention was the limit. Raise undo_retention first, then look at the size.'),
('fix/shared-pool-flush', 'human_correction', 'Never flush the shared pool on production', '{"db_type":"oracle","profile_id":"prod"}', 1, 3, 32,
 'It turned an ORA-04031 into ten minutes of hard parses. Find the statement without binds instead.'),
('fix/pg-kill', 'human_correction', 'Use pg_terminate_backend, not kill -9', '{"db_type":"postgresql"}', 2, 2, 26,
 'A killed backend restarts the whole server. The order service was down for four minutes.'),
('fix/crm-timeout', 'human_correction', 'Do not raise innodb_lock_wait_timeout for the CRM import', '{"asset_id":"my-crm-01","db_type":"mysql"}', 1, 2, 12,
 'ERROR 1205 is the symptom of a transaction that is too long. A longer timeout only lets more sessions wait.'),
('fix/dm-restart', 'human_correction', '达梦锁等待不要重启实例', '{"asset_id":"dm-gov-01","db_type":"dm"}', 2, 3, 6,
 '重启会中断所有业务。先用 SP_CLOSE_SESSION 关闭阻塞的会话。'),
('fix/shop-index', 'human_correction', 'The shop has an index on orders (customer_id): check before proposing one', '{"project_id":"shop","db_type":"postgresql"}', 1, 1, 14,
 'It was proposed three times. Look at pg_indexes first.');

INSERT INTO brain (slug, type, title, body, context_tags, status, confidence, occurrence_count, recall_hit_count,
                   created_at, updated_at, last_seen_at)
SELECT slug, type, title, body, context_tags, 'active', CASE type WHEN 'human_correction' THEN 0.95 ELSE 0.8 END, seen, hits,
       now() - make_interval(days => days_ago + 30), now() - make_interval(days => days_ago + 30), now() - make_interval(days => days_ago)
FROM card;

DROP TABLE card;
