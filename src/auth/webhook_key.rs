//! The keys with which webhooks verify what they are told. They follow from the secret of the site, so that none is stored.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::secret::SigningSecret;
use crate::domain::{Time, WebhookId};

/// The beginning of every key, by which people tell what it is.
const MARK: &str = "whsec_";

/// Makes the keys of webhooks.
#[derive(Clone)]
pub struct WebhookKeys(SigningSecret);

/// The key of one webhook, which its receiver has as well.
pub struct WebhookKey(String);

impl WebhookKeys {
    /// Creates the maker of keys with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the key of a webhook, always the same.
    pub fn key(&self, webhook: WebhookId) -> WebhookKey {
        let mut mac = self.0.mac();
        mac.update(b"webhook key ");
        mac.update(webhook.to_string().as_bytes());
        WebhookKey(format!("{MARK}{}", hex::encode(mac.finalize().into_bytes())))
    }
}

impl WebhookKey {
    /// The key itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns the signature of a body that is sent at this time: `t=`, the seconds since 1970, and `v1=`, the HMAC with
    /// SHA-256 over those, a full stop and the body, in hexadecimal (beyond.md §5.6).
    pub fn sign(&self, at: Time, body: &[u8]) -> String {
        let seconds = at.milliseconds().div_euclid(1_000);
        let mut mac = self.mac();
        mac.update(format!("{seconds}.").as_bytes());
        mac.update(body);
        format!("t={seconds},v1={}", hex::encode(mac.finalize().into_bytes()))
    }

    fn mac(&self) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "HMAC accepts keys of any length")]
        Hmac::new_from_slice(self.0.as_bytes()).expect("a key of any length")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    fn keys(secret: &str) -> WebhookKeys {
        WebhookKeys::new(SigningSecret::from_text(secret))
    }

    #[test]
    fn a_key_depends_on_webhook_and_secret() {
        let [one, other] = [1, 2].map(|at| WebhookId::new(Time::from_milliseconds(at), &SystemEntropy));
        let key = keys("one secret").key(one);
        assert_eq!(key.expose().len(), 70);
        assert_eq!(key.expose(), keys("one secret").key(one).expose());
        assert_ne!(key.expose(), keys("one secret").key(other).expose());
        assert_ne!(key.expose(), keys("another secret").key(one).expose());
    }

    /// The signature was computed with OpenSSL: `printf '1772366400.{"a":1}' | openssl dgst -sha256 -hmac whsec_test`.
    #[test]
    fn signs_the_time_and_the_body() {
        let key = WebhookKey("whsec_test".to_owned());
        let at = Time::parse("2026-03-01T12:00:00.999Z").unwrap();
        let signature = key.sign(at, br#"{"a":1}"#);
        assert_eq!(
            signature,
            "t=1772366400,v1=f0fe3dd99865a9267d4ee54763cb20d5ec1ce23dbc563e4217bc69f19912aae0"
        );
    }
}
