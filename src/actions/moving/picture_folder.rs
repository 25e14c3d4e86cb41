//! A folder with the pictures of an old site, which is given beside its export.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::media::UPLOAD_BYTES_MAX;

/// A folder with the pictures of a site, of any number.
#[derive(Debug)]
pub struct PictureFolder(PathBuf);

impl PictureFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        let root = path.canonicalize()?;
        if root.is_dir() {
            Ok(Self(root))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Returns the bytes of the picture at this path; `None` if there is none. No link leads out of the folder.
    pub(super) fn bytes(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let Ok(found) = self.0.join(path).canonicalize() else {
            return Ok(None);
        };
        let Ok(metadata) = found.metadata() else {
            return Ok(None);
        };
        if !found.starts_with(&self.0) || !metadata.is_file() {
            return Ok(None);
        }
        if metadata.len() > UPLOAD_BYTES_MAX as u64 {
            return Err("The image must be at most 8 MiB large".to_owned());
        }
        fs::read(&found).map(Some).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_link_leads_out_of_the_folder() {
        let (outside, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("secret.png"), "secret").unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/b.png"), "picture").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("out")).unwrap();
        let pictures = PictureFolder::open(folder.path()).unwrap();
        assert_eq!(pictures.bytes("a/b.png"), Ok(Some(b"picture".to_vec())));
        for path in ["out/secret.png", "a", "none.png", "../secret.png"] {
            assert_eq!(pictures.bytes(path), Ok(None), "{path}");
        }
        assert!(PictureFolder::open(&folder.path().join("a/b.png")).is_err());
    }

    #[test]
    fn large_files_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = fs::File::create(folder.path().join("large.png")).unwrap();
        file.set_len(UPLOAD_BYTES_MAX as u64 + 1).unwrap();
        let pictures = PictureFolder::open(folder.path()).unwrap();
        assert!(pictures.bytes("large.png").is_err());
    }
}
