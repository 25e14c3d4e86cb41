//! Zip archives, written from beginning to end to anything that takes bytes.
//!
//! The same content makes the same bytes: files come in the order in which they are added, and none has a time of its own.
//! Nothing is kept but the name, the size and the hash of each file.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest as _, Sha256};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The level of compression of texts, of 9: the usual one.
const TEXT_LEVEL: i64 = 6;
/// That of what is packed already.
const PACKED_LEVEL: i64 = 1;
/// The ends of names of files that are packed already.
const PACKED: [&str; 2] = [".webp", ".png"];
/// Everybody reads, the owner writes.
const MODE: u32 = 0o644;

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedFile {
    /// The path in the archive.
    pub path: String,
    /// The bytes, unpacked.
    pub size: u64,
    /// Their hash.
    pub sha256: [u8; 32],
}

/// Writes an archive.
pub struct ArchiveWriter<Output: Write> {
    // Dropped before `zip`, which would otherwise complete an archive that was given up.
    closing: Closing,
    zip: ZipWriter<StreamWriter<Closable<Output>>>,
    files: Vec<ArchivedFile>,
}

impl<Output: Write> ArchiveWriter<Output> {
    /// Begins an archive.
    pub fn new(output: Output) -> Self {
        let is_open = Arc::new(AtomicBool::new(true));
        let output = Closable {
            output,
            is_open: Arc::clone(&is_open),
        };
        Self {
            closing: Closing(is_open),
            zip: ZipWriter::new_stream(output),
            files: Vec::new(),
        }
    }

    /// Adds a file with these bytes.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.add_written(path, |file| file.write_all(bytes))
    }

    /// Adds a file that `write` writes bit by bit.
    ///
    /// # Errors
    /// The error of `write`, or one of the archive. It cannot be continued then.
    pub fn add_written<E: From<io::Error>>(
        &mut self,
        path: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_packed = PACKED.iter().any(|end| path.ends_with(end));
        let level = if is_packed { PACKED_LEVEL } else { TEXT_LEVEL };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(level))
            .last_modified_time(DateTime::default())
            .unix_permissions(MODE)
            // Its size is not known before.
            .large_file(true);
        self.zip.start_file(path, options).map_err(io::Error::from)?;
        let mut file = Hashed {
            file: &mut self.zip,
            hash: Sha256::new(),
            size: 0,
        };
        write(&mut file)?;
        let Hashed { hash, size, .. } = file;
        self.files.push(ArchivedFile {
            path: path.to_owned(),
            size,
            sha256: hash.finalize().into(),
        });
        Ok(())
    }

    /// The files that were added, in their order.
    pub fn files(&self) -> &[ArchivedFile] {
        &self.files
    }

    /// Completes the archive, and returns what it was written to.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn finish(self) -> io::Result<Output> {
        let Self { closing, zip, .. } = self;
        let output = zip.finish()?.into_inner();
        drop(closing);
        Ok(output.output)
    }
}

/// Closes the output when it is dropped.
struct Closing(Arc<AtomicBool>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// An output that takes nothing more once it is closed: after its first error, and when the archive is given up. The writer of
/// archives completes one when it is dropped.
struct Closable<Output> {
    output: Output,
    is_open: Arc<AtomicBool>,
}

impl<Output> Closable<Output> {
    fn unless_closed<T>(
        &mut self,
        otherwise: T,
        work: impl FnOnce(&mut Output) -> io::Result<T>,
    ) -> io::Result<T> {
        if !self.is_open.load(Ordering::Relaxed) {
            return Ok(otherwise);
        }
        work(&mut self.output).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.is_open.store(false, Ordering::Relaxed);
            }
        })
    }
}

impl<Output: Write> Write for Closable<Output> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |output| output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), Write::flush)
    }
}

/// A file that is being written.
struct Hashed<'a, File> {
    file: &'a mut File,
    hash: Sha256,
    size: u64,
}

impl<File: Write> Write for Hashed<'_, File> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use zip::ZipArchive;

    use super::*;

    fn archive() -> Vec<u8> {
        let mut archive = ArchiveWriter::new(Vec::new());
        archive.add("posts/a/index.html", b"<p>Text</p>").unwrap();
        archive
            .add_written("lines.jsonl", |file| {
                writeln!(file, "one")?;
                writeln!(file, "two")
            })
            .unwrap();
        archive.add("empty", b"").unwrap();
        let sizes: Vec<u64> = archive.files().iter().map(|file| file.size).collect();
        assert_eq!(sizes, [11, 8, 0]);
        assert_eq!(
            hex::encode(archive.files()[2].sha256),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        archive.finish().unwrap()
    }

    #[test]
    fn holds_what_was_added_and_is_the_same_each_time() {
        let bytes = archive();
        assert_eq!(bytes, archive());
        let mut read = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        read.by_name("lines.jsonl")
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "one\ntwo\n");
        assert_eq!(read.len(), 3);
    }

    /// An output with room for so many bytes.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if bytes.len() > self.0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0 -= bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn reports_a_full_disk_wherever_it_is_full() {
        let length = archive().len();
        for room in 0..length {
            let mut archive = ArchiveWriter::new(Full(room));
            let added = archive
                .add("posts/a/index.html", b"<p>Text</p>")
                .and_then(|()| archive.add("lines.jsonl", b"one\ntwo\n"))
                .and_then(|()| archive.add("empty", b""));
            let finished = added.and_then(|()| archive.finish().map(drop));
            assert_eq!(finished.unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
        }
    }

    #[test]
    fn what_is_given_up_is_not_completed() {
        let mut output = Vec::new();
        let mut archive = ArchiveWriter::new(&mut output);
        archive.add("a", b"one").unwrap();
        let given_up = archive.add_written("b", |file| {
            file.write_all(b"two")?;
            Err(io::Error::other("the database is away"))
        });
        assert!(given_up.is_err());
        drop(archive);
        assert!(ZipArchive::new(Cursor::new(output)).is_err());
    }
}
