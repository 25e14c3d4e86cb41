//! Silence, bans for a time, and trust.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::managed::ManagedUserBody;
use crate::actions::security_log::{self, Event};
use crate::domain::audit::Action;
use crate::domain::moderation::StandingChange;
use crate::domain::{Account, UserId};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State, text_or_null};
use crate::http::{ApiError, AppState};
use crate::store::{audit, reports, users};

/// The rights of a reader. What is absent stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// An RFC 3339 time with an offset; null ends the silence.
    #[serde(default, deserialize_with = "text_or_null")]
    silenced_until: Option<String>,
    /// An RFC 3339 time with an offset, in the year 9999 for good; null ends the ban.
    #[serde(default, deserialize_with = "text_or_null")]
    banned_until: Option<String>,
    /// Whether the rules against spam do not hold their comments back.
    is_trusted: Option<bool>,
}

/// The reader after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedUserResponse {
    success: bool,
    user: ManagedUserBody,
}

/// Silences a reader, bans them for a time, or trusts them, from the next request on; and resolves the open reports of the
/// reader, also when nothing else changes.
#[utoipa::path(patch, path = "/admin/users/{id}/standing", operation_id = "changeStanding", tag = "admin",
    security(("bearer" = [])), request_body = Standing,
    params(("id" = String, Path, description = "The id of the reader")),
    responses(
        (status = 200, description = "The reader", body = ManagedUserResponse),
        (status = 400, description = "Not a time with an offset"),
        (status = 404, description = "No such reader")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Standing>,
) -> Result<Json<ManagedUserResponse>, ApiError> {
    let id = UserId::parse(&id).ok_or(NOT_FOUND)?;
    let (silenced, banned) = (body.silenced_until.as_deref(), body.banned_until.as_deref());
    let change = StandingChange::parse(silenced, banned, body.is_trusted)?;
    let auditor = state.auditor(staff);
    let now = auditor.now;
    let (user, was_banned, is_banned) = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let mut user = users::by_id(tx, id)?.ok_or(NOT_FOUND)?;
            let before = user.standing;
            user.standing = change.apply(before);
            users::set_standing(tx, id, user.standing)?;
            reports::resolve_of_reader(tx, id, now)?;
            user.reports = 0;
            let entry = auditor.entry(Action::ReaderStandingChanged, &id, change.description());
            audit::insert(tx, &entry)?;
            let is_banned = user.standing.is_banned(now);
            let user = ManagedUserBody::load_one(tx, user, staff.manages_readers())?;
            Ok::<_, ApiError>((user, before.is_banned(now), is_banned))
        })
        .await?;
    if was_banned != is_banned {
        let event = if is_banned { Event::Banned } else { Event::Unbanned };
        security_log::record_staff_change(event, staff.id, Account::Reader(id), network);
    }
    Ok(Json(ManagedUserResponse { success: true, user }))
}
