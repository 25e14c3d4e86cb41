//! Layer 1: the certificate of a site that speaks HTTPS itself: from files ([`files`]), or from an ACME directory
//! ([`acme`]).

pub mod acme;
mod certificate;
pub mod files;

use std::fmt;
use std::sync::Arc;

use parking_lot::RwLock;
use rustls::ServerConfig;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls_acme::{ResolvesServerCertAcme, is_tls_alpn_challenge};

pub use certificate::{Certificate, InvalidCertificate};

/// The protocol of the connections by which an ACME directory verifies a name (RFC 8737).
pub const CHALLENGE_PROTOCOL: &[u8] = rustls_acme::acme::ACME_TLS_ALPN_NAME;
/// The protocols of a site, the preferred one first.
const PROTOCOLS: [&[u8]; 3] = [b"h2", b"http/1.1", CHALLENGE_PROTOCOL];

/// The certificate in use, which can be replaced at any time, and the one for the challenges of an order that runs.
#[derive(Default)]
pub struct Certificates {
    current: RwLock<Option<Arc<Certificate>>>,
    challenges: RwLock<Option<Arc<ResolvesServerCertAcme>>>,
}

impl Certificates {
    /// The certificate in use.
    pub fn current(&self) -> Option<Arc<Certificate>> {
        self.current.read().clone()
    }

    /// Uses a certificate for new connections.
    pub fn replace(&self, certificate: Certificate) {
        *self.current.write() = Some(Arc::new(certificate));
    }

    /// Sets what answers the challenges of an order; `None` after it.
    fn set_challenges(&self, challenges: Option<Arc<ResolvesServerCertAcme>>) {
        *self.challenges.write() = challenges;
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, client_hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        if is_tls_alpn_challenge(&client_hello) {
            let challenges = self.challenges.read().clone();
            return challenges?.resolve(client_hello);
        }
        self.current().map(|certificate| certificate.certified_key())
    }
}

impl fmt::Debug for Certificates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Certificates").finish_non_exhaustive()
    }
}

/// Returns the settings of connections: TLS 1.2 and 1.3, and HTTP/2 where the client speaks it.
///
/// # Errors
/// Fails when the system has no random numbers.
pub fn server_config(certificates: Arc<Certificates>) -> Result<Arc<ServerConfig>, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(certificates);
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
    // Returning clients skip most of the handshake, and the server remembers nothing of them.
    config.ticketer = rustls::crypto::ring::Ticketer::new()?;
    Ok(Arc::new(config))
}
