//! Invitations.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::InviteBody;
use crate::actions::security_log::{self, Event};
use crate::domain::Role;
use crate::domain::user::EmailAddress;
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};

/// The address to invite, and its role.
#[derive(Deserialize, ToSchema)]
pub struct InviteRequest {
    email: String,
    /// `contributor`, `author`, `editor` or `admin`.
    role: String,
}

/// The invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct InviteResponse {
    success: bool,
    message: &'static str,
    invite: InviteBody,
}

/// Mails somebody an invitation to the team, which is good for seven days, once. It replaces an earlier one to the same
/// address, and closes the request of the reader who has the address.
#[utoipa::path(post, path = "/admin/invites", operation_id = "invite", tag = "team",
    security(("bearer" = [])), request_body = InviteRequest,
    responses(
        (status = 201, description = "The invitation", body = InviteResponse),
        (status = 400, description = "Not an email address, or not a role"),
        (status = 409, description = "A member of the team has the address")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<InviteRequest>,
) -> Result<(StatusCode, Json<InviteResponse>), ApiError> {
    let email = EmailAddress::parse(&body.email)?;
    let role = Role::parse(&body.role)?;
    let (site, auditor) = (state.clone(), state.auditor(staff));
    let invite = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let invite = site.invitations.send(tx, staff.id, &email, role, &auditor)?;
            Ok::<_, ApiError>(invite)
        })
        .await?;
    state.email_is_due.notify_one();
    security_log::record_staff_action(Event::MemberInvited, staff.id, &invite.id, network);
    let response = InviteResponse {
        success: true,
        message: "The invitation is on its way",
        invite: invite.into(),
    };
    Ok((StatusCode::CREATED, Json(response)))
}
