//! Rows that the program derives from others, where a migration has made room for them: an earlier version did not write
//! them. Each step is all or nothing, so that it starts over after an interruption.

mod authors;
mod tags;

use super::derived::search;
use super::engine::{StoreError, Transaction};

/// Whether the rows of a step are missing.
pub(super) fn is_incomplete(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    Ok(search::is_missing(transaction)?
        || tags::are_missing(transaction)?
        || authors::are_incomplete(transaction)?)
}

/// Adds all rows that are missing.
pub(super) fn complete(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    search::index_missing(transaction)?;
    tags::add_missing(transaction)?;
    authors::complete(transaction)
}
