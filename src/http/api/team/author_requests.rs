//! The readers who ask to write.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::AuthorRequestBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::author_requests;

/// A page of requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorRequestsResponse {
    success: bool,
    author_requests: Vec<AuthorRequestBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the readers who ask to write, oldest first. An invitation to their address grants the request.
#[utoipa::path(get, path = "/admin/author-requests", operation_id = "authorRequests", tag = "team",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of requests", body = AuthorRequestsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<AuthorRequestsResponse>, ApiError> {
    let page = state.read(move |tx| author_requests::list(tx, paging)).await?;
    Ok(Json(AuthorRequestsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        author_requests: page.items.into_iter().map(AuthorRequestBody::from).collect(),
    }))
}
