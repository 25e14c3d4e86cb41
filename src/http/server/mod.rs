//! The accept loop, connection limits and graceful shutdown.
//!
//! axum's own accept loop limits neither the number of connections, nor idle ones, nor clients that do not receive
//! their responses.
//!
//! No request sets a timer. A connection counts its activity ([`activity`]), and one task checks all connections twice
//! a second and closes those without progress for too long ([`connections`]). Only two cases that a connection does not
//! show have timers: a request body that did not arrive with its head ([`bodies`]), and a response over HTTP/2 that its
//! client does not receive at once ([`streams`]).

mod activity;
mod bodies;
mod connections;
mod open_files;
mod progress;
mod protocols;
mod slow;
mod stream;
mod streams;
mod tracked_body;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout_at};

use super::{AppState, CachedRouter, metrics, site};
use connections::{ConnectionPermit, Connections, Limits};
use protocols::Protocols;
use slow::SlowResponses;
use stream::TrackedStream;

/// The pause after the system refused another socket.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The interval between two sweeps over all connections, and so the precision of every limit.
const SWEEP_INTERVAL: Duration = Duration::from_millis(500);

/// The listening sockets.
pub struct Listeners {
    /// For the site.
    pub site: TcpListener,
    /// For the metrics, if configured.
    pub metrics: Option<TcpListener>,
}

/// Serves the site until `stop` completes. Then the site reports that it is not ready, accepts connections for another
/// `server.drain_seconds`, and finishes the running requests and `last_work`; all within `server.shutdown_seconds`.
pub async fn serve(
    listeners: Listeners,
    state: AppState,
    stop: impl Future<Output = ()>,
    last_work: impl Future<Output = ()>,
) {
    let socket = listeners.site;
    let settings = state.config.server.clone();
    let metrics = listeners
        .metrics
        .map(|listener| tokio::spawn(metrics::serve(listener, state.clone())));
    let server = Listener::new(&state);
    let sweeper = tokio::spawn(sweep(server.connections.clone()));

    server.accept_until(&socket, stop).await;
    state.begin_shutdown();
    let end = Instant::now() + Duration::from_secs(settings.shutdown_seconds);
    let drain = sleep(Duration::from_secs(settings.drain_seconds));
    if timeout_at(end, server.accept_until(&socket, drain))
        .await
        .is_err()
    {
        tracing::warn!("server.drain_seconds leaves no time within server.shutdown_seconds");
    }
    drop(socket);

    let last_requests = async { tokio::join!(server.graceful.shutdown(), last_work) };
    if timeout_at(end, last_requests).await.is_err() {
        tracing::warn!("running requests were cut off");
    }
    sweeper.abort();
    if let Some(metrics) = metrics {
        metrics.abort();
    }
}

async fn sweep(connections: Arc<Connections>) {
    let mut ticks = interval(SWEEP_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // A late tick returns the instant at which it was due, which may be before the progress that this sweep finds.
        ticks.tick().await;
        connections.sweep(Instant::now());
    }
}

/// Accepts connections and serves the site on them.
struct Listener {
    site: CachedRouter,
    protocols: Protocols,
    connections: Arc<Connections>,
    graceful: GracefulShutdown,
}

impl Listener {
    fn new(state: &AppState) -> Self {
        let settings = &state.config.connections;
        let capacity = open_files::capacity_for(settings.most.get());
        let proxies = &state.config.server.trusted_proxies;
        let slow = Arc::<SlowResponses>::default();
        let limits = Limits::new(settings, proxies, capacity);
        Self {
            site: site(state.clone()),
            protocols: Protocols::new(settings, proxies, slow.clone()),
            connections: Connections::new(limits, slow),
            graceful: GracefulShutdown::new(),
        }
    }

    async fn accept_until(&self, listener: &TcpListener, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = accept(listener) => accepted,
                () = &mut stop => return,
            };
            if let Some(permit) = self.connections.admit(peer, Instant::now()) {
                self.serve(stream, peer, permit);
            } else {
                tracing::debug!("a connection was rejected: too many are open");
            }
        }
    }

    fn serve(&self, stream: TcpStream, peer: IpAddr, permit: ConnectionPermit) {
        let id = permit.id;
        let stream = TokioIo::new(TrackedStream::new(stream, permit.activity.clone()));
        let protocols = &self.protocols;
        let connection = protocols.connection(stream, &self.site, peer, &permit.activity);
        let connection = self.graceful.watch(connection);
        let task = tokio::spawn(async move {
            let _permit = permit;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
        self.connections.set_task(id, task.abort_handle());
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Without it a response can wait 40 ms for a delayed acknowledgement.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY could not be set");
                }
                return (stream, peer.ip());
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
