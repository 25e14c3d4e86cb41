//! The upload of an export: its bytes go to the disk as they arrive.

use std::fs::{DirBuilder, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use tempfile::{Builder, TempPath};
use thiserror::Error;

use super::{Imports, Turn};
use crate::domain::{ImportId, Time};

/// What begins the names of files that are being uploaded.
pub(super) const UNFINISHED: &str = "upload-";
/// Their owner alone may read the files and enter the folder.
const FOLDER_MODE: u32 = 0o700;

/// The error that a file was not taken.
#[derive(Debug, Error)]
pub enum UploadError {
    /// Another one is being uploaded, or was and is not imported yet.
    #[error("another import is under way")]
    Running,
    /// It is larger than the settings allow. Holds the most bytes.
    #[error("the file is larger than {0} bytes")]
    TooLarge(u64),
    /// There is no room for it.
    #[error("the disk is full")]
    DiskFull,
    /// It cannot be written.
    #[error("the file cannot be written")]
    Unwritable(#[source] io::Error),
}

impl From<io::Error> for UploadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::DiskFull,
            _ => Self::Unwritable(error),
        }
    }
}

/// A file that is being uploaded. What has arrived of it goes with it, unless it is finished.
pub struct Upload {
    id: ImportId,
    file: File,
    unfinished: TempPath,
    place: PathBuf,
    size: u64,
    size_max: u64,
    turn: Turn,
}

/// A file that has arrived. It goes with it, unless it is kept.
pub struct Uploaded {
    /// The id of its import.
    pub id: ImportId,
    /// Its bytes.
    pub size: u64,
    place: TempPath,
    _turn: Turn,
}

impl Upload {
    /// Begins an upload. There is one at a time. Blocks on file I/O, as do the next two.
    ///
    /// # Errors
    /// If there is another one, or no file can be made in the data folder.
    pub fn begin(imports: &Imports, now: Time) -> Result<Self, UploadError> {
        let turn = imports.turn().ok_or(UploadError::Running)?;
        let folder = imports.folder();
        DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE)
            .create(&folder)?;
        // Of the mode 0600, as all that tempfile makes.
        let file = Builder::new().prefix(UNFINISHED).tempfile_in(&folder)?;
        let (file, unfinished) = file.into_parts();
        let id = ImportId::new(now, &*imports.entropy);
        Ok(Self {
            id,
            file,
            unfinished,
            place: imports.file(id),
            size: 0,
            size_max: imports.file_bytes_max(),
            turn,
        })
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If the file becomes too large, or cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.size += bytes.len() as u64;
        if self.size > self.size_max {
            return Err(UploadError::TooLarge(self.size_max));
        }
        Ok(self.file.write_all(bytes)?)
    }

    /// Completes the file, which is on the disk then.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<Uploaded, UploadError> {
        self.file.sync_all()?;
        self.unfinished
            .persist(&self.place)
            .map_err(|error| error.error)?;
        let place = TempPath::try_from_path(self.place)?;
        // Its name is to be on the disk as well.
        if let Some(folder) = place.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(Uploaded {
            id: self.id,
            size: self.size,
            place,
            _turn: self.turn,
        })
    }
}

impl Uploaded {
    /// Keeps the file, whose import is recorded now.
    ///
    /// # Errors
    /// If the system does not allow that.
    pub fn keep(self) -> Result<(), UploadError> {
        self.place.keep().map_err(|error| error.error)?;
        Ok(())
    }
}
