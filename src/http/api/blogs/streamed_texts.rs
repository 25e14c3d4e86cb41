//! A list with long texts, sent while they are read: one at a time, so that it takes the memory of the longest.

use std::collections::VecDeque;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;

use super::list::BlogsAnswer;
use crate::http::ApiError;
use crate::http::answers::Streamed;
use crate::http::response_budget::Charge;
use crate::store::marks::Markable;
use crate::store::{Store, StoreError, posts};

/// What is left to be sent, in this order.
struct Rest {
    store: Store,
    beginning: Option<Vec<u8>>,
    blogs: VecDeque<(i64, Vec<u8>)>,
    end: Option<Vec<u8>>,
    _charge: Charge,
}

/// The response that holds the texts of the posts with these row numbers; it is not kept.
pub(super) fn streamed(
    store: Store,
    mut answer: BlogsAnswer,
    seqs: &[i64],
    markable: Markable,
    charge: Charge,
) -> Result<Response, ApiError> {
    let blogs = std::mem::take(&mut answer.blogs);
    let blogs = seqs.iter().zip(&blogs).map(|(seq, blog)| {
        let mut json = serde_json::to_vec(blog)?;
        // The text comes before its last brace.
        json.pop();
        Ok::<_, serde_json::Error>((*seq, json))
    });
    let frame = serde_json::to_string(&answer)?;
    let (beginning, end) = frame.split_once("[]").unwrap_or((&frame, ""));
    let rest = Rest {
        store,
        beginning: Some(format!("{beginning}[").into_bytes()),
        blogs: blogs.collect::<Result<_, _>>()?,
        end: Some(format!("]{end}").into_bytes()),
        _charge: charge,
    };
    let body = Body::from_stream(unfold(rest, |mut rest| async {
        let piece = rest.next().await.transpose()?;
        if let Err(error) = &piece {
            tracing::error!(%error, "the text of a post could not be read for a list");
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
        let Some((seq, mut json)) = self.blogs.pop_front() else {
            return Ok(self.end.take().map(Bytes::from));
        };
        let texts = self
            .store
            .read(move |tx| Ok::<_, StoreError>(posts::htmls(tx, &[seq])?.pop()))
            .await?;
        // A post that was deleted meanwhile has no text any more.
        if let Some((_, html)) = texts {
            json.extend_from_slice(b",\"content\":");
            serde_json::to_writer(&mut json, &html)?;
        }
        json.push(b'}');
        if !self.blogs.is_empty() {
            json.push(b',');
        }
        Ok(Some(json.into()))
    }
}
