//! What administrators change of their own accounts.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::taken;
use crate::auth::token::Subject;
use crate::domain::admin::AdminName;
use crate::domain::user::Email;
use crate::domain::{Invalid, Password};
use crate::http::api::wire::AdminBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// The name and address that are to hold.
#[derive(Deserialize, ToSchema)]
pub struct AdminChanges {
    /// 2 to 100 characters.
    username: String,
    email: String,
}

/// The present password, and the one that is to hold.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    current_password: String,
    /// 8 to 128 characters.
    new_password: String,
}

/// The administrator as they are.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminSettingsAnswer {
    success: bool,
    admin: AdminBody,
}

/// The administrator as they are now.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminChangedAnswer {
    success: bool,
    message: &'static str,
    admin: AdminBody,
}

/// A token that holds on, since all earlier ones have ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordAnswer {
    success: bool,
    message: &'static str,
    token: String,
}

/// The caller's name and address.
#[utoipa::path(get, path = "/admin/settings/profile", operation_id = "adminSettings", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The administrator", body = AdminSettingsAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn settings(
    State(state): State<AppState>,
    admin: Admin,
) -> Result<Json<AdminSettingsAnswer>, ApiError> {
    let admin = state.store.read(move |tx| admins::by_id(tx, admin.id)).await?;
    Ok(Json(AdminSettingsAnswer {
        success: true,
        admin: admin.ok_or(ApiError::Unauthorized)?.into(),
    }))
}

/// Changes the caller's name and address.
#[utoipa::path(put, path = "/admin/settings/profile", operation_id = "updateAdmin", tag = "admin",
    security(("bearer" = [])), request_body = AdminChanges,
    responses(
        (status = 200, description = "The administrator as they are now", body = AdminChangedAnswer),
        (status = 400, description = "A field breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 409, description = "The username or address is taken", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn update_settings(
    State(state): State<AppState>,
    admin: Admin,
    JsonBody(body): JsonBody<AdminChanges>,
) -> Result<Json<AdminChangedAnswer>, ApiError> {
    let username = AdminName::parse(&body.username)?;
    let email = Email::parse(&body.email)?;
    let admin = state
        .store
        .write(move |tx| {
            admins::set_profile(tx, admin.id, &username, &email).map_err(taken)?;
            admins::by_id(tx, admin.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    Ok(Json(AdminChangedAnswer {
        success: true,
        message: "Profile updated successfully",
        admin: admin.into(),
    }))
}

/// Changes the caller's password, which ends all earlier sessions; the answer's token goes on.
#[utoipa::path(put, path = "/admin/settings/password", operation_id = "changeAdminPassword", tag = "admin",
    security(("bearer" = [])), request_body = PasswordChange,
    responses(
        (status = 200, description = "The new password holds", body = PasswordAnswer),
        (status = 400, description = "Not the present password, or a new one that breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
        (status = 503, description = "Too many passwords are checked at once", body = ErrorBody)))]
pub async fn change_password(
    State(state): State<AppState>,
    admin: Admin,
    Household(household): Household,
    JsonBody(body): JsonBody<PasswordChange>,
) -> Result<Json<PasswordAnswer>, ApiError> {
    let new = Password::parse("newPassword", &body.new_password)?;
    let account = state
        .store
        .read(move |tx| admins::credentials_of(tx, admin.id))
        .await?
        .ok_or(ApiError::Unauthorized)?;
    let secret = Secret::AdminPassword(&account.admin.email);
    let check = async {
        let checking = state
            .passwords
            .verify(body.current_password, account.password_hash);
        let refused = || Invalid::new("currentPassword", "Current password is incorrect").into();
        checking.await?.then_some(()).ok_or_else(refused)
    };
    state.guesses.check(secret, household, check).await?;
    let hash = state.passwords.hash(new).await?;
    let epoch = state
        .store
        .write(move |tx| admins::change_password(tx, admin.id, &hash))
        .await?
        .ok_or(ApiError::Unauthorized)?;
    let token = state
        .tokens
        .issue(Subject::Admin(admin.id), epoch, state.clock.now())?;
    Ok(Json(PasswordAnswer {
        success: true,
        message: "Password updated successfully",
        token,
    }))
}
