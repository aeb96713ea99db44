//! Stand-ins for the two settings that the inner statements read, until src/settings/ is here.
use crate::error::SqlResult;
use pgrx::pg_sys;
pub fn text_config() -> SqlResult<pg_sys::Oid> {
    Ok(pg_sys::Oid::from(13338))
}
pub fn search_work_mem() -> SqlResult<i32> {
    Ok(65536)
}
