//! Deletion of series.

use super::managed_by;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, series};

/// Deletes a series. Its blogs stay.
#[utoipa::path(delete, path = "/series/{id}", operation_id = "deleteSeries", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the series")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 403, description = "Not their own series, and neither editor nor administrator"),
        (status = 404, description = "No such series")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let id = managed_by(tx, staff, &id_or_slug)?.id;
            series::delete(tx, id)?;
            audit::insert(tx, &auditor.entry(Action::SeriesDeleted, &id, "")).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The series is deleted")))
}
