-- Loads the public runbooks into the brain. scripts/demo.sh has put one JSON document a row into
-- the temporary table `loaded`: slug, title, body, date.
INSERT INTO brain (slug, type, title, body, tags, frontmatter)
SELECT document ->> 'slug', 'runbook', document ->> 'title', document ->> 'body', '{runbook}',
    jsonb_build_object('date', document ->> 'date')
FROM loaded
ON CONFLICT (slug) DO NOTHING;
