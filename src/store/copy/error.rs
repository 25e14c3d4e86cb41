//! Errors of a copy.

use thiserror::Error;

use crate::store::engine::{Place, StoreError};

/// An error of a copy, most with the name of a place. Nothing was kept of the target.
#[derive(Debug, Error)]
pub enum CopyError {
    /// Both places are this one database.
    #[error("{0} cannot be copied to itself")]
    SamePlace(String),
    /// The server cannot be reached.
    #[error("cannot reach {0}: {1}; check the address, and that the server runs")]
    Unreachable(String, String),
    /// The address of the server is not valid.
    #[error("the address {0} is not valid: {1}")]
    InvalidUrl(String, String),
    /// The source was not written by this program.
    #[error("{0} is no database of blog-app")]
    ForeignDatabase(String),
    /// The source was written by an older version of the program.
    #[error(
        "{place} has schema version {found}, and this blog-app copies version {known}: copy it or make its backup with \
         the blog-app that wrote it, or start this one on it first, which brings it up to date"
    )]
    OlderSchema {
        /// The source.
        place: String,
        /// The version in the source.
        found: u32,
        /// The latest version that this program knows.
        known: u32,
    },
    /// The source is damaged. Holds a finding.
    #[error("{0} is damaged: {1}")]
    Damaged(String, String),
    /// The two databases do not have the same tables. Holds the name of one.
    #[error("the table {0} is not the same in both databases; nothing was copied")]
    OtherTable(String),
    /// The target returns something else than the source has. Holds the table.
    #[error("the copy of the table {0} differs from the original; nothing was kept")]
    Different(String),
    /// Any other error of the source.
    #[error("cannot copy from {0}")]
    Source(String, #[source] StoreError),
    /// Any other error of the target.
    #[error("cannot copy to {0}")]
    Target(String, #[source] StoreError),
    /// An error of a backup.
    #[error(transparent)]
    Backup(#[from] StoreError),
}

pub(super) fn of_source(place: &Place, error: StoreError) -> CopyError {
    match error {
        StoreError::NotADatabase(_) => CopyError::ForeignDatabase(place.to_string()),
        error => of_place(place, error).unwrap_or_else(|error| CopyError::Source(place.to_string(), error)),
    }
}

pub(super) fn of_target(place: &Place, error: StoreError) -> CopyError {
    of_place(place, error).unwrap_or_else(|error| CopyError::Target(place.to_string(), error))
}

/// Converts the errors whose texts name the settings.
fn of_place(place: &Place, error: StoreError) -> Result<CopyError, StoreError> {
    match error {
        StoreError::Unreachable(cause) => Ok(CopyError::Unreachable(place.to_string(), cause)),
        StoreError::InvalidUrl(cause) => Ok(CopyError::InvalidUrl(place.to_string(), cause)),
        error => Err(error),
    }
}
