//! Updating a post.

use super::NOT_FOUND;
use super::saving::{self, SavedPostResponse};
use crate::actions::publish::{self, CoverRule};
use crate::http::extract::{Admin, DraftBody, DraftForm, DraftJson, IdOrSlug, Json, State};
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
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    DraftBody(draft): DraftBody,
) -> Result<Json<SavedPostResponse>, ApiError> {
    let post = state
        .read(move |tx| posts::by_id_or_slug(tx, &id_or_slug))
        .await?
        .ok_or(NOT_FOUND)?;
    let prepared = saving::prepare(&state, draft, CoverRule::for_update(post.cover.is_some())).await?;
    let now = state.clock.now();
    let saved = state
        .write(move |tx| {
            if !publish::update(tx, &prepared, post.id, now)? {
                return Err(NOT_FOUND);
            }
            saving::load(tx, post.id)
        })
        .await?;
    Ok(Json(SavedPostResponse::new(&state, saved)))
}
