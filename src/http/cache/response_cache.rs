//! The entries of the cache, bounded in bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::{Cache, EntryAction, EntryResult};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::cached_response::CachedResponse;
use super::key::{CacheKey, KeyRef};
use crate::http::AppState;

/// The entry size that the cache's capacity is estimated from.
const ENTRY_BYTES_ESTIMATE: usize = 8 << 10;
/// One part in this many of the cache is for feeds.
const FEED_PARTS: u64 = 4;
/// The expected number of feed entries: each feed has three encodings.
const FEED_ENTRIES_ESTIMATE: usize = 32;
/// The most responses that are compressed again at the same time. Another one waits for a later request.
pub(super) const RECOMPRESSIONS_MAX: usize = 1;

#[derive(Clone)]
pub(super) struct ByteWeighter;

impl Weighter<CacheKey, Arc<CachedResponse>> for ByteWeighter {
    fn weight(&self, key: &CacheKey, response: &Arc<CachedResponse>) -> u64 {
        (key.weight() + response.weight()) as u64
    }
}

/// The response cache of one site, bounded in bytes.
pub(in crate::http) struct ResponseCache {
    pub(super) cache: Cache<CacheKey, Arc<CachedResponse>, ByteWeighter>,
    /// Few but large entries. They have a cache of their own, since one sized for many small entries rejects large ones.
    feeds: Cache<CacheKey, Arc<CachedResponse>, ByteWeighter>,
    hits: AtomicU64,
    misses: AtomicU64,
    pub(super) recompressions: Arc<Semaphore>,
}

impl ResponseCache {
    /// A cache of at most `bytes` bytes; with 0 nothing is cached.
    pub(in crate::http) fn new(bytes: u64) -> Self {
        let feed_bytes = bytes / FEED_PARTS;
        let items = usize::try_from(bytes - feed_bytes).unwrap_or(usize::MAX) / ENTRY_BYTES_ESTIMATE;
        Self {
            cache: Cache::with_weighter(items.max(1), bytes - feed_bytes, ByteWeighter),
            feeds: Cache::with_weighter(FEED_ENTRIES_ESTIMATE, feed_bytes, ByteWeighter),
            hits: AtomicU64::default(),
            misses: AtomicU64::default(),
            recompressions: Arc::new(Semaphore::new(RECOMPRESSIONS_MAX)),
        }
    }

    /// The requests served from the cache, or with a response computed for another request at the same time.
    pub(in crate::http) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// The requests whose response had to be computed.
    pub(in crate::http) fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    pub(super) fn count_hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_miss(&self) {
        self.misses.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn cache_for(&self, key: KeyRef<'_>) -> &Cache<CacheKey, Arc<CachedResponse>, ByteWeighter> {
        if key.is_feed() { &self.feeds } else { &self.cache }
    }

    /// Replaces an entry, unless it has been replaced or removed already.
    pub(super) fn replace(&self, key: &CacheKey, previous: &Arc<CachedResponse>, response: CachedResponse) {
        let cache = if previous.is_feed() {
            &self.feeds
        } else {
            &self.cache
        };
        let entry = cache.entry(key, Some(Duration::ZERO), |_, cached| {
            if Arc::ptr_eq(cached, previous) {
                EntryAction::ReplaceWithGuard
            } else {
                EntryAction::Retain(())
            }
        });
        if let EntryResult::Replaced(placeholder, _) = entry {
            response.enter_cache();
            // An error means that the cache had no room for it.
            drop(placeholder.insert(Arc::new(response)));
        }
    }
}

/// Returns the current entry with this key, and compresses it better if that is due.
pub(super) fn current(state: &AppState, key: KeyRef<'_>) -> Option<Arc<CachedResponse>> {
    let entry = state.cache.cache_for(key).get(&key)?;
    if !entry.is_current(state, state.store.generation()) {
        return None;
    }
    state.cache.count_hit();
    recompress(state, key, &entry);
    Some(entry)
}

/// Compresses a response better when it is requested and a second old. The requests do not wait: they are sent the entry
/// until the better one replaces it, unless the entry has become stale by then.
pub(super) fn recompress(state: &AppState, key: KeyRef<'_>, entry: &Arc<CachedResponse>) {
    if !entry.begin_recompression(|| state.clock.now()) {
        return;
    }
    let Ok(permit) = Arc::clone(&state.cache.recompressions).try_acquire_owned() else {
        entry.abandon_recompression();
        return;
    };
    let (state, key, entry) = (state.clone(), key.to_key(), Arc::clone(entry));
    spawn_blocking(move || {
        if entry.is_current(&state, state.store.generation())
            && let Some(recompressed) = entry.recompressed()
        {
            state.cache.replace(&key, &entry, recompressed);
        }
        // Before the permit: with it returned, nothing of the replaced response is charged for this task.
        drop(entry);
        drop(permit);
    });
}
