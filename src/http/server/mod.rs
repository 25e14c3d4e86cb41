//! The accept loop: connections in, a graceful end.
//!
//! It is our own because a ready-made one knows no limit on the number of connections, on those that are silent,
//! and on clients that do not take their answers.
//!
//! Nothing of this sets a timer for a request. A connection counts what it does ([`activity`]), and one task
//! looks at all of them twice a second and closes those that have not moved for too long ([`connections`]).
//! Only what a connection does not tell has a timer: a body that has not arrived with its head, since its handler
//! waits for it ([`bodies`]), and an answer over HTTP/2 that its client does not take at once ([`streams`]).

mod activity;
mod answers;
mod bodies;
mod connections;
mod open_files;
mod protocols;
mod slow;
mod stream;
mod streams;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout_at};

pub(super) use bodies::TooSlow;

use super::background::Background;
use super::{AppState, Door, site};
use crate::mail::Mailer;
use connections::{Connections, Limits, Place};
use protocols::Protocols;
use slow::SlowResponses;
use stream::Watched;

/// How long to wait when the system gives no more sockets.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How often all connections are looked at. Every limit holds to within it.
const SWEEPING_PAUSE: Duration = Duration::from_millis(500);

/// Where requests come in.
pub struct Listeners {
    /// For the site.
    pub site: TcpListener,
    /// For its metrics, when they are wanted.
    pub metrics: Option<TcpListener>,
}

/// Serves the site on its listener, and sends its mail, until `stop` is done. Then it is not ready any more, takes
/// connections for another `server.drain_seconds`, and finishes what is under way; all within
/// `server.shutdown_seconds`.
pub async fn serve(listeners: Listeners, state: AppState, mailer: Mailer, stop: impl Future<Output = ()>) {
    let listener = listeners.site;
    let settings = state.config.server.clone();
    let background = Background::start(&state, mailer, listeners.metrics);
    let entrance = Entrance::new(&state);
    let sweeping = tokio::spawn(sweep(entrance.connections.clone()));

    entrance.accept_until(&listener, stop).await;
    state.end();
    let end = Instant::now() + Duration::from_secs(settings.shutdown_seconds);
    let drain = sleep(Duration::from_secs(settings.drain_seconds));
    if timeout_at(end, entrance.accept_until(&listener, drain))
        .await
        .is_err()
    {
        tracing::warn!("server.drain_seconds leave no time of server.shutdown_seconds");
    }
    drop(listener);

    let ending = async { tokio::join!(entrance.under_way.shutdown(), background.stop()) };
    if timeout_at(end, ending).await.is_err() {
        tracing::warn!("what was under way was cut off");
    }
    sweeping.abort();
}

async fn sweep(connections: Arc<Connections>) {
    let mut pause = interval(SWEEPING_PAUSE);
    pause.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        connections.sweep(pause.tick().await);
    }
}

/// Where connections come in.
struct Entrance {
    site: Door,
    protocols: Protocols,
    connections: Arc<Connections>,
    under_way: GracefulShutdown,
}

impl Entrance {
    fn new(state: &AppState) -> Self {
        let settings = &state.config.connections;
        let room = open_files::room_for(settings.most.get());
        let proxies = &state.config.server.trusted_proxies;
        let slow = Arc::<SlowResponses>::default();
        let limits = Limits::new(settings, proxies, room);
        Self {
            site: site(state.clone()),
            protocols: Protocols::new(settings, proxies, slow.clone()),
            connections: Connections::new(limits, slow),
            under_way: GracefulShutdown::new(),
        }
    }

    async fn accept_until(&self, listener: &TcpListener, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = accept(listener) => accepted,
                () = &mut stop => return,
            };
            if let Some(place) = self.connections.admit(peer, Instant::now()) {
                self.serve(stream, peer, place);
            } else {
                tracing::debug!("there was no room for a connection");
            }
        }
    }

    fn serve(&self, stream: TcpStream, peer: IpAddr, place: Place) {
        let id = place.id;
        let service = self.protocols.service(&self.site, peer, &place.activity);
        let stream = TokioIo::new(Watched::new(stream, place.activity.clone()));
        let connection = self.protocols.connection(stream, service);
        let connection = self.under_way.watch(connection);
        let task = tokio::spawn(async move {
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
        self.connections.is_served_by(id, task.abort_handle());
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Else an answer can wait 40 ms for a delayed acknowledgement.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection stays slow");
                }
                return (stream, peer.ip());
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
