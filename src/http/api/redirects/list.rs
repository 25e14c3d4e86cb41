//! The list of redirects.

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::RedirectBody;
use crate::domain::Paging;
use crate::domain::search::SearchWords;
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::redirects;

/// The filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RedirectsQuery {
    /// Words of the path or the target, at most 200 characters.
    search: Option<String>,
}

/// A page of redirects.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedirectsResponse {
    success: bool,
    redirects: Vec<RedirectBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the redirects in the order of their paths.
#[utoipa::path(get, path = "/admin/redirects", operation_id = "redirects", tag = "admin",
    security(("bearer" = [])), params(RedirectsQuery, PagingQuery),
    responses((status = 200, description = "A page of redirects", body = RedirectsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<RedirectsQuery>,
    paging: Paging,
) -> Result<Json<RedirectsResponse>, ApiError> {
    // As it was copied from an address or typed: what is looked for is what people read.
    let search = query.search.unwrap_or_default();
    let words = SearchWords::parse(&percent_decode_str(&search).decode_utf8_lossy())?;
    let page = state.read(move |tx| redirects::list(tx, &words, paging)).await?;
    Ok(Json(RedirectsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        redirects: page.items.into_iter().map(RedirectBody::from).collect(),
    }))
}
