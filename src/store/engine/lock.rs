//! Who has the database open. Every store shares the lock; whoever puts a database in place holds it
//! alone. The system lets it go, whatever ends the process.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::{StoreError, open};

/// Held by the one `serve` of a data folder; commands beside it do not ask for it. The system lets it go, whatever ends
/// the process.
#[derive(Debug)]
pub struct ServingLock {
    _file: File,
}

impl ServingLock {
    /// Takes the lock of a data folder.
    ///
    /// # Errors
    /// When another process has it, or its file cannot be made.
    pub fn take(data_folder: &Path) -> Result<Self, StoreError> {
        let path = data_folder.join("serve.lock");
        let file = open_lock(&path).map_err(|error| open::unwritable(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Served(data_folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(open::unwritable(&path, &error)),
        }
    }
}

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
    open_lock(&database.with_extension("lock")).map_err(|error| open::unwritable(database, &error))
}

/// Opens a file for a lock, and makes it when it is not there.
pub(super) fn open_lock(path: &Path) -> io::Result<File> {
    open::private_file()
        .read(true)
        .create(true)
        .truncate(false)
        .open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_served_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = ServingLock::take(folder.path()).unwrap();
        assert!(
            matches!(ServingLock::take(folder.path()), Err(StoreError::Served(path)) if path == folder.path())
        );
        let _beside = shared(&folder.path().join("blog.db")).unwrap();
        drop(first);
        ServingLock::take(folder.path()).unwrap();
    }

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
