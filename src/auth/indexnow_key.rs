//! The key by which search engines know that who tells them of changed pages speaks for the site (indexnow.org). It follows
//! from the secret of the site, so that none is stored, and is public: a file of its name holds it.

use hmac::Mac as _;

use super::secret::SigningSecret;

/// The bytes of a key, which is in hexadecimal: 32 of the 8 to 128 characters that the protocol allows.
const KEY_BYTES: usize = 16;

/// Returns the key of a site, always the same.
pub fn key(secret: &SigningSecret) -> String {
    let mut mac = secret.mac();
    mac.update(b"IndexNow key");
    hex::encode(&mac.finalize().into_bytes()[..KEY_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_depends_on_the_secret_and_tells_nothing_of_it() {
        let of = |secret: &str| key(&SigningSecret::from_text(secret));
        assert_eq!(of("one"), of("one"));
        assert_ne!(of("one"), of("other"));
        assert_eq!(of("one").len(), 32);
        assert!(of("one").bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
