//! Answers to what everybody may read, kept until something changes that they show.
//!
//! An answer is made once for many who wait for it, in the form that they take, and says what it shows.
//! Whoever asks is given it only while no write that was acknowledged before has touched that: what was
//! made by then is old, and made anew by the first who asks.

mod forms;
mod kept;
mod key;
mod shared;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts as _, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use quick_cache::Weighter;
use quick_cache::sync::{Cache, EntryAction, EntryResult};

use super::extract::MaybeReader;
use super::middleware::headers;
use super::{ApiError, AppState};
use crate::store::marks::{self, Markable, Marks};
use crate::store::{Moment, Shown};
use kept::{Kept, Made};
use key::{Asked, Key};
pub(super) use shared::{OwnMarks, Shared, Until, lasting};

/// For visitors: a browser asks again each time, and something that stands in front may answer for a
/// while by itself.
const FOR_EVERYBODY: HeaderValue =
    HeaderValue::from_static("public, max-age=0, s-maxage=10, stale-while-revalidate=60");
/// For whoever is signed in: nothing in between may keep it.
const FOR_ONE: HeaderValue = HeaderValue::from_static("private, no-store");
/// The answer depends on who asks, and on the forms that they take.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, authorization");
/// Answers of about this size are what the cache is laid out for.
const BYTES_USUAL: usize = 8 << 10;
/// The calls whose answers are the same for all readers but for what they marked.
const SHARED: [&str; 4] = [
    "/api/blogs",
    "/api/blogs/{id}",
    "/api/blogs/featured",
    "/api/blogs/trending",
];

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<Kept>> for Bytes {
    fn weight(&self, key: &Key, kept: &Arc<Kept>) -> u64 {
        (key.weight() + kept.weight()) as u64
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

    /// How many were answered with what was kept, or made for another at the same time.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many were answered with what was made for them.
    pub(super) fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// All that were answered.
    pub(super) fn given(&self) -> u64 {
        self.hits() + self.misses()
    }

    fn hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether the request is one of a visitor for what may be kept.
pub(super) fn is_of_visitor(request: &Request) -> bool {
    is_read(request) && !request.headers().contains_key(header::AUTHORIZATION)
}

fn is_shared(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>();
    route.is_some_and(|route| SHARED.contains(&route.as_str()))
}

fn is_read(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

/// What is kept for a visitor who asks this now.
pub(super) fn find(state: &AppState, request: &Request) -> Option<Arc<Kept>> {
    current(state, Asked::by(request.uri(), request.headers(), &Marks::NONE))
}

fn current(state: &AppState, asked: Asked<'_>) -> Option<Arc<Kept>> {
    let kept = state.answers.cache.get(&asked)?;
    if !kept.is_current(state, state.store.moment()) {
        return None;
    }
    state.answers.hit();
    Some(kept)
}

/// Answers from what is kept, or keeps what is answered. What is a reader's own is answered anew.
pub(super) async fn keep(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if is_of_visitor(&request) {
        return for_visitor(&state, request, |request| next.run(request)).await;
    }
    if !is_read(&request) {
        return next.run(request).await;
    }
    let answer = if is_shared(&request) {
        for_reader(&state, request, next)
            .await
            .unwrap_or_else(ApiError::into_response)
    } else {
        next.run(request).await
    };
    for_one(answer)
}

/// What is kept for visitors, else what `make` answers.
pub(super) async fn for_visitor<Making>(
    state: &AppState,
    request: Request,
    make: impl FnOnce(Request) -> Making,
) -> Response
where
    Making: Future<Output = Response>,
{
    let (parts, body) = request.into_parts();
    let make = |parts| make(Request::from_parts(parts, body));
    match kept(state, &parts, &Marks::NONE, make).await {
        Ok(kept) => kept.answer(&parts.headers),
        Err(passed_on) => *passed_on,
    }
}

/// What everybody is answered, with the marks of whoever asks in it.
async fn for_reader(state: &AppState, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, _) = request.into_parts();
    let MaybeReader(reader) = MaybeReader::from_request_parts(&mut parts, state).await?;
    parts.headers.remove(header::AUTHORIZATION);
    let make = |parts| next.clone().run(Request::from_parts(parts, Body::empty()));
    let mut for_all = match kept(state, &parts, &Marks::NONE, make).await {
        Ok(for_all) => for_all,
        Err(passed_on) => return Ok(*passed_on),
    };
    let Some(reader) = reader else {
        return Ok(for_all.answer(&parts.headers));
    };
    loop {
        let shown = Arc::clone(&for_all);
        let marks = state
            .store
            .read(move |tx| marks::made_by(tx, reader, shown.markable()))
            .await?;
        if marks == Marks::NONE {
            return Ok(for_all.answer(&parts.headers));
        }
        parts.extensions.insert(OwnMarks(marks.clone()));
        let marked = match kept(state, &parts, &marks, make).await {
            Ok(marked) => marked,
            Err(passed_on) => return Ok(*passed_on),
        };
        if marked.markable() == for_all.markable() {
            return Ok(marked.answer(&parts.headers));
        }
        // Meanwhile it has come to show other posts, of which the marks are not known yet.
        for_all = marked;
    }
}

/// What is kept of the answer to this question for whoever has these marks. When there is nothing that
/// holds still, `make` answers, for all who wait for the same; what cannot be kept is passed on.
async fn kept<Making>(
    state: &AppState,
    question: &Parts,
    marks: &Marks,
    make: impl FnOnce(Parts) -> Making,
) -> Result<Arc<Kept>, Box<Response>>
where
    Making: Future<Output = Response>,
{
    let asked = Asked::by(&question.uri, &question.headers, marks);
    if let Some(kept) = current(state, asked) {
        return Ok(kept);
    }
    let arrived = state.store.moment();
    let key = asked.to_key();
    let entry = state.answers.cache.entry_async(&key, |_, kept| {
        if kept.is_current(state, arrived) {
            EntryAction::Retain(Arc::clone(kept))
        } else {
            EntryAction::ReplaceWithGuard
        }
    });
    let (room, old) = match entry.await {
        EntryResult::Retained(kept) => {
            state.answers.hit();
            return Ok(kept);
        }
        EntryResult::Vacant(room) => (Some(room), None),
        EntryResult::Replaced(room, old) => (Some(room), Some(old)),
        EntryResult::Removed(..) | EntryResult::Timeout => (None, None),
    };
    state.answers.misses.fetch_add(1, Ordering::Relaxed);
    let moment = state.store.moment();
    let mut question = question.clone();
    // What is kept has a body, also when the first who asked wanted none.
    question.method = Method::GET;
    let route = question.extensions.get::<MatchedPath>().cloned();
    let fresh = made(state, make(question).await, route, moment).await?;
    let kept = Arc::new(Kept::new(fresh, key.form(), old.as_deref()));
    if let Some(room) = room
        && !kept.is_large()
    {
        // It is not kept when there is no room for it.
        drop(room.insert(Arc::clone(&kept)));
    }
    Ok(kept)
}

/// What can be kept of an answer; else the answer itself.
async fn made(
    state: &AppState,
    mut response: Response,
    route: Option<MatchedPath>,
    moment: Moment,
) -> Result<Made, Box<Response>> {
    let said = response.extensions_mut();
    let shown = said.remove::<Shown>().unwrap_or_default();
    let until = said.remove::<Until>().map(|Until(until)| until);
    let markable = said.remove::<Markable>().unwrap_or_default();
    let (mut parts, body) = response.into_parts();
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Err(Box::new(failed(error))),
    };
    let is_of_this_moment = parts
        .headers
        .get(header::CACHE_CONTROL)
        .is_some_and(|value| value == "no-store");
    let is_lasting = matches!(parts.status, StatusCode::OK | StatusCode::NOT_FOUND);
    if is_of_this_moment || !is_lasting {
        return Err(Box::new(Response::from_parts(parts, body.into())));
    }
    parts
        .headers
        .entry(header::CACHE_CONTROL)
        .or_insert(FOR_EVERYBODY);
    parts.headers.insert(header::VARY, VARY);
    headers::complete(state, &mut parts.headers);
    Ok(Made {
        status: parts.status,
        headers: parts.headers,
        body,
        route,
        at: state.clock.now(),
        moment,
        shown,
        until,
        markable,
    })
}

fn failed(error: axum::Error) -> Response {
    ApiError::Internal(Box::new(error)).into_response()
}

/// The answer to one caller alone, of which nobody else may keep anything.
fn for_one(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, FOR_ONE);
    headers.insert(header::VARY, VARY);
    response
}
