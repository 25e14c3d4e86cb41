//! Who posts say they are by.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::AuthorId;
use crate::http::error::ErrorBody;
use crate::http::extract::Reference;
use crate::http::{ApiError, AppState};
use crate::store::authors;

const NOT_FOUND: ApiError = ApiError::NotFound("Author not found");

/// The name of an author.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorAnswer {
    success: bool,
    username: String,
}

/// The name of the author of a post.
#[utoipa::path(get, path = "/admin/{authorId}", operation_id = "authorName", tag = "blogs",
    params(("authorId" = String, Path, description = "The `author._id` of a blog")),
    responses(
        (status = 200, description = "The author's name", body = AuthorAnswer),
        (status = 404, description = "No such author", body = ErrorBody)))]
pub async fn username(
    State(state): State<AppState>,
    Reference(id): Reference,
) -> Result<Json<AuthorAnswer>, ApiError> {
    let id = AuthorId::parse(&id).ok_or(NOT_FOUND)?;
    let username = state.store.read(move |tx| authors::name(tx, id)).await?;
    Ok(Json(AuthorAnswer {
        success: true,
        username: username.ok_or(NOT_FOUND)?,
    }))
}
