//! The inner SELECT: which columns it reads, where each stands, and what its rows must match.

use pgrx::prelude::*;

use super::gate::{Gate, from_clause};
use super::statement::Statement;
use super::stream::Row;
use crate::source::{ALIAS, Role, Source, TextConfig};

/// How the text condition is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchBy {
    /// The operator, which reaches the GIN index and costs no second look at each row.
    Operator,
    /// The leakproof function, which reaches the index under row security and behind a barrier.
    Leakproof,
}

impl MatchBy {
    pub fn of(source: &Source) -> Self {
        if source.is_guarded() { Self::Leakproof } else { Self::Operator }
    }

    /// `tsvector @@ tsquery`.
    pub fn condition(self, tsvector: &str, tsquery: &str) -> String {
        match self {
            Self::Operator => format!("{tsvector} OPERATOR(pg_catalog.@@) {tsquery}"),
            Self::Leakproof => format!("gbrain_rank.matches({tsvector}, {tsquery})"),
        }
    }

    /// `text[] && text[]`.
    pub fn overlap(self, elements: &str, any_of: &str) -> String {
        match self {
            Self::Operator => format!("{elements} OPERATOR(pg_catalog.&&) {any_of}"),
            Self::Leakproof => format!("gbrain_rank.matches({elements}, {any_of})"),
        }
    }
}

/// What the rows of an inner SELECT must match, beside the gate.
pub enum Condition {
    None,
    /// A boolean expression.
    Where(String),
    /// `JOIN ... ON ...`.
    Join(String),
}

impl From<Option<String>> for Condition {
    fn from(matched: Option<String>) -> Self {
        matched.map_or(Self::None, Self::Where)
    }
}

/// The columns of an inner SELECT and their positions in its rows.
#[derive(Debug, Clone)]
pub struct Select {
    roles: Vec<(Role, usize)>,
    tsvector: Option<usize>,
    list: Vec<String>,
}

impl Select {
    /// Reads those of the roles that the source has.
    pub fn new(source: &Source, roles: &[Role]) -> Self {
        let mut select = Self { roles: Vec::new(), tsvector: None, list: Vec::new() };
        for &role in roles {
            if let Some(column) = source.sql(role) {
                select.roles.push((role, select.list.len()));
                select.list.push(column.to_owned());
            }
        }
        select
    }

    /// Reads the tsvector that is matched and ranked, too.
    #[must_use]
    pub fn with_tsvector(mut self, source: &Source, config: &TextConfig) -> Self {
        self.tsvector = Some(self.list.len());
        self.list.push(source.content_tsv_sql(config));
        self
    }

    /// Reads one more role, where the source has it.
    pub fn add(&mut self, source: &Source, role: Role) {
        if let Some(column) = source.sql(role) {
            self.roles.push((role, self.list.len()));
            self.list.push(column.to_owned());
        }
    }

    /// Reads one more expression, at the position that comes back.
    pub fn with_expression(&mut self, sql: String) -> usize {
        self.list.push(sql);
        self.list.len() - 1
    }

    /// Where a role's column stands; `None` when the source has none.
    pub fn position(&self, role: Role) -> Option<usize> {
        self.roles.iter().find(|(known, _)| *known == role).map(|&(_, at)| at)
    }

    /// Where the tsvector stands.
    pub fn tsvector(&self) -> Option<usize> {
        self.tsvector
    }

    /// A role's value in a row; `None` for NULL and for a column that the source has not.
    pub fn get<T: FromDatum>(&self, row: &Row<'_>, role: Role) -> Option<T> {
        self.position(role).and_then(|at| row.get(at))
    }

    /// A role's moment in a row, in microseconds since 2000; `None` also where it is infinite.
    pub fn timestamp(&self, row: &Row<'_>, role: Role) -> Option<i64> {
        let datum = self.position(role).and_then(|at| row.datum(at))?;
        Some(datum.value() as i64).filter(|moment| !matches!(*moment, i64::MIN | i64::MAX))
    }

    /// `SELECT list FROM source WHERE condition AND gate`.
    pub fn statement<C: Into<Condition>>(
        &self,
        source: &Source,
        gate: &Gate,
        condition: impl FnOnce(&mut Statement) -> C,
    ) -> Statement {
        let mut statement = Statement::default();
        let (join, matched) = match condition(&mut statement).into() {
            Condition::None => (String::new(), None),
            Condition::Where(matched) => (String::new(), Some(matched)),
            Condition::Join(join) => (format!("\n{join}"), None),
        };
        let mut all: Vec<String> = matched.into_iter().collect();
        all.extend(gate.conditions(source, &mut statement));
        statement.push(&format!(
            "SELECT {}\nFROM {}{join}",
            self.list.join(", "),
            from_clause(source)
        ));
        if !all.is_empty() {
            statement.push("\nWHERE ").push(&all.join("\n  AND "));
        }
        statement
    }

    /// `SELECT columns FROM (statement) WHERE screen`: the screen sees the rows that the statement
    /// would give, and no others. OFFSET 0 is what keeps the planner from moving it elsewhere; the
    /// columns are called c0, c1, ... there.
    pub fn screened(&self, mut statement: Statement, screen: &str) -> Statement {
        let columns: Vec<String> = (0..self.list.len()).map(|at| format!("c{at}")).collect();
        statement.sql = format!(
            "SELECT {}\nFROM (\n{}\nOFFSET '0'::pg_catalog.int8) AS {ALIAS}({})\nWHERE {screen}",
            columns.join(", "),
            statement.sql,
            columns.join(", "),
        );
        statement
    }
}
