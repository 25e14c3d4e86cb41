//! What an export is read from: a file, a folder or a zip archive, all with the same paths and the same bounds.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

/// The bounds of an export.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most files.
    files: usize,
    /// The most bytes of all files of an archive, unpacked, in GiB.
    unpacked_gib: u64,
    /// The most times that a file of an archive may be larger than what is packed of it. Text packs to a tenth; what packs
    /// much better was made to fill disks.
    ratio: u64,
}

impl Limits {
    /// Those of other systems.
    pub const FOREIGN: Self = Self {
        files: 20_000,
        unpacked_gib: 4,
        ratio: 200,
    };
    /// Those of a site of this kind, whose export has several files for each post, and repeats nothing to the disk. No file
    /// packs better than this.
    pub const SITE: Self = Self {
        files: 200_000,
        unpacked_gib: 64,
        ratio: 1_100,
    };
}

/// Files below this size may pack as well as they like.
const RATIO_FREE: u64 = 1 << 20;
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
    /// One file, and the folder that it is in.
    File {
        name: String,
        path: PathBuf,
    },
    Folder(PathBuf),
    Zip(Mutex<ZipArchive<BufReader<File>>>),
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
        if begin[..length].starts_with(b"PK") {
            return Self::open_zip(path, limits);
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
            },
        })
    }

    fn open_folder(root: &Path, limits: Limits) -> Result<Self, SourceError> {
        let mut files = BTreeMap::new();
        walk(root, "", 0, limits.files, &mut files)?;
        Ok(Self {
            files,
            place: Place::Folder(root.to_owned()),
        })
    }

    fn open_zip(path: &Path, limits: Limits) -> Result<Self, SourceError> {
        let file = File::open(path).map_err(|cause| SourceError::Unreadable {
            path: path.display().to_string(),
            cause,
        })?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(SourceError::Archive)?;
        if archive.len() > limits.files {
            return refuse(format!("the archive has more than {} files", limits.files));
        }
        let mut files = BTreeMap::new();
        let mut total = 0_u64;
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(SourceError::Archive)?;
            let name = entry.name().map_err(SourceError::Archive)?.into_owned();
            if entry.is_symlink() {
                return refuse(format!("{name} of the archive is a link"));
            }
            if entry.enclosed_name().is_none() || name.contains('\\') || name.contains('\0') {
                return refuse(format!("{name} of the archive leads out of it"));
            }
            if entry.is_dir() {
                continue;
            }
            let (size, packed) = (entry.size(), entry.compressed_size());
            if size > RATIO_FREE && size / packed.max(1) > limits.ratio {
                return refuse(format!(
                    "{name} of the archive is packed more than {} times",
                    limits.ratio
                ));
            }
            total = total.saturating_add(size);
            files.insert(name, size);
        }
        if total > limits.unpacked_gib << 30 {
            let most = limits.unpacked_gib;
            return refuse(format!("the files of the archive are larger than {most} GiB"));
        }
        Ok(Self {
            files,
            place: Place::Zip(Mutex::new(archive)),
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

    /// Reads a file bit by bit, and returns what `work` does. What a file of an archive yields ends at the size that the
    /// archive says, which [`Source::open`] has checked.
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
            Place::Zip(archive) => {
                let mut archive = archive.lock();
                let entry = archive.by_name(path).map_err(SourceError::Archive)?;
                Ok(work(&mut entry.take(size)))
            }
        }
    }

    /// Returns the bytes of a file that stands beside a file of one's own, which is no part of the export: a picture of a
    /// single Markdown file. `None` if there is none, or the path leads elsewhere.
    ///
    /// # Errors
    /// If it is larger than `size_max`, or cannot be read.
    pub fn beside(&self, path: &str, size_max: u64) -> Result<Option<Vec<u8>>, SourceError> {
        let Place::File { path: file, .. } = &self.place else {
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
        if name.starts_with('.') || kind.is_symlink() {
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
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.zip");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap();
        (folder, path)
    }

    fn refusal(path: &Path) -> String {
        Source::open(path).err().unwrap().to_string()
    }

    #[test]
    fn a_file_a_folder_and_an_archive_have_the_same_files() {
        let (folder, path) = archive(&[("a.md", b"one"), ("b/c.md", b"two")]);
        let zip = Source::open(&path).unwrap();
        let root = folder.path().join("unpacked");
        fs::create_dir_all(root.join("b")).unwrap();
        fs::write(root.join("a.md"), "one").unwrap();
        fs::write(root.join("b/c.md"), "two").unwrap();
        fs::write(root.join(".hidden"), "three").unwrap();
        let unpacked = Source::open(&root).unwrap();
        for source in [&zip, &unpacked] {
            assert_eq!(source.files().collect::<Vec<_>>(), [("a.md", 3), ("b/c.md", 3)]);
            assert_eq!(source.bytes("b/c.md", 3).unwrap().unwrap(), b"two");
            assert_eq!(source.bytes("b/d.md", 3).unwrap(), None);
            assert!(source.bytes("a.md", 2).is_err());
        }
        let file = Source::open(&root.join("a.md")).unwrap();
        assert_eq!(file.files().collect::<Vec<_>>(), [("a.md", 3)]);
        assert_eq!(file.beside("b/c.md", 3).unwrap().unwrap(), b"two");
        assert_eq!(file.beside("../export.zip", 1 << 20).unwrap(), None);
    }

    #[test]
    fn refuses_archives_that_lead_out_or_fill_the_disk() {
        for name in ["../a.md", "/a.md", "b/../../a.md", "a\\..\\b.md"] {
            let (_folder, path) = archive(&[(name, b"x")]);
            assert!(refusal(&path).contains("leads out of it"), "{name}");
        }
        let zeros = vec![0; 8 << 20];
        let (_folder, path) = archive(&[("zeros", &zeros)]);
        assert!(refusal(&path).contains("packed more than 200 times"));
        let many: Vec<String> = (0..=Limits::FOREIGN.files)
            .map(|number| number.to_string())
            .collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        let (_folder, path) = archive(&many);
        assert!(refusal(&path).contains("more than 20000 files"));
        let (_folder, path) = archive(&[("a", b"x")]);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 8]).unwrap();
        assert!(refusal(&path).contains("cannot be read"));
    }

    #[test]
    fn refuses_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.zip");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        writer
            .add_symlink("a.md", "/etc/passwd", SimpleFileOptions::default())
            .unwrap();
        writer.finish().unwrap();
        assert!(refusal(&path).contains("is a link"));
        let root = folder.path().join("unpacked");
        fs::create_dir(&root).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", root.join("a.md")).unwrap();
        assert_eq!(Source::open(&root).unwrap().files().count(), 0);
    }
}
