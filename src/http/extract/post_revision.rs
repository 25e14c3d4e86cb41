//! The path parameters that identify a revision of a post.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::http::ApiError;

/// The id or slug of a post in the path, and the number of one of its revisions. What is no number is rejected with 404.
pub struct PostRevision {
    pub post: String,
    pub number: u32,
}

impl<S: Send + Sync> FromRequestParts<S> for PostRevision {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::from_request_parts(parts, state)
            .await
            .map(|Path((post, number))| Self { post, number })
            .map_err(|_| ApiError::NotFound("There is no such revision"))
    }
}
