//! Sign-in of administrators with a passkey.

use super::login::AdminLoginResponse;
use super::login_second;
use crate::http::api::passkey_sign_in;
use crate::http::api::passkeys::PasskeyAssertion;
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState};

/// Signs an administrator in with a passkey alone. It takes the place of the password and of the second factor.
#[utoipa::path(post, path = "/admin/passkey/login", operation_id = "adminPasskeyLogin", tag = "admin",
    request_body = PasskeyAssertion,
    responses(
        (status = 200, description = "Signed in", body = AdminLoginResponse),
        (status = 400, description = "Not the response of an authenticator"),
        (status = 401, description = "An unknown passkey, or a refused response"),
        (status = 403, description = "The address of the site does not allow passkeys")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<PasskeyAssertion>,
) -> Result<Json<AdminLoginResponse>, ApiError> {
    let (credentials, token) = passkey_sign_in::complete(&state, client, &body, login_second::find).await?;
    Ok(Json(AdminLoginResponse::new(credentials.admin, token)))
}
