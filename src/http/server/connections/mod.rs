//! The open connections, the limits on their number, and the time that each may keep the server waiting.

#[cfg(test)]
mod tests;

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
