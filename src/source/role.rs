//! The roles that a source's columns play, recognised by their names.

use pgrx::pg_sys;

/// One role: the column of that name, read as the declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Id,
    Slug,
    Type,
    Title,
    Body,
    Tags,
    Area,
    ContentTsv,
    TitleTsv,
    ErrorCodes,
    ContextTags,
    Frontmatter,
    EffectiveDate,
    EffectiveDateSource,
    CreatedAt,
    UpdatedAt,
    EmotionalWeight,
    ActiveTakes,
    SalienceTouchedAt,
    Importance,
    AccessCount,
    LastAccessedAt,
    Pinned,
    Status,
    Enabled,
    SupersededBy,
    Confidence,
    OccurrenceCount,
    RecallHitCount,
    BaselineStep,
    LastSeenAt,
    Traces,
    Review,
    Channel,
}

/// What a role is called, what it is read as, and what a search does without it.
pub struct RoleFacts {
    pub role: Role,
    pub column: &'static str,
    /// The declared type as people write it; `None` for the roles that may have any type.
    pub sql_type: Option<&'static str>,
    pub type_oid: pg_sys::Oid,
    pub neutral: &'static str,
}

const fn facts(
    role: Role,
    column: &'static str,
    sql_type: &'static str,
    type_oid: pg_sys::Oid,
    neutral: &'static str,
) -> RoleFacts {
    RoleFacts { role, column, sql_type: Some(sql_type), type_oid, neutral }
}

const fn any_type(role: Role, column: &'static str, neutral: &'static str) -> RoleFacts {
    RoleFacts { role, column, sql_type: None, type_oid: pg_sys::InvalidOid, neutral }
}

const TIMESTAMPTZ: &str = "timestamp with time zone";

/// Every role, in the order of [`Role`].
pub const ROLES: &[RoleFacts] = &[
    any_type(Role::Id, "id", "required"),
    facts(Role::Slug, "slug", "text", pg_sys::TEXTOID, "the fallback halflife and coefficient"),
    facts(Role::Type, "type", "text", pg_sys::TEXTOID, "no type"),
    facts(Role::Title, "title", "text", pg_sys::TEXTOID, "no title"),
    facts(Role::Body, "body", "text", pg_sys::TEXTOID, "no body"),
    facts(Role::Tags, "tags", "text[]", pg_sys::TEXTARRAYOID, "no tags"),
    facts(Role::Area, "area", "text", pg_sys::TEXTOID, "no area"),
    facts(
        Role::ContentTsv,
        "content_tsv",
        "tsvector",
        pg_sys::TSVECTOROID,
        "made from title and body in each search",
    ),
    facts(Role::TitleTsv, "title_tsv", "tsvector", pg_sys::TSVECTOROID, "no second bound"),
    facts(Role::ErrorCodes, "error_codes", "text[]", pg_sys::TEXTARRAYOID, "no codes"),
    facts(Role::ContextTags, "context_tags", "jsonb", pg_sys::JSONBOID, "bound to nothing"),
    facts(Role::Frontmatter, "frontmatter", "jsonb", pg_sys::JSONBOID, "no frontmatter"),
    facts(
        Role::EffectiveDate,
        "effective_date",
        TIMESTAMPTZ,
        pg_sys::TIMESTAMPTZOID,
        "updated_at, else created_at",
    ),
    facts(Role::EffectiveDateSource, "effective_date_source", "text", pg_sys::TEXTOID, "unknown"),
    facts(Role::CreatedAt, "created_at", TIMESTAMPTZ, pg_sys::TIMESTAMPTZOID, "no date"),
    facts(Role::UpdatedAt, "updated_at", TIMESTAMPTZ, pg_sys::TIMESTAMPTZOID, "created_at"),
    facts(Role::EmotionalWeight, "emotional_weight", "float8", pg_sys::FLOAT8OID, "0"),
    facts(Role::ActiveTakes, "active_takes", "bigint", pg_sys::INT8OID, "0"),
    facts(
        Role::SalienceTouchedAt,
        "salience_touched_at",
        TIMESTAMPTZ,
        pg_sys::TIMESTAMPTZOID,
        "never",
    ),
    facts(Role::Importance, "importance", "float8", pg_sys::FLOAT8OID, "0.5"),
    facts(Role::AccessCount, "access_count", "bigint", pg_sys::INT8OID, "0"),
    facts(Role::LastAccessedAt, "last_accessed_at", TIMESTAMPTZ, pg_sys::TIMESTAMPTZOID, "never"),
    facts(Role::Pinned, "pinned", "boolean", pg_sys::BOOLOID, "false"),
    facts(Role::Status, "status", "text", pg_sys::TEXTOID, "active"),
    facts(Role::Enabled, "enabled", "boolean", pg_sys::BOOLOID, "true"),
    any_type(Role::SupersededBy, "superseded_by", "not superseded"),
    facts(Role::Confidence, "confidence", "float8", pg_sys::FLOAT8OID, "0"),
    facts(Role::OccurrenceCount, "occurrence_count", "bigint", pg_sys::INT8OID, "0"),
    facts(Role::RecallHitCount, "recall_hit_count", "bigint", pg_sys::INT8OID, "0"),
    // Of another type it is a column of the application's, and means nothing here.
    any_type(Role::BaselineStep, "baseline_step", "the whole baseline is read"),
    facts(Role::LastSeenAt, "last_seen_at", TIMESTAMPTZ, pg_sys::TIMESTAMPTZOID, "never"),
    facts(Role::Traces, "traces", "jsonb", pg_sys::JSONBOID, "no traces"),
    facts(Role::Review, "review", "jsonb", pg_sys::JSONBOID, "no review"),
    facts(Role::Channel, "channel", "text", pg_sys::TEXTOID, "knowledge"),
];

impl Role {
    pub fn facts(self) -> &'static RoleFacts {
        &ROLES[self as usize]
    }
}
