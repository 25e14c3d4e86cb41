//! Encryption of secrets that the database keeps, so that they cannot be used with the database alone. Each purpose has a
//! key of its own, derived from the secret of the site.

use hmac::Mac as _;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use thiserror::Error;

use super::secret::SigningSecret;
use crate::domain::Entropy;

/// A stored secret could not be encrypted or decrypted: the secret of the site is another one, or the row was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a stored secret does not fit to the secret of the site")]
pub struct SealError;

/// Encrypts the secrets of one purpose.
pub struct SealingKey(Option<LessSafeKey>);

impl SealingKey {
    /// Derives the key of a purpose from the secret of the site.
    pub fn derive(secret: &SigningSecret, purpose: &'static str) -> Self {
        let mut mac = secret.mac();
        mac.update(b"key of ");
        mac.update(purpose.as_bytes());
        let key = mac.finalize().into_bytes();
        Self(
            UnboundKey::new(&CHACHA20_POLY1305, &key)
                .ok()
                .map(LessSafeKey::new),
        )
    }

    /// Encrypts a secret: the nonce, the ciphertext and its tag. It can be decrypted with the same context alone.
    pub fn seal(
        &self,
        context: &[u8],
        plaintext: &[u8],
        entropy: &dyn Entropy,
    ) -> Result<Vec<u8>, SealError> {
        let mut nonce = [0; NONCE_LEN];
        entropy.fill(&mut nonce);
        let mut sealed = plaintext.to_vec();
        self.key()?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(context),
                &mut sealed,
            )
            .map_err(|_| SealError)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts what [`Self::seal`] returned for the context.
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or(SealError)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealError)?;
        let mut sealed = sealed.to_vec();
        let opened = self.key()?.open_in_place(nonce, Aad::from(context), &mut sealed);
        opened.map(|bytes| bytes.to_vec()).map_err(|_| SealError)
    }

    fn key(&self) -> Result<&LessSafeKey, SealError> {
        self.0.as_ref().ok_or(SealError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn opens_with_the_same_secret_purpose_and_context_alone() {
        let key = |secret: &str, purpose| SealingKey::derive(&SigningSecret::from_text(secret), purpose);
        let ours = key("one secret", "a purpose");
        let sealed = ours.seal(b"context", b"plain text", &SystemEntropy).unwrap();
        assert_eq!(ours.open(b"context", &sealed).unwrap(), b"plain text");
        assert!(!sealed.windows(10).any(|window| window == b"plain text"));
        assert_ne!(
            sealed,
            ours.seal(b"context", b"plain text", &SystemEntropy).unwrap()
        );
        assert!(ours.open(b"another", &sealed).is_err());
        assert!(
            key("another secret", "a purpose")
                .open(b"context", &sealed)
                .is_err()
        );
        assert!(key("one secret", "another").open(b"context", &sealed).is_err());
        for changed in [
            &sealed[..0],
            &sealed[..1],
            &sealed[1..],
            &[sealed.as_slice(), &[0]].concat(),
        ] {
            assert!(ours.open(b"context", changed).is_err(), "{changed:?}");
        }
    }
}
