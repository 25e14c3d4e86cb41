//! Changes of a series.

use super::dto::{ChangedSeriesResponse, SeriesInput};
use super::managed_by;
use crate::actions::series as actions;
use crate::domain::audit::Action;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Changes a series. Its slug stays when its title changes; one that it had before leads to it.
#[utoipa::path(patch, path = "/series/{id}", operation_id = "changeSeries", tag = "admin",
    security(("bearer" = [])), request_body = SeriesInput,
    params(("id" = String, Path, description = "The id or slug of the series")),
    responses(
        (status = 200, description = "The changed series", body = ChangedSeriesResponse),
        (status = 400, description = "A field is invalid"),
        (status = 403, description = "Not their own series, and neither editor nor administrator"),
        (status = 404, description = "No such series"),
        (status = 409, description = "Another series has or had the slug")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<SeriesInput>,
) -> Result<Json<ChangedSeriesResponse>, ApiError> {
    let fields = body.parse()?;
    let auditor = state.auditor(staff);
    let series = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let series = managed_by(tx, staff, &id_or_slug)?;
            actions::change(tx, &series, &fields, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::SeriesChanged, &series.id, ""))?;
            managed_by(tx, staff, &series.id.to_string())
        })
        .await?;
    Ok(Json(ChangedSeriesResponse::new(series, &state)))
}
