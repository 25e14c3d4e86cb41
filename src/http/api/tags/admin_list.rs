//! The list of all tags for editors.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::ManagedTag;
use super::list::TagsQuery;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::tags;

/// A page of all tags.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedTagsResponse {
    success: bool,
    tags: Vec<ManagedTag>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists all tags that posts have or had, those of the most published blogs first.
#[utoipa::path(get, path = "/admin/tags", operation_id = "managedTags", tag = "admin",
    security(("bearer" = [])), params(TagsQuery, PagingQuery),
    responses((status = 200, description = "A page of tags", body = ManagedTagsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<TagsQuery>,
    paging: Paging,
) -> Result<Json<ManagedTagsResponse>, ApiError> {
    let words = query.words()?;
    let page = state.read(move |tx| tags::managed(tx, &words, paging)).await?;
    Ok(Json(ManagedTagsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        tags: page.items.into_iter().map(ManagedTag::from).collect(),
    }))
}
