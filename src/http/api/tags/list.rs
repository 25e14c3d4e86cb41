//! The list of tags.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::TagBody;
use crate::domain::Paging;
use crate::domain::search::SearchWords;
use crate::http::extract::{Json, PagingQuery, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::tags;

/// The filter of a list of tags.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TagsQuery {
    /// Words of the name, at most 200 characters.
    search: Option<String>,
}

impl TagsQuery {
    pub(super) fn words(&self) -> Result<SearchWords, ApiError> {
        Ok(SearchWords::parse(self.search.as_deref().unwrap_or_default())?)
    }
}

/// A page of tags.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagsResponse {
    success: bool,
    tags: Vec<TagBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the tags of published blogs, those of the most blogs first.
#[utoipa::path(get, path = "/tags", operation_id = "tags", tag = "blogs", params(TagsQuery, PagingQuery),
    responses((status = 200, description = "A page of tags", body = TagsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    Query(query): Query<TagsQuery>,
    paging: Paging,
) -> Result<Json<TagsResponse>, ApiError> {
    let words = query.words()?;
    let page = state.read(move |tx| tags::list(tx, &words, paging)).await?;
    Ok(Json(TagsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        tags: page.items.into_iter().map(TagBody::from).collect(),
    }))
}
