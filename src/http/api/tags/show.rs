//! A tag with its posts.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::dto::TagBody;
use crate::domain::Paging;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::extract::{IdOrSlug, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::posts::{self, Filter};
use crate::store::tags;

/// A tag, and a page of the blogs that have it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagResponse {
    success: bool,
    pub(in crate::http) tag: TagBody,
    #[serde(rename = "blogs")]
    pub(in crate::http) posts: Vec<PostSummaryBody>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Returns a tag of published blogs by its slug, by one that it had before, or by its name, with a page of the blogs that
/// have it, newest first.
#[utoipa::path(get, path = "/tags/{slug}", operation_id = "tag", tag = "blogs", security((), ("bearer" = [])),
    params(("slug" = String, Path, description = "The slug or the name of the tag"), PagingQuery),
    responses(
        (status = 200, description = "The tag", body = TagResponse),
        (status = 404, description = "No published blog has such a tag")))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    IdOrSlug(slug): IdOrSlug,
    paging: Paging,
) -> Result<SharedResponse<TagResponse>, ApiError> {
    load(&state, &marks, slug, paging).await?.ok_or(NOT_FOUND)
}

/// Returns the tag for a reader with these marks; `None` if no published post has it.
pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    slug: String,
    paging: Paging,
) -> Result<Option<SharedResponse<TagResponse>>, ApiError> {
    let found = state.read(move |tx| {
        let Some(tag) = tags::published_by_slug_or_name(tx, &slug)? else {
            return Ok(None);
        };
        let filter = Filter {
            tag: Some(tag.key.clone()),
            ..Filter::default()
        };
        let page = posts::list(tx, &filter, None, paging)?;
        Ok::<_, ApiError>(Some((tag, page)))
    });
    Ok(found.await?.map(|(tag, page)| {
        SharedResponse::list(page, |page| TagResponse {
            success: true,
            tag: tag.into(),
            total: page.total,
            page: page.paging.page,
            total_pages: page.total_pages(),
            posts: PostSummaryBody::all(page.items, marks, state),
        })
    }))
}
