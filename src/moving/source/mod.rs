//! What an export is read from: a file, a folder or a zip archive, all with the same paths and the same bounds.

mod archive;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zip::result::ZipError;

use archive::Archive;

/// The bounds of an export.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most files of an archive.
    archive_files: usize,
    /// The most files of a folder. Sites have more pictures than an archive may have files.
    folder_files: usize,
    /// The most bytes of the list of files of an archive, which is held in memory, in MiB.
    list_mib: u64,
    /// The most bytes of all files of an archive, unpacked, in GiB.
    unpacked_gib: u64,
    /// The most times that a file of an archive may be larger than what is packed of it. Text packs to a tenth; what packs
    /// much better was made to fill disks.
    ratio: u64,
}

impl Limits {
    /// Those of other systems.
    pub const FOREIGN: Self = Self {
        archive_files: 20_000,
        folder_files: 50_000,
        list_mib: 16,
        unpacked_gib: 4,
        ratio: 200,
    };
    /// Those of a site of this kind, whose export has several files for each post, and repeats nothing to the disk. No file
    /// packs better than this.
    pub const SITE: Self = Self {
        archive_files: 200_000,
        folder_files: 200_000,
        list_mib: 64,
        unpacked_gib: 64,
        ratio: 1_100,
    };
    /// Those of such an export that somebody has uploaded: an upload makes nobody unpack more than that of another system does.
    pub const SITE_UPLOAD: Self = Self {
        unpacked_gib: Self::FOREIGN.unpacked_gib,
        ..Self::SITE
    };
}

/// The first bytes of a zip archive, and of one without files.
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// The deepest folders of an export.
const DEPTH_MAX: usize = 32;

/// The error that something of an export cannot be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file or folder cannot be read.
    #[error("{path} cannot be read: {cause}")]
    Unreadable {
        /// The path within the export, or of the export.
        path: String,
        /// The error of the operating system, or of what is packed.
        cause: io::Error,
    },
    /// The archive is none, or damaged.
    #[error("the zip archive cannot be read: {0}")]
    Archive(#[source] ZipError),
    /// The export is beyond a bound, or leads out of itself.
    #[error("{0}")]
    Refused(String),
}

/// An export. Paths within it have `/` between their parts, and none is absolute.
pub struct Source {
    files: BTreeMap<String, u64>,
    place: Place,
}

enum Place {
    /// One file, and whether the folder that it is in belongs to it.
    File {
        name: String,
        path: PathBuf,
        has_neighbours: bool,
    },
    Folder(PathBuf),
    Zip(Box<Archive>),
}

impl Source {
    /// Opens a file, a folder or a zip archive, which is known by its content.
    ///
    /// # Errors
    /// If it cannot be read, has too many files or too large ones, or an archive has links or names files outside of itself.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Self::open_within(path, Limits::FOREIGN)
    }

    /// Opens a file, a folder or a zip archive within other bounds.
    ///
    /// # Errors
    /// See [`Source::open`].
    pub fn open_within(path: &Path, limits: Limits) -> Result<Self, SourceError> {
        let shown = path.display().to_string();
        let unreadable = |cause| SourceError::Unreadable {
            path: shown.clone(),
            cause,
        };
        if fs::metadata(path).map_err(unreadable)?.is_dir() {
            return Self::open_folder(path, limits);
        }
        let mut file = File::open(path).map_err(unreadable)?;
        let mut begin = [0_u8; 4];
        let length = file.read(&mut begin).map_err(unreadable)?;
        if begin.get(..length).is_some_and(|begin| ZIP.contains(&begin)) {
            let (archive, files) = Archive::open(path, limits)?;
            return Ok(Self {
                files,
                place: Place::Zip(Box::new(archive)),
            });
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let size = file.metadata().map_err(unreadable)?.len();
        Ok(Self {
            files: BTreeMap::from([(name.clone(), size)]),
            place: Place::File {
                name,
                path: path.to_owned(),
                has_neighbours: true,
            },
        })
    }

    /// Opens a file or a zip archive that was uploaded. A file has the name that it had where it comes from, and what stands
    /// beside it here has nothing to do with it.
    ///
    /// # Errors
    /// As [`Source::open`], without the path.
    pub fn open_upload(path: &Path, name: &str, limits: Limits) -> Result<Self, SourceError> {
        let mut source = Self::open_within(path, limits).map_err(|error| match error {
            SourceError::Unreadable { cause, .. } => SourceError::Unreadable {
                path: name.to_owned(),
                cause,
            },
            other => other,
        })?;
        if let Place::File { .. } = source.place {
            source.files = BTreeMap::from([(name.to_owned(), source.size())]);
            source.place = Place::File {
                name: name.to_owned(),
                path: path.to_owned(),
                has_neighbours: false,
            };
        }
        Ok(source)
    }

    fn open_folder(root: &Path, limits: Limits) -> Result<Self, SourceError> {
        let mut files = BTreeMap::new();
        walk(root, "", 0, limits.folder_files, &mut files)?;
        Ok(Self {
            files,
            place: Place::Folder(root.to_owned()),
        })
    }

    /// The paths of all files in the order of their bytes, with their sizes.
    pub fn files(&self) -> impl Iterator<Item = (&str, u64)> {
        self.files.iter().map(|(path, size)| (path.as_str(), *size))
    }

    /// Whether the export is one file, which is no archive.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Place::File { .. })
    }

    /// The bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.values().sum()
    }

    /// The bytes of the file with this path, if there is one.
    pub fn size_of(&self, path: &str) -> Option<u64> {
        self.files.get(path).copied()
    }

    /// Whether there is a file with this path.
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Returns a file of at most `size_max` bytes; `None` if there is none with this path.
    ///
    /// # Errors
    /// If it is larger, or cannot be read.
    pub fn bytes(&self, path: &str, size_max: u64) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(size) = self.files.get(path) else {
            return Ok(None);
        };
        if *size > size_max {
            return refuse(format!("{path} is larger than {size_max} bytes"));
        }
        self.with_reader(path, |reader| {
            let mut bytes = Vec::with_capacity(usize::try_from(*size).unwrap_or_default());
            reader.take(size_max).read_to_end(&mut bytes).map(|_| bytes)
        })?
        .map(Some)
        .map_err(|cause| SourceError::Unreadable {
            path: path.to_owned(),
            cause,
        })
    }

    /// Reads a file bit by bit, and returns what `work` does, which reads no other file of the same archive. A file of an
    /// archive yields no more than the archive says, which [`Source::open`] has checked.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be opened.
    pub fn with_reader<T>(
        &self,
        path: &str,
        work: impl FnOnce(&mut dyn Read) -> T,
    ) -> Result<T, SourceError> {
        let unreadable = |cause| SourceError::Unreadable {
            path: path.to_owned(),
            cause,
        };
        let size = *self
            .files
            .get(path)
            .ok_or_else(|| unreadable(io::ErrorKind::NotFound.into()))?;
        match &self.place {
            Place::File { path: file, .. } => Ok(work(&mut File::open(file).map_err(unreadable)?)),
            Place::Folder(root) => Ok(work(&mut File::open(root.join(path)).map_err(unreadable)?)),
            Place::Zip(archive) => archive.with_reader(path, size, work),
        }
    }

    /// Returns the bytes of a file that stands beside a file of one's own, which is no part of the export: a picture of a
    /// single Markdown file. `None` if there is none, or the path leads elsewhere.
    ///
    /// # Errors
    /// If it is larger than `size_max`, or cannot be read.
    pub fn beside(&self, path: &str, size_max: u64) -> Result<Option<Vec<u8>>, SourceError> {
        let Place::File {
            path: file,
            has_neighbours: true,
            ..
        } = &self.place
        else {
            return Ok(None);
        };
        let Some(folder) = file.parent().filter(|_| is_inside(path)) else {
            return Ok(None);
        };
        let found = folder.join(path);
        if !fs::symlink_metadata(&found).is_ok_and(|metadata| metadata.is_file()) {
            return Ok(None);
        }
        Self::open(&found).and_then(|found| match &found.place {
            Place::File { name, .. } => found.bytes(name, size_max),
            Place::Folder(_) | Place::Zip(_) => Ok(None),
        })
    }
}

/// Whether a path stays below where it begins.
fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
        && !path.contains(['\\', '\0'])
}

/// Whether a file or folder is one that people do not see: of a version control, of a Mac.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

fn refuse<T>(reason: String) -> Result<T, SourceError> {
    Err(SourceError::Refused(reason))
}

/// Lists the files below a folder, without links and without what is hidden.
fn walk(
    folder: &Path,
    within: &str,
    depth: usize,
    files_max: usize,
    files: &mut BTreeMap<String, u64>,
) -> Result<(), SourceError> {
    if depth > DEPTH_MAX {
        return refuse(format!("{within} is more than {DEPTH_MAX} folders deep"));
    }
    let unreadable = |cause| SourceError::Unreadable {
        path: folder.display().to_string(),
        cause,
    };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.file_type().map_err(unreadable)?;
        if is_hidden(&name) || kind.is_symlink() {
            continue;
        }
        let path = if within.is_empty() {
            name
        } else {
            format!("{within}/{name}")
        };
        if kind.is_dir() {
            walk(&entry.path(), &path, depth + 1, files_max, files)?;
        } else if kind.is_file() {
            files.insert(path, entry.metadata().map_err(unreadable)?.len());
            if files.len() > files_max {
                return refuse(format!("the folder has more than {files_max} files"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
