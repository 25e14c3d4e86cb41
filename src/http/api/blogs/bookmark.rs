//! A reader bookmarks a blog, or no longer does.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{NOT_FOUND, id_of};
use crate::http::error::ErrorBody;
use crate::http::extract::{Participant, Reader, Reference};
use crate::http::presses::Button;
use crate::http::{ApiError, AppState};
use crate::store::{Touched, marks, posts};

/// Whether the caller has it bookmarked now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkAnswer {
    success: bool,
    message: &'static str,
    is_bookmarked: bool,
}

/// Whether the caller has it bookmarked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookmarkStatusAnswer {
    success: bool,
    is_bookmarked: bool,
}

/// Turns the caller's bookmark of a blog on or off. Two calls at once mean the same.
#[utoipa::path(post, path = "/blogs/{id}/bookmark", operation_id = "toggleBookmark", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "How it stands now", body = BookmarkAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "The profile is not complete yet", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn bookmark(
    State(state): State<AppState>,
    Participant(reader): Participant,
    Reference(reference): Reference,
) -> Result<Json<BookmarkAnswer>, ApiError> {
    let post = id_of(&state, reference).await?;
    let now = state.clock.now();
    let press = state.store.write_touching(Touched::Nothing, move |tx| {
        marks::toggle_bookmark(tx, post, reader, now)?.ok_or(NOT_FOUND)
    });
    let bookmarked = state
        .presses
        .press((Button::Bookmark, post, reader), press)
        .await?;
    Ok(Json(BookmarkAnswer {
        success: true,
        message: if bookmarked.is_on {
            "Bookmarked"
        } else {
            "Bookmark removed"
        },
        is_bookmarked: bookmarked.is_on,
    }))
}

/// Whether the caller has a blog bookmarked.
#[utoipa::path(get, path = "/blogs/{id}/bookmark-status", operation_id = "bookmarkStatus", tag = "blogs",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "Whether it is", body = BookmarkStatusAnswer),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not a reader", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn bookmark_status(
    State(state): State<AppState>,
    reader: Reader,
    Reference(reference): Reference,
) -> Result<Json<BookmarkStatusAnswer>, ApiError> {
    let is_bookmarked = state
        .store
        .read(move |tx| {
            let post = posts::published_id(tx, &reference)?.ok_or(NOT_FOUND)?;
            Ok::<_, ApiError>(marks::bookmarked(tx, reader.id, &[post])?.contains(&post))
        })
        .await?;
    Ok(Json(BookmarkStatusAnswer {
        success: true,
        is_bookmarked,
    }))
}
