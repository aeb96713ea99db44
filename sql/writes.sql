-- Each returns the row that it changed.
ALTER FUNCTION gbrain_rank.use_memory ROWS 1;
ALTER FUNCTION gbrain_rank.confirm_memory ROWS 1;
ALTER FUNCTION gbrain_rank.supersede ROWS 1;

COMMENT ON FUNCTION gbrain_rank.use_memory(regclass, text) IS
'Counts one use of a memory: access_count and last_accessed_at. A provisional memory becomes active at gbrain_rank.promote_after_uses uses. 02000 for an unknown id.';
COMMENT ON FUNCTION gbrain_rank.confirm_memory(regclass, text) IS
'Counts one more sighting of what a memory says: occurrence_count and last_seen_at. 02000 for an unknown id.';
COMMENT ON FUNCTION gbrain_rank.record_hits(regclass, text[]) IS
'Counts one hit for each of the memories: recall_hit_count. 02000 for an unknown id, and then nothing is counted.';
COMMENT ON FUNCTION gbrain_rank.supersede(regclass, text, text) IS
'Replaces one memory by another: the old one gets status superseded and superseded_by. 22023 where a memory would supersede itself, also through others; 02000 for an unknown id.';
