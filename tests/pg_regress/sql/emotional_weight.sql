-- emotional_weight: tags, takes, and whose they are.
SELECT tags, gbrain_rank.emotional_weight(tags, NULL) AS weight
FROM (VALUES ('{WEDDING}'::text[]), ('{hardware,product}'), ('{family,wedding,love}'), ('{Mental-Health}'), ('{}'), ('{NULL,grief}'),
             ('{" love"}'), ('{{love,x},{y,z}}')) AS t(tags);

-- Takes: 0.1 each up to 0.3, 0.1 x the mean weight, 0.1 x the owner's share; only active ones.
SELECT takes, gbrain_rank.emotional_weight(NULL, takes::jsonb) AS weight
FROM (VALUES ('[]'), ('[{}]'), ('[{"holder": "other", "weight": 1}]'), ('[{"holder": "Self", "weight": 0}]'),
             ('[{"holder": "self", "weight": 1, "active": false}]'), ('[{"weight": 2.0}]'), ('[{"weight": -1}]'), ('[{"weight": "0.5"}]'),
             ('[{"weight": 1e400}]'), ('[{"weight": null, "active": null, "holder": null}]'), ('[{"kind": {"any": "thing"}}, {}, {}, {}, {}]'), ('null')) AS t(takes);

-- Everything together is capped at 1.
SELECT gbrain_rank.emotional_weight('{wedding}', jsonb_agg(jsonb_build_object('holder', 'self', 'weight', 1))) AS capped
FROM generate_series(1, 10);

-- Other tags and another owner; an empty list is a list.
SELECT gbrain_rank.emotional_weight('{hardware-failure}', NULL, '{Hardware-Failure}') AS own_tags,
       gbrain_rank.emotional_weight('{wedding}', NULL, '{hardware-failure}') AS replaces_the_default,
       gbrain_rank.emotional_weight('{wedding}', NULL, '{}') AS none,
       gbrain_rank.emotional_weight('{}', '[{"holder": "Ann"}]', owner => 'ann') AS owner,
       gbrain_rank.emotional_weight('{婚礼}', '[{"holder": "小明"}]', '{婚礼}', '小明') AS chinese;

-- Malformed takes are an error.
SELECT gbrain_rank.emotional_weight(NULL, '{}');
SELECT gbrain_rank.emotional_weight(NULL, '"x"');
SELECT gbrain_rank.emotional_weight(NULL, '[{}, 7]');
SELECT gbrain_rank.emotional_weight(NULL, '[{"weight": "heavy"}]');
SELECT gbrain_rank.emotional_weight(NULL, '[{"weight": "NaN"}]');
SELECT gbrain_rank.emotional_weight(NULL, '[{"active": "yes"}]');
SELECT gbrain_rank.emotional_weight(NULL, '[{"holder": 7}]');
