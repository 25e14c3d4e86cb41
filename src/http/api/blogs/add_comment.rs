//! A reader says something on a blog.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wire::CommentBody;
use super::{NOT_FOUND, id_of};
use crate::domain::CommentId;
use crate::domain::comment::CommentText;
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Participant, Reference};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{Touched, comments};

/// What is said.
#[derive(Deserialize, ToSchema)]
pub struct NewComment {
    /// Plain text of 1 to 5,000 characters.
    content: String,
}

/// The comment as it stands now.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentAnswer {
    success: bool,
    message: &'static str,
    comment: CommentBody,
}

/// Adds a comment of the caller to a published blog.
#[utoipa::path(post, path = "/blogs/{id}/comments", operation_id = "addComment", tag = "blogs",
    security(("bearer" = [])), request_body = NewComment,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 201, description = "The comment", body = CommentAnswer),
        (status = 400, description = "An empty or too long text", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn add_comment(
    State(state): State<AppState>,
    Participant(reader): Participant,
    Reference(reference): Reference,
    JsonBody(body): JsonBody<NewComment>,
) -> Result<(StatusCode, Json<CommentAnswer>), ApiError> {
    let text = CommentText::parse(&body.content)?;
    let now = state.clock.now();
    let id = CommentId::new(now, state.entropy.as_ref());
    let post = id_of(&state, reference).await?;
    let comment = state
        .store
        .write_touching(Touched::Post(post), move |tx| {
            if !comments::insert(tx, id, post, reader, &text, now)? {
                return Err(NOT_FOUND);
            }
            comments::by_id(tx, id)?.ok_or(NOT_FOUND)
        })
        .await?;
    let answer = CommentAnswer {
        success: true,
        message: "Comment added successfully",
        comment: CommentBody::new(comment, &Marks::NONE),
    };
    Ok((StatusCode::CREATED, Json(answer)))
}
