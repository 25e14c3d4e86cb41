//! Verification of an administrator's new email.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{pending_email_of, taken};
use crate::actions::security_log::{self, Event};
use crate::domain::audit::Action;
use crate::domain::code::{Code, Purpose};
use crate::domain::session::Device;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Time, admin};
use crate::http::api::auth::{invalid_code, log_refusal, require_right_code};
use crate::http::api::dto::AdminBody;
use crate::http::api::sign_in;
use crate::http::extract::{ClientDevice, Json, Staff, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, admins, audit};

/// The code mailed to the new email.
#[derive(Deserialize, ToSchema)]
pub struct AdminCode {
    /// Six digits.
    otp: String,
}

/// The administrator with the new email, and a new token.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminEmailResponse {
    success: bool,
    message: &'static str,
    admin: AdminBody,
    token: String,
}

/// Verifies the caller's new email and ends all earlier sessions. The response holds a new token.
#[utoipa::path(post, path = "/admin/settings/verify-email", operation_id = "verifyAdminEmail", tag = "admin",
    security(("bearer" = [])), request_body = AdminCode,
    responses(
        (status = 200, description = "The new email is in effect", body = AdminEmailResponse),
        (status = 400, description = "A wrong or expired code, or no pending email"),
        (status = 409, description = "The email is taken")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientDevice { network, device }: ClientDevice,
    Json(body): Json<AdminCode>,
) -> Result<Json<AdminEmailResponse>, ApiError> {
    let code = Code::parse(&body.otp).map_err(invalid_code)?;
    let now = state.clock.now();
    let account = Account::Admin(staff.id);
    let current = state.read(move |tx| admins::by_id(tx, staff.id)).await?;
    let current = current.ok_or(ApiError::Unauthorized)?;
    pending_email_of(&current)?;
    let secret = Secret::AdminCode(&current.email);
    let check = check_code(&state, device, staff, code, now);
    let checked = state.login_throttle.check(secret, network, check).await;
    if let Err(error) = &checked {
        log_refusal(Event::CodeRefused, error, Some(account), network);
    }
    let (admin, token) = checked?;
    state.email_is_due.notify_one();
    security_log::record(Event::EmailChanged, account, network);
    Ok(Json(AdminEmailResponse {
        success: true,
        message: "Profile updated successfully",
        admin: admin.into(),
        token,
    }))
}

async fn check_code(
    state: &AppState,
    device: Device,
    staff: Staff,
    code: Code,
    now: Time,
) -> Result<(admin::Admin, String), ApiError> {
    let site = state.clone();
    let (account, auditor) = (Account::Admin(staff.id), state.auditor(staff));
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let current = admins::by_id(tx, staff.id)?.ok_or(ApiError::Unauthorized)?;
            let new = pending_email_of(&current)?;
            let verdict = site
                .codes
                .check(tx, account, Purpose::ChangeEmail, new, &device.network, &code)?;
            // A wrong attempt is counted, so the write must not fail.
            if let Err(refusal) = require_right_code(verdict) {
                return Ok(Err(refusal));
            }
            let changed = apply_change(tx, &site, &current, new, device, now)?;
            audit::insert(tx, &auditor.entry(Action::AccountEmailChanged, &staff.id, ""))?;
            Ok::<_, ApiError>(Ok(changed))
        })
        .await?
}

fn apply_change(
    tx: &mut Tx<'_>,
    state: &AppState,
    current: &admin::Admin,
    new: &EmailAddress,
    device: Device,
    now: Time,
) -> Result<(admin::Admin, String), ApiError> {
    let id = current.id;
    admins::set_email(tx, id, new).map_err(taken)?;
    let epoch =
        state
            .email_changes
            .notify_of_change(tx, Account::Admin(id), &current.email, &device.network, now)?;
    let (changed, epoch) = admins::by_id(tx, id)?.zip(epoch).ok_or(ApiError::Unauthorized)?;
    let token = sign_in::renew(tx, state, Account::Admin(id), epoch, device, now)?;
    Ok((changed, token))
}
