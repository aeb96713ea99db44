//! `settings()`: every setting with its value and where that comes from.

use pgrx::prelude::*;

/// Every gbrain_rank setting: its value as it was written, where it comes from (with the word
/// `invalid` when what needs it would fail), and what it does.
#[pg_extern(stable, parallel_safe)]
fn settings() -> TableIterator<
    'static,
    (name!(name, String), name!(value, String), name!(origin, String), name!(description, String)),
> {
    TableIterator::new(super::ALL.iter().map(|setting| {
        let declaration = setting.declaration();
        let (value, source, valid) = setting.current();
        let origin = if valid { source.to_string() } else { format!("{source}, invalid") };
        (
            declaration.name.to_string_lossy().into_owned(),
            value.to_string_lossy().into_owned(),
            origin,
            declaration.description.to_string_lossy().into_owned(),
        )
    }))
}

extension_sql!(
    r#"
ALTER FUNCTION gbrain_rank.settings() ROWS 25;
COMMENT ON FUNCTION gbrain_rank.settings() IS
'Every gbrain_rank setting with its value, where that comes from (default, file, database, role, client, session; with "invalid" where it cannot be used) and what it does.';
"#,
    name = "settings_comments",
    requires = [settings]
);
