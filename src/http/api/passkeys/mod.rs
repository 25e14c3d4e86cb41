//! The passkeys of the caller, a reader or a member of the staff. One file per operation.

pub mod add;
pub mod list;
pub mod options;
pub mod remove;
pub mod rename;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::actions::passkeys::{PasskeyError, PasskeyUse};
use crate::auth::webauthn::{self, Assertion};
use crate::http::ApiError;

const UNKNOWN: ApiError = ApiError::NotFound("There is no such passkey");

/// The response of an authenticator to a request for a signature: what is needed of `AuthenticationResponseJSON` of Web
/// Authentication. Bytes are in base 64 for URLs.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyAssertion {
    /// The id of the credential.
    id: String,
    response: PasskeyAssertionResponse,
}

/// What the authenticator has signed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAssertionResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
    signature: String,
    user_handle: String,
}

impl PasskeyAssertion {
    pub(super) fn decode(&self) -> Result<PasskeyUse, ApiError> {
        Ok(PasskeyUse {
            credential_id: bytes(&self.id)?,
            handle: bytes(&self.response.user_handle)?,
            assertion: Assertion {
                client_data: bytes(&self.response.client_data)?,
                authenticator_data: bytes(&self.response.authenticator_data)?,
                signature: bytes(&self.response.signature)?,
            },
        })
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, ApiError> {
    Ok(webauthn::decode(text).map_err(PasskeyError::from)?)
}
