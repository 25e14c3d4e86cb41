//! An author with their posts.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::AuthorProfileBody;
use super::name::NOT_FOUND;
use crate::domain::Paging;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::extract::{IdOrSlug, PagingQuery, State};
use crate::http::{ApiError, AppState};
use crate::store::authors;
use crate::store::marks::Marks;
use crate::store::posts::{self, Filter};

/// An author, and a page of their blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuthorPageResponse)]
pub struct AuthorPageResponse {
    success: bool,
    pub(in crate::http) author: AuthorProfileBody,
    #[serde(rename = "blogs")]
    pub(in crate::http) posts: Vec<PostSummaryBody>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Returns an author by their slug or one that they had before, with a page of their published blogs, newest first.
#[utoipa::path(get, path = "/authors/{slug}", operation_id = "author", tag = "blogs", security((), ("bearer" = [])),
    params(("slug" = String, Path, description = "The slug of the author"), PagingQuery),
    responses(
        (status = 200, description = "The author", body = AuthorPageResponse),
        (status = 404, description = "No such author")))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    IdOrSlug(slug): IdOrSlug,
    paging: Paging,
) -> Result<SharedResponse<AuthorPageResponse>, ApiError> {
    load(&state, &marks, slug, paging).await?.ok_or(NOT_FOUND)
}

/// Returns the author for a reader with these marks, if there is one.
pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    slug: String,
    paging: Paging,
) -> Result<Option<SharedResponse<AuthorPageResponse>>, ApiError> {
    let found = state.read(move |tx| {
        let Some(profile) = authors::profile_by_slug(tx, &slug)? else {
            return Ok(None);
        };
        let filter = Filter {
            author: profile.author.id,
            ..Filter::default()
        };
        let page = posts::list(tx, &filter, None, paging)?;
        Ok::<_, ApiError>(Some((profile, page)))
    });
    Ok(found.await?.map(|(profile, page)| {
        SharedResponse::list(page, |page| AuthorPageResponse {
            success: true,
            author: AuthorProfileBody::new(profile, state),
            total: page.total,
            page: page.paging.page,
            total_pages: page.total_pages(),
            posts: PostSummaryBody::all(page.items, marks, state),
        })
    }))
}
