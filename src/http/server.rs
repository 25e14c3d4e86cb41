//! The accept loop: connections in, a graceful end.
//!
//! It is our own because a ready-made one has no time limit on the head of a request, and a silent
//! socket would stay for ever.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tower::{Service, ServiceBuilder};

use super::background::Background;
use super::{AppState, PeerAddress, padded_health, router};
use crate::mail::Mailer;

/// How long a client may take to send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// How long to wait when the system gives no more sockets.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Where requests come in.
pub struct Listeners {
    /// For the site.
    pub site: TcpListener,
    /// For its metrics, when they are wanted.
    pub metrics: Option<TcpListener>,
}

/// Serves the site on its listener, and sends its mail, until `stop` is done; then takes no more connections,
/// and gives what is under way the time of `server.shutdown_seconds`.
pub async fn serve(listeners: Listeners, state: AppState, mailer: Mailer, stop: impl Future<Output = ()>) {
    let listener = listeners.site;
    let background = Background::start(&state, mailer, listeners.metrics);
    let mut site = router(state.clone());
    if state.pads_health {
        site = padded_health::in_front_of(site);
    }
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HEADER_TIMEOUT);
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        let service = TowerToHyperService::new(from_peer(&site, &stream));
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    state.end();
    drop(listener);
    let patience = Duration::from_secs(state.config.server.shutdown_seconds);
    let ending = async { tokio::join!(graceful.shutdown(), background.stop()) };
    if tokio::time::timeout(patience, ending).await.is_err() {
        tracing::warn!("what was under way was cut off");
    }
}

/// The site for one connection: every request on it says where it comes from.
fn from_peer(
    site: &Router,
    stream: &TcpStream,
) -> impl Service<Request<Incoming>, Response = Response, Error = Infallible, Future: Send + 'static>
+ Clone
+ Send
+ 'static {
    let peer = stream.peer_addr().ok().map(|peer| PeerAddress(peer.ip()));
    ServiceBuilder::new()
        .map_request(move |mut request: Request<Incoming>| {
            if let Some(peer) = peer {
                request.extensions_mut().insert(peer);
            }
            request
        })
        .service(site.clone())
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Else an answer can wait 40 ms for a delayed acknowledgement.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection stays slow");
                }
                return stream;
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
