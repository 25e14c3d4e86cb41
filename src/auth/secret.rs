//! The secret that signs tokens and hashes codes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;

use crate::domain::Entropy;

const RANDOM_BYTES: usize = 32;
const OWNER_ONLY: u32 = 0o600;

/// A secret that cannot be guessed. It is never displayed.
#[derive(Clone)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// Wraps the secret of the settings: a text, or `hex:` and the bytes of a secret that [`Self::load_or_create`] made.
    pub fn from_text(text: &str) -> Self {
        let bytes = text
            .strip_prefix("hex:")
            .and_then(|digits| hex::decode(digits).ok());
        Self(bytes.unwrap_or_else(|| text.as_bytes().to_vec()))
    }

    /// Generates a secret for the lifetime of the process.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = vec![0; RANDOM_BYTES];
        entropy.fill(&mut bytes);
        Self(bytes)
    }

    /// Reads the secret from `file`. Creates the file, readable by its owner only, when it does not exist.
    ///
    /// # Errors
    /// Fails when the file cannot be read or created, or is too short to be a secret.
    pub fn load_or_create(file: &Path, entropy: &dyn Entropy) -> io::Result<Self> {
        match fs::read(file) {
            Ok(bytes) if bytes.len() >= RANDOM_BYTES => Ok(Self(bytes)),
            Ok(_) => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is too short to be a secret; delete it, and everybody has to sign in again",
            )),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::create(file, entropy),
            Err(error) => Err(error),
        }
    }

    /// Writes to a temporary file first: a process that dies meanwhile leaves no incomplete secret.
    fn create(file: &Path, entropy: &dyn Entropy) -> io::Result<Self> {
        let secret = Self::random(entropy);
        let temporary = file.with_extension("new");
        let mut target = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(OWNER_ONLY)
            .open(&temporary)?;
        target.write_all(&secret.0)?;
        target.sync_all()?;
        fs::rename(&temporary, file)?;
        Ok(secret)
    }

    /// Begins a keyed hash.
    pub(super) fn mac(&self) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
        Hmac::new_from_slice(&self.0).expect("a key of any length")
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
    fn takes_the_bytes_of_a_generated_secret_as_hexadecimal_digits() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let generated = SigningSecret::load_or_create(&file, &SystemEntropy).unwrap();
        let text = format!("hex:{}", hex::encode(fs::read(file).unwrap()));
        assert_eq!(SigningSecret::from_text(&text).expose(), generated.expose());
        assert_eq!(
            SigningSecret::from_text("hex:no digits").expose(),
            b"hex:no digits"
        );
    }

    #[test]
    fn creates_the_secret_once_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let first = SigningSecret::load_or_create(&file, &SystemEntropy).unwrap();
        let again = SigningSecret::load_or_create(&file, &SystemEntropy).unwrap();
        assert_eq!(first.expose(), again.expose());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn rejects_a_secret_that_is_too_short() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        fs::write(&file, "short").unwrap();
        assert!(SigningSecret::load_or_create(&file, &SystemEntropy).is_err());
    }
}
