//! A panic costs one request: it is logged, and answered like any other fault of ours.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use crate::http::ApiError;

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked: {0}")]
struct Panicked(String);

/// The answer, also when making it panicked.
pub(super) async fn caught(answering: impl Future<Output = Response>) -> Response {
    match AssertUnwindSafe(answering).catch_unwind().await {
        Ok(response) => response,
        Err(payload) => ApiError::Internal(Box::new(Panicked(message(&*payload)))).into_response(),
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
