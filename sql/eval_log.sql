-- The eval log: what searches returned, kept where an operator asks for it.

-- The statements are built from quoted names only, and every name in this body is qualified: the
-- caller's search_path decides in which schema the table is made, and nothing else.
CREATE FUNCTION gbrain_rank.create_eval_log(name text DEFAULT 'eval_log') RETURNS regclass
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
AS $create_eval_log$
BEGIN
    EXECUTE pg_catalog.format(
        $table$
        CREATE TABLE %I (
            at timestamptz NOT NULL,
            verb text NOT NULL,
            query text,
            salience_resolved text,
            recency_resolved text,
            salience_source text,
            recency_source text,
            id text NOT NULL,
            rank integer NOT NULL,
            score double precision,
            explain jsonb
        )
        $table$, name);
    EXECUTE pg_catalog.format(
        'COMMENT ON TABLE %I IS %L', name,
        'One row per hit of a gbrain_rank search, written while gbrain_rank.eval_table names this table.');
    RETURN pg_catalog.quote_ident(name)::pg_catalog.regclass;
END
$create_eval_log$;

COMMENT ON FUNCTION gbrain_rank.create_eval_log(text) IS
'Makes a table that keeps what searches return, one row per hit, while gbrain_rank.eval_table is set to its name.';
