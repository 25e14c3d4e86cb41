//! What a provider says of itself (OpenID Connect Discovery 1.0).

use serde::Deserialize;
use thiserror::Error;
use url::{Host, Url};

/// A document of a provider that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MetadataError {
    /// It is no description of a provider.
    #[error("the provider's description cannot be read: {0}")]
    Unreadable(String),
    /// It describes another provider than the one that was asked.
    #[error("the provider says that it is {0}")]
    OtherIssuer(String),
    /// An address is neither https nor on this machine.
    #[error("the provider's {0} must be an https address")]
    Insecure(&'static str),
}

/// The addresses of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProviderMetadata {
    /// The name of the provider, as in the tokens that it issues.
    pub issuer: String,
    /// Where people sign in.
    pub authorization_endpoint: Url,
    /// Where a code becomes tokens.
    pub token_endpoint: Url,
    /// The provider's keys.
    pub jwks_uri: Url,
}

impl ProviderMetadata {
    /// The address of the description of an issuer.
    pub fn address(issuer: &str) -> String {
        format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
    }

    /// Reads the description that was found at the address of `issuer`.
    pub fn parse(document: &[u8], issuer: &str) -> Result<Self, MetadataError> {
        let metadata: Self =
            serde_json::from_slice(document).map_err(|error| MetadataError::Unreadable(error.to_string()))?;
        // Else a provider could issue tokens in the name of another one.
        if metadata.issuer != issuer {
            return Err(MetadataError::OtherIssuer(metadata.issuer));
        }
        for (name, address) in [
            ("authorization_endpoint", &metadata.authorization_endpoint),
            ("token_endpoint", &metadata.token_endpoint),
            ("jwks_uri", &metadata.jwks_uri),
        ] {
            if !is_secure(address) {
                return Err(MetadataError::Insecure(name));
            }
        }
        Ok(metadata)
    }
}

/// Whether an address is https, or http on this machine, as providers in tests are.
pub fn is_secure(address: &Url) -> bool {
    let is_this_machine = match address.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    address.scheme() == "https" || (address.scheme() == "http" && is_this_machine)
}
