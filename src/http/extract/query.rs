//! The query string.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::domain::ValidationError;
use crate::http::ApiError;

/// The deserialized query string. A value of the wrong type is rejected with the name of its parameter.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        let deserializer = serde_urlencoded::Deserializer::new(pairs);
        let value: T = serde_path_to_error::deserialize(deserializer).map_err(|error| {
            let field = error.path().to_string();
            ValidationError::new(field.clone(), format!("{field}: {}", error.into_inner()))
        })?;
        Ok(Self(value))
    }
}
