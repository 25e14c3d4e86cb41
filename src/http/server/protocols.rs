//! HTTP/1.1 and HTTP/2 on one connection, within bounds, and the site behind them.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, Version, header};
use futures_util::future::Either;
use hyper::body::{Body as _, Incoming};
use hyper::rt::{Read, Write};
use hyper::service::{Service, service_fn};
use hyper_util::server::conn::auto::{Builder, Connection};
use ipnet::IpNet;

use super::activity::{Activity, Asked};
use super::answers::{Taken, TakingPace};
use super::bodies::{Pace, Shared};
use super::slow::SlowResponses;
use super::streams::Streams;
use crate::config;
use crate::http::client_address::{client, household};
use crate::http::{Door, PeerAddress};

/// The least that HTTP/1.1 can be read with.
const HEAD_BYTES_MIN: usize = 8 * 1024;
/// Requests at once on one connection of HTTP/2, the least that RFC 9113 recommends.
const STREAMS: u32 = 100;
/// What all requests of such a connection may have sent that nobody read yet, in bytes.
const WINDOW_BYTES: u32 = 256 * 1024;
/// What may wait of one answer over HTTP/2, in bytes.
const SEND_BUFFER_BYTES: usize = 64 * 1024;
/// Requests that a client takes back at once before the connection is closed (CVE-2023-44487).
const RESETS: usize = 20;
/// The same for requests that are refused for being wrong (CVE-2025-8671).
const RESETS_BY_US: usize = 100;

/// How the site is spoken to.
pub(super) struct Protocols {
    builder: Builder<Streams>,
    pace: Pace,
    proxies: Arc<[IpNet]>,
}

impl Protocols {
    pub(super) fn new(settings: &config::Connections, proxies: &[IpNet], slow: Arc<SlowResponses>) -> Self {
        let head_bytes = u32::from(settings.head_kilobytes.get()) * 1024;
        let mut builder = Builder::new(Streams {
            pace: TakingPace::new(settings),
            slow,
        });
        // The sweep times heads. It also sees those of which not enough came to tell the protocol.
        builder
            .http1()
            .header_read_timeout(None)
            .max_buf_size(HEAD_BYTES_MIN.max(head_bytes as usize));
        builder
            .http2()
            .max_concurrent_streams(STREAMS)
            .max_header_list_size(head_bytes)
            .max_pending_accept_reset_streams(RESETS)
            .max_local_error_reset_streams(RESETS_BY_US)
            .initial_connection_window_size(WINDOW_BYTES)
            .initial_stream_window_size(WINDOW_BYTES)
            .max_send_buf_size(SEND_BUFFER_BYTES);
        Self {
            builder,
            pace: Pace::new(settings),
            proxies: proxies.into(),
        }
    }

    /// The site for one connection: every request says where it comes from and keeps pace, and every answer is
    /// seen on its way.
    pub(super) fn service(
        &self,
        site: &Door,
        peer: IpAddr,
        activity: &Arc<Activity>,
    ) -> impl Service<
        Request<Incoming>,
        Response = Response<Taken>,
        Error = Infallible,
        Future: Send + 'static,
    > + Send
    + use<> {
        let (site, activity, pace) = (site.clone(), activity.clone(), self.pace);
        let (proxies, peer_network) = (self.proxies.clone(), household(peer.to_canonical()));
        service_fn(move |request: Request<Incoming>| {
            let is_multiplexed = request.version() == Version::HTTP_2;
            let asked = Asked::begin(&activity, is_multiplexed);
            let (mut head, body) = request.into_parts();
            head.extensions.insert(PeerAddress(peer));
            let network = household(client(peer, &head.headers, &proxies));
            if network != peer_network {
                activity.is_for(network);
            }
            let body = (!body.is_end_stream()).then(|| Shared::new(body, pace));
            let wanted = body.clone().map_or_else(Body::empty, Body::new);
            let answer = tower::Service::call(&mut site.clone(), Request::from_parts(head, wanted));
            // Only what the cache holds is there at once.
            let is_from_cache = matches!(answer, Either::Left(_));
            async move {
                let mut answer = answer.await?;
                if let Some(body) = body
                    && !is_multiplexed
                    && !body.take_rest().await
                {
                    let close = HeaderValue::from_static("close");
                    answer.headers_mut().insert(header::CONNECTION, close);
                }
                let answering = asked.answered();
                Ok(answer.map(|body| Taken::new(body, answering, network, is_from_cache)))
            }
        })
    }

    /// Speaks on `stream` whichever of the protocols its client does.
    pub(super) fn connection<I, S>(&self, stream: I, service: S) -> Connection<'static, I, S, Streams>
    where
        I: Read + Write + Unpin + 'static,
        S: Service<Request<Incoming>, Response = Response<Taken>, Error = Infallible, Future: Send + 'static>,
    {
        self.builder.serve_connection(stream, service).into_owned()
    }
}
