//! The order of the posts of a series.

use serde::Deserialize;
use utoipa::ToSchema;

use super::admin_show::{self, ManagedSeriesResponse};
use super::managed_by;
use crate::actions::series as actions;
use crate::domain::audit::Action;
use crate::domain::{PostId, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// The posts of a series in their order.
#[derive(Deserialize, ToSchema)]
pub struct SeriesOrder {
    /// The ids of all posts of the series, drafts too.
    blogs: Vec<String>,
}

/// Puts the blogs of a series into another order.
#[utoipa::path(put, path = "/series/{id}/order", operation_id = "orderSeries", tag = "admin",
    security(("bearer" = [])), request_body = SeriesOrder,
    params(("id" = String, Path, description = "The id or slug of the series")),
    responses(
        (status = 200, description = "The series with its blogs", body = ManagedSeriesResponse),
        (status = 400, description = "Something is no id of a blog"),
        (status = 403, description = "Not their own series, and neither editor nor administrator"),
        (status = 404, description = "No such series"),
        (status = 409, description = "These are not the blogs of the series: others have come or gone meanwhile")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<SeriesOrder>,
) -> Result<Json<ManagedSeriesResponse>, ApiError> {
    let not_an_id = || ValidationError::new("blogs", "blogs are ids of blogs");
    let posts: Result<Vec<PostId>, ValidationError> = body
        .blogs
        .iter()
        .map(|id| PostId::parse(id).ok_or_else(not_an_id))
        .collect();
    let posts = posts?;
    let auditor = state.auditor(staff);
    let (found, staff) = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let id = managed_by(tx, staff, &id_or_slug)?.id;
            actions::reorder(tx, id, &posts, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::SeriesReordered, &id, ""))?;
            Ok::<_, ApiError>((admin_show::load(tx, staff, &id.to_string())?, staff))
        })
        .await?;
    Ok(Json(ManagedSeriesResponse::new(found, staff, &state)))
}
