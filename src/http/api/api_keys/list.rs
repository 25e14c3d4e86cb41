//! The list of API keys.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::ApiKeyBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::api_keys;

/// A page of keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKeysResponse {
    success: bool,
    api_keys: Vec<ApiKeyBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the API keys, newest first, with those that have expired.
#[utoipa::path(get, path = "/admin/api-keys", operation_id = "apiKeys", tag = "team",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of keys", body = ApiKeysResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<ApiKeysResponse>, ApiError> {
    let page = state.read(move |tx| api_keys::list(tx, paging)).await?;
    Ok(Json(ApiKeysResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        api_keys: page.items.into_iter().map(ApiKeyBody::from).collect(),
    }))
}
