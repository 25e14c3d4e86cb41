//! Withdrawal of invitations.

use crate::actions::security_log::{self, Event};
use crate::domain::InviteId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, invites};

const NO_INVITE: ApiError = ApiError::NotFound("There is no such invitation");

/// Withdraws an invitation: its link is no longer valid.
#[utoipa::path(delete, path = "/admin/invites/{id}", operation_id = "withdrawInvite", tag = "team",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the invitation")),
    responses(
        (status = 200, description = "Withdrawn", body = MessageResponse),
        (status = 404, description = "No such invitation")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = InviteId::parse(&id).ok_or(NO_INVITE)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            if !invites::delete(tx, id)? {
                return Err(NO_INVITE);
            }
            audit::insert(tx, &auditor.entry(Action::InviteWithdrawn, &id, "")).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_action(Event::InviteWithdrawn, staff.id, &id, network);
    Ok(Json(MessageResponse::new("The invitation is withdrawn")))
}
