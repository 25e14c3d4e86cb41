//! A text that is being written, as its readers will see it.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text::ReadingBody;
use crate::actions::publish;
use crate::content::{self, Presented};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, Json as JsonBody};
use crate::http::{ApiError, AppState};
use crate::store::{Store, media};

/// What is written so far.
#[derive(Deserialize, ToSchema)]
pub struct Unsaved {
    /// HTML, at most 1 MiB; pictures in it may be `data:` addresses.
    content: String,
}

/// How it will be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewAnswer {
    success: bool,
    reading: ReadingBody,
}

/// Makes a text ready for reading as it is made when it is saved, and stores nothing.
#[utoipa::path(post, path = "/blogs/preview", operation_id = "previewBlog", tag = "admin",
    security(("bearer" = [])), request_body = Unsaved,
    responses(
        (status = 200, description = "The text as its readers will see it", body = PreviewAnswer),
        (status = 400, description = "The text breaks a rule", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn preview(
    State(state): State<AppState>,
    _: Admin,
    JsonBody(Unsaved { content }): JsonBody<Unsaved>,
) -> Result<Json<PreviewAnswer>, ApiError> {
    // Off the async threads: the text may bring megabytes of pictures.
    let presented = tokio::task::spawn_blocking(move || presented(&state.store, &content));
    let presented = presented
        .await
        .map_err(|error| ApiError::Internal(error.into()))??;
    Ok(Json(PreviewAnswer {
        success: true,
        reading: presented.into(),
    }))
}

fn presented(store: &Store, given: &str) -> Result<Presented, ApiError> {
    let html = publish::unsaved(given)?;
    let hashes = content::media_hashes(&html);
    let stored = store.read_blocking(move |tx| media::sizes(tx, &hashes))?;
    Ok(content::present(
        &html,
        &|address| match content::media_hash(address) {
            Some(hash) => stored.get(hash).copied(),
            None => publish::size_of_written_out(address),
        },
    ))
}
