//! File locks. Every open store holds a shared lock, a restore or migration an exclusive one. The operating system
//! releases them when the process ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::open;
use crate::store::engine::StoreError;

/// The lock that the only `serve` of a data folder holds; other commands do not need it. The operating system releases
/// it when the process ends.
#[derive(Debug)]
pub struct ServingLock {
    _file: File,
}

impl ServingLock {
    /// Acquires the lock of a data folder.
    ///
    /// # Errors
    /// When another process holds it, or its file cannot be created.
    pub fn acquire(data_folder: &Path) -> Result<Self, StoreError> {
        let path = data_folder.join("serve.lock");
        let file = open_lock(&path).map_err(|error| open::unwritable(&path, &error))?;
        let held = || StoreError::AlreadyServed(data_folder.to_owned());
        file.try_lock().map_err(|error| explain(&path, error, held))?;
        Ok(Self { _file: file })
    }
}

/// Acquires a shared lock, to hold while the database is open.
pub(in crate::store::engine) fn shared(database: &Path) -> Result<File, StoreError> {
    let file = open_file(database)?;
    file.try_lock_shared()
        .map_err(|error| explain(database, error, || StoreError::Busy))?;
    Ok(file)
}

/// Acquires an exclusive lock, to hold while nobody else may open the database.
pub(in crate::store::engine) fn exclusive(database: &Path) -> Result<File, StoreError> {
    let file = open_file(database)?;
    let held = || StoreError::InUse(database.to_owned());
    file.try_lock().map_err(|error| explain(database, error, held))?;
    Ok(file)
}

/// Makes a shared lock exclusive.
pub(in crate::store::engine) fn upgrade(lock: &File, database: &Path) -> Result<(), StoreError> {
    let held = || StoreError::OpenElsewhere(database.to_owned());
    lock.try_lock().map_err(|error| explain(database, error, held))
}

/// Makes an exclusive lock shared.
pub(in crate::store::engine) fn downgrade(lock: &File, database: &Path) -> Result<(), StoreError> {
    lock.lock_shared()
        .map_err(|error| open::unwritable(database, &error))
}

/// Converts the error of a lock: `held` when another process holds it.
fn explain(path: &Path, error: TryLockError, held: impl FnOnce() -> StoreError) -> StoreError {
    match error {
        TryLockError::WouldBlock => held(),
        TryLockError::Error(error) => open::unwritable(path, &error),
    }
}

fn open_file(database: &Path) -> Result<File, StoreError> {
    open_lock(&database.with_extension("lock")).map_err(|error| open::unwritable(database, &error))
}

/// Opens a file for a lock, and creates it if it does not exist.
pub(in crate::store::engine) fn open_lock(path: &Path) -> io::Result<File> {
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
    fn rejects_a_second_server_of_a_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = ServingLock::acquire(folder.path()).unwrap();
        assert!(
            matches!(ServingLock::acquire(folder.path()), Err(StoreError::AlreadyServed(path)) if path == folder.path())
        );
        let _database_lock = shared(&folder.path().join("blog.db")).unwrap();
        drop(first);
        ServingLock::acquire(folder.path()).unwrap();
    }

    #[test]
    fn an_exclusive_lock_excludes_shared_locks() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("blog.db");
        let shared_locks = [shared(&database).unwrap(), shared(&database).unwrap()];
        assert!(matches!(exclusive(&database), Err(StoreError::InUse(path)) if path == database));
        drop(shared_locks);
        let _exclusive = exclusive(&database).unwrap();
        assert!(matches!(shared(&database), Err(StoreError::Busy)));
    }
}
