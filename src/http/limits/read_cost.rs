//! The cost of reads, and the queue that keeps one client network from occupying the server with the most costly ones
//! (rulings §7).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::request::Parts;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use url::form_urlencoded;

use crate::http::ApiError;

/// A search for more words is queued. One with fewer takes about as long as a list.
const CHEAP_SEARCH_WORDS_MAX: usize = 3;
/// The reads of one network that may run or wait at once.
const QUEUE_MAX: usize = 1_024;
/// The longest time that a read waits. Then it is rejected with 503 and `Retry-After`.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// The rule for the cost of a route.
#[derive(Debug, Clone, Copy)]
enum Costing {
    /// The same for all queries.
    Fixed(Cost),
    /// A list that is paged only when the query says so.
    List,
    /// A list that is always paged.
    PagedList,
    /// An always paged list whose search scans every row.
    Scan,
}

const USUAL: Costing = Costing::Fixed(Cost::Usual);
const LIST: Costing = Costing::Fixed(Cost::List);
const QUEUED: Costing = Costing::Fixed(Cost::Queued);

/// All routes with a GET method. A test compares them with the router's.
const ROUTES: [(&str, Costing); 60] = [
    ("/", LIST),
    ("/trending", LIST),
    ("/treasure", Costing::PagedList),
    // The list of visited posts is in the browser alone.
    ("/recent", USUAL),
    ("/blog/{id}", USUAL),
    ("/profile/{id}", USUAL),
    ("/feed.xml", QUEUED),
    ("/feed/{category}", QUEUED),
    ("/sitemap.xml", LIST),
    ("/robots.txt", USUAL),
    ("/opensearch.xml", USUAL),
    ("/manifest.webmanifest", USUAL),
    ("/media/{file}", USUAL),
    ("/media/preview/{file}", USUAL),
    ("/undo-email-change", USUAL),
    ("/bookmarks", USUAL),
    ("/profile", USUAL),
    ("/login", USUAL),
    ("/signup", USUAL),
    ("/forgot-password", USUAL),
    ("/verify-email", USUAL),
    ("/reset-password", USUAL),
    ("/onboarding", USUAL),
    ("/admin/login", USUAL),
    ("/admin/signup", USUAL),
    ("/admin/dashboard", USUAL),
    ("/admin/new-blog", USUAL),
    ("/admin/posts", USUAL),
    ("/admin/users", USUAL),
    ("/admin/comments", USUAL),
    ("/admin/settings", USUAL),
    ("/admin/edit-blog/{id}", USUAL),
    ("/api/", USUAL),
    ("/api/openapi.json", USUAL),
    ("/api/docs", USUAL),
    ("/api/health", USUAL),
    ("/api/ready", USUAL),
    ("/api/avatars", LIST),
    ("/api/auth/verify-token", USUAL),
    ("/api/blogs", Costing::List),
    ("/api/blogs/public", Costing::List),
    ("/api/blogs/featured", LIST),
    ("/api/blogs/featured/public", LIST),
    ("/api/blogs/trending", LIST),
    ("/api/blogs/recommended", LIST),
    ("/api/blogs/bookmarks", LIST),
    ("/api/blogs/{id}", USUAL),
    ("/api/blogs/{id}/bookmark-status", USUAL),
    ("/api/blogs/{id}/comments", LIST),
    ("/api/blogs/analytics/views", Costing::Fixed(Cost::Search)),
    ("/api/blogs/admin/blogs", Costing::Scan),
    ("/api/blogs/admin/blogs/{id}", USUAL),
    ("/api/users", LIST),
    ("/api/users/profile/{id}", USUAL),
    ("/api/users/{id}/comments", LIST),
    ("/api/admin/profile", USUAL),
    ("/api/admin/settings/profile", USUAL),
    ("/api/admin/{authorId}", USUAL),
    ("/api/admin/users", Costing::Scan),
    ("/api/admin/comments", Costing::Scan),
];

/// The cost of a read on a cache miss.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Cost {
    /// One post, one page.
    Usual,
    /// A list of a page's length.
    List,
    /// A search for a few words.
    Search,
    /// A search for many words, a list without paging or with the contents of its posts, a feed. Each network runs one
    /// of these at a time.
    Queued,
}

impl Cost {
    /// Returns the cost of a request.
    pub(in crate::http) fn of(request: &Parts) -> Self {
        let route = request.extensions.get::<MatchedPath>();
        Self::of_route(
            route.map_or("", MatchedPath::as_str),
            request.uri.query().unwrap_or_default(),
        )
    }

    fn of_route(route: &str, query: &str) -> Self {
        let costing = ROUTES.iter().find(|(name, _)| *name == route);
        match costing.map_or(USUAL, |(_, costing)| *costing) {
            Costing::Fixed(cost) => cost,
            Costing::List => Self::of_list(query, false),
            Costing::PagedList => Self::of_list(query, true),
            Costing::Scan => match Self::of_list(query, true) {
                Self::List | Self::Usual => Self::List,
                Self::Search | Self::Queued => Self::Queued,
            },
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
        if !is_paged || is_with_content || words > CHEAP_SEARCH_WORDS_MAX {
            Self::Queued
        } else if words > 0 {
            Self::Search
        } else {
            Self::List
        }
    }

    /// The bytes to reserve before the response is built; most responses of this cost are shorter. The handler reserves
    /// more for a long post.
    pub(in crate::http) fn bytes(self) -> usize {
        match self {
            Self::Usual => 32 << 10,
            Self::List | Self::Search => 128 << 10,
            Self::Queued => 2 << 20,
        }
    }

    /// The number of reads that it counts as for the rate limit.
    pub(in crate::http) fn reads(self) -> u32 {
        match self {
            Self::Usual => 1,
            Self::List => 4,
            Self::Search | Self::Queued => 10,
        }
    }
}

/// The queue for the most costly reads. Clones share it.
#[derive(Clone)]
pub(in crate::http) struct CostlyReads(Arc<Inner>);

struct Inner {
    /// Limits the running reads of all networks: one reader thread is left to other reads.
    all: Arc<Semaphore>,
    lanes: Mutex<HashMap<Option<IpAddr>, Lane>>,
    /// The longest time that a read waits.
    wait_max: Duration,
}

/// The queue of one network, which is removed with its last read.
struct Lane {
    /// The reads that run or wait.
    reads: usize,
    semaphore: Arc<Semaphore>,
}

impl Default for CostlyReads {
    fn default() -> Self {
        Self::with_wait_max(WAIT_MAX)
    }
}

/// The permission to run one read, until it is dropped.
pub(in crate::http) struct QueuePermit {
    // Dropped in this order.
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _queued: Queued,
}

impl CostlyReads {
    fn with_wait_max(wait_max: Duration) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self(Arc::new(Inner {
            all: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
            lanes: Mutex::default(),
            wait_max,
        }))
    }

    /// Waits until no other read of the network runs, and then for a permit among all networks. Returns 503 when both
    /// together take too long, or when the network's queue is full.
    pub(in crate::http) async fn acquire(&self, network: Option<IpAddr>) -> Result<QueuePermit, ApiError> {
        let queued = self.enter(network)?;
        let permits = async {
            let own = queued.semaphore.clone().acquire_owned().await?;
            let all = self.0.all.clone().acquire_owned().await?;
            Ok::<_, AcquireError>((own, all))
        };
        let permits = timeout(self.0.wait_max, permits).await;
        let permits = permits.map_err(|_| ApiError::Unavailable)?;
        let (own, all) = permits.map_err(|_| ApiError::Unavailable)?;
        Ok(QueuePermit {
            _all: all,
            _own: own,
            _queued: queued,
        })
    }

    fn enter(&self, network: Option<IpAddr>) -> Result<Queued, ApiError> {
        let mut lanes = self.0.lanes();
        let lane = lanes.entry(network).or_insert_with(|| Lane {
            reads: 0,
            semaphore: Arc::new(Semaphore::new(1)),
        });
        if lane.reads >= QUEUE_MAX {
            return Err(ApiError::Unavailable);
        }
        lane.reads += 1;
        Ok(Queued {
            queue: Arc::clone(&self.0),
            network,
            semaphore: Arc::clone(&lane.semaphore),
        })
    }
}

impl Inner {
    fn lanes(&self) -> MutexGuard<'_, HashMap<Option<IpAddr>, Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One read in the lane of its network, until it is dropped.
struct Queued {
    queue: Arc<Inner>,
    network: Option<IpAddr>,
    semaphore: Arc<Semaphore>,
}

impl Drop for Queued {
    fn drop(&mut self) {
        let mut lanes = self.queue.lanes();
        if let Some(lane) = lanes.get_mut(&self.network) {
            lane.reads -= 1;
            if lane.reads == 0 {
                lanes.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::router::read_routes;

    #[test]
    fn queues_long_searches_unpaged_lists_contents_and_feeds() {
        for (route, query, expected) in [
            ("/api/blogs", "page=1&limit=9", Cost::List),
            ("/api/blogs", "page=1&search=rust+async", Cost::Search),
            ("/api/blogs", "page=1&s%65arch=one+two+three+four", Cost::Queued),
            ("/api/blogs", "", Cost::Queued),
            ("/api/blogs/public", "limit=20&fields=content", Cost::Queued),
            ("/treasure", "", Cost::List),
            ("/treasure", "search=one%20two%20three%20four", Cost::Queued),
            ("/api/users", "page=2", Cost::List),
            ("/api/users/{id}/comments", "", Cost::List),
            ("/api/blogs/{id}/comments", "page=2", Cost::List),
            ("/api/blogs/bookmarks", "", Cost::List),
            ("/api/admin/comments", "", Cost::List),
            ("/api/admin/comments", "search=word", Cost::Queued),
            ("/api/admin/users", "page=3&search=ada", Cost::Queued),
            ("/api/blogs/admin/blogs", "search=", Cost::List),
            ("/api/blogs/analytics/views", "", Cost::Search),
            ("/feed/{category}", "", Cost::Queued),
            ("/blog/{id}", "search=one+two+three+four", Cost::Usual),
        ] {
            assert_eq!(Cost::of_route(route, query), expected, "{route}?{query}");
        }
    }

    #[test]
    fn has_a_cost_for_every_route_with_get() {
        let with_cost: BTreeSet<String> = ROUTES.iter().map(|(route, _)| (*route).to_owned()).collect();
        assert_eq!(with_cost.len(), ROUTES.len(), "a route is named twice");
        let in_router: BTreeSet<String> = read_routes().into_iter().collect();
        let difference: Vec<_> = with_cost.symmetric_difference(&in_router).collect();
        assert!(difference.is_empty(), "{difference:?}");
    }

    #[tokio::test]
    async fn bounds_the_queue_of_a_network_and_removes_it_when_empty() {
        let queue = CostlyReads::default();
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let permit = queue.acquire(network).await.unwrap();
        let mut waiting: Vec<_> = (1..QUEUE_MAX).map(|_| queue.enter(network).unwrap()).collect();
        assert!(queue.enter(network).is_err());
        drop(waiting.pop());
        waiting.push(queue.enter(network).unwrap());
        drop(permit);
        let threads = waiting
            .into_iter()
            .map(|queued| thread::spawn(move || drop(queued)));
        for thread in threads.collect::<Vec<_>>() {
            thread.join().unwrap();
        }
        assert!(queue.0.lanes().is_empty());
    }

    #[tokio::test]
    async fn rejects_and_forgets_a_read_that_waits_too_long() {
        let queue = CostlyReads::with_wait_max(Duration::from_millis(20));
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let permit = queue.acquire(network).await.unwrap();
        let rejected = queue.acquire(network).await;
        assert!(matches!(rejected, Err(ApiError::Unavailable)));
        assert_eq!(queue.0.lanes()[&network].reads, 1);
        drop(permit);
        assert!(queue.0.lanes().is_empty());
    }

    #[tokio::test]
    async fn runs_one_read_of_a_network_at_a_time_without_delaying_others() {
        let queue = CostlyReads::default();
        let [one, other] = [1, 2].map(|number| Some(IpAddr::from([203, 0, 113, number])));
        let permit = queue.acquire(one).await.unwrap();
        let short = Duration::from_millis(20);
        let waiting = timeout(short, queue.acquire(one)).await;
        assert!(waiting.is_err());
        let next = tokio::spawn({
            let queue = queue.clone();
            async move { queue.acquire(other).await.map(drop).is_ok() }
        });
        drop(permit);
        assert!(next.await.unwrap());
        assert!(timeout(short, queue.acquire(one)).await.is_ok());
        assert!(queue.0.lanes().is_empty());
    }
}
