//! JSON bodies.

use axum::body::Bytes;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Deserializer, Serialize};

use crate::domain::ValidationError;
use crate::http::{ApiError, negotiation};

/// The message of a body that is not JSON.
const SEND_JSON: &str = "Send JSON with the header content-type: application/json";

/// A JSON body. In that of a request, a value of the wrong type is rejected with the name of its field.
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::UnsupportedMediaType(SEND_JSON));
        }
        parse(&read(request, state).await?).map(Self)
    }
}

/// A body that may be absent.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let is_json = is_json(request.headers());
        let bytes = read(request, state).await?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if !is_json {
            return Err(ApiError::UnsupportedMediaType(SEND_JSON));
        }
        parse(&bytes).map(|value| Some(Self(value)))
    }
}

pub(super) async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|rejection| {
        ApiError::from_body_error(
            rejection.status(),
            &rejection,
            "The request could not be read to its end",
        )
    })
}

/// Reads a text where null means the same as an empty one, which an absent field does not.
pub fn text_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(Some(text.unwrap_or_default()))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let field = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() && field != "." {
            ValidationError::new(
                field.clone(),
                format!("{field}: {}", message_without_value(&inner)),
            )
            .into()
        } else {
            ApiError::BadRequest(format!(
                "The request is not the JSON that is expected here: {}",
                message_without_value(&inner)
            ))
        }
    })?;
    deserializer
        .end()
        .map_err(|_| ApiError::BadRequest("The request goes on after its JSON".to_owned()))?;
    Ok(value)
}

/// Returns the error's message without the value, which may be a password in the wrong field.
fn message_without_value(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(", expected ") {
        Some((_, expected)) => format!("expected {expected}"),
        None => text,
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = negotiation::media_type(headers);
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn recognises_json_by_its_content_type() {
        for (content_type, expected) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/problem+json", true),
            ("text/plain", false),
            ("text/json", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, content_type.parse().unwrap())]);
            assert_eq!(is_json(&headers), expected, "{content_type}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}
