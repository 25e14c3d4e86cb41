//! Changes of roles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::MemberBody;
use super::{NOT_FOUND, member_id};
use crate::actions::security_log::{self, Event};
use crate::actions::team;
use crate::domain::{Account, Role};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// The new role of a member.
#[derive(Deserialize, ToSchema)]
pub struct RoleChange {
    /// `contributor`, `author`, `editor` or `admin`.
    role: String,
}

/// The changed member of the team.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMemberResponse {
    success: bool,
    message: &'static str,
    member: MemberBody,
}

/// Gives a member another role, from their next request on. The invitations of somebody who is no administrator any
/// more are withdrawn.
#[utoipa::path(patch, path = "/admin/team/{id}", operation_id = "changeRole", tag = "team",
    security(("bearer" = [])), request_body = RoleChange,
    params(("id" = String, Path, description = "The id of the member")),
    responses(
        (status = 200, description = "The changed member", body = TeamMemberResponse),
        (status = 400, description = "There is no such role"),
        (status = 404, description = "No such member"),
        (status = 409, description = "The last administrator has to stay one")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<RoleChange>,
) -> Result<Json<TeamMemberResponse>, ApiError> {
    let id = member_id(&id)?;
    let role = Role::parse(&body.role)?;
    let auditor = state.auditor(staff);
    let (is_changed, member) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let is_changed = team::change_role(tx, id, role, &auditor)?;
            let member = admins::member_by_id(tx, id)?.ok_or(NOT_FOUND)?;
            Ok::<_, ApiError>((is_changed, member))
        })
        .await?;
    if is_changed {
        security_log::record_staff_change(Event::RoleChanged, staff.id, Account::Admin(id), network);
    }
    Ok(Json(TeamMemberResponse {
        success: true,
        message: "The role is changed",
        member: member.into(),
    }))
}
