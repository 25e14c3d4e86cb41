//! The open connections, the limits on their number, and the time that each may keep the server waiting.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::activity::{Activity, Phase, Snapshot};
use super::progress::MinWriteRate;
use super::slow::{GRACE, ResponseHandle, SlowResponse, SlowResponses};
use crate::config;
use crate::domain::network::is_private_address;
use crate::http::limits::client_address::client_network;

/// One part in this many of the connections is closed at once when there are too many, so that not every new one of a
/// flood scans all the others.
const CLOSED_PARTS: usize = 64;

/// The limits on the number of connections and on their waits.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    most: usize,
    most_per_address: usize,
    head: Duration,
    idle: Duration,
    min_write_rate: MinWriteRate,
    proxies: Vec<IpNet>,
}

impl Limits {
    /// Creates the limits of the settings, with at most `files` connections.
    pub(super) fn new(settings: &config::Connections, proxies: &[IpNet], files: usize) -> Self {
        Self {
            most: settings.most.get().min(files),
            most_per_address: settings.most_per_address.get(),
            head: Duration::from_secs(settings.head_seconds.get()),
            idle: Duration::from_secs(settings.idle_seconds.get()),
            min_write_rate: MinWriteRate::new(settings),
            proxies: proxies.to_vec(),
        }
    }

    fn wait_max(&self, phase: Phase) -> Option<Duration> {
        match phase {
            Phase::Head => Some(self.head),
            Phase::Idle => Some(self.idle),
            Phase::Response => Some(self.min_write_rate.stall),
            Phase::Work => None,
        }
    }

    /// Returns the network that a connection counts for, or `None` when many clients may share the peer's address.
    fn network_of(&self, peer: IpAddr) -> Option<IpAddr> {
        let peer = peer.to_canonical();
        let is_shared =
            is_private_address(peer) || self.proxies.iter().any(|network| network.contains(&peer));
        (!is_shared).then(|| client_network(peer))
    }
}

pub(super) struct Connections {
    limits: Limits,
    slow: Arc<SlowResponses>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    open: HashMap<u64, Open>,
    by_network: HashMap<IpAddr, usize>,
    last: u64,
}

struct Open {
    activity: Arc<Activity>,
    /// The network that the connection counts for.
    network: Option<IpAddr>,
    peer: IpAddr,
    task: Option<AbortHandle>,
    snapshot: Snapshot,
    progressed_at: Instant,
    /// The start of the period in which small responses have to be written.
    period_began: Instant,
    /// The response that is being sent, identified by the connection's progress, and when that began.
    sending: Option<(u32, Instant)>,
    slow: Option<SlowResponse>,
}

impl Connections {
    pub(super) fn new(limits: Limits, slow: Arc<SlowResponses>) -> Arc<Self> {
        Arc::new(Self {
            limits,
            slow,
            table: Mutex::default(),
        })
    }

    /// Admits a new connection. Returns `None` at a limit when no other connection can be closed, since all of them
    /// have pending requests.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr, now: Instant) -> Option<ConnectionPermit> {
        let network = self.limits.network_of(peer);
        let mut table = self.table.lock();
        if let Some(network) = network
            && table.count_of(network) >= self.limits.most_per_address
            && !table.make_room(now, &self.limits, self.limits.most_per_address, |open| {
                open.network == Some(network)
            })
        {
            return None;
        }
        if table.open.len() >= self.limits.most
            && !table.make_room(now, &self.limits, self.limits.most, |_| true)
        {
            return None;
        }
        let activity = Arc::new(Activity::new());
        let id = table.add(&activity, peer, network, now);
        Some(ConnectionPermit {
            id,
            activity,
            connections: self.clone(),
        })
    }

    /// Sets the task that serves a connection. Aborts it when the connection was closed already.
    pub(super) fn set_task(&self, id: u64, task: AbortHandle) {
        match self.table.lock().open.get_mut(&id) {
            Some(open) => open.task = Some(task),
            None => task.abort(),
        }
    }

    /// Closes every connection that has kept the server waiting for too long.
    pub(super) fn sweep(&self, now: Instant) {
        let mut table = self.table.lock();
        let mut overdue = Vec::new();
        for (id, open) in &mut table.open {
            open.update(now, self.limits.min_write_rate);
            open.count_slow(now, &self.slow);
            let wait_max = self.limits.wait_max(open.snapshot.phase);
            let is_overdue = wait_max.is_some_and(|wait_max| now - open.progressed_at >= wait_max);
            if is_overdue || open.has_overdue_small_response(now, self.limits.min_write_rate) {
                overdue.push(*id);
            }
        }
        for id in overdue {
            table.close(id);
        }
    }
}

impl Table {
    fn count_of(&self, network: IpAddr) -> usize {
        self.by_network.get(&network).copied().unwrap_or_default()
    }

    fn add(&mut self, activity: &Arc<Activity>, peer: IpAddr, network: Option<IpAddr>, now: Instant) -> u64 {
        self.last += 1;
        let open = Open {
            activity: activity.clone(),
            network,
            peer,
            task: None,
            snapshot: activity.snapshot(),
            progressed_at: now,
            period_began: now,
            sending: None,
            slow: None,
        };
        self.open.insert(self.last, open);
        if let Some(network) = network {
            *self.by_network.entry(network).or_default() += 1;
        }
        self.last
    }

    /// Closes the connections that have waited longest without a request, of those that `may_close` accepts. Returns
    /// whether there was any.
    fn make_room(
        &mut self,
        now: Instant,
        limits: &Limits,
        most: usize,
        may_close: impl Fn(&Open) -> bool,
    ) -> bool {
        let mut closable = Vec::new();
        for (id, open) in &mut self.open {
            open.update(now, limits.min_write_rate);
            if open.snapshot.phase.is_closable() && may_close(open) {
                closable.push((open.progressed_at, *id));
            }
        }
        closable.sort_unstable();
        closable.truncate((most / CLOSED_PARTS).max(1));
        for (_, id) in &closable {
            self.close(*id);
        }
        !closable.is_empty()
    }

    fn close(&mut self, id: u64) {
        if let Some(task) = self.remove(id).and_then(|open| open.task) {
            task.abort();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(network) = open.network
            && let Some(count) = self.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                self.by_network.remove(&network);
            }
        }
        Some(open)
    }
}

impl Open {
    fn update(&mut self, now: Instant, min_rate: MinWriteRate) {
        let snapshot = self.activity.snapshot();
        if snapshot.has_progressed_since(self.snapshot, min_rate.bytes) {
            self.snapshot = snapshot;
            self.progressed_at = now;
        }
    }

    /// Whether a small response has waited for a whole period of the minimum rate. Begins another period when one ends.
    fn has_overdue_small_response(&mut self, now: Instant, min_rate: MinWriteRate) -> bool {
        if now - self.period_began < min_rate.stall {
            return false;
        }
        self.period_began = now;
        self.activity.begin_period().is_err()
    }

    /// Counts the response that is being sent as a slow one from the end of its grace period on.
    fn count_slow(&mut self, now: Instant, all: &Arc<SlowResponses>) {
        let snapshot = self.activity.snapshot();
        if snapshot.phase != Phase::Response {
            self.sending = None;
            self.slow = None;
            return;
        }
        let (response, began) = *self.sending.get_or_insert((snapshot.progress, now));
        if response != snapshot.progress {
            self.sending = Some((snapshot.progress, now));
            self.slow = None;
        } else if self.slow.is_none()
            && now - began >= GRACE
            && let Some(task) = &self.task
        {
            let network = self.activity.client();
            let network = network.unwrap_or_else(|| client_network(self.peer.to_canonical()));
            self.slow = Some(all.begin(network, ResponseHandle::Connection(task.clone())));
        }
    }
}

/// The permission to keep one connection open, until it is dropped.
pub(super) struct ConnectionPermit {
    pub(super) id: u64,
    pub(super) activity: Arc<Activity>,
    connections: Arc<Connections>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.table.lock().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::server::activity::PendingRequest;

    const SECOND: Duration = Duration::from_secs(1);

    fn connections() -> Arc<Connections> {
        let limits = Limits {
            most: 4,
            most_per_address: 2,
            head: 15 * SECOND,
            idle: 60 * SECOND,
            min_write_rate: MinWriteRate {
                stall: 30 * SECOND,
                bytes: 30 * 1_024,
            },
            proxies: vec!["198.51.100.0/24".parse().unwrap()],
        };
        Connections::new(limits, Arc::default())
    }

    fn is_open(connections: &Connections, permit: &ConnectionPermit) -> bool {
        connections.table.lock().open.contains_key(&permit.id)
    }

    #[test]
    fn closes_a_connection_after_the_time_of_its_phase() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (silent, other) = (admit(), admit());
        let request = PendingRequest::begin(&other.activity, false);
        connections.sweep(start + 14 * SECOND);
        assert!(is_open(&connections, &silent));
        connections.sweep(start + 15 * SECOND);
        assert!(!is_open(&connections, &silent));
        connections.sweep(start + 600 * SECOND);
        drop(request);
        connections.sweep(start + 601 * SECOND);
        connections.sweep(start + 660 * SECOND);
        assert!(is_open(&connections, &other));
        connections.sweep(start + 661 * SECOND);
        assert!(!is_open(&connections, &other));
    }

    #[test]
    fn closes_a_connection_below_the_minimum_write_rate() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (slow, slower) = (admit(), admit());
        let _responses =
            [&slow, &slower].map(|permit| PendingRequest::begin(&permit.activity, false).respond());
        for second in 0..600 {
            slow.activity.wrote(1_100);
            slower.activity.wrote(1_000);
            for permit in [&slow, &slower] {
                permit.activity.filled();
            }
            connections.sweep(start + second * SECOND);
            assert!(is_open(&connections, &slow), "after {second} s");
            assert_eq!(is_open(&connections, &slower), second < 30, "after {second} s");
        }
    }

    #[test]
    fn closes_a_connection_with_an_overdue_small_response() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (busy, other) = (admit(), admit());
        let responses = [&busy, &other].map(|permit| PendingRequest::begin(&permit.activity, true).respond());
        let _unwritten = responses[0].begin_write();
        for second in 0..=60 {
            let _work = PendingRequest::begin(&busy.activity, true);
            drop(responses[1].begin_write());
            connections.sweep(start + second * SECOND);
            assert_eq!(is_open(&connections, &busy), second < 60, "after {second} s");
            assert!(is_open(&connections, &other), "after {second} s");
        }
    }

    #[tokio::test]
    async fn ends_the_oldest_of_too_many_slow_responses_of_a_network() {
        let (mut connections, start) = (connections(), Instant::now());
        if let Some(connections) = Arc::get_mut(&mut connections) {
            connections.limits.most = 100;
            connections.limits.most_per_address = 100;
        }
        let admit = || {
            let permit = connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
            let task = tokio::spawn(std::future::pending::<()>());
            connections.set_task(permit.id, task.abort_handle());
            let sending = PendingRequest::begin(&permit.activity, false).respond();
            (permit, sending, task)
        };
        let mut first = admit();
        connections.sweep(start);
        connections.sweep(start + GRACE);
        let mut others: Vec<_> = (0..32).map(|_| admit()).collect();
        connections.sweep(start + GRACE);
        tokio::task::yield_now().await;
        assert!(!first.2.is_finished());
        connections.sweep(start + 2 * GRACE);
        assert!((&mut first.2).await.unwrap_err().is_cancelled());
        assert!(others.iter_mut().all(|(_, _, task)| !task.is_finished()));
    }

    #[test]
    fn closes_a_connection_of_the_same_address_at_its_limit() {
        let (connections, start) = (connections(), Instant::now());
        let admit =
            |peer: &str, second: u32| connections.admit(peer.parse().unwrap(), start + second * SECOND);
        let other_network = admit("203.0.113.8", 0).unwrap();
        let (first, second) = (admit("203.0.113.7", 1).unwrap(), admit("203.0.113.7", 2).unwrap());
        let third = admit("203.0.113.7", 3).unwrap();
        assert!(!is_open(&connections, &first));
        for permit in [&other_network, &second, &third] {
            assert!(is_open(&connections, permit));
        }
        let _work = [&second, &third].map(|permit| PendingRequest::begin(&permit.activity, false));
        assert!(admit("203.0.113.7", 4).is_none());
        assert!(admit("203.0.113.9", 4).is_some());
    }

    #[test]
    fn does_not_limit_addresses_that_many_clients_may_share() {
        for peer in ["127.0.0.1", "::ffff:10.0.0.1", "fd00::1", "198.51.100.7"] {
            let (connections, now) = (connections(), Instant::now());
            let permits: Vec<_> = (0..4)
                .map(|_| connections.admit(peer.parse().unwrap(), now).unwrap())
                .collect();
            assert!(
                permits.iter().all(|permit| is_open(&connections, permit)),
                "{peer}"
            );
        }
    }

    #[test]
    fn closes_a_waiting_connection_for_a_new_one_unless_all_have_requests() {
        let (connections, start) = (connections(), Instant::now());
        let admit = |number: u32| {
            let peer = IpAddr::from([203, 0, 113, u8::try_from(number).unwrap()]);
            connections.admit(peer, start + number * SECOND)
        };
        let permits: Vec<_> = (0..4).map(|number| admit(number).unwrap()).collect();
        let busy = PendingRequest::begin(&permits[0].activity, false);
        let newcomer = admit(4).unwrap();
        let open: Vec<_> = permits
            .iter()
            .map(|permit| is_open(&connections, permit))
            .collect();
        assert_eq!(open, [true, false, true, true]);
        let _work = [&permits[2], &permits[3], &newcomer]
            .map(|permit| PendingRequest::begin(&permit.activity, false));
        assert!(admit(5).is_none());
        drop(busy);
        assert!(admit(6).is_some());
    }

    #[test]
    fn frees_the_place_of_a_dropped_connection() {
        let (connections, now) = (connections(), Instant::now());
        for _ in 0..100 {
            let permit = connections.admit("203.0.113.7".parse().unwrap(), now).unwrap();
            let _work = PendingRequest::begin(&permit.activity, false);
        }
        assert!(connections.table.lock().open.is_empty());
        assert!(connections.table.lock().by_network.is_empty());
    }
}
