//! What the planner asks a support function, and how it is answered.

use pgrx::Internal;
use pgrx::pg_sys;

/// Answers a request of the planner: with the node that `answer` returns, or with none, which says
/// that there is nothing special to say.
///
/// # Safety
///
/// `request` is the argument of a support function: null or a node that lives through the call.
/// `answer` gets a node, and returns one that does.
pub unsafe fn respond(
    request: Internal,
    answer: impl FnOnce(&mut pg_sys::Node) -> Option<*mut pg_sys::Node>,
) -> Internal {
    let argument: Option<pg_sys::Datum> = request.unwrap();
    let node = argument.map_or(std::ptr::null_mut(), |node| node.cast_mut_ptr::<pg_sys::Node>());
    // SAFETY: the caller's promise.
    let answer = unsafe { node.as_mut() }.and_then(answer);
    Internal::from(Some(pg_sys::Datum::from(answer.unwrap_or(std::ptr::null_mut()))))
}
