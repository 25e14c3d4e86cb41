//! The folder of the certificate and the account of one ACME directory, readable by its owner only.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

const OWNER_ONLY_FOLDER: u32 = 0o700;
const OWNER_ONLY_FILE: u32 = 0o600;
/// The digits that tell the folders of directories apart.
const NAME_LENGTH: usize = 16;

/// The files of one directory: an account of another, such as one for tests, is unknown to it.
#[derive(Debug, Clone)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(parent: &Path, directory: &str) -> Self {
        let digest = hex::encode(Sha256::digest(directory.as_bytes()));
        Self(parent.join(&digest[..NAME_LENGTH]))
    }

    /// The key of the certificate, the certificate and its chain.
    pub(super) fn certificate(&self) -> PathBuf {
        self.0.join("certificate.pem")
    }

    /// The key of the account.
    pub(super) fn account(&self) -> PathBuf {
        self.0.join("account.key")
    }

    /// Creates the folder if there is none.
    pub(super) fn create(&self) -> io::Result<()> {
        DirBuilder::new()
            .recursive(true)
            .mode(OWNER_ONLY_FOLDER)
            .create(&self.0)
    }
}

/// Returns the content of a file, or `None` if there is none.
pub(super) fn read(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes to a temporary file first: a process that dies meanwhile leaves the old content.
pub(super) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = file.with_extension("new");
    let mut target = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(OWNER_ONLY_FILE)
        .open(&temporary)?;
    target.write_all(bytes)?;
    target.sync_all()?;
    fs::rename(&temporary, file)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn keeps_files_for_their_owner_only_and_apart_by_directory() {
        let parent = tempfile::tempdir().unwrap();
        let [one, other] = ["https://one/dir", "https://other/dir"]
            .map(|directory| Folder::new(&parent.path().join("tls"), directory));
        assert_ne!(one.certificate(), other.certificate());
        one.create().unwrap();
        one.create().unwrap();
        assert_eq!(read(&one.account()).unwrap(), None);
        for text in ["first", "second"] {
            write(&one.account(), text.as_bytes()).unwrap();
            assert_eq!(read(&one.account()).unwrap().unwrap(), text.as_bytes());
        }
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&one.account()), 0o600);
        assert_eq!(mode(&parent.path().join("tls")), 0o700);
        assert_eq!(fs::read_dir(one.account().parent().unwrap()).unwrap().count(), 1);
    }
}
