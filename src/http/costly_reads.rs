//! Reads that cost far more than others, and the queue that keeps one client network from occupying the server with
//! them (rulings §7).

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

use super::ApiError;

/// A search for more words than these waits for its turn. A shorter one takes about as long as a list.
const WORDS_OF_CHEAP_SEARCH: usize = 3;
/// Reads of one network that may be under way or wait for their turn.
const QUEUE_MAX: usize = 1_024;
/// The longest time that a read waits for its turn. Then it is refused with 503 and Retry-After.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// How the cost of a route is found.
#[derive(Debug, Clone, Copy)]
enum Costing {
    /// The same for all queries.
    Fixed(Cost),
    /// A list that has pages only where the query says so.
    List,
    /// A list that always has pages.
    PagedList,
    /// The same, with a search that looks at every row.
    Scan,
}

const USUAL: Costing = Costing::Fixed(Cost::Usual);
const LIST: Costing = Costing::Fixed(Cost::List);
const QUEUED: Costing = Costing::Fixed(Cost::Queued);

/// Every route that is read with GET. A test compares them with those of the router.
const ROUTES: [(&str, Costing); 60] = [
    ("/", LIST),
    ("/trending", LIST),
    ("/treasure", Costing::PagedList),
    // The browser alone knows what was visited.
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
        if !is_paged || is_with_content || words > WORDS_OF_CHEAP_SEARCH {
            Self::Queued
        } else if words > 0 {
            Self::Search
        } else {
            Self::List
        }
    }

    /// The bytes to reserve for its response before that is built: what most such responses stay below. A text that makes
    /// one longer is reserved by its handler.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Usual => 32 << 10,
            Self::List | Self::Search => 128 << 10,
            Self::Queued => 2 << 20,
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
    lanes: Mutex<HashMap<Option<IpAddr>, Lane>>,
    /// The longest time that a read waits for its turn.
    patience: Duration,
}

/// The queue of one network, which is removed with its last read.
struct Lane {
    /// Reads that are under way or wait.
    reads: usize,
    semaphore: Arc<Semaphore>,
}

impl Default for CostlyReads {
    fn default() -> Self {
        Self::with_patience(WAIT_MAX)
    }
}

/// The turn of one read, until it is dropped.
pub(super) struct Turn {
    // Dropped in this order.
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _queued: Queued,
}

impl CostlyReads {
    fn with_patience(patience: Duration) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self(Arc::new(Inner {
            all: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
            lanes: Mutex::default(),
            patience,
        }))
    }

    /// Waits until no other read of the network is under way, and then until there is room among all; refuses when both
    /// take too long together.
    pub(super) async fn turn(&self, network: Option<IpAddr>) -> Result<Turn, ApiError> {
        let queued = self.enter(network)?;
        let permits = async {
            let own = queued.semaphore.clone().acquire_owned().await?;
            let all = self.0.all.clone().acquire_owned().await?;
            Ok::<_, AcquireError>((own, all))
        };
        let permits = timeout(self.0.patience, permits).await;
        let permits = permits.map_err(|_| ApiError::Unavailable)?;
        let (own, all) = permits.map_err(|_| ApiError::Unavailable)?;
        Ok(Turn {
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
    fn long_searches_whole_lists_texts_and_feeds_wait_for_their_turn() {
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
    fn every_route_that_is_read_has_a_cost() {
        let costed: BTreeSet<String> = ROUTES.iter().map(|(route, _)| (*route).to_owned()).collect();
        assert_eq!(costed.len(), ROUTES.len(), "a route is named twice");
        let routed: BTreeSet<String> = read_routes().into_iter().collect();
        let difference: Vec<_> = costed.symmetric_difference(&routed).collect();
        assert!(difference.is_empty(), "{difference:?}");
    }

    #[tokio::test]
    async fn a_network_queues_its_whole_share_and_leaves_nothing_behind() {
        let queue = CostlyReads::default();
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let turn = queue.turn(network).await.unwrap();
        let mut waiting: Vec<_> = (1..QUEUE_MAX).map(|_| queue.enter(network).unwrap()).collect();
        assert!(queue.enter(network).is_err());
        drop(waiting.pop());
        waiting.push(queue.enter(network).unwrap());
        drop(turn);
        let threads = waiting
            .into_iter()
            .map(|queued| thread::spawn(move || drop(queued)));
        for thread in threads.collect::<Vec<_>>() {
            thread.join().unwrap();
        }
        assert!(queue.0.lanes().is_empty());
    }

    #[tokio::test]
    async fn a_turn_that_does_not_come_is_refused_and_forgotten() {
        let queue = CostlyReads::with_patience(Duration::from_millis(20));
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let turn = queue.turn(network).await.unwrap();
        let refused = queue.turn(network).await;
        assert!(matches!(refused, Err(ApiError::Unavailable)));
        assert_eq!(queue.0.lanes()[&network].reads, 1);
        drop(turn);
        assert!(queue.0.lanes().is_empty());
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
