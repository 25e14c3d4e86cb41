//! A certificate with its chain and key.

use std::sync::Arc;

use rustls::client::verify_server_name;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use thiserror::Error;
use x509_parser::parse_x509_certificate;

use crate::domain::Time;

/// A certificate is renewed when one part in this many of its lifetime is left, as Let's Encrypt advises.
const RENEWAL_PARTS: i64 = 3;

/// A certificate that can be served.
pub struct Certificate {
    certified_key: Arc<CertifiedKey>,
    begins: Time,
    expires: Time,
}

/// The error that a certificate cannot be served.
#[derive(Debug, Error)]
pub enum InvalidCertificate {
    /// There is none.
    #[error("there is no certificate in PEM form")]
    NoCertificate,
    /// There is no key.
    #[error("there is no private key in PEM form without a passphrase")]
    NoKey,
    /// The PEM form is not valid.
    #[error("it is no valid PEM: {0}")]
    Pem(pem::Error),
    /// They do not belong together, or cannot be used.
    #[error("the certificate and the key cannot be used together: {0}")]
    Unusable(rustls::Error),
    /// The certificate is not valid.
    #[error("the certificate cannot be read")]
    Unreadable,
}

impl Certificate {
    /// Reads a certificate, followed by its chain, and its key. Each text may also hold the other.
    ///
    /// # Errors
    /// Fails when one of them is missing or invalid, or they do not belong together.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, InvalidCertificate> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .map_err(InvalidCertificate::Pem)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| match error {
            pem::Error::NoItemsFound => InvalidCertificate::NoKey,
            error => InvalidCertificate::Pem(error),
        })?;
        let first = chain.first().ok_or(InvalidCertificate::NoCertificate)?;
        let (_, parsed) = parse_x509_certificate(first).map_err(|_| InvalidCertificate::Unreadable)?;
        let time = |seconds: i64| Time::from_milliseconds(seconds.saturating_mul(1_000));
        let begins = time(parsed.validity().not_before.timestamp());
        let expires = time(parsed.validity().not_after.timestamp());
        let provider = rustls::crypto::ring::default_provider();
        let certified_key =
            CertifiedKey::from_der(chain, key, &provider).map_err(InvalidCertificate::Unusable)?;
        Ok(Self {
            certified_key: Arc::new(certified_key),
            begins,
            expires,
        })
    }

    /// The end of its validity.
    pub fn expires(&self) -> Time {
        self.expires
    }

    /// The time from which it should be renewed.
    pub fn renewal_due(&self) -> Time {
        let lifetime = self.expires.milliseconds() - self.begins.milliseconds();
        self.expires.plus_milliseconds(-(lifetime / RENEWAL_PARTS))
    }

    /// Whether it is for this name.
    pub fn is_for(&self, name: &str) -> bool {
        let parsed = self
            .certified_key
            .end_entity_cert()
            .and_then(ParsedCertificate::try_from);
        let (Ok(parsed), Ok(name)) = (parsed, ServerName::try_from(name)) else {
            return false;
        };
        verify_server_name(&parsed, &name).is_ok()
    }

    pub(super) fn certified_key(&self) -> Arc<CertifiedKey> {
        self.certified_key.clone()
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn pem(names: &[&str]) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let mut parameters = CertificateParams::new(names).unwrap();
        parameters.not_before = date_time_ymd(2026, 1, 1);
        parameters.not_after = date_time_ymd(2026, 4, 1);
        let certificate = parameters.self_signed(&key).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    #[test]
    fn reads_dates_and_names() {
        let (chain, key) = pem(&["blog.example.org", "*.example.net"]);
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).unwrap();
        assert_eq!(certificate.expires().to_string(), "2026-04-01T00:00:00.000Z");
        assert_eq!(certificate.renewal_due().to_string(), "2026-03-02T00:00:00.000Z");
        for (name, expected) in [
            ("blog.example.org", true),
            ("www.example.net", true),
            ("example.org", false),
            ("not a name", false),
        ] {
            assert_eq!(certificate.is_for(name), expected, "{name}");
        }
    }

    #[test]
    fn finds_certificate_and_key_in_one_text() {
        let (chain, key) = pem(&["blog.example.org"]);
        let both = format!("{key}\n{chain}");
        assert!(Certificate::from_pem(both.as_bytes(), both.as_bytes()).is_ok());
    }

    #[test]
    fn rejects_what_cannot_be_served() {
        let ((chain, key), (_, other_key)) = (pem(&["blog.example.org"]), pem(&["blog.example.org"]));
        let error = |chain: &str, key: &str| {
            let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes());
            certificate
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert!(error("", &key).contains("no certificate"));
        assert!(error(&key, &key).contains("no certificate"));
        assert!(error(&chain, &chain).contains("no private key"));
        assert!(error(&chain, &other_key).contains("cannot be used together"));
        assert!(error(&chain[..chain.len() / 2], &key).contains("no valid PEM"));
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        assert!(error(broken, &key).contains("cannot be read"));
    }
}
