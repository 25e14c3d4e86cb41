//! Secret tokens in emailed links.

use sha2::{Digest as _, Sha256};

use crate::domain::Entropy;

const BYTES: usize = 32;

/// A token of 256 random bits in hexadecimal. It appears only in the email.
#[derive(Clone)]
pub struct LinkToken(String);

impl LinkToken {
    /// Generates an unpredictable token.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0_u8; BYTES];
        entropy.fill(&mut bytes);
        Self(hex::encode(bytes))
    }

    /// Parses the token of a link.
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_token.then(|| Self(text.to_ascii_lowercase()))
    }

    /// The token itself, for the link.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The SHA-256 hash that is stored. With 2^256 possible tokens it needs neither salt nor key.
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn parses_only_its_own_format() {
        let token = LinkToken::random(&SystemEntropy);
        assert_eq!(LinkToken::parse(token.expose()).unwrap().hash(), token.hash());
        assert_ne!(LinkToken::random(&SystemEntropy).hash(), token.hash());
        assert!(!token.hash().contains(token.expose()));
        let long = format!("{}0", token.expose());
        for text in ["", "abc", &"g".repeat(64), &"é".repeat(32), &long] {
            assert!(LinkToken::parse(text).is_none(), "{text}");
        }
    }
}
