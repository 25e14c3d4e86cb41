//! The list of all static pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::ManagedPage;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::static_pages;

/// A page of the list of all static pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedStaticPagesResponse)]
pub struct ManagedPagesResponse {
    success: bool,
    pages: Vec<ManagedPage>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists all static pages, drafts too, the latest change first.
#[utoipa::path(get, path = "/admin/pages", operation_id = "managedStaticPages", tag = "admin",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of the list", body = ManagedPagesResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<ManagedPagesResponse>, ApiError> {
    let page = state.read(move |tx| static_pages::list(tx, paging)).await?;
    Ok(Json(ManagedPagesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        pages: page.items.into_iter().map(ManagedPage::from).collect(),
    }))
}
