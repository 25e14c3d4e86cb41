//! The list of imports.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::ImportBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::imports;

/// A page of imports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportsResponse {
    success: bool,
    imports: Vec<ImportBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the imports, latest first. At most one is not over.
#[utoipa::path(get, path = "/admin/imports", operation_id = "imports", tag = "admin",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of imports", body = ImportsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<ImportsResponse>, ApiError> {
    let page = state.read(move |tx| imports::list(tx, paging)).await?;
    Ok(Json(ImportsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        imports: page
            .items
            .into_iter()
            .map(ImportBody::of)
            .collect::<Result<_, _>>()?,
    }))
}
