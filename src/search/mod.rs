//! What the searches share, in the order in which one runs: the gate (which rows may be seen at
//! all), the match (which of them hold the text), the inner statement and its stream of rows, the
//! order of what comes back, and its snippet.

pub mod gate;
pub mod id;
mod kept_plan;
pub mod lexize;
pub mod row_text;
pub mod select;
pub mod session;
pub mod snippet;
pub mod statement;
pub mod stream;
pub mod time;
pub mod trigram;

pub use gate::Gate;
pub use id::{Id, IdKind};
pub use kept_plan::forget_plans;
pub use select::{Condition, MatchBy, Select};
pub use session::InnerSettings;
pub use statement::{Statement, qualified_type};
pub use stream::{Planning, Row, stream, stream_as, stream_while};
pub use trigram::Trigram;
