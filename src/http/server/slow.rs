//! Responses that their clients take slowly, and how many of them one client network may have.
//!
//! A response counts once it is still being sent [`GRACE`] after it was ready, until it ends: over HTTP/1.1 the one of
//! its connection, over HTTP/2 each stream for itself. Past the limit a further one ends the network's oldest, so that
//! whoever shares an address with a slow client is not refused for it.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::AbortHandle;

use super::answers::Progress;

/// The time in which most clients have taken a response.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// Slow responses of one network at once (rulings §7).
const OF_NETWORK_MAX: usize = 32;

/// The slow responses of all networks.
#[derive(Debug, Default)]
pub(super) struct SlowResponses(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    last: u64,
    /// The oldest first.
    of_network: HashMap<IpAddr, VecDeque<(u64, Sending)>>,
}

/// By what a response is ended.
#[derive(Debug)]
pub(super) enum Sending {
    /// The task of its connection.
    Connection(AbortHandle),
    /// The progress that its stream watches.
    Stream(Arc<Progress>),
}

impl Sending {
    fn end(&self) {
        match self {
            Self::Connection(task) => task.abort(),
            Self::Stream(progress) => progress.displace(),
        }
    }
}

impl SlowResponses {
    /// Counts a response until the value that is returned is dropped.
    pub(super) fn begin(self: &Arc<Self>, network: IpAddr, sending: Sending) -> Slow {
        let mut table = self.table();
        table.last += 1;
        let number = table.last;
        let of_network = table.of_network.entry(network).or_default();
        of_network.push_back((number, sending));
        if of_network.len() > OF_NETWORK_MAX
            && let Some((_, oldest)) = of_network.pop_front()
        {
            tracing::debug!("a network has too many responses under way: the oldest ends");
            oldest.end();
        }
        Slow {
            all: Arc::clone(self),
            network,
            number,
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One slow response, until it is dropped.
#[derive(Debug)]
pub(super) struct Slow {
    all: Arc<SlowResponses>,
    network: IpAddr,
    number: u64,
}

impl Drop for Slow {
    fn drop(&mut self) {
        let mut table = self.all.table();
        let Some(of_network) = table.of_network.get_mut(&self.network) else {
            return;
        };
        of_network.retain(|(number, _)| *number != self.number);
        if of_network.is_empty() {
            table.of_network.remove(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_response_too_many_ends_the_oldest_of_its_network() {
        let all = Arc::<SlowResponses>::default();
        let [one, other] = [1, 2].map(|number| IpAddr::from([203, 0, 113, number]));
        let begin = |network| {
            let progress = Arc::new(Progress::new(network));
            let slow = all.begin(network, Sending::Stream(Arc::clone(&progress)));
            (slow, progress)
        };
        let neighbour = begin(other);
        let mut responses: Vec<_> = (0..OF_NETWORK_MAX).map(|_| begin(one)).collect();
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
        assert!(!neighbour.1.is_displaced());
        responses.clear();
        drop(neighbour);
        assert!(all.table().of_network.is_empty());
    }
}
