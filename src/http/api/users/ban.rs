//! Bans of readers.

use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::actions::security_log::{self, Event};
use crate::domain::UserId;
use crate::domain::user::BanReason;
use crate::http::api::dto::{UserBody, UserResponse};
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// Whether a reader is banned, and the reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ban {
    is_banned: bool,
    /// At most 500 characters. The reader sees it.
    #[serde(default)]
    ban_reason: Option<String>,
}

/// Bans a reader from the next request on, or lifts the ban.
#[utoipa::path(patch, path = "/admin/users/{id}/ban", operation_id = "banUser", tag = "admin",
    security(("bearer" = [])), request_body = Ban,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The updated reader", body = UserResponse),
        (status = 400, description = "The reason is too long"),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Ban>,
) -> Result<Json<UserResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let reason = BanReason::parse(body.ban_reason.as_deref().unwrap_or_default())?;
    let user = state
        .write(move |tx| {
            users::set_ban(tx, id, body.is_banned, &reason)?;
            users::by_id(tx, id)?.ok_or(NOT_FOUND)
        })
        .await?;
    let (event, message) = if user.is_banned {
        (Event::Banned, "The user has been banned")
    } else {
        (Event::Unbanned, "The user has been unbanned")
    };
    security_log::record_ban(event, admin.id, id, network);
    let user = UserBody::from(user).for_administrators();
    Ok(Json(UserResponse::new(user, message)))
}
