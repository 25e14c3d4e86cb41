//! The cache of responses to public reads, valid until one of their dependencies changes.
//!
//! A response is computed once for all requests that wait for it, per encoding, and records its dependencies.
//! It is sent only while no write acknowledged before the request has changed them; the first request after that
//! computes it again.

mod cached_response;
mod cached_router;
mod compression;
mod key;
mod response_cache;
mod shared_response;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts as _, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use quick_cache::sync::{EntryAction, EntryResult};
use tokio::task::spawn_blocking;

use super::extract::MaybeReader;
use super::limits::client_address::network;
use super::limits::rate_limit;
use super::limits::read_cost::{Cost, QueuePermit};
use super::limits::response_budget::{Charge, Reservation, charged_body};
use super::middleware::headers;
use super::negotiation::Encoding;
use super::route_policy::RoutePolicy;
use super::{ApiError, AppState};
use crate::domain::UserId;
use crate::store::commits::record_dependencies;
use crate::store::marks::{self, MarkTargets, Marks};
use crate::store::{Dependencies, Generation};
use cached_response::{CachedResponse, FreshResponse};
pub use cached_router::CachedRouter;
use key::KeyRef;
pub(in crate::http) use response_cache::ResponseCache;
use response_cache::current;
pub(in crate::http) use shared_response::{ExpiresAt, SharedResponse, Streamed, ViewerMarks};

/// `Cache-Control` for visitors: browsers revalidate each time, shared caches in front may serve it for a while.
const PUBLIC: HeaderValue =
    HeaderValue::from_static("public, max-age=0, s-maxage=10, stale-while-revalidate=60");
/// `Cache-Control` for signed-in viewers: no shared cache may store it.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");
/// Responses depend on the viewer and on the accepted encodings.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, authorization");
/// A longer response is compressed off the async threads, which it would block.
const COMPRESSED_INLINE_BYTES_MAX: usize = 64 << 10;

/// Whether the request is a visitor's read, the response to which may be cached.
pub(in crate::http) fn is_visitor_read(request: &Request) -> bool {
    is_read(request) && !request.headers().contains_key(header::AUTHORIZATION)
}

fn is_read(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

/// Returns the current entry for a visitor's request.
pub(in crate::http) fn find(state: &AppState, request: &Request) -> Option<Arc<CachedResponse>> {
    current(
        state,
        KeyRef::new(request.uri(), request.headers(), &Marks::EMPTY),
    )
}

/// The middleware that serves cached responses and caches new ones. A reader's own data is never cached.
pub(in crate::http) async fn cache_responses(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    if RoutePolicy::of(request.extensions()).is_redirect() {
        return run_write(&state, request, next).await;
    }
    if is_visitor_read(&request) {
        return for_visitor(&state, request, |request| next.run(request)).await;
    }
    if !is_read(&request) {
        return run_write(&state, request, next).await;
    }
    let response = if RoutePolicy::of(request.extensions()).is_shared() {
        for_reader(&state, request, next).await
    } else {
        run_unshared_read(&state, request, next).await
    };
    make_private(response.unwrap_or_else(ApiError::into_response))
}

/// Runs a write. Its response is sent whatever the budget, since the write is done by then.
async fn run_write(state: &AppState, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let network = network(state, &parts);
    // Bounds the charge below: no network past its part begins another write.
    if let Err(rejection) = state.response_budget.check_part(network) {
        return rejection.into_response();
    }
    let response = next.run(Request::from_parts(parts, body)).await;
    if response.extensions().get::<Streamed>().is_some() {
        return response;
    }
    let (parts, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let charge = state.response_budget.charge_unchecked(network, bytes.len());
            Response::from_parts(parts, charged_body(bytes, charge))
        }
        Err(error) => ApiError::internal(error).into_response(),
    }
}

/// Runs a read whose response is for this client alone.
async fn run_unshared_read(state: &AppState, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let network = network(state, &parts);
    let cost = RoutePolicy::cost_of(&parts);
    let permit = admit(state, network, cost).await?;
    let reservation = state.response_budget.reserve(network, cost.bytes())?;
    parts.extensions.insert(reservation.clone());
    let response = next.run(Request::from_parts(parts, body)).await;
    drop(permit);
    charge_response(&reservation, response).await
}

/// Charges an uncached response to the client's network until it is sent.
async fn charge_response(reservation: &Reservation, response: Response) -> Result<Response, ApiError> {
    if response.extensions().get::<Streamed>().is_some() {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(ApiError::internal)?;
    if bytes.is_empty() {
        return Ok(Response::from_parts(parts, bytes.into()));
    }
    let charge = reservation.settle(bytes.len())?;
    Ok(Response::from_parts(parts, charged_body(bytes, charge)))
}

/// Counts the cost of an uncached read against the rate limit, and queues it if it is one of the most costly.
async fn admit(
    state: &AppState,
    network: Option<IpAddr>,
    cost: Cost,
) -> Result<Option<QueuePermit>, ApiError> {
    state.response_budget.check(network)?;
    rate_limit::check_cost(state, network, cost)?;
    if cost != Cost::Queued {
        return Ok(None);
    }
    state.costly_reads.acquire(network).await.map(Some)
}

/// Returns the cached response for visitors, or runs `handler` and caches its response.
pub(in crate::http) async fn for_visitor<Handling>(
    state: &AppState,
    request: Request,
    handler: impl FnOnce(Request) -> Handling,
) -> Response
where
    Handling: Future<Output = Response>,
{
    let (parts, body) = request.into_parts();
    let handler = |parts| handler(Request::from_parts(parts, body));
    match get_or_compute(state, &parts, &Marks::EMPTY, handler).await {
        Ok(cached) => cached.to_response(&parts.headers),
        Err(uncacheable) => *uncacheable,
    }
}

/// Returns the shared response with the viewer's marks in it.
async fn for_reader(state: &AppState, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, _) = request.into_parts();
    let MaybeReader(reader) = MaybeReader::from_request_parts(&mut parts, state).await?;
    parts.headers.remove(header::AUTHORIZATION);
    let handler = |parts| next.clone().run(Request::from_parts(parts, Body::empty()));
    let mut unmarked = match get_or_compute(state, &parts, &Marks::EMPTY, handler).await {
        Ok(unmarked) => unmarked,
        Err(uncacheable) => return stream_with_marks(state, parts, reader, *uncacheable, handler).await,
    };
    let Some(reader) = reader else {
        return Ok(unmarked.to_response(&parts.headers));
    };
    loop {
        let response = Arc::clone(&unmarked);
        let marks = state
            .read(move |tx| marks::of_reader(tx, reader, response.markable()))
            .await?;
        if marks == Marks::EMPTY {
            return Ok(unmarked.to_response(&parts.headers));
        }
        parts.extensions.insert(ViewerMarks(marks.clone()));
        let marked = match get_or_compute(state, &parts, &marks, handler).await {
            Ok(marked) => marked,
            Err(uncacheable) => return Ok(*uncacheable),
        };
        if marked.markable() == unmarked.markable() {
            return Ok(marked.to_response(&parts.headers));
        }
        // Meanwhile the response contains other posts, whose marks are not known yet.
        unmarked = marked;
    }
}

/// Runs a streamed read again with the reader's marks. Returns any other response as it is.
async fn stream_with_marks<Handling>(
    state: &AppState,
    mut request: Parts,
    reader: Option<UserId>,
    mut response: Response,
    handler: impl FnOnce(Parts) -> Handling,
) -> Result<Response, ApiError>
where
    Handling: Future<Output = Response>,
{
    let streamed = response.extensions_mut().remove::<Streamed>();
    let (Some(reader), Some(Streamed(markable))) = (reader, streamed) else {
        return Ok(response);
    };
    let marks = state
        .read(move |tx| marks::of_reader(tx, reader, &markable))
        .await?;
    if marks == Marks::EMPTY {
        return Ok(response);
    }
    drop(response);
    let network = network(state, &request);
    let cost = RoutePolicy::cost_of(&request);
    let _permit = admit(state, network, cost).await?;
    let reservation = state.response_budget.reserve(network, cost.bytes())?;
    request.extensions.insert(reservation);
    request.extensions.insert(ViewerMarks(marks));
    Ok(handler(request).await)
}

/// Returns the current cache entry of this request and these marks. Without one, runs `handler` once for all requests
/// that wait for the same entry. A response that cannot be cached is returned as the error.
async fn get_or_compute<Handling>(
    state: &AppState,
    request: &Parts,
    marks: &Marks,
    handler: impl FnOnce(Parts) -> Handling,
) -> Result<Arc<CachedResponse>, Box<Response>>
where
    Handling: Future<Output = Response>,
{
    let key_ref = KeyRef::new(&request.uri, &request.headers, marks);
    if let Some(cached) = current(state, key_ref) {
        return Ok(cached);
    }
    let network = network(state, request);
    let cost = RoutePolicy::cost_of(request);
    // Before the entry is locked: a queued read does not hold up others that want the same entry.
    let permit = match cost {
        Cost::Queued => admit(state, network, cost).await?,
        Cost::Usual | Cost::List | Cost::Search => {
            state.response_budget.check(network)?;
            None
        }
    };
    let arrived = state.store.generation();
    let key = key_ref.to_key();
    let entry = state.cache.cache_for(key_ref).entry_async(&key, |_, cached| {
        if cached.is_current(state, arrived) {
            EntryAction::Retain(Arc::clone(cached))
        } else {
            EntryAction::ReplaceWithGuard
        }
    });
    let (placeholder, previous) = match entry.await {
        EntryResult::Retained(cached) => {
            state.cache.count_hit();
            return Ok(cached);
        }
        EntryResult::Vacant(placeholder) => (Some(placeholder), None),
        EntryResult::Replaced(placeholder, previous) => (Some(placeholder), Some(previous)),
        EntryResult::Removed(..) | EntryResult::Timeout => (None, None),
    };
    state.cache.count_miss();
    if permit.is_none() {
        rate_limit::check_cost(state, network, cost)?;
    }
    let generation = state.store.generation();
    let mut request = request.clone();
    // A cached response has a body even when the first request was a HEAD.
    request.method = Method::GET;
    let reservation = state.response_budget.reserve(network, cost.bytes())?;
    request.extensions.insert(reservation.clone());
    let route = request.extensions.get::<MatchedPath>().cloned();
    let (response, dependencies) = record_dependencies(handler(request)).await;
    let fresh = into_fresh(
        state,
        response,
        route,
        generation,
        dependencies,
        key_ref.is_feed(),
    );
    let fresh = match fresh.await {
        Ok(fresh) => fresh,
        Err(uncacheable) => return Err(Box::new(charge_response(&reservation, *uncacheable).await?)),
    };
    let charge = reservation.settle(fresh.body.len())?;
    let cached = encode(fresh, key.encoding(), previous, charge).await?;
    if let Some(placeholder) = placeholder
        && cached.is_cacheable()
        && cached.is_feed() == key_ref.is_feed()
    {
        cached.enter_cache();
        // An error means that the cache had no room for it.
        drop(placeholder.insert(Arc::clone(&cached)));
    }
    drop(permit);
    Ok(cached)
}

/// Encodes a fresh response, off the async threads when it is long.
async fn encode(
    fresh: FreshResponse,
    encoding: Option<Encoding>,
    stale: Option<Arc<CachedResponse>>,
    charge: Charge,
) -> Result<Arc<CachedResponse>, ApiError> {
    if encoding.is_none() || fresh.body.len() <= COMPRESSED_INLINE_BYTES_MAX {
        return Ok(Arc::new(CachedResponse::new(
            fresh,
            encoding,
            stale.as_deref(),
            charge,
        )));
    }
    let task =
        spawn_blocking(move || Arc::new(CachedResponse::new(fresh, encoding, stale.as_deref(), charge)));
    task.await.map_err(ApiError::internal)
}

/// Converts a response to a cacheable one, or returns the response itself as the error.
async fn into_fresh(
    state: &AppState,
    mut response: Response,
    route: Option<MatchedPath>,
    generation: Generation,
    dependencies: Dependencies,
    is_feed: bool,
) -> Result<FreshResponse, Box<Response>> {
    if response.extensions().get::<Streamed>().is_some() {
        return Err(Box::new(response));
    }
    let extensions = response.extensions_mut();
    let expires_at = extensions.remove::<ExpiresAt>().map(|ExpiresAt(time)| time);
    let announcement_end = state.site().announcement_end(state.clock.now());
    let expires_at = expires_at.into_iter().chain(announcement_end).min();
    let markable = extensions.remove::<MarkTargets>().unwrap_or_default();
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(ApiError::internal)?;
    let is_no_store = parts
        .headers
        .get(header::CACHE_CONTROL)
        .is_some_and(|value| value == "no-store");
    let is_cacheable_status = matches!(parts.status, StatusCode::OK | StatusCode::NOT_FOUND);
    if is_no_store || !is_cacheable_status {
        return Err(Box::new(Response::from_parts(parts, body.into())));
    }
    parts.headers.entry(header::CACHE_CONTROL).or_insert(PUBLIC);
    parts.headers.insert(header::VARY, VARY);
    headers::complete(state, &mut parts.headers);
    Ok(FreshResponse {
        status: parts.status,
        headers: parts.headers,
        body,
        route,
        at: state.clock.now(),
        generation,
        dependencies,
        expires_at,
        markable,
        // The 404 of a missing feed must not take space from the feeds.
        is_feed: is_feed && parts.status == StatusCode::OK,
    })
}

/// Marks a response as private: no shared cache may store it.
fn make_private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, PRIVATE);
    headers.insert(header::VARY, VARY);
    response
}
