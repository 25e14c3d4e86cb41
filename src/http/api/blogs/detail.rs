//! One blog with all that its page shows.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use super::wire::{Blog, BlogSummary, CommentBody};
use crate::domain::Paging;
use crate::domain::comment::COMMENTS_WITH_POST;
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybeReader, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{comments, marks, posts};

/// A blog.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlogAnswer {
    success: bool,
    pub(in crate::http) blog: Blog,
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
    MaybeReader(reader): MaybeReader,
    Reference(reference): Reference,
) -> Result<Json<BlogAnswer>, ApiError> {
    let (post, html, comments, related, marks, liked) = state
        .store
        .read(move |tx| {
            let post = posts::by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            let newest = Paging::first(COMMENTS_WITH_POST);
            let comments = comments::on_post(tx, post.id, post.counts.comments, newest)?;
            let related = posts::related(tx, &post)?;
            let marks = marks::on_posts(tx, reader, related.iter().chain([&post]))?;
            let liked = marks::liked_comments(tx, reader, &comments.items)?;
            Ok::<_, ApiError>((post, html, comments.items, related, marks, liked))
        })
        .await?;
    let summary = BlogSummary::new(post, &marks, &state);
    let related = BlogSummary::all(related, &marks, &state);
    Ok(Json(BlogAnswer {
        success: true,
        blog: Blog::new(summary, html, CommentBody::all(comments, &liked), related),
    }))
}
