//! A reader likes a blog, or no longer does.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{NOT_FOUND, id_of};
use crate::http::error::ErrorBody;
use crate::http::extract::{Participant, Reference};
use crate::http::presses::Button;
use crate::http::{ApiError, AppState};
use crate::store::{Touched, marks};

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
    security(("bearer" = [])),
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
    let post = id_of(&state, reference).await?;
    let now = state.clock.now();
    let press = state.store.write_touching(Touched::Post(post), move |tx| {
        marks::toggle_like(tx, post, reader, now)?.ok_or(NOT_FOUND)
    });
    let liked = state.presses.press((Button::Like, post, reader), press).await?;
    Ok(Json(LikeAnswer::new(liked.is_on, liked.count)))
}
