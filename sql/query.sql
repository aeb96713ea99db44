-- Estimates for the planner: a search returns k rows.
ALTER FUNCTION gbrain_rank.query ROWS 10;
ALTER FUNCTION gbrain_rank.explain_query ROWS 60;

COMMENT ON FUNCTION gbrain_rank.query IS
'Two-axis search: the k (1 to 1000) best rows of a table or view for a question, score = base x recency factor x salience factor. The axes are read from the question (see resolve_axes) unless `salience` and `recency` say off, on or strong. `since` and `until` bound the row''s date (7d, 2w, 3m, 1y, 12h, an ISO 8601 date or timestamp; inclusive), `types` and `slug_prefix` filter, `scope` (a jsonb object of asset_id, project_id, user_id, db_type, profile_id) builds the walls, by default those of gbrain_rank.scope. `semantic` gives ids in rank order from a vector search, which are fused in by reciprocal rank fusion. `decay` overrides the decay map (prefix:halflife:coefficient,...), `now` is the moment that ages count from. Phases: strict (all terms), relaxed (any term, when strict finds fewer than k), trigram (similar title or slug, when both find nothing), recent (the question names no term), fused. Ties: newer date, then id. NULL or empty query: no rows. Errors: 22023, 22007, 42P01, 42809, 42703, 42804.';

COMMENT ON FUNCTION gbrain_rank.explain_query IS
'The same search as query(), with the same arguments, as an indented tree that a person can read: how the question was understood, each row''s score with everything it is made of, and the inner statements with their values.';
