//! Creation of series.

use axum::http::StatusCode;

use super::dto::{ChangedSeriesResponse, SeriesInput};
use super::managed_by;
use crate::actions::series as actions;
use crate::domain::audit::Action;
use crate::domain::{SeriesId, ValidationError};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Makes a series of the caller's, without blogs. Readers see it when one of its blogs is published.
#[utoipa::path(post, path = "/series", operation_id = "createSeries", tag = "admin",
    security(("bearer" = [])), request_body = SeriesInput,
    responses(
        (status = 201, description = "The series", body = ChangedSeriesResponse),
        (status = 400, description = "A field is invalid, or there is no title"),
        (status = 409, description = "Another series has or had the slug")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<SeriesInput>,
) -> Result<(StatusCode, Json<ChangedSeriesResponse>), ApiError> {
    let fields = body.parse()?;
    let title = fields.title.clone();
    let title = title.ok_or_else(|| ValidationError::new("title", "The title is required"))?;
    let auditor = state.auditor(staff);
    let id = SeriesId::new(auditor.now, state.entropy.as_ref());
    let series = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            actions::create(tx, id, &title, &fields, staff.author(), auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::SeriesCreated, &id, ""))?;
            managed_by(tx, staff, &id.to_string())
        })
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(ChangedSeriesResponse::new(series, &state)),
    ))
}
