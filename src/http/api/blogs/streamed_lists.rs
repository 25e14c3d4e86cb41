//! A list that is too long to be built whole, sent while it is read: some posts at a time, or one at a time with its text.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;

use super::list::BlogsAnswer;
use super::wire::BlogSummary;
use crate::http::answers::Streamed;
use crate::http::response_budget::Charge;
use crate::http::{ApiError, AppState};
use crate::store::marks::{Markable, Marks};
use crate::store::{StoreError, posts};

/// Posts without their texts that are read at a time, and about what they take as JSON.
const CHUNK_POSTS: usize = 50;
pub(super) const CHUNK_BYTES: usize = 128 << 10;

/// The texts in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    None,
    Html,
}

impl Content {
    fn posts_at_a_time(self) -> usize {
        match self {
            Self::None => CHUNK_POSTS,
            Self::Html => 1,
        }
    }
}

/// The part of a list that is not sent yet.
struct Rest {
    state: AppState,
    marks: Marks,
    content: Content,
    beginning: Option<Vec<u8>>,
    /// The row numbers of all posts, and how many of them were read.
    seqs: Vec<i64>,
    read: usize,
    is_first: bool,
    end: Option<Vec<u8>>,
    _charge: Charge,
}

/// The response that holds the posts of these row numbers in place of those of `answer`; it is not cached.
pub(super) fn streamed(
    state: AppState,
    mut answer: BlogsAnswer,
    seqs: Vec<i64>,
    content: Content,
    marks: Marks,
    markable: Markable,
    charge: Charge,
) -> Result<Response, ApiError> {
    answer.blogs = Vec::new();
    let frame = serde_json::to_string(&answer)?;
    let (beginning, end) = frame.split_once("[]").unwrap_or((&frame, ""));
    let rest = Rest {
        state,
        marks,
        content,
        beginning: Some(format!("{beginning}[").into_bytes()),
        seqs,
        read: 0,
        is_first: true,
        end: Some(format!("]{end}").into_bytes()),
        _charge: charge,
    };
    let body = Body::from_stream(unfold(rest, |mut rest| async {
        let piece = rest.next().await.transpose()?;
        if let Err(error) = &piece {
            tracing::error!(%error, "posts could not be read for a list");
        }
        Some((piece, rest))
    }));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((Extension(Streamed(markable)), headers, body).into_response())
}

impl Rest {
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        if let Some(beginning) = self.beginning.take() {
            return Ok(Some(beginning.into()));
        }
        while self.read < self.seqs.len() {
            let json = self.next_posts().await?;
            // Posts that were deleted meanwhile leave nothing.
            if !json.is_empty() {
                return Ok(Some(json.into()));
            }
        }
        Ok(self.end.take().map(Bytes::from))
    }

    async fn next_posts(&mut self) -> Result<Vec<u8>, ApiError> {
        let content = self.content;
        let end = self.seqs.len().min(self.read + content.posts_at_a_time());
        let seqs = self.seqs[self.read..end].to_vec();
        self.read = end;
        let (posts, mut texts) = self
            .state
            .store
            .read(move |tx| {
                let texts = match content {
                    Content::None => Vec::new(),
                    Content::Html => posts::htmls(tx, &seqs)?,
                };
                Ok::<_, StoreError>((posts::published_only(tx, &seqs)?, texts))
            })
            .await?;
        let mut json = Vec::new();
        for post in posts {
            if !self.is_first {
                json.push(b',');
            }
            self.is_first = false;
            // With texts, one post is read at a time.
            let html = texts.pop().map(|(_, html)| html);
            let blog = BlogSummary::new(post, &self.marks, &self.state).with_content(html);
            serde_json::to_writer(&mut json, &blog)?;
        }
        Ok(json)
    }
}
