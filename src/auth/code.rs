//! One-time codes, stored as keyed hashes: with the database alone nobody can try all million codes against them.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::secret::SigningSecret;
use crate::domain::CodeId;
use crate::domain::code::Code;

/// Hashes codes.
pub struct CodeHasher(SigningSecret);

impl CodeHasher {
    /// Creates a hasher with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the hash of a code in hexadecimal; it also depends on the id.
    pub fn hash(&self, id: CodeId, code: &Code) -> String {
        hex::encode(self.mac(id, code).finalize().into_bytes())
    }

    /// Whether `hash` is the hash of this code, compared in constant time.
    pub fn matches(&self, id: CodeId, code: &Code, hash: &str) -> bool {
        hex::decode(hash).is_ok_and(|tag| self.mac(id, code).verify_slice(&tag).is_ok())
    }

    fn mac(&self, id: CodeId, code: &Code) -> Hmac<Sha256> {
        let mut mac = self.0.mac();
        mac.update(b"one-time code ");
        mac.update(id.to_string().as_bytes());
        mac.update(code.expose().as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{SystemEntropy, Time};

    #[test]
    fn matches_only_the_same_code_id_and_secret() {
        let hasher = CodeHasher::new(SigningSecret::from_text("one secret"));
        let id = CodeId::new(Time::from_milliseconds(1), &SystemEntropy);
        let code = Code::parse("012345").unwrap();
        let hash = hasher.hash(id, &code);
        assert!(hasher.matches(id, &code, &hash));
        assert!(!hasher.matches(id, &Code::parse("012346").unwrap(), &hash));
        let other = CodeId::new(Time::from_milliseconds(1), &SystemEntropy);
        assert!(!hasher.matches(other, &code, &hash));
        let foreign = CodeHasher::new(SigningSecret::from_text("another secret"));
        assert!(!foreign.matches(id, &code, &hash));
        assert!(!hasher.matches(id, &code, "not a hash"));
        assert!(!hash.contains("012345"));
    }
}
