//! Removal of members.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::member_id;
use crate::actions::security_log::{self, Event};
use crate::actions::team::{self, TeamError};
use crate::domain::{Account, AdminId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Query, Staff, State};
use crate::http::{ApiError, AppState};

/// The new author of the posts, in the body or in the query.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MemberRemoval {
    /// The id of the member who becomes the author of the posts. Without it the posts show the site's default author.
    posts_to: Option<String>,
}

/// Removes a member, whose sessions end at once, and withdraws the invitations that they sent. `postsTo` may be in the
/// body or in the query; that of the body takes precedence.
#[utoipa::path(delete, path = "/admin/team/{id}", operation_id = "removeMember", tag = "team",
    security(("bearer" = [])), request_body = Option<MemberRemoval>,
    params(("id" = String, Path, description = "The id of the member"), MemberRemoval),
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
    Query(query): Query<MemberRemoval>,
    body: Option<Json<Option<MemberRemoval>>>,
) -> Result<Json<MessageResponse>, ApiError> {
    let of_query = parse_new_author(query.posts_to)?;
    let id = member_id(&id)?;
    let of_body = parse_new_author(body.and_then(|Json(body)| body?.posts_to))?;
    let new_author = of_body.or(of_query);
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            team::remove(tx, id, new_author, &auditor).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_change(Event::AdminRemoved, staff.id, Account::Admin(id), network);
    Ok(Json(MessageResponse::new("The member is removed")))
}

fn parse_new_author(posts_to: Option<String>) -> Result<Option<AdminId>, TeamError> {
    let given = posts_to.filter(|text| !text.is_empty());
    given
        .map(|text| AdminId::parse(&text).ok_or(TeamError::UnknownNewAuthor))
        .transpose()
}
