//! A reader likes a blog, or no longer does.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::http::error::ErrorBody;
use crate::http::extract::{Participant, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, marks, posts};

/// Whether the caller likes it now, and how many do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeAnswer {
    success: bool,
    message: &'static str,
    is_liked: bool,
    like_count: u64,
}

impl LikeAnswer {
    /// How it stands now.
    pub(super) fn new(is_liked: bool, like_count: u64) -> Self {
        Self {
            success: true,
            message: if is_liked { "Liked" } else { "Like removed" },
            is_liked,
            like_count,
        }
    }
}

/// Turns the caller's like of a blog on or off. Two calls at once mean the same and leave one like.
#[utoipa::path(post, path = "/blogs/{id}/like", operation_id = "toggleLike", tag = "blogs",
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "How it stands now", body = LikeAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn like(
    State(state): State<AppState>,
    Participant(reader): Participant,
    Reference(reference): Reference,
) -> Result<Json<LikeAnswer>, ApiError> {
    // What the caller wants is the opposite of what they saw; the write itself can be repeated.
    let (post, was_liked) = state
        .store
        .read(move |tx| {
            let post = posts::published_id(tx, &reference)?.ok_or(NOT_FOUND)?;
            let was_liked = marks::liked(tx, reader, &[post])?.contains(&post);
            Ok::<_, ApiError>((post, was_liked))
        })
        .await?;
    let now = state.clock.now();
    let likes = state
        .store
        .write_touching(Touched::Post(post), move |tx| {
            marks::set_like(tx, post, reader, !was_liked, now)
        })
        .await?;
    Ok(Json(LikeAnswer::new(!was_liked, likes.ok_or(NOT_FOUND)?)))
}
