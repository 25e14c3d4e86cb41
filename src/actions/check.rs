//! Integrity check of the database: the file, its foreign keys, and the stored counts.

use crate::store::{Store, StoreError, counts};

/// Returns the problems found, a line each; empty if there are none.
///
/// # Errors
/// If the database cannot be read.
pub fn problems(store: &Store) -> Result<Vec<String>, StoreError> {
    let mut problems = store.integrity_errors()?;
    let discrepancies = store.read_blocking(counts::discrepancies)?;
    problems.extend(
        discrepancies
            .into_iter()
            .map(|wrong| format!("the {} are wrong in {} rows", wrong.what, wrong.rows)),
    );
    Ok(problems)
}
