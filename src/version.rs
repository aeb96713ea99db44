//! `version()`: which build of the library this session runs.

use pgrx::prelude::*;

/// The version of the loaded library, for example `0.1.0`.
///
/// Calling it also loads the library, which a role that is no superuser must do before it may say
/// `ALTER DATABASE ... SET gbrain_rank.*`.
#[pg_extern(immutable, parallel_safe)]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.version() IS
'The version of the loaded gbrain_rank library. Calling it loads the library, which a role without superuser rights needs before ALTER DATABASE ... SET gbrain_rank.*.';
"#,
    name = "version_comments",
    requires = [version]
);
