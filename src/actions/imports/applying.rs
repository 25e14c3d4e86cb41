//! What the staff decide about an import that was checked.

use thiserror::Error;

use super::no_totals;
use crate::domain::ImportId;
use crate::domain::Time;
use crate::domain::import::{ImportState, OptionChanges};
use crate::store::{StoreError, Tx, imports};

/// The error that an import is not applied.
#[derive(Debug, Error)]
pub enum ImportError {
    /// There is none with this id.
    #[error("there is no such import")]
    Unknown,
    /// It is being checked or applied, or it is over.
    #[error("the import does not wait to be applied")]
    NotReady,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Has an import applied as it was checked, or checked again if it is to be imported in another way: nothing comes in before
/// somebody has seen what would. Returns the state that it has got.
///
/// # Errors
/// If it does not wait for that, or the database cannot be written.
pub fn apply(
    tx: &mut Tx<'_>,
    id: ImportId,
    changes: OptionChanges,
    now: Time,
) -> Result<ImportState, ImportError> {
    let import = imports::by_id(tx, id)?.ok_or(ImportError::Unknown)?;
    let options = changes.of(import.options.clone());
    let next = if options == import.options {
        ImportState::Applying
    } else {
        ImportState::Uploaded
    };
    if !import.state.may_become(next) {
        return Err(ImportError::NotReady);
    }
    imports::give_work(tx, id, next, &options, &no_totals()?, now)?;
    Ok(next)
}
