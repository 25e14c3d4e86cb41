//! Removal of subscribers.

use crate::domain::SubscriberId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, subscribers};

const NO_SUBSCRIBER: ApiError = ApiError::NotFound("There is no such subscriber");

/// Removes a subscriber of the newsletter.
#[utoipa::path(delete, path = "/admin/subscribers/{id}", operation_id = "removeSubscriber", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the subscriber")),
    responses(
        (status = 200, description = "Removed", body = MessageResponse),
        (status = 404, description = "No such subscriber")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = SubscriberId::parse(&id).ok_or(NO_SUBSCRIBER)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            if !subscribers::delete(tx, id)? {
                return Err(NO_SUBSCRIBER);
            }
            audit::insert(tx, &auditor.entry(Action::SubscriberRemoved, &id, "")).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The subscriber is removed")))
}
