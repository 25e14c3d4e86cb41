//! Counting of those who read a post to its end.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::session;
use super::{NOT_FOUND, published_id};
use crate::http::extract::{IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::reads;

/// The session that read a blog.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Read {
    /// The name with which its view was recorded; 1 to 100 characters.
    session_id: String,
}

/// The confirmation of a read.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadResponse {
    success: bool,
}

/// Counts that a session has read a published blog to its end, which is three quarters of it: once, if its view counted as
/// that of a reader, and a third of the reading time after it at the earliest.
#[utoipa::path(post, path = "/blogs/{id}/read", operation_id = "recordRead", tag = "blogs", request_body = Read,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The read is recorded, if it is one", body = ReadResponse),
        (status = 400, description = "The session is invalid"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<Read>,
) -> Result<Json<ReadResponse>, ApiError> {
    let session = session(&body.session_id)?;
    let post = published_id(&state, id_or_slug).await?;
    let now = state.clock.now();
    let exists = state
        .write(move |tx| reads::record(tx, post, session, now))
        .await?;
    if !exists {
        return Err(NOT_FOUND);
    }
    Ok(Json(ReadResponse { success: true }))
}
