//! Bans of readers.

use serde::Deserialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::actions::security_log::{self, Event};
use crate::domain::audit::Action;
use crate::domain::user::BanReason;
use crate::domain::{Account, UserId};
use crate::http::api::dto::{UserBody, UserResponse};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, reports, users};

/// Whether a reader is banned, and the reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ban {
    is_banned: bool,
    /// At most 500 characters. The reader sees it.
    #[serde(default)]
    ban_reason: Option<String>,
}

/// Bans a reader from the next request on, which resolves the open reports of the reader, or lifts the ban.
#[utoipa::path(patch, path = "/admin/users/{id}/ban", operation_id = "banUser", tag = "admin",
    security(("bearer" = [])), request_body = Ban,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The updated reader", body = UserResponse),
        (status = 400, description = "The reason is too long"),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Ban>,
) -> Result<Json<UserResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let reason = BanReason::parse(body.ban_reason.as_deref().unwrap_or_default())?;
    let auditor = state.auditor(staff);
    let user = state
        .write(move |tx| {
            staff.confirm(tx)?;
            users::set_ban(tx, id, body.is_banned, &reason)?;
            let user = users::by_id(tx, id)?.ok_or(NOT_FOUND)?;
            if user.is_banned {
                reports::resolve_of_reader(tx, id, auditor.now)?;
            }
            let action = if user.is_banned {
                Action::ReaderBanned
            } else {
                Action::ReaderUnbanned
            };
            audit::insert(tx, &auditor.entry(action, &id, ""))?;
            Ok::<_, ApiError>(user)
        })
        .await?;
    let (event, message) = if user.is_banned {
        (Event::Banned, "The user has been banned")
    } else {
        (Event::Unbanned, "The user has been unbanned")
    };
    security_log::record_staff_change(event, staff.id, Account::Reader(id), network);
    let user = UserBody::from(user).for_administrators();
    Ok(Json(UserResponse::new(user, message)))
}
