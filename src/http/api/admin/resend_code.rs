//! Requests of administrators for another code.

use super::pending_email_of;
use crate::domain::Account;
use crate::domain::code::Purpose;
use crate::http::api::auth::require_sent;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// Mails another code to the caller's new email: at most one per 60 seconds and ten per day.
#[utoipa::path(post, path = "/admin/settings/resend-code", operation_id = "resendAdminCode", tag = "admin",
    security(("bearer" = [])),
    responses(
        (status = 200, description = "A code is sent", body = MessageResponse),
        (status = 400, description = "No pending email"),
        (status = 429, description = "Too soon after the previous code, or too many today")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
) -> Result<Json<MessageResponse>, ApiError> {
    let (codes, network_hash) = (state.codes.clone(), state.networks.hash(network));
    let account = Account::Admin(staff.id);
    let sending = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let current = admins::by_id(tx, staff.id)?.ok_or(ApiError::Unauthorized)?;
            let email = pending_email_of(&current)?;
            Ok::<_, ApiError>(codes.send(tx, account, Purpose::ChangeEmail, email, &network_hash)?)
        })
        .await?;
    require_sent(sending)?;
    state.email_is_due.notify_one();
    Ok(Json(MessageResponse::new("A new code has been sent")))
}
