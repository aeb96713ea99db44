-- The eval log: what searches returned, kept where an operator asks for it.

-- The statements are built from quoted names only, and every name in this body is qualified: the
-- caller's search_path decides in which schema the table is made, and nothing else.
CREATE FUNCTION gbrain_rank.create_eval_log(name text DEFAULT 'eval_log') RETURNS regclass
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
AS $create_eval_log$
DECLARE
    longest CONSTANT pg_catalog.int4 :=
        pg_catalog.current_setting('max_identifier_length')::pg_catalog.int4;
BEGIN
    IF name IS NULL OR pg_catalog.btrim(name) OPERATOR(pg_catalog.=) '' THEN
        RAISE EXCEPTION 'the name of an eval log must not be null or empty'
            USING ERRCODE = 'invalid_name', HINT = 'Leave the argument out to call it "eval_log".';
    ELSIF pg_catalog.octet_length(name) OPERATOR(pg_catalog.>) longest THEN
        RAISE EXCEPTION 'the name of an eval log must not be longer than % bytes', longest
            USING ERRCODE = 'name_too_long', HINT = 'Choose a shorter name.';
    END IF;
    EXECUTE pg_catalog.format(
        $table$
        CREATE TABLE %I (
            at pg_catalog.timestamptz NOT NULL,
            verb pg_catalog.text NOT NULL,
            query pg_catalog.text,
            salience_resolved pg_catalog.text,
            recency_resolved pg_catalog.text,
            salience_source pg_catalog.text,
            recency_source pg_catalog.text,
            id pg_catalog.text,
            rank pg_catalog.int4 NOT NULL,
            score pg_catalog.float8,
            explain pg_catalog.jsonb
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
