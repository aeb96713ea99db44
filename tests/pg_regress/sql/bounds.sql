-- since_bound and until_bound.
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET intervalstyle = 'postgres';
\set now '\'2026-08-22T12:00:00Z\'::timestamptz'

-- Ages, in any case and with blanks.
SELECT value, gbrain_rank.since_bound(value, :now) AS since
FROM (VALUES ('12h'), ('7d'), ('2w'), ('3m'), ('1y'), ('7D'), ('7 d'), ('  7d  '), ('0d'), ('007d'), (''), ('  '), (NULL)) AS v(value);

-- Dates: a plain one is a whole day, a timestamp a moment; both ends are inside.
SELECT value, gbrain_rank.since_bound(value, :now) AS since, gbrain_rank.until_bound(value, :now) AS until
FROM (VALUES ('2026-06-01'), ('20260601'), ('2026-06-01T10:00:00Z'), ('2026-06-01 10:00'), ('2026-06-01T10:00:00+08:00'), ('2024-02-29'), ('60d')) AS v(value);

-- The day is one of the session's time zone, also where clocks change.
SET timezone = 'Europe/Berlin';
SELECT gbrain_rank.since_bound('2026-03-29') AS since, gbrain_rank.until_bound('2026-03-29') AS until,
       gbrain_rank.until_bound('2026-03-29') - gbrain_rank.since_bound('2026-03-29') AS short_day,
       gbrain_rank.until_bound('2026-10-25') - gbrain_rank.since_bound('2026-10-25') AS long_day;
SELECT gbrain_rank.since_bound('2026-06-01T10:00') = '2026-06-01T08:00Z' AS local_time;
SET timezone = 'UTC';

-- Anything else is 22007, with a hint.
SELECT gbrain_rank.since_bound('yesterday');
\set VERBOSITY sqlstate
SELECT gbrain_rank.since_bound('yesterday');
SELECT gbrain_rank.since_bound('last week');
SELECT gbrain_rank.since_bound('-7d');
SELECT gbrain_rank.since_bound('7.5d');
SELECT gbrain_rank.since_bound('60x');
SELECT gbrain_rank.since_bound('7');
SELECT gbrain_rank.since_bound('2026-02-30');
SELECT gbrain_rank.since_bound('2026-06');
SELECT gbrain_rank.since_bound('infinity');
SELECT gbrain_rank.until_bound('now');
SELECT gbrain_rank.until_bound('06/01/2026');
-- An age before all time is out of range: 22008.
SELECT gbrain_rank.since_bound('99999999999999999999d');
SELECT gbrain_rank.since_bound('300000y');
\set VERBOSITY default
SELECT gbrain_rank.until_bound('tomorrow');
SELECT gbrain_rank.since_bound('99999999y');
