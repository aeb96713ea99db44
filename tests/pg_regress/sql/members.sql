-- Every object of the extension: what a planner and a user are told about it. A change here is a change of the interface.

\pset format unaligned
\pset footer off

-- Functions and aggregates: volatility (i, s, v), parallel safety (s, r, u), STRICT, LEAKPROOF, SECURITY DEFINER, cost, rows.
SELECT p.oid::regprocedure AS function, p.prokind AS kind, p.provolatile AS volatile, p.proparallel AS parallel, p.proisstrict AS strict,
    p.proleakproof AS leakproof, p.procost AS cost, p.prorows AS rows
FROM pg_depend AS member
JOIN pg_proc AS p ON p.oid = member.objid
WHERE member.refclassid = 'pg_extension'::regclass AND member.deptype = 'e'
    AND member.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'gbrain_rank')
    AND member.classid = 'pg_proc'::regclass
ORDER BY p.oid::regprocedure::text COLLATE "C";

-- The names and defaults of their arguments.
SELECT p.proname, pg_get_function_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result
FROM pg_depend AS member
JOIN pg_proc AS p ON p.oid = member.objid
WHERE member.refclassid = 'pg_extension'::regclass AND member.deptype = 'e'
    AND member.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'gbrain_rank')
    AND member.classid = 'pg_proc'::regclass AND p.prorettype <> 'internal'::regtype
    AND NOT 'internal'::regtype = ANY (p.proargtypes)
ORDER BY p.oid::regprocedure::text COLLATE "C";

-- Everything else.
SELECT pg_describe_object(classid, objid, 0) AS object
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'gbrain_rank')
    AND classid <> 'pg_proc'::regclass
    -- Row and array types come with their types and tables.
    AND NOT (classid = 'pg_type'::regclass AND EXISTS (
        SELECT FROM pg_type WHERE pg_type.oid = objid AND (typelem <> 0 AND typlen = -1)))
ORDER BY pg_describe_object(classid, objid, 0) COLLATE "C";

-- Each object has a comment.
SELECT pg_describe_object(member.classid, member.objid, 0) AS without_comment
FROM pg_depend AS member
WHERE member.refclassid = 'pg_extension'::regclass AND member.deptype = 'e'
    AND member.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'gbrain_rank')
    AND NOT EXISTS (
        SELECT FROM pg_description AS comment
        WHERE comment.objoid = member.objid AND comment.classoid = member.classid AND comment.objsubid = 0)
    AND NOT (member.classid = 'pg_type'::regclass AND EXISTS (
        SELECT FROM pg_type WHERE pg_type.oid = member.objid AND (typelem <> 0 AND typlen = -1)))
ORDER BY pg_describe_object(member.classid, member.objid, 0) COLLATE "C";

-- No function of the extension runs with other rights than its caller's.
SELECT p.oid::regprocedure AS definer
FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
WHERE n.nspname = 'gbrain_rank' AND p.prosecdef;

-- Everyone may use the schema; nobody but its owner may create in it.
SELECT has_schema_privilege('public', 'gbrain_rank', 'USAGE') AS usage, has_schema_privilege('public', 'gbrain_rank', 'CREATE') AS "create";
