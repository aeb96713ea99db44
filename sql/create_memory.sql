-- create_memory: the ready-made table, and the triggers that keep its derived columns.
--
-- Triggers, not generated columns: Postgres recomputes every generated column of a row as soon as any
-- BEFORE UPDATE row trigger is there, so that counting one use of a memory would parse its whole body.
-- Each trigger names the columns it depends on and fires only when one of them changes.
--
-- The trigger functions are shared by all tables and learn what they need from the catalog, so that an
-- upgrade of the extension mends them everywhere and a renamed table goes on working. They run with the
-- rights of the writer, on a fixed search_path.

-- content_tsv, title_tsv and error_codes. The argument is the text configuration, schema-qualified.
CREATE FUNCTION gbrain_rank.memory_text() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    config regconfig := TG_ARGV[0]::regconfig;
    found text[] := gbrain_rank.error_codes(concat_ws(E'\n', NEW.title, NEW.body));
    given text[] := NEW.error_codes;
BEGIN
    NEW.content_tsv := gbrain_rank.document_tsv(config, NEW.title, NEW.body, NEW.tags);
    NEW.title_tsv := gbrain_rank.document_tsv(config, NEW.title, NULL::text);

    -- Codes that the writer gave stay beside those found in the text; those found in the old text go.
    IF TG_OP = 'UPDATE' AND given IS NOT DISTINCT FROM OLD.error_codes AND given <> '{}' THEN
        given := ARRAY(
            SELECT unnest(given)
            EXCEPT
            SELECT unnest(gbrain_rank.error_codes(concat_ws(E'\n', OLD.title, OLD.body))));
    END IF;
    NEW.error_codes := coalesce(found, '{}') || ARRAY(
        SELECT upper(code COLLATE "C") FROM unnest(given) AS code
        WHERE code IS NOT NULL
        EXCEPT
        SELECT unnest(found)
        ORDER BY 1);
    RETURN NEW;
END
$function$;

-- updated_at, and effective_date with its source.
CREATE FUNCTION gbrain_rank.memory_dates() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    derive boolean := NEW.effective_date IS NULL;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at
            AND (NEW.slug, NEW.title, NEW.body, NEW.type, NEW.tags, NEW.frontmatter)
                IS DISTINCT FROM (OLD.slug, OLD.title, OLD.body, OLD.type, OLD.tags, OLD.frontmatter)
        THEN
            NEW.updated_at := now();
        END IF;

        IF NEW.effective_date IS DISTINCT FROM OLD.effective_date THEN
            -- A date that the writer set is the writer's, unless the writer says where it is from.
            IF NEW.effective_date_source IS NOT DISTINCT FROM OLD.effective_date_source THEN
                NEW.effective_date_source := 'writer';
            END IF;
        ELSIF NEW.effective_date_source IN ('event_date', 'date', 'published', 'filename', 'fallback') THEN
            derive := derive
                OR (NEW.slug, NEW.frontmatter, NEW.updated_at, NEW.created_at)
                    IS DISTINCT FROM (OLD.slug, OLD.frontmatter, OLD.updated_at, OLD.created_at);
        END IF;
    ELSIF NOT derive AND NEW.effective_date_source IS NULL THEN
        NEW.effective_date_source := 'writer';
    END IF;

    IF derive THEN
        SELECT dated.effective_date, dated.source
        INTO NEW.effective_date, NEW.effective_date_source
        FROM gbrain_rank.effective_date(
            NEW.slug, NEW.frontmatter, NULL::text, NEW.updated_at, NEW.created_at, now()) AS dated;
    END IF;
    RETURN NEW;
END
$function$;

-- emotional_weight when tags change, and salience_touched_at when the weight does.
CREATE FUNCTION gbrain_rank.memory_salience() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    takes_table regclass;
    takes jsonb := '[]';
BEGIN
    IF TG_OP = 'INSERT' THEN
        -- A new row has no takes yet. A weight that the writer gave stays.
        IF coalesce(NEW.emotional_weight, 0) = 0 THEN
            NEW.emotional_weight := gbrain_rank.emotional_weight(NEW.tags, takes, NULL::text[], NULL::text);
        END IF;
        RETURN NEW;
    END IF;

    IF NEW.tags IS DISTINCT FROM OLD.tags
        AND NEW.emotional_weight IS NOT DISTINCT FROM OLD.emotional_weight
    THEN
        -- The takes are in the table that refers to this one and has the trigger below.
        SELECT reference.conrelid INTO takes_table
        FROM pg_constraint AS reference
        JOIN pg_trigger AS taken ON taken.tgrelid = reference.conrelid
        WHERE reference.confrelid = TG_RELID AND reference.contype = 'f'
            AND taken.tgfoid = 'gbrain_rank.memory_takes()'::regprocedure
        LIMIT 1;
        IF takes_table IS NOT NULL THEN
            EXECUTE format(
                'SELECT coalesce(jsonb_agg(to_jsonb(take) ORDER BY take.id), ''[]'') FROM %s AS take WHERE take.memory_id = $1',
                takes_table)
            INTO takes USING NEW.id;
        END IF;
        NEW.emotional_weight := gbrain_rank.emotional_weight(NEW.tags, takes, NULL::text[], NULL::text);
    END IF;

    IF NEW.emotional_weight IS DISTINCT FROM OLD.emotional_weight
        AND NEW.salience_touched_at IS NOT DISTINCT FROM OLD.salience_touched_at
    THEN
        NEW.salience_touched_at := now();
    END IF;
    RETURN NEW;
END
$function$;

-- baseline_step, where it is not what it has to be: its triggers ask before they call.
CREATE FUNCTION gbrain_rank.memory_baseline() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    NEW.baseline_step := gbrain_rank.baseline_step(
        NEW.type, NEW.context_tags, NEW.occurrence_count, NEW.recall_hit_count);
    RETURN NEW;
END
$function$;

-- active_takes and emotional_weight of the memories whose takes changed: once a statement.
CREATE FUNCTION gbrain_rank.memory_takes() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    memory_table regclass;
    ids bigint[];
    reached bigint;
BEGIN
    SELECT reference.confrelid INTO memory_table
    FROM pg_constraint AS reference
    JOIN pg_attribute AS attribute
        ON attribute.attrelid = reference.conrelid AND attribute.attnum = reference.conkey[1]
    WHERE reference.conrelid = TG_RELID AND reference.contype = 'f' AND attribute.attname = 'memory_id';
    IF memory_table IS NULL THEN
        RAISE EXCEPTION 'table % has no foreign key on memory_id', TG_RELID::regclass
            USING ERRCODE = 'object_not_in_prerequisite_state',
                HINT = 'The foreign key tells which memories the takes belong to: add it again.';
    END IF;

    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(DISTINCT memory_id) INTO ids FROM new_takes;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(DISTINCT memory_id) INTO ids FROM old_takes;
    ELSIF TG_OP = 'UPDATE' THEN
        SELECT array_agg(memory_id) INTO ids
        FROM (SELECT memory_id FROM new_takes UNION SELECT memory_id FROM old_takes) AS changed;
    ELSE
        IF row_security_active(memory_table) THEN
            RAISE EXCEPTION 'row security of % may hide memories from their takes', memory_table
                USING ERRCODE = 'insufficient_privilege',
                    DETAIL = 'Their takes would no longer be counted right.',
                    HINT = 'Truncate takes as a role that sees every memory.';
        END IF;
        EXECUTE format('SELECT array_agg(id) FROM %s WHERE active_takes <> 0', memory_table) INTO ids;
    END IF;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;

    IF row_security_active(TG_RELID) THEN
        RAISE EXCEPTION 'the takes of % cannot be counted under row security', memory_table
            USING ERRCODE = 'object_not_in_prerequisite_state',
                DETAIL = format('Row security of %s may hide some of them from %I.', TG_RELID::regclass, current_user),
                HINT = 'Write takes as a role that sees them all, for example in a function of the owner of the table.';
    END IF;

    -- Lock first, in id order, and count in a new statement: only that one sees what a session that
    -- held the lock before has committed.
    EXECUTE format('SELECT FROM %s WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', memory_table)
    USING ids;
    GET DIAGNOSTICS reached = ROW_COUNT;
    -- Those of a memory that is deleted together with its takes are gone; a hidden one is not.
    IF reached < cardinality(ids) AND row_security_active(memory_table) THEN
        RAISE EXCEPTION 'row security of % hides a memory from its takes', memory_table
            USING ERRCODE = 'insufficient_privilege',
                DETAIL = 'Its takes would no longer be counted right.',
                HINT = 'Write takes of memories that the role may see and update.';
    END IF;
    EXECUTE format(
        $statement$
        UPDATE %1$s AS memory
        SET active_takes = counted.active_takes, emotional_weight = counted.emotional_weight
        FROM (
            SELECT page.id,
                count(*) FILTER (WHERE take.active) AS active_takes,
                gbrain_rank.emotional_weight(
                    page.tags,
                    coalesce(
                        jsonb_agg(to_jsonb(take) ORDER BY take.id) FILTER (WHERE take.id IS NOT NULL),
                        '[]'),
                    NULL::text[], NULL::text) AS emotional_weight
            FROM %1$s AS page
            LEFT JOIN %2$s AS take ON take.memory_id = page.id
            WHERE page.id = ANY ($1)
            GROUP BY page.id
        ) AS counted
        WHERE memory.id = counted.id
            AND (memory.active_takes, memory.emotional_weight)
                IS DISTINCT FROM (counted.active_takes::integer, counted.emotional_weight)
        $statement$,
        memory_table, TG_RELID::regclass)
    USING ids;
    RETURN NULL;
END
$function$;

CREATE FUNCTION gbrain_rank.create_memory(
    name text DEFAULT 'memory',
    text_config regconfig DEFAULT 'gbrain_rank.multilingual'
) RETURNS regclass
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
AS $function$
DECLARE
    in_schema CONSTANT pg_catalog.text := pg_catalog.current_schema();
    callers_path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
    longest pg_catalog.int4;
    memory pg_catalog.text;
    takes pg_catalog.text;
    goals pg_catalog.text;
    config pg_catalog.text;
    trgm_schema pg_catalog.text;
    part pg_catalog.text;
    made pg_catalog.regclass;
BEGIN
    -- From here on nothing of the caller's path can be meant by a type, function or operator. An
    -- error brings the path back by itself.
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

    longest := current_setting('max_identifier_length')::integer - octet_length('_takes');
    IF name IS NULL OR text_config IS NULL THEN
        RAISE EXCEPTION 'the % of a memory table must not be null',
            CASE WHEN name IS NULL THEN 'name' ELSE 'text configuration' END
            USING ERRCODE = 'null_value_not_allowed',
                HINT = 'Leave the argument out to take its default.';
    ELSIF btrim(name) = '' THEN
        RAISE EXCEPTION 'the name of a memory table must not be empty'
            USING ERRCODE = 'invalid_name', HINT = 'Leave the argument out to call it "memory".';
    ELSIF octet_length(name) > longest THEN
        RAISE EXCEPTION 'the name of a memory table must not be longer than % bytes', longest
            USING ERRCODE = 'name_too_long',
                DETAIL = format('Its takes are kept in the table %I.', name || '_takes'),
                HINT = 'Choose a shorter name.';
    ELSIF in_schema IS NULL THEN
        RAISE EXCEPTION 'no schema has been selected to create the memory table in'
            USING ERRCODE = 'invalid_schema_name', HINT = 'Set search_path to an existing schema.';
    ELSIF NOT has_schema_privilege(in_schema, 'CREATE') THEN
        RAISE EXCEPTION 'permission denied for schema %', in_schema
            USING ERRCODE = 'insufficient_privilege',
                HINT = format('GRANT CREATE ON SCHEMA %I, or set search_path to a schema of your own.', in_schema);
    END IF;

    SELECT relation.relname INTO part
    FROM pg_class AS relation
    JOIN pg_namespace AS namespace ON namespace.oid = relation.relnamespace
    WHERE namespace.nspname = in_schema
        AND relation.relname::text IN (name, name || '_takes', name || '_goals')
    ORDER BY relation.relname
    LIMIT 1;
    IF part IS NOT NULL THEN
        RAISE EXCEPTION 'relation "%" already exists', part
            USING ERRCODE = 'duplicate_table',
                DETAIL = format('It is in the schema %I.', in_schema),
                HINT = 'Choose another name, or another schema by search_path.';
    END IF;

    memory := format('%I.%I', in_schema, name);
    takes := format('%I.%I', in_schema, name || '_takes');
    goals := format('%I.%I', in_schema, name || '_goals');
    SELECT format('%I.%I', namespace.nspname, configuration.cfgname) INTO config
    FROM pg_ts_config AS configuration
    JOIN pg_namespace AS namespace ON namespace.oid = configuration.cfgnamespace
    WHERE configuration.oid = text_config;
    IF config IS NULL THEN
        RAISE EXCEPTION 'text search configuration with OID % does not exist', text_config::oid
            USING ERRCODE = 'undefined_object', HINT = E'List the configurations with \\dF in psql.';
    END IF;

    -- Columns of fixed width come first: ranking reads them for every row that matches. Room is left
    -- in each page so that counters can be updated in place.
    EXECUTE format(
        $ddl$
        CREATE TABLE %s (
            id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            effective_date timestamptz,
            updated_at timestamptz DEFAULT now(),
            created_at timestamptz DEFAULT now(),
            emotional_weight float8 DEFAULT 0 CHECK (emotional_weight BETWEEN 0 AND 1),
            importance float8 DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
            confidence float8 DEFAULT 0.8 CHECK (confidence BETWEEN 0 AND 1),
            access_count bigint DEFAULT 0,
            occurrence_count bigint DEFAULT 0,
            recall_hit_count bigint DEFAULT 0,
            active_takes integer DEFAULT 0,
            baseline_step integer,
            enabled boolean DEFAULT true,
            pinned boolean DEFAULT false,
            salience_touched_at timestamptz,
            last_accessed_at timestamptz,
            last_seen_at timestamptz,
            superseded_by bigint,
            type text DEFAULT 'note',
            status text DEFAULT 'provisional' CHECK (
                status IN ('provisional', 'active', 'stale', 'superseded', 'archived', 'dropped')),
            channel text CHECK (channel IN ('knowledge', 'episodic')),
            effective_date_source text,
            slug text COLLATE "C" UNIQUE,
            area text,
            title text,
            tags text[],
            error_codes text[],
            context_tags jsonb CHECK (
                jsonb_typeof(context_tags) = 'object'
                AND NOT jsonb_path_exists(context_tags, 'strict $.* ? (@.type() == "object")')
                AND NOT jsonb_path_exists(
                    context_tags,
                    'strict $.* ? (@.type() == "array")[*] ? (@.type() == "object" || @.type() == "array")')),
            frontmatter jsonb,
            traces jsonb,
            review jsonb,
            title_tsv tsvector NOT NULL DEFAULT '',
            body text,
            content_tsv tsvector
        ) WITH (fillfactor = 90)
        $ddl$,
        memory);
    EXECUTE format(
        $ddl$
        CREATE TABLE %s (
            memory_id bigint NOT NULL REFERENCES %s (id) ON DELETE CASCADE,
            holder text,
            claim text,
            kind text,
            weight float8 DEFAULT 0.5 CHECK (weight BETWEEN 0 AND 1),
            active boolean NOT NULL DEFAULT true,
            id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY
        )
        $ddl$,
        takes, memory);
    EXECUTE format(
        $ddl$
        CREATE TABLE %s (
            slug text COLLATE "C" PRIMARY KEY,
            status text DEFAULT 'active',
            domains text[],
            keywords text[]
        )
        $ddl$,
        goals);
    EXECUTE format(
        'COMMENT ON TABLE %s IS ''Memories that gbrain_rank searches; made by gbrain_rank.create_memory.''',
        memory);
    EXECUTE format('COMMENT ON TABLE %s IS %L', takes, format('Who holds what about a memory of %s.', memory));
    EXECUTE format('COMMENT ON TABLE %s IS %L', goals, format('Goals that lift what recall finds in %s.', memory));

    EXECUTE format('ALTER TABLE %s ALTER COLUMN content_tsv SET STATISTICS 1000', memory);
    FOREACH part IN ARRAY ARRAY[
        'gin (content_tsv)',
        'gin (title_tsv)',
        'gin (error_codes)',
        'gin (context_tags jsonb_path_ops)',
        'gin (traces jsonb_path_ops)',
        'gin (content_tsv) WHERE type = ''human_correction''',
        'gin (title_tsv) WHERE type = ''human_correction''',
        'gin (gbrain_rank.prominent(content_tsv))',
        'btree (type)',
        'btree (gbrain_rank.baseline_binding(context_tags) COLLATE "C", baseline_step DESC, id)
            WHERE gbrain_rank.is_baseline(type, context_tags)',
        'btree (effective_date)'
    ] LOOP
        EXECUTE format('CREATE INDEX ON %s USING %s', memory, part);
    END LOOP;
    EXECUTE format('CREATE INDEX ON %s (memory_id)', takes);

    SELECT namespace.nspname INTO trgm_schema
    FROM pg_extension AS extension
    JOIN pg_namespace AS namespace ON namespace.oid = extension.extnamespace
    WHERE extension.extname = 'pg_trgm' AND has_schema_privilege(namespace.oid, 'USAGE');
    IF trgm_schema IS NOT NULL THEN
        FOREACH part IN ARRAY ARRAY['title', 'slug', 'body'] LOOP
            EXECUTE format('CREATE INDEX ON %s USING gin (%I %I.gin_trgm_ops)', memory, part, trgm_schema);
        END LOOP;
    END IF;

    EXECUTE format(
        $ddl$
        CREATE TRIGGER memory_text_insert BEFORE INSERT ON %1$s FOR EACH ROW
            EXECUTE FUNCTION gbrain_rank.memory_text(%2$L);
        CREATE TRIGGER memory_text_update BEFORE UPDATE OF title, body, tags ON %1$s FOR EACH ROW
            WHEN (OLD.title IS DISTINCT FROM NEW.title
                OR OLD.body IS DISTINCT FROM NEW.body
                OR OLD.tags IS DISTINCT FROM NEW.tags)
            EXECUTE FUNCTION gbrain_rank.memory_text(%2$L);

        CREATE TRIGGER memory_dates_insert BEFORE INSERT ON %1$s FOR EACH ROW
            EXECUTE FUNCTION gbrain_rank.memory_dates();
        CREATE TRIGGER memory_dates_update
            BEFORE UPDATE OF slug, title, body, type, tags, frontmatter,
                updated_at, created_at, effective_date, effective_date_source
            ON %1$s FOR EACH ROW
            WHEN (OLD.slug IS DISTINCT FROM NEW.slug
                OR OLD.title IS DISTINCT FROM NEW.title
                OR OLD.body IS DISTINCT FROM NEW.body
                OR OLD.type IS DISTINCT FROM NEW.type
                OR OLD.tags IS DISTINCT FROM NEW.tags
                OR OLD.frontmatter IS DISTINCT FROM NEW.frontmatter
                OR OLD.updated_at IS DISTINCT FROM NEW.updated_at
                OR OLD.created_at IS DISTINCT FROM NEW.created_at
                OR OLD.effective_date IS DISTINCT FROM NEW.effective_date
                OR OLD.effective_date_source IS DISTINCT FROM NEW.effective_date_source)
            EXECUTE FUNCTION gbrain_rank.memory_dates();

        CREATE TRIGGER memory_salience_insert BEFORE INSERT ON %1$s FOR EACH ROW
            WHEN (NEW.tags IS NOT NULL)
            EXECUTE FUNCTION gbrain_rank.memory_salience();
        CREATE TRIGGER memory_salience_update BEFORE UPDATE OF tags, emotional_weight ON %1$s FOR EACH ROW
            WHEN (OLD.tags IS DISTINCT FROM NEW.tags
                OR OLD.emotional_weight IS DISTINCT FROM NEW.emotional_weight)
            EXECUTE FUNCTION gbrain_rank.memory_salience();

        CREATE TRIGGER memory_baseline_insert BEFORE INSERT ON %1$s FOR EACH ROW
            WHEN (NEW.baseline_step IS DISTINCT FROM gbrain_rank.baseline_step(
                NEW.type, NEW.context_tags, NEW.occurrence_count, NEW.recall_hit_count))
            EXECUTE FUNCTION gbrain_rank.memory_baseline();
        -- For every update: another trigger may count as well.
        CREATE TRIGGER memory_baseline_update BEFORE UPDATE ON %1$s FOR EACH ROW
            WHEN (NEW.baseline_step IS DISTINCT FROM gbrain_rank.baseline_step(
                NEW.type, NEW.context_tags, NEW.occurrence_count, NEW.recall_hit_count))
            EXECUTE FUNCTION gbrain_rank.memory_baseline();

        CREATE TRIGGER memory_takes_insert AFTER INSERT ON %3$s
            REFERENCING NEW TABLE AS new_takes
            FOR EACH STATEMENT EXECUTE FUNCTION gbrain_rank.memory_takes();
        CREATE TRIGGER memory_takes_update AFTER UPDATE ON %3$s
            REFERENCING OLD TABLE AS old_takes NEW TABLE AS new_takes
            FOR EACH STATEMENT EXECUTE FUNCTION gbrain_rank.memory_takes();
        CREATE TRIGGER memory_takes_delete AFTER DELETE ON %3$s
            REFERENCING OLD TABLE AS old_takes
            FOR EACH STATEMENT EXECUTE FUNCTION gbrain_rank.memory_takes();
        CREATE TRIGGER memory_takes_truncate AFTER TRUNCATE ON %3$s
            FOR EACH STATEMENT EXECUTE FUNCTION gbrain_rank.memory_takes();
        $ddl$,
        memory, config, takes);

    made := memory::regclass;
    PERFORM set_config('search_path', callers_path, true);
    RETURN made;
END
$function$;

COMMENT ON FUNCTION gbrain_rank.memory_text() IS
'Trigger of a memory table: fills content_tsv, title_tsv and error_codes. Its argument is the text configuration of the table.';
COMMENT ON FUNCTION gbrain_rank.memory_dates() IS
'Trigger of a memory table: moves updated_at when content changes, and derives effective_date where the writer gave none.';
COMMENT ON FUNCTION gbrain_rank.memory_salience() IS
'Trigger of a memory table: derives emotional_weight when tags change, and moves salience_touched_at when the weight does.';
COMMENT ON FUNCTION gbrain_rank.memory_baseline() IS
'Trigger of a memory table: keeps baseline_step, by which an index holds the baseline of retrieve() in its order.';
COMMENT ON FUNCTION gbrain_rank.memory_takes() IS
'Trigger of a takes table: counts the active takes of a memory and derives its emotional_weight.';
COMMENT ON FUNCTION gbrain_rank.create_memory(text, regconfig) IS
'Makes a memory table of this name in the current schema, with its columns, checks, triggers and indexes, and the tables NAME_takes and NAME_goals.';
