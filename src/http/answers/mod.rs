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
use std::net::IpAddr;
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
use tokio::task::spawn_blocking;

use super::costly_reads::{Cost, Turn};
use super::extract::MaybeReader;
use super::middleware::{headers, rate_limit};
use super::negotiation::Encoding;
use super::response_budget::{Charge, Reservation, charged_body};
use super::{ApiError, AppState, client_address};
use crate::domain::UserId;
use crate::store::marks::{self, Markable, Marks};
use crate::store::{Moment, Shown};
use kept::{Kept, Made};
use key::{Asked, Key};
pub(super) use shared::{OwnMarks, Shared, Streamed, Until, lasting};

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
/// The part of the cache that is for feeds, and how many there are of them, each in three forms.
const PARTS_OF_FEEDS: u64 = 4;
const FEEDS_USUAL: usize = 32;
/// A longer answer is compressed off the async threads, which it would hold up.
const COMPRESSED_AT_ONCE_BYTES: usize = 64 << 10;
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
    /// A few, each as large as it is. They have a room of their own, since a cache for many takes none that is large.
    feeds: Cache<Key, Arc<Kept>, Bytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Answers {
    /// Room for `bytes` bytes of answers; none are kept when it is 0.
    pub(super) fn new(bytes: u64) -> Self {
        let of_feeds = bytes / PARTS_OF_FEEDS;
        let items = usize::try_from(bytes - of_feeds).unwrap_or(usize::MAX) / BYTES_USUAL;
        Self {
            cache: Cache::with_weighter(items.max(1), bytes - of_feeds, Bytes),
            feeds: Cache::with_weighter(FEEDS_USUAL, of_feeds, Bytes),
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

    /// Where the answer to this question is kept.
    fn cache_for(&self, asked: Asked<'_>) -> &Cache<Key, Arc<Kept>, Bytes> {
        if asked.is_feed() { &self.feeds } else { &self.cache }
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
    let kept = state.answers.cache_for(asked).get(&asked)?;
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
        return written(&state, request, next).await;
    }
    let answer = if is_shared(&request) {
        for_reader(&state, request, next).await
    } else {
        unshared(&state, request, next).await
    };
    for_one(answer.unwrap_or_else(ApiError::into_response))
}

/// The answer to a write. It was done, and so is answered whatever the budget.
async fn written(state: &AppState, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let network = network(state, &parts);
    // Bounds what is charged below: past its part, no network begins another write.
    if let Err(refusal) = state.response_budget.check_part(network) {
        return refusal.into_response();
    }
    let response = next.run(Request::from_parts(parts, body)).await;
    let (parts, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let charge = state.response_budget.charge_anyway(network, bytes.len());
            Response::from_parts(parts, charged_body(bytes, charge))
        }
        Err(error) => ApiError::Internal(Box::new(error)).into_response(),
    }
}

/// The answer to a read that nobody else is given.
async fn unshared(state: &AppState, request: Request, next: Next) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let network = network(state, &parts);
    let cost = Cost::of(&parts);
    let turn = admitted(state, network, cost).await?;
    let reservation = state.response_budget.reserve(network, cost.bytes())?;
    parts.extensions.insert(reservation.clone());
    let response = next.run(Request::from_parts(parts, body)).await;
    drop(turn);
    sent_once(&reservation, response).await
}

/// An answer that is not kept, charged to the network that it is sent to until that has taken it.
async fn sent_once(reservation: &Reservation, response: Response) -> Result<Response, ApiError> {
    if response.extensions().get::<Streamed>().is_some() {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await;
    let bytes = bytes.map_err(|error| ApiError::Internal(Box::new(error)))?;
    if bytes.is_empty() {
        return Ok(Response::from_parts(parts, bytes.into()));
    }
    let charge = reservation.settle(bytes.len())?;
    Ok(Response::from_parts(parts, charged_body(bytes, charge)))
}

fn network(state: &AppState, request: &Parts) -> Option<IpAddr> {
    let trusted = &state.config.server.trusted_proxies;
    client_address::network(&request.extensions, &request.headers, trusted)
}

/// Draws what a read costs that nothing is cached for, and waits for its turn if it is one of those that cost most.
async fn admitted(state: &AppState, network: Option<IpAddr>, cost: Cost) -> Result<Option<Turn>, ApiError> {
    state.response_budget.check(network)?;
    rate_limit::draw(state, network, cost)?;
    turn(state, network, cost).await
}

async fn turn(state: &AppState, network: Option<IpAddr>, cost: Cost) -> Result<Option<Turn>, ApiError> {
    if cost != Cost::Queued {
        return Ok(None);
    }
    state.costly_reads.turn(network).await.map(Some)
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
        Err(passed_on) => return marked(state, parts, reader, *passed_on, make).await,
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

/// A streamed answer once more, with the marks of the reader who asked. Any other one stays as it is.
async fn marked<Making>(
    state: &AppState,
    mut question: Parts,
    reader: Option<UserId>,
    mut passed_on: Response,
    make: impl FnOnce(Parts) -> Making,
) -> Result<Response, ApiError>
where
    Making: Future<Output = Response>,
{
    let streamed = passed_on.extensions_mut().remove::<Streamed>();
    let (Some(reader), Some(Streamed(markable))) = (reader, streamed) else {
        return Ok(passed_on);
    };
    let marks = state
        .store
        .read(move |tx| marks::made_by(tx, reader, &markable))
        .await?;
    if marks == Marks::NONE {
        return Ok(passed_on);
    }
    drop(passed_on);
    let network = network(state, &question);
    let cost = Cost::of(&question);
    let _turn = admitted(state, network, cost).await?;
    let reservation = state.response_budget.reserve(network, cost.bytes())?;
    question.extensions.insert(reservation);
    question.extensions.insert(OwnMarks(marks));
    Ok(make(question).await)
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
    let network = network(state, question);
    let cost = Cost::of(question);
    // Before the entry: who waits for their turn holds up nobody who wants the same.
    let turn = match cost {
        Cost::Queued => admitted(state, network, cost).await.map_err(refused)?,
        Cost::Usual | Cost::List | Cost::Search => {
            state.response_budget.check(network).map_err(refused)?;
            None
        }
    };
    let arrived = state.store.moment();
    let key = asked.to_key();
    let entry = state.answers.cache_for(asked).entry_async(&key, |_, kept| {
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
    if turn.is_none() {
        rate_limit::draw(state, network, cost).map_err(refused)?;
    }
    let moment = state.store.moment();
    let mut question = question.clone();
    // What is kept has a body, also when the first who asked wanted none.
    question.method = Method::GET;
    let reservation = state.response_budget.reserve(network, cost.bytes());
    let reservation = reservation.map_err(refused)?;
    question.extensions.insert(reservation.clone());
    let route = question.extensions.get::<MatchedPath>().cloned();
    let fresh = made(state, make(question).await, route, moment, asked.is_feed()).await?;
    let charge = reservation.settle(fresh.body.len());
    let kept = packed(fresh, key.form(), old, charge.map_err(refused)?).await?;
    if let Some(room) = room
        && kept.is_for_cache()
        && kept.is_feed() == asked.is_feed()
    {
        kept.enter_cache();
        // It is not kept when there is no room for it.
        drop(room.insert(Arc::clone(&kept)));
    }
    drop(turn);
    Ok(kept)
}

/// A fresh answer in the form that is asked for.
async fn packed(
    fresh: Made,
    form: Option<Encoding>,
    old: Option<Arc<Kept>>,
    charge: Charge,
) -> Result<Arc<Kept>, Box<Response>> {
    if form.is_none() || fresh.body.len() <= COMPRESSED_AT_ONCE_BYTES {
        return Ok(Arc::new(Kept::new(fresh, form, old.as_deref(), charge)));
    }
    let packing = spawn_blocking(move || Arc::new(Kept::new(fresh, form, old.as_deref(), charge)));
    packing
        .await
        .map_err(|error| Box::new(refused(ApiError::Internal(Box::new(error)))))
}

fn refused(error: ApiError) -> Response {
    error.into_response()
}

/// What can be kept of an answer; else the answer itself.
async fn made(
    state: &AppState,
    mut response: Response,
    route: Option<MatchedPath>,
    moment: Moment,
    is_feed: bool,
) -> Result<Made, Box<Response>> {
    if response.extensions().get::<Streamed>().is_some() {
        return Err(Box::new(response));
    }
    let said = response.extensions_mut();
    let shown = said.remove::<Shown>().unwrap_or_default();
    let until = said.remove::<Until>().map(|Until(until)| until);
    let markable = said.remove::<Markable>().unwrap_or_default();
    let (mut parts, body) = response.into_parts();
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Err(Box::new(refused(ApiError::Internal(Box::new(error))))),
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
        // The 404 of a feed that does not exist takes no room from the feeds.
        is_feed: is_feed && parts.status == StatusCode::OK,
    })
}

/// The answer to one caller alone, of which nobody else may keep anything.
fn for_one(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, FOR_ONE);
    headers.insert(header::VARY, VARY);
    response
}
