-- Estimates for the planner: a search returns k rows.
ALTER FUNCTION gbrain_rank.query ROWS 10;
ALTER FUNCTION gbrain_rank.explain_query ROWS 60;

COMMENT ON FUNCTION gbrain_rank.query IS
'Two-axis search: the k (1 to 1000) best rows of a table or view for a question, score = base x recency factor x salience factor. The axes are read from the question (see resolve_axes) unless `salience` and `recency` say off, on or strong. `since` and `until` bound the row''s date (7d, 2w, 3m, 1y, 12h, an ISO 8601 date or timestamp; inclusive), `types` and `slug_prefix` filter, `scope` (a jsonb object of asset_id, project_id, user_id, db_type, profile_id) builds the walls, by default those of gbrain_rank.scope. `semantic` gives ids in rank order from a vector search, which are fused in by reciprocal rank fusion. `decay` overrides the decay map (prefix:halflife:coefficient,...), `now` is the moment that ages count from. Phases: strict (all terms), relaxed (any term, when strict finds fewer than k), trigram (similar title or slug, when both find nothing), recent (the question names no term), fused. Ties: newer date, then id. NULL or empty query: no rows. Errors: 22023, 22007, 42P01, 42809, 42703, 42804.';

COMMENT ON FUNCTION gbrain_rank.explain_query IS
'The same search as query(), with the same arguments, as an indented tree that a person can read: how the question was understood, each row''s score with everything it is made of, and the inner statements with their values.';

-- Ranking inside the executor, so that parallel workers share it. Not STRICT: a column may be NULL.
CREATE FUNCTION gbrain_rank.screen(
    screen pg_catalog.text, content_tsv pg_catalog.tsvector, title_tsv pg_catalog.tsvector,
    slug pg_catalog.text, effective_date pg_catalog.timestamptz, updated_at pg_catalog.timestamptz,
    created_at pg_catalog.timestamptz, emotional_weight pg_catalog.float8, active_takes pg_catalog.int8)
RETURNS pg_catalog.bool
-- What it says depends on the rows before. The cost is that of weighing a row's boosts, and of fetching
-- and ranking the vector of one in twenty. A higher one makes the planner start workers for searches
-- that are done before workers are there.
LANGUAGE c VOLATILE PARALLEL SAFE COST 20 SUPPORT gbrain_rank.screen_support
AS 'MODULE_PATHNAME', 'screen_wrapper';

COMMENT ON FUNCTION gbrain_rank.screen IS
'Used by query() in its inner statements: false for a row that k rows before it outscore. `screen` is JSON that the search writes (k, the terms and how they are scored, the boosts), the rest are the columns of the row, each of which may be NULL. Every row that is among the best k passes, in whatever order rows come, and in each process on its own. Error: 22023 for anything that is no screen.';

COMMENT ON FUNCTION gbrain_rank.screen_support(internal) IS
'Planner support of screen(): how few rows pass.';
