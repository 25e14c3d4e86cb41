//! A file of an export, read bit by bit: unpacked if gzip packed it, and counted for the display of the progress.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::source::{Source, SourceError};

/// The most bytes of a file, unpacked.
const UNPACKED_MAX: u64 = 4 << 30;
/// The most times that a file may be larger than what is packed of it, as in an archive.
const RATIO_MAX: u64 = 200;
/// Files below this size may pack as well as they like.
const RATIO_FREE: u64 = 1 << 20;
/// The first bytes of what gzip packed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Hands the plain bytes of a file to `work`, and returns what that does. What is read of the file itself is added to
/// `read`.
///
/// # Errors
/// If there is no such file, or it cannot be opened.
pub(super) fn with_plain_reader<T>(
    source: &Source,
    path: &str,
    read: &Cell<u64>,
    work: impl FnOnce(&mut dyn Read) -> T,
) -> Result<T, SourceError> {
    let before = read.get();
    source.with_reader(path, |file| {
        let mut file = BufReader::new(Counted { file, read });
        // What cannot be read here cannot be read by `work` either, which reports it.
        let is_packed = file.fill_buf().is_ok_and(|begin| begin.starts_with(&GZIP));
        if is_packed {
            work(&mut Unpacked {
                decoder: MultiGzDecoder::new(file),
                read,
                before,
                length: 0,
            })
        } else {
            work(&mut file)
        }
    })
}

/// Counts what is read of a file.
struct Counted<'r, R> {
    file: R,
    read: &'r Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.read.set(self.read.get().saturating_add(length as u64));
        Ok(length)
    }
}

/// Unpacks a file within the bounds for archives.
struct Unpacked<'r, R> {
    decoder: MultiGzDecoder<R>,
    read: &'r Cell<u64>,
    /// The count before this file.
    before: u64,
    length: u64,
}

impl<R: BufRead> Read for Unpacked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer)?;
        self.length = self.length.saturating_add(length as u64);
        let packed = self.read.get().saturating_sub(self.before);
        if self.length > UNPACKED_MAX {
            return Err(io::Error::other(
                "the file is larger than 4 GiB when it is unpacked",
            ));
        }
        if self.length > RATIO_FREE && self.length / packed.max(1) > RATIO_MAX {
            return Err(io::Error::other(format!(
                "the file is packed more than {RATIO_MAX} times"
            )));
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn read_all(bytes: &[u8]) -> (io::Result<Vec<u8>>, u64) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("export"), bytes).unwrap();
        let source = Source::open(folder.path()).unwrap();
        let read = Cell::new(7);
        let plain = with_plain_reader(&source, "export", &read, |reader| {
            let mut plain = Vec::new();
            reader.read_to_end(&mut plain).map(|_| plain)
        });
        (plain.unwrap(), read.get())
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn unpacks_what_gzip_packed_and_counts_what_is_read_of_the_file() {
        let (plain, read) = read_all(b"plain");
        assert_eq!((plain.unwrap(), read), (b"plain".to_vec(), 12));
        let file = packed(b"one");
        let (plain, read) = read_all(&file);
        assert_eq!((plain.unwrap(), read), (b"one".to_vec(), 7 + file.len() as u64));
    }

    #[test]
    fn refuses_what_was_packed_to_fill_disks_and_what_is_cut() {
        let (plain, _) = read_all(&packed(&vec![0; 8 << 20]));
        assert!(plain.unwrap_err().to_string().contains("more than 200 times"));
        let file = packed(b"a text that is long enough to be cut");
        assert!(read_all(&file[..file.len() - 12]).0.is_err());
    }
}
