//! A series with its posts.

use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::dto::SeriesBody;
use crate::domain::series::POSTS_MAX;
use crate::domain::{Page, Paging};
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::cache::{SharedResponse, ViewerMarks};
use crate::http::extract::{IdOrSlug, State};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{posts, series};

/// A series, and its published blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesResponse {
    success: bool,
    pub(in crate::http) series: SeriesBody,
    /// All published blogs of the series, at most 100, in their order.
    #[serde(rename = "blogs")]
    pub(in crate::http) posts: Vec<PostSummaryBody>,
}

/// Returns a series with published blogs by its id, its slug, or one that it had before.
#[utoipa::path(get, path = "/series/{id}", operation_id = "series", tag = "blogs", security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the series")),
    responses(
        (status = 200, description = "The series", body = SeriesResponse),
        (status = 404, description = "No such series, or none of its blogs is published")))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<SharedResponse<SeriesResponse>, ApiError> {
    load(&state, &marks, id_or_slug).await?.ok_or(NOT_FOUND)
}

/// Returns the series for a reader with these marks; `None` if it has no published post.
pub(in crate::http) async fn load(
    state: &AppState,
    marks: &Marks,
    id_or_slug: String,
) -> Result<Option<SharedResponse<SeriesResponse>>, ApiError> {
    let found = state.read(move |tx| {
        let Some(series) = series::published_by_id_or_slug(tx, &id_or_slug)? else {
            return Ok(None);
        };
        let posts = posts::of_series(tx, series.id)?;
        Ok::<_, ApiError>(Some((series, posts)))
    });
    Ok(found.await?.map(|(series, posts)| {
        let page = Page {
            total: posts.len() as u64,
            items: posts,
            paging: Paging::first(u32::try_from(POSTS_MAX).unwrap_or(u32::MAX)),
        };
        SharedResponse::list(page, |page| SeriesResponse {
            success: true,
            series: SeriesBody::new(series, state),
            posts: PostSummaryBody::all(page.items, marks, state),
        })
    }))
}
