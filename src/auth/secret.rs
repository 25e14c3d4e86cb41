//! The secret that signs tokens and hashes codes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use crate::domain::Entropy;

const RANDOM_BYTES: usize = 32;
const OWNER_ONLY: u32 = 0o600;

/// A secret that no stranger can guess. It is never shown.
#[derive(Clone)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// The secret of the settings.
    pub fn from_text(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }

    /// A secret that lasts as long as the process.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = vec![0; RANDOM_BYTES];
        entropy.fill(&mut bytes);
        Self(bytes)
    }

    /// The secret kept in `file`, which is made, for its owner alone, when it is not there.
    ///
    /// # Errors
    /// When the file cannot be read or made, or is too short to be a secret.
    pub fn kept_in(file: &Path, entropy: &dyn Entropy) -> io::Result<Self> {
        match fs::read(file) {
            Ok(bytes) if bytes.len() >= RANDOM_BYTES => Ok(Self(bytes)),
            Ok(_) => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is too short to be a secret; delete it, and everybody has to sign in again",
            )),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::make(file, entropy),
            Err(error) => Err(error),
        }
    }

    /// Written whole under another name first: a process that dies meanwhile leaves no half secret.
    fn make(file: &Path, entropy: &dyn Entropy) -> io::Result<Self> {
        let secret = Self::random(entropy);
        let draft = file.with_extension("new");
        let mut target = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(OWNER_ONLY)
            .open(&draft)?;
        target.write_all(&secret.0)?;
        target.sync_all()?;
        fs::rename(&draft, file)?;
        Ok(secret)
    }

    /// The secret itself.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn the_secret_is_made_once_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let first = SigningSecret::kept_in(&file, &SystemEntropy).unwrap();
        let again = SigningSecret::kept_in(&file, &SystemEntropy).unwrap();
        assert_eq!(first.expose(), again.expose());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_too_short_is_no_secret() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        fs::write(&file, "short").unwrap();
        assert!(SigningSecret::kept_in(&file, &SystemEntropy).is_err());
    }
}
