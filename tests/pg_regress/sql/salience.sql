-- salience_score and salience_factor.
SELECT weight, takes, gbrain_rank.salience_score(weight, takes) AS score,
       gbrain_rank.salience_factor(gbrain_rank.salience_score(weight, takes), 'on') AS on,
       gbrain_rank.salience_factor(gbrain_rank.salience_score(weight, takes), 'strong') AS strong
FROM (VALUES (0::float8, 0::bigint), (0, 2), (0.25, 3), (0.5, 1), (1, 50), (1, 9223372036854775807)) AS s(weight, takes);

-- The weight is clamped, a negative count is none.
SELECT gbrain_rank.salience_score(7, 0) AS five, gbrain_rank.salience_score(-7, -3) AS zero, gbrain_rank.salience_score(0.5, 2::int) AS int_takes;

-- A score of 0 or less is neutral, and so is the mode off.
SELECT gbrain_rank.salience_factor(0, 'strong') AS zero, gbrain_rank.salience_factor(-1, 'strong') AS negative,
       gbrain_rank.salience_factor(5, 'off') AS off;
SELECT gbrain_rank.salience_factor(1, 'medium');
SELECT gbrain_rank.salience_factor(1, '');
