-- Estimates for the planner: a path returns k rows.
ALTER FUNCTION gbrain_rank.recall_knowledge ROWS 5;
ALTER FUNCTION gbrain_rank.recall_episodic ROWS 5;

COMMENT ON FUNCTION gbrain_rank.token_overlap(text, text, text, text[]) IS
'How many distinct tokens of the query are among the tokens of title, body and tags. Each adds 0.3 to the base of recall.';
COMMENT ON FUNCTION gbrain_rank.substring_bonus(text, text, text) IS
'1.0 if the title contains the query and 0.5 if the body does, case ignored. An ASCII query under four characters must stand as a word of its own.';
COMMENT ON FUNCTION gbrain_rank.topic_trace_bonus(jsonb, text) IS
'2.0 if traces hold {"kind":"discuss","id":topic_id}, ids compared as text; once, however many there are.';
COMMENT ON FUNCTION gbrain_rank.type_boost(text) IS
'What the base of a page of this type is multiplied by: anti-pattern 1.5, strategy 0.8, concept or no type 0.6, any other 0.5.';
COMMENT ON FUNCTION gbrain_rank.review_bonus(jsonb) IS
'2.0 if decision_correct is false and 1.0 if outcome is "failure"; both add.';
COMMENT ON FUNCTION gbrain_rank.memory_score(double precision, timestamptz, bigint, boolean, text, text, timestamptz) IS
'The memory curve: (importance x exp(-lambda x whole days) + 0.5 ln(1 + access_count) + 0.5 if pinned) x 1.2 if active; 0 when archived, dropped or superseded. Lambda by type: gbrain_rank.memory_lambda.';
COMMENT ON FUNCTION gbrain_rank.memory_tier(double precision) IS
'The tier of a memory score: hot from 0.7, warm from 0.4, cold from 0.15, else evictable.';
COMMENT ON FUNCTION gbrain_rank.goal_boost(text, text, text[], text[]) IS
'0.8 if the area is one of the domains of a goal (trimmed, case ignored) and 0.4 if the text contains one of its keywords (case ignored); once each.';
COMMENT ON FUNCTION gbrain_rank.freshness(timestamptz, timestamptz) IS
'0.95 to the power of the whole days since the date; 0.5 without a date.';
COMMENT ON FUNCTION gbrain_rank.recall_knowledge(regclass, text, text, integer, boolean, text[], text[], text[], jsonb, timestamptz, boolean, regconfig) IS
'The k best pages of a source for a query, by six factors and the goals of <source>_goals: total = base x type_boost + review_bonus + 0.5 x memory_score + goal_boost. A page without a base is out.';
COMMENT ON FUNCTION gbrain_rank.recall_episodic(regclass, text, integer, jsonb, timestamptz, regconfig) IS
'The k freshest rows of the channel episodic that match a query.';
COMMENT ON FUNCTION gbrain_rank.recall(regclass, text, text, integer, boolean, text[], text[], text[], jsonb, timestamptz, boolean, regconfig) IS
'recall_episodic and recall_knowledge in one jsonb object, k rows each.';
