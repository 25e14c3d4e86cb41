//! Responses that their clients receive slowly, and the limit on them per client network.
//!
//! A response counts as slow when it is still being sent [`GRACE`] after it was ready, until it ends: over HTTP/1.1 the
//! one of its connection, over HTTP/2 each stream separately. Past the limit a further one ends the network's oldest, so
//! that clients that share an address with a slow one are not rejected.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::task::AbortHandle;

use super::progress::Progress;

/// The time in which most clients have received a response.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// The slow responses that one network may have at once (rulings §7).
const PER_NETWORK_MAX: usize = 32;

#[derive(Debug, Default)]
pub(super) struct SlowResponses(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    last: u64,
    /// The slow responses of each network, the oldest first.
    by_network: HashMap<IpAddr, VecDeque<(u64, ResponseHandle)>>,
}

#[derive(Debug)]
pub(super) enum ResponseHandle {
    /// The task of its connection.
    Connection(AbortHandle),
    /// The progress of its stream.
    Stream(Arc<Progress>),
}

impl ResponseHandle {
    fn end(&self) {
        match self {
            Self::Connection(task) => task.abort(),
            Self::Stream(progress) => progress.displace(),
        }
    }
}

impl SlowResponses {
    /// Counts a response until the returned value is dropped.
    pub(super) fn begin(self: &Arc<Self>, network: IpAddr, handle: ResponseHandle) -> SlowResponse {
        let mut table = self.0.lock();
        table.last += 1;
        let number = table.last;
        let responses = table.by_network.entry(network).or_default();
        responses.push_back((number, handle));
        if responses.len() > PER_NETWORK_MAX
            && let Some((_, oldest)) = responses.pop_front()
        {
            tracing::debug!("a network has too many slow responses: the oldest one ends");
            oldest.end();
        }
        SlowResponse {
            all: Arc::clone(self),
            network,
            number,
        }
    }
}

/// One slow response, until it is dropped.
#[derive(Debug)]
pub(super) struct SlowResponse {
    all: Arc<SlowResponses>,
    network: IpAddr,
    number: u64,
}

impl Drop for SlowResponse {
    fn drop(&mut self) {
        let mut table = self.all.0.lock();
        let Some(responses) = table.by_network.get_mut(&self.network) else {
            return;
        };
        responses.retain(|(number, _)| *number != self.number);
        if responses.is_empty() {
            table.by_network.remove(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_the_oldest_response_of_a_network_past_the_limit() {
        let all = Arc::<SlowResponses>::default();
        let [one, other] = [1, 2].map(|number| IpAddr::from([203, 0, 113, number]));
        let begin = |network| {
            let progress = Arc::new(Progress::new(network));
            let slow = all.begin(network, ResponseHandle::Stream(Arc::clone(&progress)));
            (slow, progress)
        };
        let other_network = begin(other);
        let mut responses: Vec<_> = (0..PER_NETWORK_MAX).map(|_| begin(one)).collect();
        drop(responses.remove(5));
        responses.push(begin(one));
        assert!(responses.iter().all(|(_, progress)| !progress.is_displaced()));
        responses.push(begin(one));
        let displaced: Vec<bool> = responses
            .iter()
            .map(|(_, progress)| progress.is_displaced())
            .collect();
        assert!(displaced[0]);
        assert!(displaced[1..].iter().all(|is_displaced| !is_displaced));
        assert!(!other_network.1.is_displaced());
        responses.clear();
        drop(other_network);
        assert!(all.0.lock().by_network.is_empty());
    }
}
