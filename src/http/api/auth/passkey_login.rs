//! Sign-in of readers with a passkey.

use super::login::LoginResponse;
use super::login_second;
use crate::http::api::passkey_sign_in;
use crate::http::api::passkeys::PasskeyAssertion;
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState};

/// Signs a reader in with a passkey alone. It takes the place of the password and of the second factor.
#[utoipa::path(post, path = "/auth/passkey/login", operation_id = "passkeyLogin", tag = "auth",
    request_body = PasskeyAssertion,
    responses(
        (status = 200, description = "Signed in", body = LoginResponse),
        (status = 400, description = "Not the response of an authenticator"),
        (status = 401, description = "An unknown passkey, or a refused response"),
        (status = 403, description = "The account is banned, or the address of the site does not allow passkeys")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<PasskeyAssertion>,
) -> Result<Json<LoginResponse>, ApiError> {
    let (credentials, token) = passkey_sign_in::complete(&state, client, &body, |tx, id, now| {
        // An account that is not verified has no passkeys: adding one needs a session.
        Ok(login_second::find(tx, id, now)?.filter(|owner| owner.credentials.user.is_verified))
    })
    .await?;
    Ok(Json(LoginResponse::signed_in(credentials.user, token)))
}
