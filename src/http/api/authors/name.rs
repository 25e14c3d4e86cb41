//! The name of an author.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::AuthorId;
use crate::http::extract::{IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::authors;

pub(super) const NOT_FOUND: ApiError = ApiError::NotFound("Author not found");

/// The name of an author.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorResponse {
    success: bool,
    username: String,
}

/// Returns the name of the author of a blog.
#[utoipa::path(get, path = "/admin/{authorId}", operation_id = "authorName", tag = "blogs",
    params(("authorId" = String, Path, description = "The `author._id` of a blog")),
    responses(
        (status = 200, description = "The author's name", body = AuthorResponse),
        (status = 404, description = "No such author")))]
pub async fn handler(
    State(state): State<AppState>,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<AuthorResponse>, ApiError> {
    let id = AuthorId::parse(&id).ok_or(NOT_FOUND)?;
    let username = state.read(move |tx| authors::name(tx, id)).await?;
    Ok(Json(AuthorResponse {
        success: true,
        username: username.ok_or(NOT_FOUND)?,
    }))
}
