//! Keyed hashes of the tokens of the first start: with the database alone nobody can check a guess.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::link_token::LinkToken;
use super::secret::SigningSecret;

/// Hashes the tokens of one site.
pub struct SetupTokenHasher(SigningSecret);

impl SetupTokenHasher {
    /// Creates the hasher with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the hash of a token, in hexadecimal.
    pub fn hash(&self, token: &LinkToken) -> String {
        hex::encode(self.mac(token).finalize().into_bytes())
    }

    /// Whether a hash is that of the token, in a time that does not depend on where they differ.
    pub fn matches(&self, token: &LinkToken, hash: &str) -> bool {
        hex::decode(hash).is_ok_and(|bytes| self.mac(token).verify_slice(&bytes).is_ok())
    }

    fn mac(&self, token: &LinkToken) -> Hmac<Sha256> {
        let mut mac = self.0.mac();
        mac.update(b"setup token ");
        mac.update(token.expose().as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn matches_the_same_token_under_the_same_secret_alone() {
        let hasher = |secret: &str| SetupTokenHasher::new(SigningSecret::from_text(secret));
        let token = LinkToken::random(&SystemEntropy);
        let hash = hasher("one secret").hash(&token);
        assert!(hasher("one secret").matches(&token, &hash));
        assert!(!hasher("another secret").matches(&token, &hash));
        assert!(!hasher("one secret").matches(&LinkToken::random(&SystemEntropy), &hash));
        assert!(!hasher("one secret").matches(&token, ""));
        assert!(!hash.contains(token.expose()));
    }
}
