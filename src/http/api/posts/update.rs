//! Updating a post.

use axum::Json;
use axum::extract::State;

use super::NOT_FOUND;
use super::saving::{self, SavedPostResponse};
use crate::actions::publish::{self, CoverRule};
use crate::http::error::ErrorBody;
use crate::http::extract::{Admin, DraftBody, DraftForm, DraftJson, IdOrSlug};
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// Updates a post. Its slug stays, and so does its featured image when none is sent; a post that was imported
/// without one needs none.
#[utoipa::path(put, path = "/blogs/update/{id}", operation_id = "updateBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The updated post", body = SavedPostResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Not an administrator", body = ErrorBody),
        (status = 404, description = "No such post", body = ErrorBody),
        (status = 413, description = "The request body is too large", body = ErrorBody),
        (status = 415, description = "The request body is neither JSON nor a form", body = ErrorBody)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    DraftBody(draft): DraftBody,
) -> Result<Json<SavedPostResponse>, ApiError> {
    let post = state
        .store
        .read(move |tx| posts::by_id_or_slug(tx, &id_or_slug))
        .await?
        .ok_or(NOT_FOUND)?;
    let prepared = saving::prepare(&state, draft, CoverRule::for_update(post.cover.is_some())).await?;
    let now = state.clock.now();
    let saved = state
        .store
        .write(move |tx| {
            if !publish::update(tx, &prepared, post.id, now)? {
                return Err(NOT_FOUND);
            }
            saving::load(tx, post.id)
        })
        .await?;
    Ok(Json(SavedPostResponse::new(&state, saved)))
}
