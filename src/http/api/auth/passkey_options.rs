//! What a browser needs for a sign-in with a passkey.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::webauthn::Ceremony;
use crate::domain::passkey::CHALLENGE_MILLISECONDS;
use crate::http::extract::{Json, State};
use crate::http::{ApiError, AppState};

/// What a browser needs for a sign-in with a passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyLoginOptionsResponse {
    success: bool,
    public_key: PasskeyRequest,
}

/// `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. It names no passkeys: the browser shows those of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRequest {
    /// In base 64 for URLs. It is good once, for five minutes.
    challenge: String,
    rp_id: String,
    /// In milliseconds.
    timeout: i64,
    user_verification: &'static str,
}

/// Returns a challenge for the sign-in of a reader or of an administrator with a passkey, or for their second step.
#[utoipa::path(post, path = "/auth/passkey/options", operation_id = "passkeyLoginOptions", tag = "auth",
    responses(
        (status = 200, description = "The challenge", body = PasskeyLoginOptionsResponse),
        (status = 403, description = "The address of the site does not allow passkeys")))]
pub async fn handler(State(state): State<AppState>) -> Result<Json<PasskeyLoginOptionsResponse>, ApiError> {
    let rp_id = state.passkeys.party()?.id.clone();
    Ok(Json(PasskeyLoginOptionsResponse {
        success: true,
        public_key: PasskeyRequest {
            challenge: state.passkeys.challenge(Ceremony::SignIn, state.clock.now()),
            rp_id,
            timeout: CHALLENGE_MILLISECONDS,
            user_verification: "required",
        },
    }))
}
