//! A panic costs one request: it is logged, and answered like any other fault of ours.

use std::any::Any;

use axum::response::{IntoResponse as _, Response};

use crate::http::ApiError;

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked: {0}")]
struct Panicked(String);

/// Turns what a panic carried into the answer.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer that catches panics hands them over"
)]
pub(in crate::http) fn answer(payload: Box<dyn Any + Send>) -> Response {
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned());
    ApiError::Internal(Box::new(Panicked(message))).into_response()
}
