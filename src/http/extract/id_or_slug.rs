//! The path parameter that identifies a resource.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::http::ApiError;

/// The id, or for posts the slug, in the path. A value that cannot be decoded is rejected with 404.
pub struct IdOrSlug(pub String);

impl<S: Send + Sync> FromRequestParts<S> for IdOrSlug {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::from_request_parts(parts, state)
            .await
            .map(|Path(reference)| Self(reference))
            .map_err(|_| ApiError::NotFound("Not found"))
    }
}
