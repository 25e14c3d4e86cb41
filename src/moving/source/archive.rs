//! Zip archives of strangers: what they hold is looked at before anything of it is unpacked.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memmem;
use parking_lot::Mutex;
use zip::ZipArchive;
use zip::result::ZipError;

use super::{DEPTH_MAX, Limits, SourceError, is_hidden, refuse};

/// Files below this size may pack as well as they like.
const RATIO_FREE: u64 = 1 << 20;

/// The record at the end of an archive, with the number of its files at an offset.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const END_COUNT_AT: usize = 10;
/// What stands before it in an archive with the larger record, and says where that is.
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_LENGTH: usize = 20;
const LOCATOR_OFFSET_AT: usize = 8;
const LARGE_END: &[u8] = b"PK\x06\x06";
const LARGE_END_LENGTH: usize = 56;
const LARGE_END_COUNT_AT: usize = 32;
/// How far before the end of the file these records may be: a comment has at most 64 KiB.
const END_WITHIN: u64 = (64 << 10) + 1024;

/// A zip archive, of which one file at a time is read.
pub(super) struct Archive {
    zip: Mutex<ZipArchive<BufReader<Limited>>>,
    /// The place of each file in the list of the archive.
    places: BTreeMap<String, usize>,
}

/// The files of an archive with their sizes.
type Files = BTreeMap<String, u64>;

impl Archive {
    /// Opens an archive, and returns its files as well.
    ///
    /// # Errors
    /// If it cannot be read, is beyond a bound, or has links or names files outside of itself.
    pub(super) fn open(path: &Path, limits: Limits) -> Result<(Self, Files), SourceError> {
        let unreadable = |cause| SourceError::Unreadable {
            path: path.display().to_string(),
            cause,
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        check_end(&mut file, length, limits.archive_files).map_err(unreadable)??;
        let left = Arc::new(AtomicU64::new(limits.list_mib << 20));
        let limited = Limited {
            file,
            left: Arc::clone(&left),
            mib_max: limits.list_mib,
        };
        let zip = ZipArchive::new(BufReader::new(limited)).map_err(SourceError::Archive)?;
        left.store(u64::MAX, Ordering::Relaxed);
        if zip.len() > limits.archive_files {
            return refuse_count(limits.archive_files);
        }
        let (mut files, mut places) = (BTreeMap::new(), BTreeMap::new());
        let (mut total, mut total_packed) = (0_u64, 0_u64);
        for place in 0..zip.len() {
            let entry = zip.by_index_data(place).map_err(SourceError::Archive)?;
            let raw = entry.name().map_err(SourceError::Archive)?;
            if entry.is_symlink() {
                return refuse(format!("{raw} of the archive is a link"));
            }
            let Some(name) = safe_name(&raw) else {
                return refuse(format!("{raw} of the archive leads out of it"));
            };
            let (size, packed) = (entry.size(), entry.compressed_size());
            if size > RATIO_FREE && size / packed.max(1) > limits.ratio {
                return refuse(format!(
                    "{name} of the archive is packed more than {} times",
                    limits.ratio
                ));
            }
            total = total.saturating_add(size);
            total_packed = total_packed.saturating_add(packed);
            if !entry.is_dir() && !name.split('/').any(is_hidden) {
                places.insert(name.clone(), place);
                files.insert(name, size);
            }
        }
        if total > limits.unpacked_gib << 30 {
            let most = limits.unpacked_gib;
            return refuse(format!(
                "the files of the archive are larger than {most} GiB when they are unpacked"
            ));
        }
        if total_packed > length {
            return refuse("files of the archive lie over each other".to_owned());
        }
        let zip = Mutex::new(zip);
        Ok((Self { zip, places }, files))
    }

    /// Reads a file bit by bit, and returns what `work` does. More than the `size` that the archive says is an error.
    pub(super) fn with_reader<T>(
        &self,
        path: &str,
        size: u64,
        work: impl FnOnce(&mut dyn Read) -> T,
    ) -> Result<T, SourceError> {
        let place = *self
            .places
            .get(path)
            .ok_or(SourceError::Archive(ZipError::FileNotFound))?;
        let mut zip = self.zip.lock();
        let file = zip.by_index(place).map_err(SourceError::Archive)?;
        Ok(work(&mut Measured { file, left: size }))
    }
}

/// Returns the name of an entry as a path; `None` for one that leads elsewhere.
fn safe_name(raw: &str) -> Option<String> {
    // Some programs of Windows write the separator that paths have there.
    let name = raw.replace('\\', "/");
    if name.starts_with('/') || name.contains('\0') {
        return None;
    }
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    let is_inside = !parts.is_empty() && parts.len() <= DEPTH_MAX && !parts.contains(&"..");
    is_inside.then(|| parts.join("/"))
}

fn refuse_count<T>(files_max: usize) -> Result<T, SourceError> {
    refuse(format!("the archive has more than {files_max} files"))
}

/// Checks the number of files that the records at the end of an archive say, before the list is read by it.
fn check_end(file: &mut File, length: u64, files_max: usize) -> io::Result<Result<(), SourceError>> {
    let start = length.saturating_sub(END_WITHIN);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    Read::by_ref(file).take(END_WITHIN).read_to_end(&mut end)?;
    file.rewind()?;
    // What looks like the record may be in a comment: a reader may take any of them.
    for at in memmem::find_iter(&end, END) {
        let (before, record) = end.split_at(at);
        let count = number(record, END_COUNT_AT, 2).filter(|_| record.len() >= END_LENGTH);
        let is_large = is_large_end_allowed(before, start, files_max);
        let is_too_many = count.is_some_and(|count| count != 0xffff && count > files_max as u64);
        if is_too_many || is_large == Some(false) {
            return Ok(refuse_count(files_max));
        }
    }
    Ok(Ok(()))
}

/// Whether the larger record just before the end is one of a bounded archive; `None` if there is none. `before` begins at the
/// position `start` of the file.
fn is_large_end_allowed(before: &[u8], start: u64, files_max: usize) -> Option<bool> {
    let locator_at = before.len().checked_sub(LOCATOR_LENGTH)?;
    let locator = before.get(locator_at..)?;
    if !locator.starts_with(LOCATOR) {
        return None;
    }
    let record_at = locator_at.checked_sub(LARGE_END_LENGTH);
    let record = record_at.and_then(|at| before.get(at..locator_at));
    let is_there = record_at.map(|at| start + at as u64) == number(locator, LOCATOR_OFFSET_AT, 8);
    let count = record
        .filter(|record| is_there && record.starts_with(LARGE_END))
        .and_then(|record| number(record, LARGE_END_COUNT_AT, 8));
    Some(count.is_some_and(|count| count <= files_max as u64))
}

/// Returns a number of so many bytes, the least of which comes first.
fn number(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + width)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| (number << 8) | u64::from(*byte)),
    )
}

/// A file of which a bounded number of bytes can be read, until the bound is lifted.
struct Limited {
    file: File,
    left: Arc<AtomicU64>,
    mib_max: u64,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        let left = self.left.load(Ordering::Relaxed);
        if left == u64::MAX {
            return Ok(length);
        }
        let rest = left.checked_sub(length as u64).ok_or_else(|| {
            io::Error::other(format!("its list of files is larger than {} MiB", self.mib_max))
        })?;
        self.left.store(rest, Ordering::Relaxed);
        Ok(length)
    }
}

impl Seek for Limited {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// What is unpacked of a file. Its end is read as well, where the checksum is compared.
struct Measured<R> {
    file: R,
    left: u64,
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other("the file is larger than the archive says")),
            };
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let length = self.file.read(buffer.get_mut(..most).unwrap_or_default())?;
        self.left -= length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
