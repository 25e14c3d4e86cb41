//! Answers that are the same for everybody but for what the reader marked.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;

use crate::domain::post::PostSummary;
use crate::domain::{Page, PostId, Time};
use crate::store::Shown;
use crate::store::marks::{Markable, Marks};

/// Such an answer. It may be kept and shared by all readers who marked the same of it.
pub struct Shared<T> {
    /// What is sent, as JSON.
    pub(in crate::http) answer: T,
    /// What makes it old.
    pub(in crate::http) shown: Shown,
    /// What of it readers can mark.
    pub(in crate::http) markable: Markable,
}

impl<T> Shared<T> {
    /// The answer that `make` makes of a page of posts. Whether readers can change which posts those are,
    /// `is_ranked` tells.
    pub(in crate::http) fn list(
        page: Page<PostSummary>,
        is_ranked: bool,
        make: impl FnOnce(Page<PostSummary>) -> T,
    ) -> Self {
        let posts: Vec<PostId> = page.items.iter().map(|post| post.id).collect();
        Self {
            shown: if is_ranked {
                Shown::Everything
            } else {
                Shown::posts(posts.iter().copied())
            },
            markable: Markable {
                posts,
                comments: Vec::new(),
            },
            answer: make(page),
        }
    }
}

impl<T: Serialize> IntoResponse for Shared<T> {
    fn into_response(self) -> Response {
        (Extension(self.shown), Extension(self.markable), Json(self.answer)).into_response()
    }
}

/// An answer that nothing changes that readers do with posts.
pub(in crate::http) fn lasting(answer: impl IntoResponse) -> Response {
    (Extension(Shown::posts([])), answer).into_response()
}

/// When an answer is old though nothing was written.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct Until(pub(in crate::http) Time);

/// Says of an answer that it is sent while it is read, so that nobody keeps it, and what of it readers can mark.
#[derive(Debug, Clone)]
pub(in crate::http) struct Streamed(pub(in crate::http) Markable);

/// What the reader who is answered marked of it, as far as that is to stand in the answer.
#[derive(Debug, Clone)]
pub struct OwnMarks(pub(in crate::http) Marks);

impl<S: Sync> FromRequestParts<S> for OwnMarks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let marks = parts.extensions.remove::<Self>();
        Ok(marks.unwrap_or(Self(Marks::NONE)))
    }
}
