//! The cost of reads, and the queue that keeps one client network from occupying the server with the most costly ones
//! (rulings §7).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use url::form_urlencoded;

use crate::domain::search::is_double_quotation_mark;
use crate::http::ApiError;

/// A search for more words is queued. One with fewer takes about as long as a list.
const CHEAP_SEARCH_WORDS_MAX: usize = 3;
/// The reads of one network that may run or wait at once.
const QUEUE_MAX: usize = 1_024;
/// The longest time that a read waits. Then it is rejected with 503 and `Retry-After`.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// The rule for the cost of a route's reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum ReadCost {
    /// One post or one page, whatever the query.
    Usual,
    /// A list of a page's length, whatever the query.
    List,
    /// As costly as a search, whatever the query.
    Search,
    /// Among the most costly, whatever the query.
    Queued,
    /// A list that can be searched, and is paged only when the query says so.
    OptionallyPagedList,
    /// A list that can be searched, and is always paged.
    PagedList,
    /// An always paged list whose search scans every row.
    ScannedList,
}

impl ReadCost {
    pub(in crate::http) fn of_query(self, query: &str) -> Cost {
        match self {
            Self::Usual => Cost::Usual,
            Self::List => Cost::List,
            Self::Search => Cost::Search,
            Self::Queued => Cost::Queued,
            Self::OptionallyPagedList => Cost::of_list(query, false),
            Self::PagedList => Cost::of_list(query, true),
            Self::ScannedList => match Cost::of_list(query, true) {
                Cost::List | Cost::Usual => Cost::List,
                Cost::Search | Cost::Queued => Cost::Queued,
            },
        }
    }
}

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
    fn of_list(query: &str, is_always_paged: bool) -> Self {
        let (mut words, mut is_paged, mut is_with_content) = (0, is_always_paged, false);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "search" => words = count_terms(&value),
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

/// Counts the words of a search, as many as a query has terms or more: they need no white space beside quotation marks.
fn count_terms(search: &str) -> usize {
    let terms =
        search.split(|character: char| character.is_whitespace() || is_double_quotation_mark(character));
    terms.filter(|term| !term.is_empty()).count()
}

/// The queue for the most costly reads. Clones share it.
#[derive(Clone)]
pub(in crate::http) struct CostlyReads(Arc<Inner>);

struct Inner {
    /// Limits the running reads of all networks: one reader thread is left to other reads.
    all: Arc<Semaphore>,
    lanes: Mutex<HashMap<Option<IpAddr>, Lane>>,
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
        let mut lanes = self.0.lanes.lock();
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

/// One read in the lane of its network, until it is dropped.
struct Queued {
    queue: Arc<Inner>,
    network: Option<IpAddr>,
    semaphore: Arc<Semaphore>,
}

impl Drop for Queued {
    fn drop(&mut self) {
        let mut lanes = self.queue.lanes.lock();
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
    use super::*;

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
        assert!(queue.0.lanes.lock().is_empty());
    }

    #[tokio::test]
    async fn rejects_and_forgets_a_read_that_waits_too_long() {
        let queue = CostlyReads::with_wait_max(Duration::from_millis(20));
        let network = Some(IpAddr::from([203, 0, 113, 1]));
        let permit = queue.acquire(network).await.unwrap();
        let rejected = queue.acquire(network).await;
        assert!(matches!(rejected, Err(ApiError::Unavailable)));
        assert_eq!(queue.0.lanes.lock()[&network].reads, 1);
        drop(permit);
        assert!(queue.0.lanes.lock().is_empty());
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
        assert!(queue.0.lanes.lock().is_empty());
    }
}
