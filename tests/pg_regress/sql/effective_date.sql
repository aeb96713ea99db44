-- effective_date: the date that a page is about, and where it was found.
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
CREATE SCHEMA t_effective_date;
SET search_path = t_effective_date, public;
CREATE FUNCTION found(slug text, frontmatter jsonb, filename text DEFAULT NULL) RETURNS text
LANGUAGE sql AS $$
    SELECT concat_ws(' ', effective_date, source)
    FROM gbrain_rank.effective_date(slug, frontmatter, filename, '2026-05-03T12:00:00Z', '2026-05-01T12:00:00Z', '2026-05-04T12:00:00Z')
$$;

-- The order: event_date, date, published, file name, updated_at; below daily/ and meetings/ the file name comes first.
SELECT found('wiki/x', '{"published": "2024-05-03", "date": "2024-05-02", "event_date": "2024-05-01"}') AS event_date,
       found('wiki/x', '{"published": "2024-05-03", "date": "2024-05-02"}') AS date,
       found('wiki/2024-06-15-x', '{"published": "2024-05-03"}') AS published;
SELECT found('wiki/2024-06-15-x', '{}') AS slug_segment, found('wiki/x', '{}', '2024-06-15-x.md') AS filename,
       found('wiki/2024-06-15-x', '{}', 'x.md') AS filename_without_date;
SELECT found('daily/2024-03-15', '{"event_date": "2024-04-01"}') AS daily, found('meetings/2024-03-15-x', '{"date": "2024-04-01"}') AS meetings,
       found('wiki/daily/2024-03-15', '{"date": "2024-04-01"}') AS not_daily, found('daily/x', '{"date": "2024-04-01"}') AS no_filename_date;

-- Only ISO 8601 dates and timestamps, inside the window, count; else the next one is tried.
SELECT date, found('wiki/x', jsonb_build_object('event_date', date, 'date', '2024-04-01')) AS found
FROM (VALUES ('2024-03-15'), (' 2024-03-15 '), ('20240315'), ('2024-03-15T10:00:00+02:00'), ('2024-03-15 10:00:00.123456'), ('2024-03-15T10:00Z'),
             ('tomorrow'), ('now'), ('epoch'), ('infinity'), ('2024'), ('2024-03'), ('15.03.2024'), ('2024-02-30'), ('2024-03-15T25:00'), ('   '), (''),
             ('1990-01-01'), ('1989-12-31'), ('2027-05-04'), ('2027-05-05'), ('0001-01-01 BC'), ('2024-03-15; DROP TABLE x')) AS d(date);
SELECT frontmatter, found('wiki/x', frontmatter::jsonb) AS found
FROM (VALUES ('{"date": 20240315}'), ('{"date": null}'), ('{"date": ["2024-03-15"]}'), ('{"date": {"y": 2024}}'), ('["2024-03-15"]'),
             ('"2024-03-15"'), ('null'), ('{"Date": "2024-03-15"}'), ('{"x": 1e999, "date": "2024\u002d03-15"}')) AS f(frontmatter);

-- The row's own dates are held against the window, too; without any there is no date.
SELECT (gbrain_rank.effective_date('x', NULL, NULL, '1985-01-01', '2020-01-01', '2026-05-04')).*;
SELECT (gbrain_rank.effective_date('x', NULL, NULL, '1985-01-01', NULL, '2026-05-04')).*;
SELECT (gbrain_rank.effective_date('x', NULL, NULL, 'infinity', '-infinity', '2026-05-04')).*;
SELECT (gbrain_rank.effective_date(NULL, NULL, NULL, NULL, NULL)).*;

-- A plain date is midnight in gbrain_rank.timezone, whatever the session's own time zone is.
SET gbrain_rank.timezone = 'Asia/Shanghai';
SET timezone = 'America/New_York';
SELECT effective_date AT TIME ZONE 'UTC' AS utc FROM gbrain_rank.effective_date('x', '{"date": "2024-03-15"}', NULL, NULL, NULL, '2026-05-04');
SELECT effective_date AT TIME ZONE 'UTC' AS utc FROM gbrain_rank.effective_date('x', '{"date": "2024-03-15T10:00"}', NULL, NULL, NULL, '2026-05-04');
SELECT effective_date AT TIME ZONE 'UTC' AS utc FROM gbrain_rank.effective_date('x', '{"date": "1990-01-01"}', NULL, NULL, NULL, '2026-05-04');
RESET gbrain_rank.timezone;
SET timezone = 'UTC';

-- It is one row, so it can stand in an UPDATE.
CREATE TABLE pages (slug text, frontmatter jsonb, updated_at timestamptz, effective_date timestamptz, effective_date_source text);
INSERT INTO pages VALUES ('daily/2024-03-15', NULL, '2026-05-03'), ('x', '{"date": "2024-04-01"}', '2026-05-03'), ('y', NULL, '2026-05-03'), ('z', NULL, NULL);
UPDATE pages SET (effective_date, effective_date_source) =
    (SELECT d.effective_date, d.source FROM gbrain_rank.effective_date(slug, frontmatter, NULL, updated_at, NULL, '2026-05-04') AS d);
SELECT slug, effective_date, effective_date_source FROM pages ORDER BY slug;
UPDATE pages SET effective_date_source = (gbrain_rank.effective_date(slug, frontmatter, NULL, updated_at, NULL, '2026-05-04')).source;
SELECT count(effective_date_source) FROM pages;

SET client_min_messages = warning;
DROP SCHEMA t_effective_date CASCADE;
