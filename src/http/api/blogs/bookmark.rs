//! A reader bookmarks a blog, or no longer does.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::NOT_FOUND;
use crate::domain::{PostId, UserId};
use crate::http::error::ErrorBody;
use crate::http::extract::{Participant, Reader, Reference};
use crate::http::{ApiError, AppState};
use crate::store::{Touched, Tx, marks, posts};

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
    let (post, was_bookmarked) = state
        .store
        .read(move |tx| is_bookmarked(tx, reader, &reference))
        .await?;
    let now = state.clock.now();
    let is_there = state
        .store
        .write_touching(Touched::Nothing, move |tx| {
            marks::set_bookmark(tx, post, reader, !was_bookmarked, now)
        })
        .await?;
    if !is_there {
        return Err(NOT_FOUND);
    }
    Ok(Json(BookmarkAnswer {
        success: true,
        message: if was_bookmarked {
            "Bookmark removed"
        } else {
            "Bookmarked"
        },
        is_bookmarked: !was_bookmarked,
    }))
}

/// Whether the caller has a blog bookmarked.
#[utoipa::path(get, path = "/blogs/{id}/bookmark-status", operation_id = "bookmarkStatus", tag = "blogs",
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
    let (_, is_bookmarked) = state
        .store
        .read(move |tx| is_bookmarked(tx, reader.id, &reference))
        .await?;
    Ok(Json(BookmarkStatusAnswer {
        success: true,
        is_bookmarked,
    }))
}

fn is_bookmarked(tx: &Tx<'_>, reader: UserId, reference: &str) -> Result<(PostId, bool), ApiError> {
    let post = posts::published_id(tx, reference)?.ok_or(NOT_FOUND)?;
    let is_bookmarked = marks::bookmarked(tx, reader, &[post])?.contains(&post);
    Ok((post, is_bookmarked))
}
