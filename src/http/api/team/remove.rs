//! Removal of members.

use serde::Deserialize;
use utoipa::IntoParams;

use super::member_id;
use crate::actions::security_log::{self, Event};
use crate::actions::team::{self, TeamError};
use crate::domain::{Account, AdminId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Query, Staff, State};
use crate::http::{ApiError, AppState};

/// Who takes over the posts.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RemovalQuery {
    /// The id of the member who becomes the author of the posts. Without it the posts show the site's default author.
    posts_to: Option<String>,
}

/// Removes a member, whose sessions end at once.
#[utoipa::path(delete, path = "/admin/team/{id}", operation_id = "removeMember", tag = "team",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the member"), RemovalQuery),
    responses(
        (status = 200, description = "The member is removed", body = MessageResponse),
        (status = 400, description = "The posts cannot go to this member"),
        (status = 404, description = "No such member"),
        (status = 409, description = "The last administrator has to stay")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Query(query): Query<RemovalQuery>,
) -> Result<Json<MessageResponse>, ApiError> {
    let heir = match query.posts_to.as_deref() {
        None | Some("") => None,
        Some(text) => Some(AdminId::parse(text).ok_or(TeamError::UnknownHeir)?),
    };
    let id = member_id(&id)?;
    let now = state.clock.now();
    state
        .write(move |tx| team::remove(tx, Some(staff.id), id, heir, now))
        .await?;
    security_log::record_staff_change(Event::AdminRemoved, staff.id, Account::Admin(id), network);
    Ok(Json(MessageResponse::new("The member is removed")))
}
