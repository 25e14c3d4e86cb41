//! Tests of the compression of responses that are requested again.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use hyper::body::Body as _;

use super::compression::decompress;
use super::key::CacheKey;
use super::response_cache::{RECOMPRESSIONS_MAX, recompress};
use super::*;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, Flags};
use crate::domain::{Clock, Time};
use crate::store::{Store, StoreOptions};

const TEXT: &str = "again and again, and not the same each time; ";
const PATH: &str = "/page";

/// A clock that shows the time that it was set to, in milliseconds.
#[derive(Default)]
struct SetClock(AtomicI64);

impl Clock for SetClock {
    fn now(&self) -> Time {
        Time::from_milliseconds(self.0.load(Ordering::Relaxed))
    }
}

struct Fixture {
    state: AppState,
    clock: Arc<SetClock>,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
        let config = Config::load(&Flags::default(), std::iter::empty()).unwrap();
        let clock = Arc::new(SetClock::default());
        let secret = SigningSecret::from_text("a secret of the tests and of nobody else");
        Self {
            state: AppState::at(clock.clone(), store, config, &secret),
            clock,
            _folder: folder,
        }
    }

    /// Requests the page as a visitor, with Brotli. It expires after a minute.
    async fn get(&self) -> Response {
        for_visitor(&self.state, request(), |_| async {
            let mut response = Response::new(Body::from(TEXT.repeat(200)));
            let expires_at = self.state.clock.now().plus_milliseconds(60_000);
            response.extensions_mut().insert(ExpiresAt(expires_at));
            response
        })
        .await
    }

    /// Advances the clock.
    fn pass(&self, milliseconds: i64) {
        self.clock.0.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// The entry of the page, whether it is current or not.
    fn entry(&self) -> Arc<CachedResponse> {
        self.state.cache.cache.get(&key()).unwrap()
    }

    /// Waits until no response is being compressed again.
    async fn finish_recompressions(&self) {
        let permits = u32::try_from(RECOMPRESSIONS_MAX).unwrap();
        drop(
            self.state
                .cache
                .recompressions
                .acquire_many(permits)
                .await
                .unwrap(),
        );
    }

    /// Requests the page until its compression has been improved.
    async fn get_until_recompressed(&self) -> Response {
        let start = Instant::now();
        self.pass(1_000);
        loop {
            let response = self.get().await;
            if !is_fast(&response) {
                return response;
            }
            assert!(start.elapsed() < Duration::from_mins(1), "timed out");
            self.finish_recompressions().await;
        }
    }
}

fn request() -> Request {
    let request = Request::get(PATH).header(header::ACCEPT_ENCODING, "br");
    request.body(Body::empty()).unwrap()
}

fn key() -> CacheKey {
    KeyRef::new(request().uri(), request().headers(), &Marks::EMPTY).to_key()
}

fn is_fast(response: &Response) -> bool {
    response.headers()[header::ETAG]
        .to_str()
        .unwrap()
        .ends_with("br-fast\"")
}

async fn body(response: Response) -> axum::body::Bytes {
    to_bytes(response.into_body(), usize::MAX).await.unwrap()
}

#[tokio::test]
async fn compresses_a_new_response_fast_and_better_once_it_is_requested_a_second_later() {
    let fixture = Fixture::new();
    let first = fixture.get().await;
    assert!(is_fast(&first));
    fixture.pass(999);
    fixture.get().await;
    fixture.finish_recompressions().await;
    assert!(is_fast(&fixture.entry().to_response(request().headers())));
    fixture.pass(1);

    let second = fixture.get().await;
    assert!(is_fast(&second), "the second request does not wait either");
    fixture.finish_recompressions().await;
    let third = fixture.get().await;
    assert!(!is_fast(&third));
    assert_eq!(
        third.headers()[header::CONTENT_ENCODING],
        second.headers()[header::CONTENT_ENCODING]
    );
    let (fast, better) = (body(second).await, body(third).await);
    assert!(better.len() < fast.len(), "{} and {}", better.len(), fast.len());
    for compressed in [fast, better] {
        assert_eq!(
            decompress(&compressed, Encoding::Brotli).unwrap(),
            TEXT.repeat(200).as_bytes()
        );
    }
    assert_eq!(fixture.state.cache.misses(), 1);
}

#[tokio::test]
async fn a_stale_response_is_not_compressed_again() {
    let fixture = Fixture::new();
    fixture.get().await;
    let entry = fixture.entry();
    fixture.pass(60_000);
    recompress(
        &fixture.state,
        KeyRef::new(request().uri(), request().headers(), &Marks::EMPTY),
        &entry,
    );
    fixture.finish_recompressions().await;
    assert!(Arc::ptr_eq(&fixture.entry(), &entry));
}

#[tokio::test]
async fn a_response_that_was_replaced_or_evicted_meanwhile_stays_so() {
    let fixture = Fixture::new();
    fixture.get().await;
    let previous = fixture.entry();
    fixture.pass(60_000);
    fixture.get().await;
    let current = fixture.entry();
    assert!(!Arc::ptr_eq(&previous, &current));
    let replace = |previous: &Arc<CachedResponse>| {
        let better = previous.recompressed().unwrap();
        fixture.state.cache.replace(&key(), previous, better);
    };
    replace(&previous);
    assert!(Arc::ptr_eq(&fixture.entry(), &current));
    fixture.state.cache.cache.remove(&key());
    replace(&current);
    assert!(fixture.state.cache.cache.get(&key()).is_none());
}

#[tokio::test]
async fn concurrent_requests_begin_one_recompression() {
    let fixture = Fixture::new();
    fixture.get().await;
    let entry = fixture.entry();
    let now = Time::from_milliseconds(1_000);
    let begun: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| usize::from(entry.begin_recompression(|| now))))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(begun, 1);
    entry.abandon_recompression();
    let better = fixture.get_until_recompressed().await;
    assert!(!is_fast(&better));
    assert!(!fixture.entry().begin_recompression(|| now));
}

#[tokio::test]
async fn a_recompression_beyond_the_limit_waits_for_a_later_request() {
    let fixture = Fixture::new();
    fixture.get().await;
    let permits = u32::try_from(RECOMPRESSIONS_MAX).unwrap();
    let all = Arc::clone(&fixture.state.cache.recompressions);
    let all = all.acquire_many_owned(permits).await.unwrap();
    let entry = fixture.entry();
    fixture.pass(1_000);
    assert!(is_fast(&fixture.get().await));
    drop(all);
    assert!(Arc::ptr_eq(&fixture.entry(), &entry));
    fixture.get().await;
    fixture.finish_recompressions().await;
    assert!(!is_fast(&fixture.get().await));
}

#[tokio::test]
async fn charges_only_the_bytes_of_a_replaced_response_that_are_still_being_sent() {
    let fixture = Fixture::new();
    let budget = &fixture.state.response_budget;
    let bytes = |response: &Response| i64::try_from(response.body().size_hint().exact().unwrap()).unwrap();
    let fast = fixture.get().await;
    assert_eq!(budget.total(), 0, "the cache holds the bytes");
    let better = fixture.get_until_recompressed().await;
    assert_eq!(budget.total(), bytes(&fast));
    drop(fast);
    assert_eq!(budget.total(), 0);
    fixture.state.cache.cache.remove(&key());
    assert_eq!(budget.total(), bytes(&better));
    drop(better);
    assert_eq!(budget.total(), 0);
}
