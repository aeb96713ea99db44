//! Scope: what a task works on, what a row is bound to, and whether the one may see the other.
//!
//! Five keys of a row's `context_tags` are scope keys ([`ScopeKey`]). A row may be bound to values
//! under them ([`Bindings`]); a task names at most one value for each ([`Scope`]). The walls
//! ([`visible`]) decide whether the task sees the row at all, the weight ([`ScopeWeights`]) how near
//! the row stands to the task.

mod binding;
mod key;
mod tags;
mod task;
mod wall;
mod weight;

pub use binding::{Binding, Bindings, Element};
pub use key::ScopeKey;
pub use tags::split_tags;
pub use task::Scope;
pub use wall::{Closeness, closeness, is_unbound, of_other_profile, visible};
pub use weight::{ScopeRule, ScopeWeights, scope_rule};
