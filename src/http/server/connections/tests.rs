//! Tests of the limits on connections and of the waits that close them.

use super::*;
use crate::http::server::activity::PendingRequest;
use crate::http::server::{SWEEP_INTERVAL, sweep};

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

#[tokio::test]
async fn dates_progress_found_by_a_late_sweep_after_its_cause() {
    let connections = connections();
    let permit = connections
        .admit("203.0.113.7".parse().unwrap(), Instant::now())
        .unwrap();
    let sweeper = tokio::spawn(sweep(connections.clone()));
    tokio::task::yield_now().await;
    // Blocks the only thread of the runtime, as a busy machine does, until the next sweep is late.
    std::thread::sleep(SWEEP_INTERVAL + SECOND);
    let progress_began = Instant::now();
    let _request = PendingRequest::begin(&permit.activity, false);
    while connections.table.lock().open[&permit.id].snapshot.phase != Phase::Work {
        tokio::task::yield_now().await;
    }
    assert!(connections.table.lock().open[&permit.id].progressed_at >= progress_began);
    sweeper.abort();
}

#[test]
fn closes_a_connection_below_the_minimum_write_rate() {
    let (connections, start) = (connections(), Instant::now());
    let admit = || connections.admit("203.0.113.7".parse().unwrap(), start).unwrap();
    let (slow, slower) = (admit(), admit());
    let _responses = [&slow, &slower].map(|permit| PendingRequest::begin(&permit.activity, false).respond());
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
    let admit = |peer: &str, second: u32| connections.admit(peer.parse().unwrap(), start + second * SECOND);
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
    let _work =
        [&permits[2], &permits[3], &newcomer].map(|permit| PendingRequest::begin(&permit.activity, false));
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
