//! Responses that differ between viewers only in their marks.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;

use crate::domain::post::PostSummary;
use crate::domain::{Page, Time};
use crate::store::marks::{MarkTargets, Marks};

/// A JSON response that the cache may share among all viewers with the same marks.
pub struct SharedResponse<T> {
    pub(in crate::http) dto: T,
    /// The posts and comments in it that readers can mark.
    pub(in crate::http) markable: MarkTargets,
}

impl<T> SharedResponse<T> {
    /// Creates a response from a page of posts; `make` converts the page to the body.
    pub(in crate::http) fn list(page: Page<PostSummary>, make: impl FnOnce(Page<PostSummary>) -> T) -> Self {
        Self {
            markable: MarkTargets {
                posts: page.items.iter().map(|post| post.id).collect(),
                comments: Vec::new(),
            },
            dto: make(page),
        }
    }
}

impl<T: Serialize> IntoResponse for SharedResponse<T> {
    fn into_response(self) -> Response {
        (Extension(self.markable), Json(self.dto)).into_response()
    }
}

/// A response extension: the time at which the response is stale even without a write.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct ExpiresAt(pub(in crate::http) Time);

impl ExpiresAt {
    /// Adds the time to a response, if there is one.
    pub(in crate::http) fn add_to(expires_at: Option<Self>, mut response: Response) -> Response {
        if let Some(expires_at) = expires_at {
            response.extensions_mut().insert(expires_at);
        }
        response
    }
}

/// A response extension: the body is streamed while it is read from the store, so it is not cached. Holds the posts
/// and comments in it that readers can mark.
#[derive(Debug, Clone)]
pub(in crate::http) struct Streamed(pub(in crate::http) MarkTargets);

/// The viewer's marks to include in the response.
#[derive(Debug, Clone)]
pub struct ViewerMarks(pub(in crate::http) Marks);

impl<S: Sync> FromRequestParts<S> for ViewerMarks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let marks = parts.extensions.remove::<Self>();
        Ok(marks.unwrap_or(Self(Marks::EMPTY)))
    }
}
