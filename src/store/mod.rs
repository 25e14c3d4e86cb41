//! Layer 1: the only module that accesses the database.
//!
//! `engine` wraps SQLite, `derived` holds memory that follows the commits, and most other files contain the queries of
//! a table with their row mapping. Query functions are synchronous and accept a [`Tx`], which only [`Store::read`] and
//! [`Store::write`] provide.

pub mod admins;
pub mod authors;
pub mod avatars;
pub mod codes;
pub mod comments;
pub mod commits;
pub mod counts;
mod database;
mod derived;
pub mod email_undos;
mod engine;
pub mod marks;
pub mod media;
pub mod networks;
pub mod outbox;
pub mod posts;
pub mod previews;
pub mod sessions;
#[cfg(test)]
mod tests;
mod tx;
pub mod users;
pub mod views;

pub use commits::{Dependencies, Generation};
pub use database::Store;
pub use engine::{ServingLock, StoreError, StoreOptions, WriteStats};
pub use tx::Tx;

use crate::domain::Slug;
use engine::params;

/// Returns the wanted slug, with the next free number appended if a row of the table has it.
macro_rules! free_slug {
    ($tx:expr, $table:literal, $column:literal, $wanted:expr) => {
        $crate::store::numbered_when_taken(
            $tx,
            &$wanted,
            concat!("select 1 from ", $table, " where ", $column, " = ?1"),
            // '.' follows '-' in ASCII: the range contains the slugs that begin with the wanted one and a hyphen.
            concat!(
                "select max(cast(substr(",
                $column,
                ", length(?1) + 2) as integer)) from ",
                $table,
                " where ",
                $column,
                " >= ?1 || '-' and ",
                $column,
                " < ?1 || '.'
                  and length(",
                $column,
                ") <= length(?1) + 10"
            ),
        )
    };
}
use free_slug;

fn numbered_when_taken(tx: &Tx<'_>, wanted: &Slug, taken: &str, highest: &str) -> Result<Slug, StoreError> {
    if !tx.exists(taken, params![wanted])? {
        return Ok(wanted.clone());
    }
    let highest: Option<Option<u64>> = tx.query_value(highest, params![wanted])?;
    Ok(wanted.numbered(highest.flatten().unwrap_or(0).max(1) + 1))
}
