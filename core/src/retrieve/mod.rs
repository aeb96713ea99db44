//! Scoped retrieval: how well a card answers, which card comes first, and how cards are put before an
//! agent.

pub mod baseline;
mod memory_md;
mod order;
mod similarity;

pub use memory_md::{MemoryCard, MemoryDocument, Section};
pub use order::{Group, Layer, Precedence};
pub use similarity::{FIELD_WEIGHTS, Reaching, Similarity};

/// The type of a card by which a person corrects others.
pub const HUMAN_CORRECTION: &str = "human_correction";

/// The types of the baseline: what holds for a task whatever it asks.
pub const BASELINE_TYPES: [&str; 2] = ["environment_fact", "preference"];

/// The types that answer a question about an error. A row without a type may be one of them.
pub const ERROR_TYPES: [&str; 2] = ["error_resolution", "failure_scenario"];
