//! The query of the address.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::domain::Invalid;
use crate::http::ApiError;

/// The query, read into `T`; a value of the wrong type is refused with its name.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        let deserializer = serde_urlencoded::Deserializer::new(pairs);
        let value: T = serde_path_to_error::deserialize(deserializer).map_err(|error| {
            let field = error.path().to_string();
            Invalid::new(field.clone(), format!("{field}: {}", error.into_inner()))
        })?;
        Ok(Self(value))
    }
}
