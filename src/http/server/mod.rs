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
mod service;
mod slow;
mod stream;
mod streams;
mod tracked_body;
mod transport;

use std::future::{Future, pending};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use rustls::ServerConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout_at};

use super::{AppState, metrics, site};
use connections::{ConnectionPermit, Connections, Limits};
use protocols::Protocols;
use service::{Redirects, Service};
use slow::SlowResponses;
use stream::TrackedStream;
use transport::Transport;

/// The pause after the system refused another socket.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// The interval between two sweeps over all connections, and so the precision of every limit.
const SWEEP_INTERVAL: Duration = Duration::from_millis(500);

/// The listening sockets.
pub struct Listeners {
    /// For the site.
    pub site: TcpListener,
    /// The settings of TLS if the site speaks HTTPS.
    pub tls: Option<Arc<ServerConfig>>,
    /// For redirects to the site, if configured.
    pub redirects: Option<TcpListener>,
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
    let sockets = Sockets {
        site: listeners.site,
        redirects: listeners.redirects,
    };
    let settings = state.config.server.clone();
    let metrics = listeners
        .metrics
        .map(|listener| tokio::spawn(metrics::serve(listener, state.clone())));
    let server = Listener::new(&state, listeners.tls);
    let sweeper = tokio::spawn(sweep(server.connections.clone()));

    server.accept_until(&sockets, stop).await;
    state.begin_shutdown();
    let end = Instant::now() + Duration::from_secs(settings.shutdown_seconds);
    let drain = sleep(Duration::from_secs(settings.drain_seconds));
    if timeout_at(end, server.accept_until(&sockets, drain))
        .await
        .is_err()
    {
        tracing::warn!("server.drain_seconds leaves no time within server.shutdown_seconds");
    }
    drop(sockets);
    drop(server.handshakes);

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
    site: Service,
    redirects: Service,
    tls: Option<Arc<ServerConfig>>,
    protocols: Arc<Protocols>,
    connections: Arc<Connections>,
    graceful: GracefulShutdown,
    /// Closed when unfinished handshakes are to end.
    handshakes: watch::Sender<()>,
}

impl Listener {
    fn new(state: &AppState, tls: Option<Arc<ServerConfig>>) -> Self {
        let settings = &state.config.connections;
        let capacity = open_files::capacity_for(settings.most.get());
        let proxies = &state.config.server.trusted_proxies;
        let slow = Arc::<SlowResponses>::default();
        let limits = Limits::new(settings, proxies, capacity);
        Self {
            site: Service::Site(site(state.clone())),
            redirects: Service::Redirects(Redirects::to(&state.config.server.origin())),
            tls,
            protocols: Arc::new(Protocols::new(settings, proxies, slow.clone())),
            connections: Connections::new(limits, slow),
            graceful: GracefulShutdown::new(),
            handshakes: watch::Sender::new(()),
        }
    }

    async fn accept_until(&self, sockets: &Sockets, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = sockets.accept() => accepted,
                () = &mut stop => return,
            };
            if let Some(permit) = self.connections.admit(accepted.peer, Instant::now()) {
                self.serve(accepted, permit);
            } else {
                tracing::debug!("a connection was rejected: too many are open");
            }
        }
    }

    fn serve(&self, accepted: Accepted, permit: ConnectionPermit) {
        let id = permit.id;
        let socket = TrackedStream::new(accepted.stream, permit.activity.clone());
        let (service, tls) = match accepted.purpose {
            Purpose::Site => (self.site.clone(), self.tls.clone()),
            Purpose::Redirects => (self.redirects.clone(), None),
        };
        let protocols = self.protocols.clone();
        let watcher = self.graceful.watcher();
        let mut handshakes = self.handshakes.subscribe();
        let task = tokio::spawn(async move {
            let transport = match tls {
                None => Transport::Plain(socket),
                Some(config) => tokio::select! {
                    transport = Transport::tls(socket, config) => match transport {
                        Ok(Some(transport)) => transport,
                        Ok(None) => return,
                        Err(error) => {
                            tracing::debug!(%error, "a handshake failed");
                            return;
                        }
                    },
                    _ = handshakes.changed() => return,
                },
            };
            let stream = TokioIo::new(transport);
            let connection = protocols.connection(stream, service, accepted.peer, &permit.activity);
            if let Err(error) = watcher.watch(connection).await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
        self.connections.set_task(id, task.abort_handle());
    }
}

/// The sockets whose connections share one set of limits.
struct Sockets {
    site: TcpListener,
    redirects: Option<TcpListener>,
}

/// What a connection is for.
enum Purpose {
    Site,
    Redirects,
}

struct Accepted {
    stream: TcpStream,
    peer: IpAddr,
    purpose: Purpose,
}

impl Sockets {
    async fn accept(&self) -> Accepted {
        let redirects = async {
            match &self.redirects {
                Some(listener) => accept(listener).await,
                None => pending().await,
            }
        };
        let ((stream, peer), purpose) = tokio::select! {
            accepted = accept(&self.site) => (accepted, Purpose::Site),
            accepted = redirects => (accepted, Purpose::Redirects),
        };
        Accepted {
            stream,
            peer,
            purpose,
        }
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
