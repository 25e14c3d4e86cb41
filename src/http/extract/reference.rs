//! What stands in the place of an id in a path.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::http::ApiError;

/// The id, or for posts the slug, in the path. What cannot be either names nothing: 404.
pub struct Reference(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Reference {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::from_request_parts(parts, state)
            .await
            .map(|Path(reference)| Self(reference))
            .map_err(|_| ApiError::NotFound("Not found"))
    }
}
