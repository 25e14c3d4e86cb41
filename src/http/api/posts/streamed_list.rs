//! Streaming of long lists: several posts at a time, or one at a time with its text.

use std::collections::HashMap;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{StreamExt as _, iter, unfold};

use super::dto::{PostSummaryBody, PostsResponse};
use super::highlights::HighlightsBody;
use crate::http::cache::Streamed;
use crate::http::limits::response_budget::Charge;
use crate::http::{ApiError, AppState};
use crate::store::marks::{MarkTargets, Marks};
use crate::store::{StoreError, posts};

/// The number of posts without texts that are read at a time, and their approximate size as JSON.
const CHUNK_POSTS: usize = 50;
pub(super) const CHUNK_BYTES: usize = 128 << 10;

/// The part of a list that is not sent yet.
struct Remainder {
    state: AppState,
    marks: Marks,
    has_texts: bool,
    /// The places at which a search points, by row number.
    highlights: HashMap<i64, HighlightsBody>,
    /// The row numbers of all posts, and the number of those read.
    seqs: Vec<i64>,
    read: usize,
    is_first: bool,
    _charge: Charge,
}

/// Returns an uncached, streamed response: `list`, whose posts have these row numbers, with texts if `has_texts`. The posts
/// are read again, but for the places at which a search points.
pub(super) fn streamed(
    state: AppState,
    mut list: PostsResponse,
    seqs: Vec<i64>,
    has_texts: bool,
    marks: Marks,
    markable: MarkTargets,
    charge: Charge,
) -> Result<Response, ApiError> {
    let posts = std::mem::take(&mut list.posts);
    let highlights = seqs.iter().zip(posts);
    let highlights = highlights.filter_map(|(seq, post)| Some((*seq, post.highlights?)));
    let envelope = serde_json::to_string(&list)?;
    let (beginning, end) = envelope.split_once("[]").unwrap_or((&envelope, ""));
    let remainder = Remainder {
        state,
        marks,
        has_texts,
        highlights: highlights.collect(),
        seqs,
        read: 0,
        is_first: true,
        _charge: charge,
    };
    let posts = unfold(remainder, |mut remainder| async {
        let chunk = remainder.next().await.transpose()?;
        if let Err(error) = &chunk {
            tracing::error!(%error, "reading posts for a streamed list failed");
        }
        Some((chunk, remainder))
    });
    let constant = |text: String| iter([Ok(Bytes::from(text))]);
    let (beginning, end) = (format!("{beginning}["), format!("]{end}"));
    let body = Body::from_stream(constant(beginning).chain(posts).chain(constant(end)));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((Extension(Streamed(markable)), headers, body).into_response())
}

impl Remainder {
    async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        while self.read < self.seqs.len() {
            let json = self.next_posts().await?;
            // Empty if the posts were deleted in the meantime.
            if !json.is_empty() {
                return Ok(Some(json.into()));
            }
        }
        Ok(None)
    }

    async fn next_posts(&mut self) -> Result<Vec<u8>, ApiError> {
        let has_texts = self.has_texts;
        let posts_per_read = if has_texts { 1 } else { CHUNK_POSTS };
        let end = self.seqs.len().min(self.read + posts_per_read);
        let seqs = self.seqs[self.read..end].to_vec();
        self.read = end;
        let (posts, mut texts) = self
            .state
            .read(move |tx| {
                let texts = if has_texts {
                    posts::htmls(tx, &seqs)?
                } else {
                    Vec::new()
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
            let highlights = self.highlights.remove(&post.seq);
            let mut summary = PostSummaryBody::new(post, &self.marks, &self.state);
            summary.highlights = highlights;
            // With texts, one post is read at a time.
            summary.content = texts.pop().map(|(_, html)| html);
            serde_json::to_writer(&mut json, &summary)?;
        }
        Ok(json)
    }
}
