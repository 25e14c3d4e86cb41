//! Whether the database is whole: the file, the references in it, and the counts that lists show.

use crate::store::{Store, StoreError, counts};

/// Everything that is wrong, a line each: nothing, when all is well.
///
/// # Errors
/// When the database cannot be read.
pub fn problems(store: &Store) -> Result<Vec<String>, StoreError> {
    let mut found = store.damage()?;
    let discrepancies = store.read_blocking(counts::discrepancies)?;
    found.extend(
        discrepancies
            .into_iter()
            .map(|wrong| format!("the {} are wrong in {} rows", wrong.what, wrong.rows)),
    );
    Ok(found)
}
