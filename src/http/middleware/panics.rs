//! Panics of handlers: each is logged and becomes a 500 response.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use crate::http::ApiError;

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked: {0}")]
struct Panicked(String);

/// Returns the response, or a 500 response when the handler panicked.
pub(super) async fn catch(response: impl Future<Output = Response>) -> Response {
    match AssertUnwindSafe(response).catch_unwind().await {
        Ok(response) => response,
        Err(payload) => ApiError::internal(Panicked(message(&*payload))).into_response(),
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
