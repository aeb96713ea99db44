-- decay_map and decay_from_yaml: the layers, and what they refuse.
SELECT * FROM gbrain_rank.decay_map();

-- Later layers win, prefix by prefix: default < yaml < setting < call.
SET gbrain_rank.recency_yaml = E'name: a brain\nrecency:\n  daily/:\n    halflifeDays: 1\n    coefficient: 1\n  chat/: {halflifeDays: 2, coefficient: 1}\n  yaml/: {halflifeDays: 3, coefficient: 1}\n';
SET gbrain_rank.recency_decay = 'chat/:20:1,setting/:21:1';
SET gbrain_rank.recency_fallback = '200:0.2';
SELECT * FROM gbrain_rank.decay_map(' setting/ : 300 : 1 ,, call/:301:1,') WHERE origin <> 'default';
-- An empty argument overrides nothing.
SELECT count(*) FROM gbrain_rank.decay_map('');
SELECT count(*) FROM gbrain_rank.decay_map(' , ,');
SELECT count(*) FROM gbrain_rank.decay_map(NULL);
RESET ALL;

-- A prefix may hold colons, blanks and any letters; of two equal ones the last counts.
SELECT prefix, halflife_days, coefficient FROM gbrain_rank.decay_map('a:b/:1:2, my notes/:3:4, 日记/:5:6, x/:7:8, x/:9:10')
WHERE origin = 'call';

-- The argument is read as strictly as the setting.
SELECT * FROM gbrain_rank.decay_map('daily/:7');
SELECT * FROM gbrain_rank.decay_map('daily/:7:');
SELECT * FROM gbrain_rank.decay_map('daily/:7:1:');
SELECT * FROM gbrain_rank.decay_map('::');
SELECT * FROM gbrain_rank.decay_map('daily/:1e400:1');
SELECT * FROM gbrain_rank.decay_map('daily/:NaN:1');

-- gbrain.yml as triples: YAML in both styles, and JSON.
SELECT gbrain_rank.decay_from_yaml(E'recency:\n  daily/:\n    halflifeDays: 14\n    coefficient: 1.5\n  concepts/: {halflifeDays: "0", coefficient: 0}\n') AS yaml;
SELECT gbrain_rank.decay_from_yaml('{"recency": {"a:b/": {"halflifeDays": 7.5, "coefficient": 1, "note": "x"}}, "other": [1]}') AS json;
SELECT yaml, gbrain_rank.decay_from_yaml(yaml) = '' AS no_override
FROM (VALUES (''), ('recency:'), ('recency: ~'), ('other: 1'), ('{}'), ('# nothing')) AS cases(yaml);
SELECT gbrain_rank.decay_from_yaml(NULL) IS NULL AS null_is_null;

-- What it writes is what the argument reads.
SELECT prefix, halflife_days, coefficient
FROM gbrain_rank.decay_map(gbrain_rank.decay_from_yaml('recency: {a:b/: {halflifeDays: 1e-3, coefficient: .25}}'))
WHERE origin = 'call';

-- Nothing malformed is ignored.
SELECT gbrain_rank.decay_from_yaml('recency: 5');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: 5}');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: {halflifeDays: , coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: {halflifeDays: 7abc, coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: {halflifeDays: true, coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: {halflifeDays: .inf, coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml('recency: {d/: {halflifeDays: 7, coefficient: -0.5}}');
SELECT gbrain_rank.decay_from_yaml('recency: {"": {halflifeDays: 7, coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml('recency: {"a,b/": {halflifeDays: 7, coefficient: 1}}');
SELECT gbrain_rank.decay_from_yaml(E'recency: {}\nrecency: {}');
SELECT gbrain_rank.decay_from_yaml('recency: {');
SELECT gbrain_rank.decay_from_yaml('just text');

-- Aliases are shared, not copied: a billion nodes are ten. Nesting has a bound.
SELECT gbrain_rank.decay_from_yaml(
    E'a0: &a0 [x]\n' || string_agg(format(E'a%s: &a%s [%s]\n', n, n, concat_ws(',', VARIADIC array_fill('*a' || n - 1, ARRAY[10]))), '' ORDER BY n)
    || 'recency: {d/: &d {halflifeDays: 1, coefficient: 2}, e/: *d}') AS shared
FROM generate_series(1, 9) AS n;
SELECT gbrain_rank.decay_from_yaml(repeat('[', 100000));
SELECT gbrain_rank.decay_from_yaml(repeat('{a: ', 1000));
SELECT gbrain_rank.decay_from_yaml(repeat('- ', 1000));
