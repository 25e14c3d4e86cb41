//! The list of series.

use super::dto::SeriesListResponse;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::series;

/// Lists the series with published blogs, the latest change first.
#[utoipa::path(get, path = "/series", operation_id = "seriesList", tag = "blogs", params(PagingQuery),
    responses((status = 200, description = "A page of series", body = SeriesListResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    paging: Paging,
) -> Result<Json<SeriesListResponse>, ApiError> {
    let page = state.read(move |tx| series::published(tx, paging)).await?;
    Ok(Json(SeriesListResponse::new(page, &state)))
}
