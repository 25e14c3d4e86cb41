//! Requests whose bodies arrive late.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode, header};
use blog_app::store::{StoreError, Tx};
use futures_util::stream;
use serde_json::Value;
use tower::ServiceExt as _;

use super::Site;

impl Site {
    /// Sends a request whose body arrives once `write` is committed, after the request was authorised. Returns the status.
    pub async fn status_with_write_before_body(
        &self,
        write: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
        (method, path): (Method, &str),
        token: &str,
        body: &Value,
    ) -> StatusCode {
        let (store, body) = (self.store.clone(), Bytes::from(body.to_string()));
        let body = stream::once(async move {
            store.write(write).await.unwrap();
            Ok::<_, Infallible>(body)
        });
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from_stream(body))
            .unwrap();
        self.router.clone().oneshot(request).await.unwrap().status()
    }
}
