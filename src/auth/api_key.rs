//! API keys, stored as keyed hashes.

use hmac::Mac as _;

use super::secret::SigningSecret;
use crate::domain::Entropy;

/// The beginning of every key, by which it is told from a token, and by which leaked keys can be searched for.
const MARK: &str = "blog_";
const BYTES: usize = 32;
/// The characters after the mark that are shown with the key's name.
const SHOWN_DIGITS: usize = 8;

/// A key of 256 random bits. It is shown once, and never written anywhere.
pub struct KeyText(String);

impl KeyText {
    /// Generates an unpredictable key.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0_u8; BYTES];
        entropy.fill(&mut bytes);
        Self(format!("{MARK}{}", hex::encode(bytes)))
    }

    /// Whether the text claims to be a key.
    pub fn is_claimed_by(text: &str) -> bool {
        text.starts_with(MARK)
    }

    /// Parses a key.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(MARK)?;
        let is_key = digits.len() == 2 * BYTES && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| Self(format!("{MARK}{}", digits.to_ascii_lowercase())))
    }

    /// The key itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The first characters, which tell it from others.
    pub fn prefix(&self) -> &str {
        &self.0[..MARK.len() + SHOWN_DIGITS]
    }
}

/// Hashes keys.
pub struct KeyHasher(SigningSecret);

impl KeyHasher {
    /// Creates a hasher with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the hash of a key in hexadecimal. Its look-up compares hashes alone, which nobody can choose without the
    /// secret, so that the time that it takes tells nothing of the keys.
    pub fn hash(&self, key: &KeyText) -> String {
        let mut mac = self.0.mac();
        mac.update(b"api key ");
        mac.update(key.0.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn parses_only_its_own_format() {
        let key = KeyText::random(&SystemEntropy);
        assert_eq!(key.expose().len(), 69);
        assert!(key.expose().starts_with(key.prefix()));
        assert_eq!(KeyText::parse(key.expose()).unwrap().expose(), key.expose());
        let long = format!("{}0", key.expose());
        let other = format!("blog_{}", "é".repeat(32));
        for text in ["", "blog_", "blog_abc", &key.expose()[5..], &long, &other] {
            assert!(KeyText::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn hash_depends_on_key_and_secret_and_reveals_neither() {
        let key = KeyText::random(&SystemEntropy);
        let hasher = KeyHasher::new(SigningSecret::from_text("one secret"));
        assert_eq!(hasher.hash(&key), hasher.hash(&key));
        assert_ne!(hasher.hash(&key), hasher.hash(&KeyText::random(&SystemEntropy)));
        let foreign = KeyHasher::new(SigningSecret::from_text("another secret"));
        assert_ne!(hasher.hash(&key), foreign.hash(&key));
        assert!(!hasher.hash(&key).contains(&key.expose()[5..]));
    }
}
