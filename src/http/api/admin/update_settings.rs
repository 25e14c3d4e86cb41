//! Changes of an administrator's account settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{credentials, taken};
use crate::actions::security_log::{self, Event};
use crate::domain::Account;
use crate::domain::admin::AdminName;
use crate::domain::audit::Action;
use crate::http::api::dto::AdminBody;
use crate::http::api::email_change::{self, Addresses};
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{admins, audit};

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

/// The updated administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminChangedResponse {
    success: bool,
    message: &'static str,
    admin: AdminBody,
}

/// Changes the caller's username and email. A new email is the `pendingEmail` until its code is entered.
#[utoipa::path(put, path = "/admin/settings/profile", operation_id = "updateAdmin", tag = "admin",
    security(("bearer" = [])), request_body = AdminChanges,
    responses(
        (status = 200, description = "The updated administrator", body = AdminChangedResponse),
        (status = 400, description = "A field is invalid, or a new email without the password"),
        (status = 403, description = "Not a member of the staff, or a wrong password"),
        (status = 409, description = "The username or email is taken"),
        (status = 429, description = "Too many codes or password attempts")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<AdminChanges>,
) -> Result<Json<AdminChangedResponse>, ApiError> {
    let username = AdminName::parse(&body.username)?;
    let credentials = credentials(&state, staff.id).await?;
    let email = email_change::parse_email(&body.email, &credentials.admin.email)?;
    let account = Account::Admin(staff.id);
    let is_email_new = email != credentials.admin.email;
    if is_email_new {
        let current = &credentials.admin.email;
        let (password, hash) = (body.current_password, credentials.password_hash);
        email_change::confirm(&state, account, current, network, password, hash).await?;
    }
    let is_email_pending = credentials.admin.pending_email.is_some();
    let is_renamed = username.as_str() != credentials.admin.username;
    let (site, auditor) = (state.clone(), state.auditor(staff));
    let network_hash = state.networks.hash(network);
    let admin = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let current = admins::by_id(tx, staff.id)?.ok_or(ApiError::Unauthorized)?;
            admins::set_username(tx, staff.id, &username).map_err(taken)?;
            let addresses = Addresses {
                current: &current.email,
                pending: current.pending_email.as_ref(),
            };
            email_change::request_or_cancel(
                tx,
                &site,
                account,
                &addresses,
                &email,
                &network_hash,
                auditor.now,
            )?;
            if is_renamed {
                audit::insert(tx, &auditor.entry(Action::AccountRenamed, &staff.id, ""))?;
            }
            if is_email_new || is_email_pending {
                audit::insert(tx, &auditor.entry(Action::AccountEmailRequested, &staff.id, ""))?;
            }
            admins::by_id(tx, staff.id)?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    if is_renamed {
        security_log::record(Event::AdminRenamed, account, network);
    }
    email_change::record(&state, account, network, is_email_new, is_email_pending);
    Ok(Json(AdminChangedResponse {
        success: true,
        message: "Profile updated successfully",
        admin: admin.into(),
    }))
}
