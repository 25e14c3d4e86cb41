//! An export in a file, which gets its name when it is complete.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use thiserror::Error;

use super::{ExportError, ExportOptions, Progress, write};
use crate::moving::site::Counts;
use crate::store::Store;

/// The end of the name of a file that is not complete yet.
const PARTIAL: &str = ".partial";
/// Drafts and held comments are for the staff alone.
const OWNER_ONLY: u32 = 0o600;

/// An error of an export to a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// There is a file of this name.
    #[error("{0} is there already; choose another name, or move it away")]
    Exists(PathBuf),
    /// Another export to this file is under way.
    #[error("another export is writing {0} just now")]
    Busy(PathBuf),
    /// The file cannot be made or written.
    #[error("{0} cannot be written: {1}")]
    Unwritable(PathBuf, #[source] io::Error),
    /// The export failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Writes an export to a file that is not there yet. An export that is killed leaves a file of the same name with `.partial` at
/// its end, which the next one to the same file replaces. Blocks the thread, which must belong to no async runtime.
///
/// # Errors
/// If the file is there, or cannot be written; or if the database cannot be read.
pub fn to_file(
    store: &Store,
    path: &Path,
    options: ExportOptions,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Counts, FileError> {
    let unwritable = |error| FileError::Unwritable(path.to_owned(), error);
    if path.try_exists().map_err(unwritable)? {
        return Err(FileError::Exists(path.to_owned()));
    }
    let (file, partial) = partial_file(path)?;
    let (output, counts) = write(store, BufWriter::new(file), options, on_progress)?;
    let file = output
        .into_inner()
        .map_err(|error| unwritable(error.into_error()))?;
    file.sync_all().map_err(unwritable)?;
    partial
        .persist_noclobber(path)
        .map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists(path.to_owned()),
            _ => unwritable(error.error),
        })?;
    sync_folder(path).map_err(unwritable)?;
    Ok(counts)
}

/// Opens the file in which an export is written, and locks it. It goes with the second value.
fn partial_file(path: &Path) -> Result<(File, TempPath), FileError> {
    let mut name = OsString::from(path);
    name.push(PARTIAL);
    let name = PathBuf::from(name);
    let unwritable = |error| FileError::Unwritable(name.clone(), error);
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        // Not before it is locked.
        .truncate(false)
        .mode(OWNER_ONLY)
        .open(&name)
        .map_err(unwritable)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => FileError::Busy(path.to_owned()),
        TryLockError::Error(error) => unwritable(error),
    })?;
    file.set_len(0).map_err(unwritable)?;
    let partial = TempPath::try_from_path(&name).map_err(unwritable)?;
    Ok((file, partial))
}

/// Makes the name of a file permanent.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
