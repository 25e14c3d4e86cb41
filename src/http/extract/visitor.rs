//! Who reads what everybody may read.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use crate::http::ApiError;

/// A caller without a token. One that brings a token which is no good is refused, so that its client
/// notices that the session is over (rulings §2).
pub struct Visitor;

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            Err(ApiError::Unauthorized)
        } else {
            Ok(Self)
        }
    }
}
