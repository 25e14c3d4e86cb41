//! Password changes of signed-in readers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{credentials, require_own};
use crate::domain::Password;
use crate::http::api::password_change::{self, PasswordChange};
use crate::http::api::password_check;
use crate::http::extract::{ClientDevice, IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, users};

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserPasswordChange {
    current_password: Option<String>,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// A new token, since all earlier ones are revoked.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserPasswordResponse {
    success: bool,
    message: &'static str,
    token: String,
}

/// Changes the caller's password and ends all earlier sessions. The response holds a new token.
#[utoipa::path(put, path = "/users/{id}/password", operation_id = "changePassword", tag = "users",
    security(("bearer" = [])), request_body = UserPasswordChange,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The password is changed", body = UserPasswordResponse),
        (status = 400, description = "No current password, or an invalid new one"),
        (status = 403, description = "A wrong current password, or another reader's account")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    client: ClientDevice,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<UserPasswordChange>,
) -> Result<Json<UserPasswordResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let current = password_check::required(body.current_password)?;
    let credentials = credentials(&state, id).await?;
    let own = [credentials.user.name.as_str(), credentials.user.email.as_str()];
    let new = Password::parse("newPassword", &body.new_password, &own)?;
    let change = PasswordChange {
        token: reader.token,
        email: &credentials.user.email,
        current,
        hash: credentials.password_hash,
        new,
        mismatch: password_check::incorrect(),
    };
    let now = state.clock.now();
    let set_password = move |tx: &mut Tx<'_>, hash: &str| users::set_password(tx, id, hash, now);
    let token = password_change::change(&state, client, change, set_password).await?;
    Ok(Json(UserPasswordResponse {
        success: true,
        message: "Password updated successfully",
        token,
    }))
}
