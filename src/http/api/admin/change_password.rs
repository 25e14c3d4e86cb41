//! Password changes of administrators.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::credentials;
use crate::domain::Password;
use crate::domain::audit::Action;
use crate::http::api::password_change::{self, PasswordChange};
use crate::http::extract::{ClientDevice, Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, admins, audit};

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasswordChange)]
pub struct AdminPasswordChange {
    current_password: String,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// A new token, since all earlier ones are revoked.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordResponse {
    success: bool,
    message: &'static str,
    token: String,
}

/// Changes the caller's password and ends all earlier sessions. The response holds a new token.
#[utoipa::path(put, path = "/admin/settings/password", operation_id = "changeAdminPassword", tag = "admin",
    security(("bearer" = [])), request_body = AdminPasswordChange,
    responses(
        (status = 200, description = "The password is changed", body = PasswordResponse),
        (status = 400, description = "A wrong current password, or an invalid new one")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    client: ClientDevice,
    Json(body): Json<AdminPasswordChange>,
) -> Result<Json<PasswordResponse>, ApiError> {
    let credentials = credentials(&state, staff.id).await?;
    let own = [
        credentials.admin.username.as_str(),
        credentials.admin.email.as_str(),
    ];
    let new = Password::parse("newPassword", &body.new_password, &own)?;
    let change = PasswordChange {
        token: staff.token()?,
        email: &credentials.admin.email,
        current: body.current_password,
        hash: credentials.password_hash,
        new,
        mismatch: ApiError::rejected(
            ErrorCode::IncorrectPassword,
            "currentPassword",
            "Current password is incorrect",
        ),
    };
    let auditor = state.auditor(staff);
    let set_password = move |tx: &mut Tx<'_>, hash: &str| {
        audit::insert(tx, &auditor.entry(Action::AccountPasswordChanged, &staff.id, ""))?;
        admins::set_password(tx, staff.id, hash)
    };
    let token = password_change::change(&state, client, change, set_password).await?;
    Ok(Json(PasswordResponse {
        success: true,
        message: "Password updated successfully",
        token,
    }))
}
