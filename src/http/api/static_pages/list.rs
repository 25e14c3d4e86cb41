//! The list of the published static pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PageSummaryBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::static_pages;

/// A page of the list of static pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaticPagesResponse)]
pub struct PagesResponse {
    success: bool,
    pages: Vec<PageSummaryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the published static pages in the order of their slugs.
#[utoipa::path(get, path = "/pages", operation_id = "staticPages", tag = "site", params(PagingQuery),
    responses((status = 200, description = "A page of the list", body = PagesResponse)))]
pub async fn handler(State(state): State<AppState>, paging: Paging) -> Result<Json<PagesResponse>, ApiError> {
    let page = state.read(move |tx| static_pages::published(tx, paging)).await?;
    Ok(Json(PagesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        pages: page.items.iter().map(PageSummaryBody::from).collect(),
    }))
}
