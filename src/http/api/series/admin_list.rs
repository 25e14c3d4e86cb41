//! The list of series for those who manage them.

use super::dto::SeriesListResponse;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::series;

/// Lists the caller's own series, also those without published blogs; for editors and administrators all. The latest change
/// comes first.
#[utoipa::path(get, path = "/admin/series", operation_id = "managedSeriesList", tag = "admin",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of series", body = SeriesListResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    paging: Paging,
) -> Result<Json<SeriesListResponse>, ApiError> {
    let author = (!staff.role.covers_all_posts()).then(|| staff.author());
    let page = state.read(move |tx| series::list(tx, author, paging)).await?;
    Ok(Json(SeriesListResponse::new(page, &state)))
}
