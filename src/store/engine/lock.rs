//! Who has the database open. Every store shares the lock; whoever puts a database in place holds it
//! alone. The system lets it go, whatever ends the process.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::{StoreError, open};

/// Kept for as long as the database is open.
pub(super) fn shared(database: &Path) -> Result<File, StoreError> {
    let file = open_file(database)?;
    match file.try_lock_shared() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy),
        Err(TryLockError::Error(error)) => Err(open::unwritable(database, &error)),
    }
}

/// Kept for as long as nobody may open the database.
pub(super) fn alone(database: &Path) -> Result<File, StoreError> {
    let file = open_file(database)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(database.to_owned())),
        Err(TryLockError::Error(error)) => Err(open::unwritable(database, &error)),
    }
}

/// Turns a shared lock into one that nobody else has.
pub(super) fn make_alone(lock: &File, database: &Path) -> Result<(), StoreError> {
    match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::OpenElsewhere(database.to_owned())),
        Err(TryLockError::Error(error)) => Err(open::unwritable(database, &error)),
    }
}

/// Lets others in again.
pub(super) fn make_shared(lock: &File, database: &Path) -> Result<(), StoreError> {
    lock.lock_shared()
        .map_err(|error| open::unwritable(database, &error))
}

fn open_file(database: &Path) -> Result<File, StoreError> {
    open::private_file()
        .create(true)
        .truncate(false)
        .open(database.with_extension("lock"))
        .map_err(|error| open::unwritable(database, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_share_a_database_and_one_has_it_alone() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("blog.db");
        let sharing = [shared(&database).unwrap(), shared(&database).unwrap()];
        assert!(matches!(alone(&database), Err(StoreError::InUse(path)) if path == database));
        drop(sharing);
        let _alone = alone(&database).unwrap();
        assert!(matches!(shared(&database), Err(StoreError::Busy)));
    }
}
