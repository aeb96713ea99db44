-- error_codes: what is a code, and what only looks like one.
SELECT text, gbrain_rank.error_codes(text)
FROM (VALUES
    ('ORA-01555: snapshot too old'),
    ('ora-01555, Ora-00600; ORA-01555'),
    ('PLS-00306 TNS-12541 DPY-4011 RMAN-06059 SP2-0640 KUP-04040 LPX-00200'),
    ('ERROR:  42P01: relation "t" does not exist'),
    ('function not supported (0a000)'),
    ('SQLSTATE 23505'),
    ('SQLSTATE[23000]: Integrity constraint violation'),
    ('ERROR:  23505: duplicate key'),
    ('FATAL:  28000: no pg_hba.conf entry'),
    ('ERROR 1062 (23000): Duplicate entry'),
    ('ERROR 2002 (HY000): Can''t connect'),
    ('[Server] MY-010457'),
    ('CVE-2024-3094'),
    ('error[E0382]: use of moved value'),
    ('TS2345 and CS0246'),
    ('HRESULT 0x80070005 after KB5034441'),
    ('HYT00, HYC00 and IM002 from the driver'),
    ('SQLSTATE：23505'),
    (E'SQLSTATE\n23505'),
    ('SQLSTATE [23505], SQLSTATE=40001, sqlstate 40P01'),
    ('ERROR：23505：duplicate key'),
    ('SQLSTATE 99999'),
    ('报错ORA-01555了，错误码：22P02。'),
    ('_ORA-01555_')
) AS positive(text);

SELECT text, gbrain_rank.error_codes(text)
FROM (VALUES
    ('20260115'),
    ('10.0.0.1:5432'),
    ('12345'),
    ('HTTP 404'),
    ('the year 42000 BC'),
    ('ORA-600'),
    ('xORA-01555'),
    ('ORA-015551'),
    ('error 23505'),
    ('mySQLSTATE 23505'),
    ('SQLSTATE value, SQLSTATE. 23505 rows'),
    ('ERROR: 12345: no class'),
    ('20x20 of 256MB at 0x100'),
    ('256MB in 20min at 22h30'),
    ('2026-01-22T10:30:00Z'),
    ('ERROR 2026-01-15 10:00:00 connection lost'),
    ('550e8400-e29b-41d4-a716-446655440000'),
    ('0x800700051'),
    ('')
) AS negative(text);

SELECT gbrain_rank.error_codes(NULL) IS NULL AS null_of_null;

-- From inside a long log.
SELECT gbrain_rank.error_codes(
    repeat(E'2026-01-15 10:00:00 LOG: checkpoint complete at 10.0.0.1:5432\n', 10000)
    || 'Caused by: ora-01555: snapshot too old');
