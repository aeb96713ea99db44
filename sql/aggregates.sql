-- The ranking aggregates: types, functions, aggregates, comments.
--
-- An aggregate takes no default arguments, so each way to call rrf is declared on its own.

-- rrf

CREATE FUNCTION gbrain_rank.rrf_trans(sum pg_catalog.float8, rank pg_catalog.int8)
RETURNS pg_catalog.float8 LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rrf_trans_wrapper';

CREATE FUNCTION gbrain_rank.rrf_trans(
    sum pg_catalog.float8, rank pg_catalog.int8, weight pg_catalog.float8)
RETURNS pg_catalog.float8 LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rrf_weighted_trans_wrapper';

CREATE FUNCTION gbrain_rank.rrf_trans(
    sum pg_catalog.float8, rank pg_catalog.int8, weight pg_catalog.float8,
    rank_constant pg_catalog.int4)
RETURNS pg_catalog.float8 LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rrf_constant_trans_wrapper';

CREATE AGGREGATE gbrain_rank.rrf(rank pg_catalog.int8) (
    SFUNC = gbrain_rank.rrf_trans,
    STYPE = pg_catalog.float8,
    COMBINEFUNC = pg_catalog.float8pl,
    PARALLEL = SAFE
);

CREATE AGGREGATE gbrain_rank.rrf(rank pg_catalog.int8, weight pg_catalog.float8) (
    SFUNC = gbrain_rank.rrf_trans,
    STYPE = pg_catalog.float8,
    COMBINEFUNC = pg_catalog.float8pl,
    PARALLEL = SAFE
);

CREATE AGGREGATE gbrain_rank.rrf(rank pg_catalog.int8, weight pg_catalog.float8, rank_constant pg_catalog.int4) (
    SFUNC = gbrain_rank.rrf_trans,
    STYPE = pg_catalog.float8,
    COMBINEFUNC = pg_catalog.float8pl,
    PARALLEL = SAFE
);

COMMENT ON AGGREGATE gbrain_rank.rrf(pg_catalog.int8) IS
'Reciprocal rank fusion: the sum of 1 / (60 + rank). NULL ranks add nothing.';
COMMENT ON AGGREGATE gbrain_rank.rrf(pg_catalog.int8, pg_catalog.float8) IS
'Reciprocal rank fusion: the sum of weight / (60 + rank). NULL ranks and weights add nothing.';
COMMENT ON AGGREGATE gbrain_rank.rrf(pg_catalog.int8, pg_catalog.float8, pg_catalog.int4) IS
'Reciprocal rank fusion: the sum of weight / (rank_constant + rank). NULL arguments add nothing.';

-- top_k and rank_text: one composite type for each kind of id.

CREATE TYPE gbrain_rank.scored_bigint AS (id pg_catalog.int8, score pg_catalog.float8);
CREATE TYPE gbrain_rank.scored_text AS (id pg_catalog.text, score pg_catalog.float8);
CREATE TYPE gbrain_rank.scored_uuid AS (id pg_catalog.uuid, score pg_catalog.float8);

CREATE TYPE gbrain_rank.ranked_bigint AS (
    id pg_catalog.int8, score pg_catalog.float8, text_score pg_catalog.float8, boost pg_catalog.float8);
CREATE TYPE gbrain_rank.ranked_text AS (
    id pg_catalog.text, score pg_catalog.float8, text_score pg_catalog.float8, boost pg_catalog.float8);
CREATE TYPE gbrain_rank.ranked_uuid AS (
    id pg_catalog.uuid, score pg_catalog.float8, text_score pg_catalog.float8, boost pg_catalog.float8);

COMMENT ON TYPE gbrain_rank.scored_bigint IS 'An element of what top_k returns.';
COMMENT ON TYPE gbrain_rank.ranked_bigint IS
'An element of what rank_text returns: score = text_score x boost.';
COMMENT ON TYPE gbrain_rank.scored_text IS 'An element of what top_k returns.';
COMMENT ON TYPE gbrain_rank.ranked_text IS
'An element of what rank_text returns: score = text_score x boost.';
COMMENT ON TYPE gbrain_rank.scored_uuid IS 'An element of what top_k returns.';
COMMENT ON TYPE gbrain_rank.ranked_uuid IS
'An element of what rank_text returns: score = text_score x boost.';

-- top_k

CREATE FUNCTION gbrain_rank.top_k_combine(pg_catalog.internal, pg_catalog.internal)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_combine_wrapper';

CREATE FUNCTION gbrain_rank.top_k_serialize(pg_catalog.internal)
RETURNS pg_catalog.bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_serialize_wrapper';

CREATE FUNCTION gbrain_rank.top_k_deserialize(pg_catalog.bytea, pg_catalog.internal)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_deserialize_wrapper';

CREATE FUNCTION gbrain_rank.top_k_bigint_trans(
    state pg_catalog.internal, id pg_catalog.int8, score pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_bigint_trans_wrapper';

CREATE FUNCTION gbrain_rank.top_k_bigint_final(pg_catalog.internal)
RETURNS gbrain_rank.scored_bigint[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_final_wrapper';

CREATE AGGREGATE gbrain_rank.top_k(
    id pg_catalog.int8, score pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.top_k_bigint_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 1024,
    COMBINEFUNC = gbrain_rank.top_k_combine,
    SERIALFUNC = gbrain_rank.top_k_serialize,
    DESERIALFUNC = gbrain_rank.top_k_deserialize,
    FINALFUNC = gbrain_rank.top_k_bigint_final,
    PARALLEL = SAFE
);

CREATE FUNCTION gbrain_rank.top_k_text_trans(
    state pg_catalog.internal, id pg_catalog.text, score pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_text_trans_wrapper';

CREATE FUNCTION gbrain_rank.top_k_text_final(pg_catalog.internal)
RETURNS gbrain_rank.scored_text[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_final_wrapper';

CREATE AGGREGATE gbrain_rank.top_k(
    id pg_catalog.text, score pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.top_k_text_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 1024,
    COMBINEFUNC = gbrain_rank.top_k_combine,
    SERIALFUNC = gbrain_rank.top_k_serialize,
    DESERIALFUNC = gbrain_rank.top_k_deserialize,
    FINALFUNC = gbrain_rank.top_k_text_final,
    PARALLEL = SAFE
);

CREATE FUNCTION gbrain_rank.top_k_uuid_trans(
    state pg_catalog.internal, id pg_catalog.uuid, score pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_uuid_trans_wrapper';

CREATE FUNCTION gbrain_rank.top_k_uuid_final(pg_catalog.internal)
RETURNS gbrain_rank.scored_uuid[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'top_k_final_wrapper';

CREATE AGGREGATE gbrain_rank.top_k(
    id pg_catalog.uuid, score pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.top_k_uuid_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 1024,
    COMBINEFUNC = gbrain_rank.top_k_combine,
    SERIALFUNC = gbrain_rank.top_k_serialize,
    DESERIALFUNC = gbrain_rank.top_k_deserialize,
    FINALFUNC = gbrain_rank.top_k_uuid_final,
    PARALLEL = SAFE
);

COMMENT ON AGGREGATE gbrain_rank.top_k(pg_catalog.int8, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest scores, best first, ties by id.';
COMMENT ON AGGREGATE gbrain_rank.top_k(pg_catalog.text, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest scores, best first, ties by id.';
COMMENT ON AGGREGATE gbrain_rank.top_k(pg_catalog.uuid, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest scores, best first, ties by id.';

-- rank_text

CREATE FUNCTION gbrain_rank.rank_text_combine(pg_catalog.internal, pg_catalog.internal)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_combine_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_serialize(pg_catalog.internal)
RETURNS pg_catalog.bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_serialize_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_deserialize(pg_catalog.bytea, pg_catalog.internal)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_deserialize_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_bigint_trans(
    state pg_catalog.internal, id pg_catalog.int8, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_bigint_trans_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_bigint_final(pg_catalog.internal)
RETURNS gbrain_rank.ranked_bigint[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_final_wrapper';

CREATE AGGREGATE gbrain_rank.rank_text(
    id pg_catalog.int8, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.rank_text_bigint_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 8192,
    COMBINEFUNC = gbrain_rank.rank_text_combine,
    SERIALFUNC = gbrain_rank.rank_text_serialize,
    DESERIALFUNC = gbrain_rank.rank_text_deserialize,
    FINALFUNC = gbrain_rank.rank_text_bigint_final,
    PARALLEL = SAFE
);

CREATE FUNCTION gbrain_rank.rank_text_text_trans(
    state pg_catalog.internal, id pg_catalog.text, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_text_trans_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_text_final(pg_catalog.internal)
RETURNS gbrain_rank.ranked_text[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_final_wrapper';

CREATE AGGREGATE gbrain_rank.rank_text(
    id pg_catalog.text, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.rank_text_text_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 8192,
    COMBINEFUNC = gbrain_rank.rank_text_combine,
    SERIALFUNC = gbrain_rank.rank_text_serialize,
    DESERIALFUNC = gbrain_rank.rank_text_deserialize,
    FINALFUNC = gbrain_rank.rank_text_text_final,
    PARALLEL = SAFE
);

CREATE FUNCTION gbrain_rank.rank_text_uuid_trans(
    state pg_catalog.internal, id pg_catalog.uuid, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4)
RETURNS pg_catalog.internal LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_uuid_trans_wrapper';

CREATE FUNCTION gbrain_rank.rank_text_uuid_final(pg_catalog.internal)
RETURNS gbrain_rank.ranked_uuid[] LANGUAGE c IMMUTABLE PARALLEL SAFE
AS 'MODULE_PATHNAME', 'rank_text_final_wrapper';

CREATE AGGREGATE gbrain_rank.rank_text(
    id pg_catalog.uuid, content_tsv pg_catalog.tsvector, query pg_catalog.tsquery,
    boost pg_catalog.float8, k pg_catalog.int4) (
    SFUNC = gbrain_rank.rank_text_uuid_trans,
    STYPE = pg_catalog.internal,
    SSPACE = 8192,
    COMBINEFUNC = gbrain_rank.rank_text_combine,
    SERIALFUNC = gbrain_rank.rank_text_serialize,
    DESERIALFUNC = gbrain_rank.rank_text_deserialize,
    FINALFUNC = gbrain_rank.rank_text_uuid_final,
    PARALLEL = SAFE
);

COMMENT ON AGGREGATE gbrain_rank.rank_text(
    pg_catalog.int8, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest ts_rank(content_tsv, query) x boost, best first, ties by id; a tsvector that cannot enter is not fetched.';
COMMENT ON AGGREGATE gbrain_rank.rank_text(
    pg_catalog.text, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest ts_rank(content_tsv, query) x boost, best first, ties by id; a tsvector that cannot enter is not fetched.';
COMMENT ON AGGREGATE gbrain_rank.rank_text(
    pg_catalog.uuid, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'The k ids with the highest ts_rank(content_tsv, query) x boost, best first, ties by id; a tsvector that cannot enter is not fetched.';

-- What the aggregates are made of.

COMMENT ON FUNCTION gbrain_rank.rrf_trans(pg_catalog.float8, pg_catalog.int8) IS
'Transition function of gbrain_rank.rrf(rank).';
COMMENT ON FUNCTION gbrain_rank.rrf_trans(pg_catalog.float8, pg_catalog.int8, pg_catalog.float8) IS
'Transition function of gbrain_rank.rrf(rank, weight).';
COMMENT ON FUNCTION gbrain_rank.rrf_trans(pg_catalog.float8, pg_catalog.int8, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.rrf(rank, weight, rank_constant).';
COMMENT ON FUNCTION gbrain_rank.top_k_combine(pg_catalog.internal, pg_catalog.internal) IS
'Combine function of gbrain_rank.top_k: merges the states of two parallel workers.';
COMMENT ON FUNCTION gbrain_rank.top_k_serialize(pg_catalog.internal) IS
'Serial function of gbrain_rank.top_k: writes a state for another process.';
COMMENT ON FUNCTION gbrain_rank.top_k_deserialize(pg_catalog.bytea, pg_catalog.internal) IS
'Deserial function of gbrain_rank.top_k: reads a state that another process wrote.';
COMMENT ON FUNCTION gbrain_rank.top_k_bigint_trans(pg_catalog.internal, pg_catalog.int8, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.top_k over bigint ids.';
COMMENT ON FUNCTION gbrain_rank.top_k_bigint_final(pg_catalog.internal) IS
'Final function of gbrain_rank.top_k over bigint ids.';
COMMENT ON FUNCTION gbrain_rank.top_k_text_trans(pg_catalog.internal, pg_catalog.text, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.top_k over text ids.';
COMMENT ON FUNCTION gbrain_rank.top_k_text_final(pg_catalog.internal) IS
'Final function of gbrain_rank.top_k over text ids.';
COMMENT ON FUNCTION gbrain_rank.top_k_uuid_trans(pg_catalog.internal, pg_catalog.uuid, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.top_k over uuid ids.';
COMMENT ON FUNCTION gbrain_rank.top_k_uuid_final(pg_catalog.internal) IS
'Final function of gbrain_rank.top_k over uuid ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_combine(pg_catalog.internal, pg_catalog.internal) IS
'Combine function of gbrain_rank.rank_text: merges the states of two parallel workers.';
COMMENT ON FUNCTION gbrain_rank.rank_text_serialize(pg_catalog.internal) IS
'Serial function of gbrain_rank.rank_text: writes a state for another process.';
COMMENT ON FUNCTION gbrain_rank.rank_text_deserialize(pg_catalog.bytea, pg_catalog.internal) IS
'Deserial function of gbrain_rank.rank_text: reads a state that another process wrote.';
COMMENT ON FUNCTION gbrain_rank.rank_text_bigint_trans(pg_catalog.internal, pg_catalog.int8, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.rank_text over bigint ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_bigint_final(pg_catalog.internal) IS
'Final function of gbrain_rank.rank_text over bigint ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_text_trans(pg_catalog.internal, pg_catalog.text, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.rank_text over text ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_text_final(pg_catalog.internal) IS
'Final function of gbrain_rank.rank_text over text ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_uuid_trans(pg_catalog.internal, pg_catalog.uuid, pg_catalog.tsvector, pg_catalog.tsquery, pg_catalog.float8, pg_catalog.int4) IS
'Transition function of gbrain_rank.rank_text over uuid ids.';
COMMENT ON FUNCTION gbrain_rank.rank_text_uuid_final(pg_catalog.internal) IS
'Final function of gbrain_rank.rank_text over uuid ids.';
