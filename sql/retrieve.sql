-- The estimate of a set-returning function is 1000 rows; these return about k.
ALTER FUNCTION gbrain_rank.retrieve(regclass, text, int, text, text, text, text, text, jsonb, text[], int, boolean, regconfig) ROWS 10;
ALTER FUNCTION gbrain_rank.explain_retrieve(regclass, text, int, text, text, text, text, text, jsonb, text[], int, boolean, regconfig) ROWS 100;

COMMENT ON FUNCTION gbrain_rank.retrieve(regclass, text, int, text, text, text, text, text, jsonb, text[], int, boolean, regconfig) IS
'Scoped retrieval: the k best rows that the task may see, by error code, by all terms, by some terms or by a similar title, human corrections first; then the baseline that holds for every task in its scope.';
COMMENT ON FUNCTION gbrain_rank.explain_retrieve(regclass, text, int, text, text, text, text, text, jsonb, text[], int, boolean, regconfig) IS
'The search of retrieve() as an indented tree, with the statements that it runs.';
COMMENT ON FUNCTION gbrain_rank.memory_md(regclass, text, int, text, text, text, text, text, jsonb, text[], int, boolean, regconfig) IS
'The answer of retrieve() as Markdown for an agent''s context: baseline, matched cards, and what to do when nothing matches.';
