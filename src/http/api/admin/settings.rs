//! Account settings of administrators.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::taken;
use crate::actions::security_log::{Event, Record};
use crate::domain::admin::AdminName;
use crate::domain::{Account, AdminId, Password, ValidationError};
use crate::http::api::dto::AdminBody;
use crate::http::api::email_change::{self, Addresses};
use crate::http::api::password_check;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, ClientNetwork, Json as JsonBody};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::admins::{self, AdminCredentials};

/// The new username and email.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminChanges {
    /// 2 to 100 characters.
    username: String,
    /// A new email takes effect after the code mailed to it is entered.
    email: String,
    /// Required for a new email.
    current_password: Option<String>,
}

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    current_password: String,
    /// 8 to 128 characters, and not one of the most common.
    new_password: String,
}

/// The administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminSettingsResponse {
    success: bool,
    admin: AdminBody,
}

/// The updated administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminChangedResponse {
    success: bool,
    message: &'static str,
    admin: AdminBody,
}

/// A new token, since all earlier ones are revoked.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordResponse {
    success: bool,
    message: &'static str,
    token: String,
}

/// Returns the caller's username and email.
#[utoipa::path(get, path = "/admin/settings/profile", operation_id = "adminSettings", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The administrator", body = AdminSettingsResponse),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody)))]
pub async fn settings(
    State(state): State<AppState>,
    admin: Admin,
) -> Result<Json<AdminSettingsResponse>, ApiError> {
    let admin = state.store.read(move |tx| admins::by_id(tx, admin.id)).await?;
    Ok(Json(AdminSettingsResponse {
        success: true,
        admin: admin.ok_or(ApiError::Unauthorized)?.into(),
    }))
}

/// Changes the caller's username and email. A new email is the `pendingEmail` until its code is entered.
#[utoipa::path(put, path = "/admin/settings/profile", operation_id = "updateAdmin", tag = "admin",
    security(("bearer" = [])), request_body = AdminChanges,
    responses(
        (status = 200, description = "The updated administrator", body = AdminChangedResponse),
        (status = 400, description = "A field is invalid, or a new email without the password", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator, or a wrong password", body = ErrorBody),
        (status = 409, description = "The username or email is taken", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody),
        (status = 429, description = "Too many codes or password attempts", body = ErrorBody),
        (status = 503, description = "Too many concurrent password checks", body = ErrorBody)))]
pub async fn update_settings(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    JsonBody(body): JsonBody<AdminChanges>,
) -> Result<Json<AdminChangedResponse>, ApiError> {
    let username = AdminName::parse(&body.username)?;
    let credentials = credentials(&state, admin.id).await?;
    let email = email_change::parse_email(&body.email, &credentials.admin.email)?;
    let account = Account::Admin(admin.id);
    let is_email_new = email != credentials.admin.email;
    if is_email_new {
        let password = password_check::required(body.current_password)?;
        let secret = Secret::AdminPassword(&credentials.admin.email);
        let mismatch = password_check::incorrect();
        let hash = credentials.password_hash;
        password_check::check(&state, account, secret, network, password, hash, mismatch).await?;
    }
    let is_email_pending = credentials.admin.pending_email.is_some();
    let is_renamed = username.as_str() != credentials.admin.username;
    let (site, now) = (state.clone(), state.clock.now());
    let network_hash = state.networks.hash(network);
    let admin = state
        .store
        .write(move |tx| {
            let current = admins::credentials_of(tx, admin.id)?;
            let current = current.filter(|current| current.token_epoch == credentials.token_epoch);
            let current = current.ok_or(ApiError::Unauthorized)?;
            admins::set_username(tx, admin.id, &username).map_err(taken)?;
            if is_email_new {
                let addresses = Addresses {
                    current: &current.admin.email,
                    pending: current.admin.pending_email.as_ref(),
                };
                email_change::request(tx, &site, account, &addresses, &email, &network_hash, now)?;
            } else {
                // The current email cancels a pending change.
                email_change::set_pending(tx, account, None, now)?;
            }
            admins::by_id(tx, admin.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    if is_renamed {
        Record::of_account(Event::AdminRenamed, account)
            .with_network(network)
            .write();
    }
    if let Some(event) = email_change::event(is_email_new, is_email_pending) {
        Record::of_account(event, account).with_network(network).write();
        state.email_is_due.notify_one();
    }
    Ok(Json(AdminChangedResponse {
        success: true,
        message: "Profile updated successfully",
        admin: admin.into(),
    }))
}

/// Changes the caller's password and ends all earlier sessions. The response holds a new token.
#[utoipa::path(put, path = "/admin/settings/password", operation_id = "changeAdminPassword", tag = "admin",
    security(("bearer" = [])), request_body = PasswordChange,
    responses(
        (status = 200, description = "The password is changed", body = PasswordResponse),
        (status = 400, description = "A wrong current password, or an invalid new one", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is not JSON", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
        (status = 503, description = "Too many concurrent password checks", body = ErrorBody)))]
pub async fn change_password(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    JsonBody(body): JsonBody<PasswordChange>,
) -> Result<Json<PasswordResponse>, ApiError> {
    let credentials = credentials(&state, admin.id).await?;
    let own = [
        credentials.admin.username.as_str(),
        credentials.admin.email.as_str(),
    ];
    let new = Password::parse("newPassword", &body.new_password, &own)?;
    let account = Account::Admin(admin.id);
    password_check::check(
        &state,
        account,
        Secret::AdminPassword(&credentials.admin.email),
        network,
        body.current_password,
        credentials.password_hash,
        ValidationError::new("currentPassword", "Current password is incorrect").into(),
    )
    .await?;
    let hash = state.passwords.hash(network, new).await?;
    let epoch = state
        .store
        .write(move |tx| admins::set_password(tx, admin.id, &hash))
        .await?
        .ok_or(ApiError::Unauthorized)?;
    Record::of_account(Event::PasswordChanged, account)
        .with_network(network)
        .write();
    Ok(Json(PasswordResponse {
        success: true,
        message: "Password updated successfully",
        token: state.tokens.issue(account, epoch, state.clock.now())?,
    }))
}

async fn credentials(state: &AppState, id: AdminId) -> Result<AdminCredentials, ApiError> {
    let credentials = state.store.read(move |tx| admins::credentials_of(tx, id)).await?;
    credentials.ok_or(ApiError::Unauthorized)
}
