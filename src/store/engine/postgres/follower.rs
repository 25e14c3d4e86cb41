//! The thread that follows the commits of all nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use postgres::fallible_iterator::FallibleIterator as _;

use super::connection::PostgresConnection;
use super::server::{Purpose, Servers};
use crate::store::engine::{Follower, StoreError, Transaction};

/// The time in which the server has to answer that it is there.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval in which the table is read and the connection tested, whether or not commits are announced.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The interval in which the table is read on a standby, which cannot announce commits.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The pause before the next attempt to connect.
const PAUSE: Duration = Duration::from_millis(100);
/// The interval in which the thread looks whether it is to end.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// The interval in which the other hosts are asked whether they are a newer primary.
const WATCH_INTERVAL: Duration = Duration::from_secs(3);

/// Ends the threads when dropped.
pub(super) struct FollowerThread {
    is_stopped: Arc<AtomicBool>,
}

impl Drop for FollowerThread {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Release);
    }
}

impl FollowerThread {
    pub(super) fn start(servers: Servers, follower: Arc<dyn Follower>) -> Result<Self, StoreError> {
        let is_stopped = Arc::<AtomicBool>::default();
        if servers.are_several() {
            watch(servers.clone(), Arc::clone(&is_stopped))?;
        }
        let stop = Arc::clone(&is_stopped);
        Builder::new()
            .name("follower".to_owned())
            .spawn(move || {
                let mut is_first_failure = true;
                while !stop.load(Ordering::Acquire) {
                    let result = follow(&servers, &*follower, &stop, &mut is_first_failure);
                    if let Err(error) = result
                        && std::mem::take(&mut is_first_failure)
                    {
                        tracing::warn!(%error, "the commits of other nodes are not announced; reads look for them");
                    }
                    follower.lose_track();
                    sleep(PAUSE);
                }
            })
            .map_err(StoreError::NoThread)?;
        Ok(Self { is_stopped })
    }
}

/// Looks for a newer primary on a thread of its own, since a host that is away may take seconds.
fn watch(servers: Servers, stop: Arc<AtomicBool>) -> Result<(), StoreError> {
    let work = move || {
        while !stop.load(Ordering::Acquire) {
            sleep(WATCH_INTERVAL);
            servers.look_for_newer_primary();
        }
    };
    Builder::new()
        .name("primary-watch".to_owned())
        .spawn(work)
        .map_err(StoreError::NoThread)?;
    Ok(())
}

/// Follows the commits until the connection breaks, the thread is to end, or there is a better server.
fn follow(
    servers: &Servers,
    follower: &dyn Follower,
    stop: &AtomicBool,
    is_first_failure: &mut bool,
) -> Result<(), StoreError> {
    let mut connection = PostgresConnection::open(servers, Purpose::Read, Duration::ZERO)?;
    if !std::mem::replace(is_first_failure, true) {
        tracing::info!("the commits of other nodes are announced again");
    }
    if connection.is_standby() {
        return follow_standby(servers, &mut connection, follower, stop);
    }
    // Whoever reads from a standby had no primary.
    servers.leave_standbys();
    connection.client_mut().batch_execute("listen commits")?;
    follow_primary(&mut connection, follower, stop)
}

fn follow_primary(
    connection: &mut PostgresConnection,
    follower: &dyn Follower,
    stop: &AtomicBool,
) -> Result<(), StoreError> {
    while !stop.load(Ordering::Acquire) && !connection.is_outdated() {
        follower.catch_up(Transaction::new(connection))?;
        follower.keep_track();
        if !wait_for_commit(connection, follower, stop)? {
            connection.client_mut().is_valid(ANSWER_TIMEOUT)?;
        }
    }
    Ok(())
}

/// Waits until a commit is announced that was not followed. Returns `false` if there is none within [`HEARTBEAT`], or
/// the thread is to end.
fn wait_for_commit(
    connection: &mut PostgresConnection,
    follower: &dyn Follower,
    stop: &AtomicBool,
) -> Result<bool, StoreError> {
    let deadline = Instant::now() + HEARTBEAT;
    while Instant::now() < deadline && !stop.load(Ordering::Acquire) {
        let announced = connection
            .client_mut()
            .notifications()
            .timeout_iter(STOP_INTERVAL)
            .next()?;
        match announced {
            Some(commit) if commit.payload().parse().unwrap_or(u64::MAX) > follower.followed() => {
                return Ok(true);
            }
            None if connection.client_mut().is_closed() => return Ok(false),
            _ => {}
        }
    }
    Ok(false)
}

/// Reads the commits that arrive at a standby, until there is a primary.
fn follow_standby(
    servers: &Servers,
    connection: &mut PostgresConnection,
    follower: &dyn Follower,
    stop: &AtomicBool,
) -> Result<(), StoreError> {
    let mut next_look = Instant::now() + HEARTBEAT;
    while !stop.load(Ordering::Acquire) {
        follower.catch_up(Transaction::new(connection))?;
        follower.keep_track();
        sleep(POLL_INTERVAL);
        if Instant::now() < next_look {
            continue;
        }
        next_look = Instant::now() + HEARTBEAT;
        if servers.connect(Purpose::Write, Duration::ZERO).is_ok() {
            return Ok(());
        }
        connection.client_mut().is_valid(ANSWER_TIMEOUT)?;
    }
    Ok(())
}
