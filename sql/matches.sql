-- matches(): the built-in matching operators under names that the planner may use behind row security
-- and security barriers. The built-in operators are not marked leakproof, so there they are evaluated
-- row by row, after the policy, and no index serves them. That they leak nothing of the row holds: the
-- code is the operators' own, and what it can raise depends on the query alone.
CREATE FUNCTION gbrain_rank.matches(vector pg_catalog.tsvector, query pg_catalog.tsquery)
    RETURNS pg_catalog.bool
    LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    -- The cost of fetching a vector that is stored out of line: a policy runs first, and an index scan
    -- is preferred to reading every vector.
    COST 100 SUPPORT gbrain_rank.matches_support
    AS 'ts_match_vq';

COMMENT ON FUNCTION gbrain_rank.matches(pg_catalog.tsvector, pg_catalog.tsquery) IS
'vector @@ query, leakproof: it uses a GIN or GiST index also under row security and security_barrier views, where the operator cannot.';

CREATE FUNCTION gbrain_rank.matches(elements pg_catalog.text[], any_of pg_catalog.text[])
    RETURNS pg_catalog.bool
    LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    COST 25 SUPPORT gbrain_rank.matches_support
    AS 'arrayoverlap';

COMMENT ON FUNCTION gbrain_rank.matches(pg_catalog.text[], pg_catalog.text[]) IS
'elements && any_of, leakproof: it uses a GIN index also under row security and security_barrier views, where the operator cannot.';

CREATE FUNCTION gbrain_rank.matches(document pg_catalog.jsonb, contained pg_catalog.jsonb)
    RETURNS pg_catalog.bool
    LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    COST 25 SUPPORT gbrain_rank.matches_support
    AS 'jsonb_contains';

COMMENT ON FUNCTION gbrain_rank.matches(pg_catalog.jsonb, pg_catalog.jsonb) IS
'document @> contained, leakproof: it uses a GIN index also under row security and security_barrier views, where the operator cannot.';

-- An index condition alone: a trigram index leaves out the texts that cannot match, and what it lets
-- through is not looked at again, as ILIKE would. Without an index it is true of every text.
CREATE FUNCTION gbrain_rank.may_contain(searched pg_catalog.text, pattern pg_catalog.text)
    RETURNS pg_catalog.bool
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    COST 1 SUPPORT gbrain_rank.matches_support
    AS 'MODULE_PATHNAME', 'may_contain_wrapper';

COMMENT ON FUNCTION gbrain_rank.may_contain(pg_catalog.text, pg_catalog.text) IS
'True unless a trigram index tells that no part of the text matches the pattern of ILIKE. For conditions that are checked afterwards: it never reads the text.';
