//! Reads that cost far more than others, and the queue that keeps one client network from occupying the server with
//! them (rulings §7).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::extract::MatchedPath;
use axum::http::request::Parts;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::form_urlencoded;

use super::ApiError;

/// A search for more words than these waits for its turn. A shorter one takes about as long as a list.
const WORDS_OF_CHEAP_SEARCH: usize = 3;
/// Reads of one network that may wait for their turn.
const WAITING_MAX: usize = 1_024;

/// What a read costs when the cache does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cost {
    /// One post, one page.
    Usual,
    /// A list of a page's length.
    List,
    /// A search for a few words.
    Search,
    /// A search for many words, a list without paging or with the texts of its posts, a feed. Of these each network
    /// has one under way at a time.
    Queued,
}

impl Cost {
    /// The cost of the read that a request asks for.
    pub(super) fn of(request: &Parts) -> Self {
        let route = request.extensions.get::<MatchedPath>();
        Self::of_route(
            route.map_or("", MatchedPath::as_str),
            request.uri.query().unwrap_or_default(),
        )
    }

    fn of_route(route: &str, query: &str) -> Self {
        match route {
            "/feed.xml" | "/feed/{category}" => Self::Queued,
            "/api/blogs" | "/api/blogs/public" => Self::of_list(query, false),
            "/treasure" => Self::of_list(query, true),
            "/" | "/trending" | "/api/blogs/featured" | "/api/blogs/trending" | "/api/blogs/recommended" => {
                Self::List
            }
            _ => Self::Usual,
        }
    }

    fn of_list(query: &str, is_always_paged: bool) -> Self {
        let (mut words, mut is_paged, mut is_with_content) = (0, is_always_paged, false);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "search" => words = value.split_whitespace().count(),
                "page" | "limit" => is_paged = true,
                "fields" => is_with_content |= !value.is_empty(),
                _ => {}
            }
        }
        if !is_paged || is_with_content || words > WORDS_OF_CHEAP_SEARCH {
            Self::Queued
        } else if words > 0 {
            Self::Search
        } else {
            Self::List
        }
    }

    /// As how many reads it counts.
    pub(super) fn reads(self) -> u32 {
        match self {
            Self::Usual => 1,
            Self::List => 4,
            Self::Search | Self::Queued => 10,
        }
    }
}

/// The queue for the reads that cost most. Clones share it.
#[derive(Clone)]
pub(super) struct CostlyReads(Arc<Inner>);

struct Inner {
    /// All that are under way, of whatever network: one reader thread is left to others.
    all: Arc<Semaphore>,
    lanes: Mutex<HashMap<Option<IpAddr>, Arc<Semaphore>>>,
}

impl Default for CostlyReads {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self(Arc::new(Inner {
            all: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
            lanes: Mutex::default(),
        }))
    }
}

/// The turn of one read, until it is dropped.
pub(super) struct Turn {
    // Dropped in this order.
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _lane: Lane,
}

impl CostlyReads {
    /// Waits until no other read of the network is under way, and then until there is room among all.
    pub(super) async fn turn(&self, network: Option<IpAddr>) -> Result<Turn, ApiError> {
        let lane = self.lane(network)?;
        let own = lane.permit().await?;
        let all = self.0.all.clone().acquire_owned().await;
        Ok(Turn {
            _all: all.map_err(|_| ApiError::Unavailable)?,
            _own: own,
            _lane: lane,
        })
    }

    fn lane(&self, network: Option<IpAddr>) -> Result<Lane, ApiError> {
        let mut lanes = self.0.lanes();
        let semaphore = lanes
            .entry(network)
            .or_insert_with(|| Arc::new(Semaphore::new(1)));
        if Arc::strong_count(semaphore) > WAITING_MAX {
            return Err(ApiError::Unavailable);
        }
        Ok(Lane {
            queue: Arc::clone(&self.0),
            network,
            semaphore: Arc::clone(semaphore),
        })
    }
}

impl Inner {
    fn lanes(&self) -> MutexGuard<'_, HashMap<Option<IpAddr>, Arc<Semaphore>>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One read's place in the lane of its network, which is forgotten with the last one.
struct Lane {
    queue: Arc<Inner>,
    network: Option<IpAddr>,
    semaphore: Arc<Semaphore>,
}

impl Lane {
    async fn permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let permit = self.semaphore.clone().acquire_owned().await;
        permit.map_err(|_| ApiError::Unavailable)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut lanes = self.queue.lanes();
        // The map's own and this one.
        if Arc::strong_count(&self.semaphore) <= 2 {
            lanes.remove(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[test]
    fn long_searches_whole_lists_texts_and_feeds_wait_for_their_turn() {
        for (route, query, expected) in [
            ("/api/blogs", "page=1&limit=9", Cost::List),
            ("/api/blogs", "page=1&search=rust+async", Cost::Search),
            ("/api/blogs", "page=1&s%65arch=one+two+three+four", Cost::Queued),
            ("/api/blogs", "", Cost::Queued),
            ("/api/blogs/public", "limit=20&fields=content", Cost::Queued),
            ("/treasure", "", Cost::List),
            ("/treasure", "search=one%20two%20three%20four", Cost::Queued),
            ("/feed/{category}", "", Cost::Queued),
            ("/blog/{id}", "search=one+two+three+four", Cost::Usual),
        ] {
            assert_eq!(Cost::of_route(route, query), expected, "{route}?{query}");
        }
    }

    #[tokio::test]
    async fn a_network_has_one_turn_at_a_time_and_others_do_not_wait_for_its_queue() {
        let queue = CostlyReads::default();
        let [one, other] = [1, 2].map(|number| Some(IpAddr::from([203, 0, 113, number])));
        let turn = queue.turn(one).await.unwrap();
        let short = Duration::from_millis(20);
        let waiting = timeout(short, queue.turn(one)).await;
        assert!(waiting.is_err());
        let next = tokio::spawn({
            let queue = queue.clone();
            async move { queue.turn(other).await.map(drop).is_ok() }
        });
        drop(turn);
        assert!(next.await.unwrap());
        assert!(timeout(short, queue.turn(one)).await.is_ok());
        assert!(queue.0.lanes().is_empty());
    }
}
