//! Sign-in by a provider that speaks OpenID Connect: the authorization code flow with PKCE (RFC 7636), as far as it needs no
//! network. The signatures of ID tokens are verified although they come from the provider itself over TLS: so neither an
//! intermediary nor a mixed-up answer can name another person.

mod id_token;
mod key_set;
mod metadata;

#[cfg(test)]
mod tests;

pub use id_token::{Expected, IdTokenError, PersonClaims};
pub use key_set::{KeySet, KeySetError};
pub use metadata::{MetadataError, ProviderMetadata};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use url::form_urlencoded::byte_serialize;

/// Returns the header with which a client shows its secret (RFC 6749, §2.3.1).
pub fn basic_credentials(client_id: &str, client_secret: &str) -> String {
    let encode = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encode(client_id), encode(client_secret));
    format!("Basic {}", STANDARD.encode(pair))
}

/// Returns the challenge of a code verifier: with the method `S256`, which shows nothing of the verifier (RFC 7636, §4.2).
pub fn code_challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}
