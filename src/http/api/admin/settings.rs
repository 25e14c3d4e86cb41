//! What administrators change of their own accounts.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::taken;
use crate::actions::security_log::{Event, Record};
use crate::domain::admin::AdminName;
use crate::domain::{Account, AdminId, Invalid, Password};
use crate::http::api::email_change::{self, Addresses};
use crate::http::api::password_check;
use crate::http::api::wire::AdminBody;
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Household, Json as JsonBody};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};
use crate::store::Touched;
use crate::store::admins::{self, AdminCredentials};

/// The name and address that are to hold.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminChanges {
    /// 2 to 100 characters.
    username: String,
    /// A new one takes effect once the code that is mailed to it was entered.
    email: String,
    /// Needed for a new email.
    current_password: Option<String>,
}

/// The present password, and the one that is to hold.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    current_password: String,
    /// 8 to 128 characters, and not one of the most common.
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

/// Changes the caller's name. A new email is `pendingEmail` until its code was entered.
#[utoipa::path(put, path = "/admin/settings/profile", operation_id = "updateAdmin", tag = "admin",
    security(("bearer" = [])), request_body = AdminChanges,
    responses(
        (status = 200, description = "The administrator as they are now", body = AdminChangedAnswer),
        (status = 400, description = "A field breaks a rule, or a new email came without the password", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator, or not the password", body = ErrorBody),
        (status = 409, description = "The username or address is taken", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody),
        (status = 429, description = "Too many codes were mailed, or passwords tried", body = ErrorBody),
        (status = 503, description = "Too many passwords are checked at once", body = ErrorBody)))]
pub async fn update_settings(
    State(state): State<AppState>,
    admin: Admin,
    Household(network): Household,
    JsonBody(body): JsonBody<AdminChanges>,
) -> Result<Json<AdminChangedAnswer>, ApiError> {
    let username = AdminName::parse(&body.username)?;
    let known = credentials(&state, admin.id).await?;
    let email = email_change::given(&body.email, &known.admin.email)?;
    let account = Account::Admin(admin.id);
    let is_email_new = email != known.admin.email;
    if is_email_new {
        let given = password_check::given(body.current_password)?;
        let secret = Secret::AdminPassword(&known.admin.email);
        let refused = password_check::incorrect();
        let hash = known.password_hash;
        password_check::check(&state, account, secret, network, given, hash, refused).await?;
    }
    let is_email_awaited = known.admin.pending_email.is_some();
    let is_renamed = username.as_str() != known.admin.username;
    let (site, now) = (state.clone(), state.clock.now());
    let network_hash = state.networks.hash(network);
    let admin = state
        .store
        .write(move |tx| {
            let known_now = admins::credentials_of(tx, admin.id)?;
            let known = known_now.filter(|now| now.token_epoch == known.token_epoch);
            let known = known.ok_or(ApiError::Unauthorized)?;
            admins::set_username(tx, admin.id, &username).map_err(taken)?;
            if is_email_new {
                let addresses = Addresses {
                    present: &known.admin.email,
                    pending: known.admin.pending_email.as_ref(),
                };
                email_change::ask_for(tx, &site, account, &addresses, &email, &network_hash, now)?;
            } else {
                // The present address calls off an earlier wish.
                email_change::set_pending(tx, account, None, now)?;
            }
            admins::by_id(tx, admin.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    if is_renamed {
        Record::own(Event::AdminRenamed, account).from(network).write();
    }
    if let Some(event) = email_change::event(is_email_new, is_email_awaited) {
        Record::own(event, account).from(network).write();
        state.mail_is_due.notify_one();
    }
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
    Household(network): Household,
    JsonBody(body): JsonBody<PasswordChange>,
) -> Result<Json<PasswordAnswer>, ApiError> {
    let known = credentials(&state, admin.id).await?;
    let own = [known.admin.username.as_str(), known.admin.email.as_str()];
    let new = Password::parse("newPassword", &body.new_password, &own)?;
    let account = Account::Admin(admin.id);
    password_check::check(
        &state,
        account,
        Secret::AdminPassword(&known.admin.email),
        network,
        body.current_password,
        known.password_hash,
        Invalid::new("currentPassword", "Current password is incorrect").into(),
    )
    .await?;
    let hash = state.passwords.hash(network, new).await?;
    let epoch = state
        .store
        .write_touching(Touched::Accounts, move |tx| {
            admins::change_password(tx, admin.id, &hash)
        })
        .await?
        .ok_or(ApiError::Unauthorized)?;
    Record::own(Event::PasswordChanged, account).from(network).write();
    Ok(Json(PasswordAnswer {
        success: true,
        message: "Password updated successfully",
        token: state.tokens.issue(account, epoch, state.clock.now())?,
    }))
}

async fn credentials(state: &AppState, id: AdminId) -> Result<AdminCredentials, ApiError> {
    let known = state.store.read(move |tx| admins::credentials_of(tx, id)).await?;
    known.ok_or(ApiError::Unauthorized)
}
