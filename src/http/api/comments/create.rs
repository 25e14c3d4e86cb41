//! Adding a comment to a post.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::CommentBody;
use crate::domain::CommentId;
use crate::domain::comment::CommentText;
use crate::http::api::posts::{NOT_FOUND, published_id};
use crate::http::extract::{IdOrSlug, Json, OnboardedReader, State};
use crate::http::{ApiError, AppState};
use crate::store::comments;
use crate::store::marks::Marks;

/// The new comment.
#[derive(Deserialize, ToSchema)]
pub struct NewComment {
    /// Plain text of 1 to 5,000 characters.
    content: String,
}

/// The added comment.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentResponse {
    success: bool,
    message: &'static str,
    comment: CommentBody,
}

/// Adds a comment of the caller to a published blog.
#[utoipa::path(post, path = "/blogs/{id}/comments", operation_id = "addComment", tag = "blogs",
    security(("bearer" = [])), request_body = NewComment,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 201, description = "The comment", body = CommentResponse),
        (status = 400, description = "The text is empty or too long"),
        (status = 403, description = "The profile is not complete yet"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<NewComment>,
) -> Result<(StatusCode, Json<CommentResponse>), ApiError> {
    let text = CommentText::parse(&body.content)?;
    let now = state.clock.now();
    let id = CommentId::new(now, state.entropy.as_ref());
    let post = published_id(&state, id_or_slug).await?;
    let comment = state
        .write(move |tx| {
            if !comments::insert(tx, id, post, reader, &text, now)? {
                return Err(NOT_FOUND);
            }
            comments::by_id(tx, id)?.ok_or(NOT_FOUND)
        })
        .await?;
    let response = CommentResponse {
        success: true,
        message: "Comment added successfully",
        comment: CommentBody::new(comment, &Marks::EMPTY),
    };
    Ok((StatusCode::CREATED, Json(response)))
}
