//! The connections that are open, how many there may be, and how long each may keep the server waiting.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ipnet::IpNet;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::activity::{Activity, Phase, Sight};
use super::answers::TakingPace;
use super::slow::{GRACE, Sending, Slow, SlowResponses};
use crate::config;
use crate::domain::network::is_inside;
use crate::http::client_address::household;

/// The part of the connections that is closed at once when there are too many, so that a flood of new ones does
/// not cost a look at all the others each.
const MADE_ROOM: usize = 64;

/// How many and how long.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    most: usize,
    most_per_address: usize,
    head: Duration,
    idle: Duration,
    answer: TakingPace,
    proxies: Vec<IpNet>,
}

impl Limits {
    /// Those of the settings, and no more connections than `files` of them can be open.
    pub(super) fn new(settings: &config::Connections, proxies: &[IpNet], files: usize) -> Self {
        Self {
            most: settings.most.get().min(files),
            most_per_address: settings.most_per_address.get(),
            head: Duration::from_secs(settings.head_seconds.get()),
            idle: Duration::from_secs(settings.idle_seconds.get()),
            answer: TakingPace::new(settings),
            proxies: proxies.to_vec(),
        }
    }

    fn patience(&self, phase: Phase) -> Option<Duration> {
        match phase {
            Phase::Head => Some(self.head),
            Phase::Idle => Some(self.idle),
            Phase::Answer => Some(self.answer.stall),
            Phase::Work => None,
        }
    }

    /// Whom a connection counts for. Nobody, when everybody may be behind it.
    fn counted(&self, peer: IpAddr) -> Option<IpAddr> {
        let peer = peer.to_canonical();
        let is_shared = is_inside(peer) || self.proxies.iter().any(|network| network.contains(&peer));
        (!is_shared).then(|| household(peer))
    }
}

/// The open connections.
pub(super) struct Connections {
    limits: Limits,
    slow: Arc<SlowResponses>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    open: HashMap<u64, Open>,
    of_household: HashMap<IpAddr, usize>,
    last: u64,
}

struct Open {
    activity: Arc<Activity>,
    /// Whom the connection counts for.
    household: Option<IpAddr>,
    /// The other end.
    peer: IpAddr,
    task: Option<AbortHandle>,
    seen: Sight,
    since: Instant,
    /// The beginning of the period in which small responses have to be written.
    period_began: Instant,
    /// The answer that is being sent, by the connection's progress, and since when.
    sending: Option<(u32, Instant)>,
    slow: Option<Slow>,
}

impl Connections {
    pub(super) fn new(limits: Limits, slow: Arc<SlowResponses>) -> Arc<Self> {
        Arc::new(Self {
            limits,
            slow,
            table: Mutex::default(),
        })
    }

    /// A place for a connection that was just made. None when there are as many as there may be, and all of
    /// them wait for their answers.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr, now: Instant) -> Option<Place> {
        let household = self.limits.counted(peer);
        let mut table = self.table();
        if let Some(household) = household
            && table.count_of(household) >= self.limits.most_per_address
            && !table.make_room(now, &self.limits, self.limits.most_per_address, |open| {
                open.household == Some(household)
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
        let id = table.add(&activity, peer, household, now);
        Some(Place {
            id,
            activity,
            connections: self.clone(),
        })
    }

    /// Says which task serves the connection of a place. One that had to make room already ends.
    pub(super) fn is_served_by(&self, id: u64, task: AbortHandle) {
        match self.table().open.get_mut(&id) {
            Some(open) => open.task = Some(task),
            None => task.abort(),
        }
    }

    /// Closes every connection that has kept the server waiting for too long.
    pub(super) fn sweep(&self, now: Instant) {
        let mut table = self.table();
        let mut overdue = Vec::new();
        for (id, open) in &mut table.open {
            open.look(now, self.limits.answer);
            open.count_slow(now, &self.slow);
            let patience = self.limits.patience(open.seen.phase);
            let is_overdue = patience.is_some_and(|patience| now - open.since >= patience);
            if is_overdue || open.is_leaving_small_responses(now, self.limits.answer) {
                overdue.push(*id);
            }
        }
        for id in overdue {
            table.close(id);
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn count_of(&self, household: IpAddr) -> usize {
        self.of_household.get(&household).copied().unwrap_or_default()
    }

    fn add(
        &mut self,
        activity: &Arc<Activity>,
        peer: IpAddr,
        household: Option<IpAddr>,
        now: Instant,
    ) -> u64 {
        self.last += 1;
        let open = Open {
            activity: activity.clone(),
            household,
            peer,
            task: None,
            seen: activity.look(),
            since: now,
            period_began: now,
            sending: None,
            slow: None,
        };
        self.open.insert(self.last, open);
        if let Some(household) = household {
            *self.of_household.entry(household).or_default() += 1;
        }
        self.last
    }

    /// Closes those that have waited longest without a request, of the ones that `may_go`; says whether there
    /// was any.
    fn make_room(
        &mut self,
        now: Instant,
        limits: &Limits,
        most: usize,
        may_go: impl Fn(&Open) -> bool,
    ) -> bool {
        let mut spare = Vec::new();
        for (id, open) in &mut self.open {
            open.look(now, limits.answer);
            if open.seen.phase.is_spare() && may_go(open) {
                spare.push((open.since, *id));
            }
        }
        spare.sort_unstable();
        spare.truncate((most / MADE_ROOM).max(1));
        for (_, id) in &spare {
            self.close(*id);
        }
        !spare.is_empty()
    }

    fn close(&mut self, id: u64) {
        if let Some(task) = self.remove(id).and_then(|open| open.task) {
            task.abort();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(household) = open.household
            && let Some(count) = self.of_household.get_mut(&household)
        {
            *count -= 1;
            if *count == 0 {
                self.of_household.remove(&household);
            }
        }
        Some(open)
    }
}

impl Open {
    fn look(&mut self, now: Instant, pace: TakingPace) {
        let seen = self.activity.look();
        if seen.has_moved_since(self.seen, pace.bytes) {
            self.seen = seen;
            self.since = now;
        }
    }

    /// Whether a small response has waited since before the last period of the time that a client has to take it.
    fn is_leaving_small_responses(&mut self, now: Instant, pace: TakingPace) -> bool {
        if now - self.period_began < pace.stall {
            return false;
        }
        self.period_began = now;
        self.activity.begin_period().is_err()
    }

    /// Counts the answer that is being sent as a slow one from the end of its grace on.
    fn count_slow(&mut self, now: Instant, all: &Arc<SlowResponses>) {
        let sight = self.activity.look();
        if sight.phase != Phase::Answer {
            self.sending = None;
            self.slow = None;
            return;
        }
        let (answer, began) = *self.sending.get_or_insert((sight.progress, now));
        if answer != sight.progress {
            self.sending = Some((sight.progress, now));
            self.slow = None;
        } else if self.slow.is_none()
            && now - began >= GRACE
            && let Some(task) = &self.task
        {
            let network = self.activity.client();
            let network = network.unwrap_or_else(|| household(self.peer.to_canonical()));
            self.slow = Some(all.begin(network, Sending::Connection(task.clone())));
        }
    }
}

/// The place of one connection among the open ones, until it is dropped.
pub(super) struct Place {
    pub(super) id: u64,
    pub(super) activity: Arc<Activity>,
    connections: Arc<Connections>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.table().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::server::activity::Asked;

    const SECOND: Duration = Duration::from_secs(1);

    fn connections() -> Arc<Connections> {
        let limits = Limits {
            most: 4,
            most_per_address: 2,
            head: 15 * SECOND,
            idle: 60 * SECOND,
            answer: TakingPace {
                stall: 30 * SECOND,
                bytes: 30 * 1_024,
            },
            proxies: vec!["198.51.100.0/24".parse().unwrap()],
        };
        Connections::new(limits, Arc::default())
    }

    fn is_open(connections: &Connections, place: &Place) -> bool {
        connections.table().open.contains_key(&place.id)
    }

    #[test]
    fn each_phase_has_its_own_patience() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (silent, other) = (admit(), admit());
        let asked = Asked::begin(&other.activity, false);
        connections.sweep(start + 14 * SECOND);
        assert!(is_open(&connections, &silent));
        connections.sweep(start + 15 * SECOND);
        assert!(!is_open(&connections, &silent));
        connections.sweep(start + 600 * SECOND);
        drop(asked);
        connections.sweep(start + 601 * SECOND);
        connections.sweep(start + 660 * SECOND);
        assert!(is_open(&connections, &other));
        connections.sweep(start + 661 * SECOND);
        assert!(!is_open(&connections, &other));
    }

    #[test]
    fn an_answer_has_to_be_taken_at_a_pace() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (slow, slower) = (admit(), admit());
        let _answers = [&slow, &slower].map(|place| Asked::begin(&place.activity, false).answered());
        for second in 0..600 {
            slow.activity.wrote(1_100);
            slower.activity.wrote(1_000);
            for place in [&slow, &slower] {
                place.activity.filled();
            }
            connections.sweep(start + second * SECOND);
            assert!(is_open(&connections, &slow), "after {second} s");
            assert_eq!(is_open(&connections, &slower), second < 30, "after {second} s");
        }
    }

    #[test]
    fn a_small_response_that_is_not_written_ends_its_connection() {
        let (connections, start) = (connections(), Instant::now());
        let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
        let (busy, other) = (admit(), admit());
        let answers = [&busy, &other].map(|place| Asked::begin(&place.activity, true).answered());
        let _left = answers[0].hand_over();
        for second in 0..=60 {
            let _work = Asked::begin(&busy.activity, true);
            drop(answers[1].hand_over());
            connections.sweep(start + second * SECOND);
            assert_eq!(is_open(&connections, &busy), second < 60, "after {second} s");
            assert!(is_open(&connections, &other), "after {second} s");
        }
    }

    #[tokio::test]
    async fn a_network_with_too_many_slow_answers_loses_the_oldest() {
        let (mut connections, start) = (connections(), Instant::now());
        if let Some(connections) = Arc::get_mut(&mut connections) {
            connections.limits.most = 100;
            connections.limits.most_per_address = 100;
        }
        let admit = || {
            let place = connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
            let task = tokio::spawn(std::future::pending::<()>());
            connections.is_served_by(place.id, task.abort_handle());
            let answering = Asked::begin(&place.activity, false).answered();
            (place, answering, task)
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
    fn one_address_makes_room_among_its_own() {
        let (connections, start) = (connections(), Instant::now());
        let admit =
            |peer: &str, second: u32| connections.admit(peer.parse().unwrap(), start + second * SECOND);
        let neighbour = admit("203.0.113.8", 0).unwrap();
        let (first, second) = (admit("203.0.113.7", 1).unwrap(), admit("203.0.113.7", 2).unwrap());
        let third = admit("203.0.113.7", 3).unwrap();
        assert!(!is_open(&connections, &first));
        for place in [&neighbour, &second, &third] {
            assert!(is_open(&connections, place));
        }
        let _work = [&second, &third].map(|place| Asked::begin(&place.activity, false));
        assert!(admit("203.0.113.7", 4).is_none());
        assert!(admit("203.0.113.9", 4).is_some());
    }

    #[test]
    fn where_everybody_may_be_behind_one_address_it_is_not_counted() {
        for peer in ["127.0.0.1", "::ffff:10.0.0.1", "fd00::1", "198.51.100.7"] {
            let (connections, now) = (connections(), Instant::now());
            let places: Vec<_> = (0..4)
                .map(|_| connections.admit(peer.parse().unwrap(), now).unwrap())
                .collect();
            assert!(places.iter().all(|place| is_open(&connections, place)), "{peer}");
        }
    }

    #[test]
    fn strangers_make_room_for_new_ones_unless_all_are_at_work() {
        let (connections, start) = (connections(), Instant::now());
        let admit = |number: u32| {
            let peer = IpAddr::from([203, 0, 113, u8::try_from(number).unwrap()]);
            connections.admit(peer, start + number * SECOND)
        };
        let places: Vec<_> = (0..4).map(|number| admit(number).unwrap()).collect();
        let busy = Asked::begin(&places[0].activity, false);
        let newcomer = admit(4).unwrap();
        let open: Vec<_> = places.iter().map(|place| is_open(&connections, place)).collect();
        assert_eq!(open, [true, false, true, true]);
        let _work = [&places[2], &places[3], &newcomer].map(|place| Asked::begin(&place.activity, false));
        assert!(admit(5).is_none());
        drop(busy);
        assert!(admit(6).is_some());
    }

    #[test]
    fn a_place_that_is_left_is_free() {
        let (connections, now) = (connections(), Instant::now());
        for _ in 0..100 {
            let place = connections.admit("203.0.113.7".parse().unwrap(), now).unwrap();
            let _work = Asked::begin(&place.activity, false);
        }
        assert!(connections.table().open.is_empty());
        assert!(connections.table().of_household.is_empty());
    }
}
