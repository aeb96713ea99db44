-- One table of ratios, and what belongs to it. Written as Markdown.
\set QUIET on
\pset format unaligned
\pset tuples_only on
\pset fieldsep ' | '
SET search_path = bench, public;

\qecho '| | work | bar | ratio | ratio, defaults | ours ms | against ms | met |'
\qecho '|---|---|---|---|---|---|---|---|'
SELECT format('| %s | %s | %s | %s | %s | %s | %s | %s |', number, label, bar,
    round(tuned.ratio::numeric, 3), round(defaults.ratio::numeric, 3),
    round(tuned.ours_ms::numeric, 1), round(tuned.theirs_ms::numeric, 1),
    CASE WHEN greatest(tuned.ratio, defaults.ratio) <= bar THEN 'yes'
         WHEN least(tuned.ratio, defaults.ratio) <= bar THEN 'in one round' ELSE 'no' END)
FROM bench.work
LEFT JOIN bench.result AS tuned USING (number)
LEFT JOIN bench.result AS defaults USING (number)
WHERE tuned.round = 'tuned' AND defaults.round = 'defaults'
ORDER BY number;

\qecho
\qecho '| more | figure | bar |'
\qecho '|---|---|---|'
SELECT format('| resolve_axes, warm | %s us a call | 3 us |', round(warm_us::numeric, 2)) FROM bench.axes;
SELECT format('| resolve_axes, first call of a connection | %s ms | 15 ms |', :'FIRST_CALL');
SELECT format('| memory of a search beyond the bitmap scan, half of the rows match | %s bytes a match | 40 |', :'BYTES_A_MATCH');
SELECT format('| the same ten rows as with gbrain_rank.pruning = off | %s of %s | all |',
    count(*) FILTER (WHERE same), count(*)) FROM bench.same;
SELECT format('| row 2 at %s rows | %s ms | |', n, round(ms::numeric, 1)) FROM bench.growth ORDER BY n;
SELECT format('| growth of row 2: time ~ rows ^ %s | | |', round(regr_slope(ln(ms), ln(n))::numeric, 2)) FROM bench.growth;

\qecho
SELECT format('%s rows, %s of tables and %s of indexes; %s; median of %s, in turn. "ratio": work_mem 256MB, jit off; "defaults": as the server comes.',
    :'ROWS', pg_size_pretty(pg_table_size('bench.memory')), pg_size_pretty(pg_indexes_size('bench.memory')),
    split_part(version(), ' (', 1), :'REPEATS');
