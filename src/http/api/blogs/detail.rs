//! One blog with all that its page shows.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::wire::{Blog, BlogSummary};
use crate::domain::Paging;
use crate::domain::comment::COMMENTS_WITH_POST;
use crate::http::error::ErrorBody;
use crate::http::extract::{Reference, Visitor};
use crate::http::{ApiError, AppState};
use crate::store::{comments, posts};

/// A blog.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlogAnswer {
    success: bool,
    blog: Blog,
}

/// A published blog by its id or slug.
#[utoipa::path(get, path = "/blogs/{id}", operation_id = "blog", tag = "blogs",
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The blog", body = BlogAnswer),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn detail(
    State(state): State<AppState>,
    _: Visitor,
    Reference(reference): Reference,
) -> Result<Json<BlogAnswer>, ApiError> {
    let (post, html, comments, related) = state
        .store
        .read(move |tx| {
            let post = posts::by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            let newest = Paging::first(COMMENTS_WITH_POST);
            let comments = comments::on_post(tx, post.id, post.counts.comments, newest)?;
            let related = posts::related(tx, &post)?;
            Ok::<_, ApiError>((post, html, comments.items, related))
        })
        .await?;
    let summary = BlogSummary::new(post, &state.config.site.default_author);
    Ok(Json(BlogAnswer {
        success: true,
        blog: Blog::new(summary, html, comments, BlogSummary::all(related, &state)),
    }))
}
