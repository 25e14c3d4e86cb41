//! Floor 1: the only place that knows a database.
//!
//! `engine` is the seam to SQLite; every other file is a table's queries with their row mapping.
//! Query functions are synchronous and take a [`Tx`]; [`Store::read`] and [`Store::write`] are the
//! only way to one.

pub mod admins;
pub mod authors;
pub mod avatars;
pub mod codes;
pub mod comments;
pub mod counts;
mod engine;
pub mod marks;
pub mod media;
pub mod outbox;
#[cfg(test)]
mod plans;
pub mod posts;
pub mod users;
pub mod views;

pub use engine::{Store, StoreError, StoreOptions, Tx};

use engine::Row;

/// The text of a column, read by `parse`.
fn parsed<T>(
    row: &Row<'_>,
    column: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, StoreError> {
    let text: String = row.get(column)?;
    parse(&text).ok_or_else(|| StoreError::Corrupt(column.to_owned()))
}
