//! What a provider says of itself (OpenID Connect Discovery 1.0).

use serde::Deserialize;
use thiserror::Error;
use url::Url;

use crate::domain::network::is_confidential;

/// How a client shows its secret where a provider does not say which ways it takes.
const BASIC: &str = "client_secret_basic";

/// A document of a provider that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MetadataError {
    /// It is no description of a provider.
    #[error("the provider's description cannot be read: {0}")]
    Unreadable(String),
    /// It describes another provider than the one that was asked.
    #[error("the provider says that its issuer is {0:?}: the configuration has to name it exactly so")]
    OtherIssuer(String),
    /// An address is neither https nor on this machine.
    #[error("the provider's {0} has to be an https address")]
    Insecure(&'static str),
}

/// The addresses of a provider, and what it can do.
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
    /// Where it says more of the person who has signed in.
    pub userinfo_endpoint: Option<Url>,
    /// Whether it names itself in the answers that browsers bring (RFC 9207).
    #[serde(default, rename = "authorization_response_iss_parameter_supported")]
    pub names_itself_in_answers: bool,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl ProviderMetadata {
    /// The address of the description of an issuer.
    pub fn address(issuer: &str) -> String {
        format!(
            "{}/.well-known/openid-configuration",
            issuer.trim_end_matches('/')
        )
    }

    /// Reads the description that was found at the address of `issuer`.
    pub fn parse(document: &[u8], issuer: &str) -> Result<Self, MetadataError> {
        let metadata: Self =
            serde_json::from_slice(document).map_err(|error| MetadataError::Unreadable(error.to_string()))?;
        // Else a provider could issue tokens in the name of another one.
        if metadata.issuer != issuer {
            return Err(MetadataError::OtherIssuer(metadata.issuer));
        }
        let addresses = [
            ("authorization_endpoint", Some(&metadata.authorization_endpoint)),
            ("token_endpoint", Some(&metadata.token_endpoint)),
            ("jwks_uri", Some(&metadata.jwks_uri)),
            ("userinfo_endpoint", metadata.userinfo_endpoint.as_ref()),
        ];
        for (name, address) in addresses {
            if address.is_some_and(|address| !is_confidential(address)) {
                return Err(MetadataError::Insecure(name));
            }
        }
        Ok(metadata)
    }

    /// Whether a client shows its secret in the header `Authorization`; otherwise it is part of the form.
    pub fn takes_basic_credentials(&self) -> bool {
        let methods = self.token_endpoint_auth_methods_supported.as_ref();
        methods.is_none_or(|methods| methods.iter().any(|method| method == BASIC))
    }
}
