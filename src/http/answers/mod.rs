//! Answers to what everybody may read, kept until something changes that visitors see.
//!
//! An answer is made once for many who wait for it, and its compressed forms once for all who take
//! them. The key holds the store's generation: a write that was acknowledged is seen by the next
//! request, and what is old is never asked for again and gives way to what is.

mod kept;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::{ApiError, AppState};
pub(in crate::http) use kept::Kept;

/// For visitors: a browser asks again each time, and something that stands in front may answer for a
/// while by itself.
const FOR_EVERYBODY: HeaderValue =
    HeaderValue::from_static("public, max-age=0, s-maxage=10, stale-while-revalidate=60");
/// For whoever is signed in: nothing in between may keep it.
const FOR_ONE: HeaderValue = HeaderValue::from_static("private, no-store");
/// The answer depends on who asks, and on the forms that they take.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, authorization");
/// A larger answer is made anew each time, so that none drives out all the others.
const BYTES_MAX: usize = 1 << 20;
/// Answers of about this size are what the cache is laid out for.
const BYTES_USUAL: usize = 16 << 10;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    generation: u64,
    address: String,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<Kept>> for Bytes {
    fn weight(&self, key: &Key, kept: &Arc<Kept>) -> u64 {
        (key.address.len() + kept.weight()) as u64
    }
}

/// The kept answers of one site, bounded in bytes.
pub(super) struct Answers {
    cache: Cache<Key, Arc<Kept>, Bytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Answers {
    /// Room for `bytes` bytes of answers; none are kept when it is 0.
    pub(super) fn new(bytes: u64) -> Self {
        let items = usize::try_from(bytes).unwrap_or(usize::MAX) / BYTES_USUAL;
        Self {
            cache: Cache::with_weighter(items.max(1), bytes, Bytes),
            hits: AtomicU64::default(),
            misses: AtomicU64::default(),
        }
    }

    /// How many visitors were answered with what was kept, or made for another at the same time.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many were answered with what was made for them.
    pub(super) fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }
}

/// Answers a visitor from what is kept, or keeps what is answered. Whoever is signed in is answered anew.
pub(super) async fn keep(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_read {
        return next.run(request).await;
    }
    if request.headers().contains_key(header::AUTHORIZATION) {
        return marked(next.run(request).await, FOR_ONE);
    }
    let key = Key {
        generation: state.store.generation(),
        address: request
            .uri()
            .path_and_query()
            .map(ToString::to_string)
            .unwrap_or_default(),
    };
    let asked: HeaderMap = request.headers().clone();
    // What is kept has a body, also when the first who asked wanted none.
    *request.method_mut() = Method::GET;
    let mut count = &state.answers.hits;
    let answer = state.answers.cache.get_or_insert_async(&key, async {
        count = &state.answers.misses;
        made(next.run(request).await).await
    });
    let answer = answer.await;
    count.fetch_add(1, Ordering::Relaxed);
    match answer {
        Ok(kept) => kept.answer(&asked),
        Err(passed_on) => *passed_on,
    }
}

/// What can be kept of an answer; else the answer itself.
async fn made(response: Response) -> Result<Arc<Kept>, Box<Response>> {
    let (parts, body) = response.into_parts();
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Err(Box::new(failed(error))),
    };
    let is_of_this_moment = parts
        .headers
        .get(header::CACHE_CONTROL)
        .is_some_and(|value| value == "no-store");
    if !is_of_this_moment && parts.status == StatusCode::OK && body.len() <= BYTES_MAX {
        return Ok(Arc::new(Kept::new(parts.headers, body)));
    }
    Err(Box::new(Response::from_parts(parts, body.into())))
}

fn failed(error: axum::Error) -> Response {
    use axum::response::IntoResponse as _;
    ApiError::Internal(Box::new(error)).into_response()
}

fn marked(mut response: Response, cache_control: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(cache_control);
    headers.insert(header::VARY, VARY);
    response
}
