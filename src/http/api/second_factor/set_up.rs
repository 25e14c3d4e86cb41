//! The beginning of setting up an authenticator app.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Caller, Confirmation};
use crate::actions::second_factor::FactorError;
use crate::auth::totp;
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::second_factors;

/// What the app has to know.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpSetupResponse {
    success: bool,
    /// The secret in base 32, to be typed.
    secret: String,
    /// The address that the app reads, `otpauth://totp/…`.
    uri: String,
    /// The address as a QR code: an SVG in a `data:` URL.
    qr: String,
}

/// Makes a secret for the caller's authenticator app. It is not asked for before a code has shown that the app has it
/// (`POST /second-factor/totp/confirm`, within an hour). Another call replaces it. A caller who has a passkey shows that it is
/// they, by it or by a recovery code.
#[utoipa::path(post, path = "/second-factor/totp", operation_id = "setUpTotp", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    responses(
        (status = 200, description = "The secret", body = TotpSetupResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password"),
        (status = 409, description = "The account has a second factor already")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Confirmation>,
) -> Result<Json<TotpSetupResponse>, ApiError> {
    let caller = Caller::read(&state, caller.token(), network).await?;
    let account = caller.account;
    let has_app = state.read(move |tx| second_factors::has_app(tx, account));
    if has_app.await? {
        return Err(FactorError::Active.into());
    }
    let (site, now) = (state.clone(), state.clock.now());
    let secret = caller
        .confirmed(&state, body, move |tx| {
            Ok(site.second_factors.set_up(tx, account, now)?)
        })
        .await?;
    let uri = secret
        .uri(&state.site().name, caller.email.as_str())
        .map_err(ApiError::internal)?;
    let picture = totp::qr_code(&uri).map_err(ApiError::internal)?;
    Ok(Json(TotpSetupResponse {
        success: true,
        secret: secret.to_base32(),
        uri,
        qr: format!("data:image/svg+xml;base64,{}", STANDARD.encode(picture)),
    }))
}
