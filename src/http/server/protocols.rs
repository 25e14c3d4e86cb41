//! HTTP/1.1 and HTTP/2 with their limits, and the service for one connection.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::BoxError;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use futures_util::future::Either;
use hyper::body::{Body as _, Incoming};
use hyper::rt::{Read, Write};
use hyper::service::service_fn;
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulConnection;
use ipnet::IpNet;

use super::activity::{Activity, PendingRequest};
use super::bodies::{MinReadRate, SharedBody};
use super::progress::MinWriteRate;
use super::service::Service;
use super::slow::SlowResponses;
use super::streams::Streams;
use super::tracked_body::TrackedBody;
use crate::config;
use crate::http::PeerAddress;
use crate::http::limits::client_address::{client, client_network};

/// The smallest read buffer that hyper accepts for HTTP/1.1, in bytes.
const HEAD_BYTES_MIN: usize = 8 * 1024;
/// Concurrent streams on one HTTP/2 connection, the least that RFC 9113 recommends.
const STREAMS: u32 = 100;
/// The flow-control window of a connection and of each stream, in bytes.
const WINDOW_BYTES: u32 = 256 * 1024;
/// The send buffer of one HTTP/2 stream, in bytes.
const SEND_BUFFER_BYTES: usize = 64 * 1024;
/// Pending streams that a client may reset before the connection is closed (CVE-2023-44487).
const RESETS: usize = 20;
/// The same for streams that the server resets because of protocol errors (CVE-2025-8671).
const LOCAL_RESETS: usize = 100;

pub(super) struct Protocols {
    builder: Builder<Streams>,
    read_rate: MinReadRate,
    proxies: Arc<[IpNet]>,
}

impl Protocols {
    pub(super) fn new(settings: &config::Connections, proxies: &[IpNet], slow: Arc<SlowResponses>) -> Self {
        let head_bytes = u32::from(settings.head_kilobytes.get()) * 1024;
        let mut builder = Builder::new(Streams {
            min_rate: MinWriteRate::new(settings),
            slow,
        });
        // The sweep times request heads, also those too short to determine the protocol.
        builder
            .http1()
            .header_read_timeout(None)
            .max_buf_size(HEAD_BYTES_MIN.max(head_bytes as usize));
        builder
            .http2()
            .max_concurrent_streams(STREAMS)
            .max_header_list_size(head_bytes)
            .max_pending_accept_reset_streams(RESETS)
            .max_local_error_reset_streams(LOCAL_RESETS)
            .initial_connection_window_size(WINDOW_BYTES)
            .initial_stream_window_size(WINDOW_BYTES)
            .max_send_buf_size(SEND_BUFFER_BYTES);
        Self {
            builder,
            read_rate: MinReadRate::new(settings),
            proxies: proxies.into(),
        }
    }

    /// Serves one connection, with the protocol that its client speaks. Adds the peer address to each
    /// request, enforces the minimum rate of request bodies, and tracks the bodies of responses.
    pub(super) fn connection<I: Read + Write + Unpin + Send + 'static>(
        &self,
        stream: I,
        service: Service,
        peer: IpAddr,
        activity: &Arc<Activity>,
    ) -> impl GracefulConnection<Error = BoxError> + Send + use<I> {
        let (activity, read_rate) = (activity.clone(), self.read_rate);
        let (proxies, peer_network) = (self.proxies.clone(), client_network(peer.to_canonical()));
        let service = service_fn(move |request: Request<Incoming>| {
            let is_multiplexed = request.version() == Version::HTTP_2;
            let in_progress = PendingRequest::begin(&activity, is_multiplexed);
            let (mut head, body) = request.into_parts();
            head.extensions.insert(PeerAddress(peer));
            let network = client_network(client(peer, &head.headers, &proxies));
            if network != peer_network {
                activity.set_client(network);
            }
            let body = (!body.is_end_stream()).then(|| SharedBody::new(body, read_rate));
            let handler_body = body.clone().map_or_else(Body::empty, Body::new);
            let response = service.call(Request::from_parts(head, handler_body));
            // Only a cached response, and a redirect, is ready at once.
            let is_from_cache = matches!(response, Either::Left(_));
            async move {
                let mut response = response.await?;
                if let Some(body) = body
                    && !is_multiplexed
                    && !body.drain().await
                {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(header::CONNECTION, close);
                }
                let sending = in_progress.respond();
                let track = |body| TrackedBody::new(body, sending, network, is_from_cache);
                Ok::<_, Infallible>(response.map(track))
            }
        });
        self.builder.serve_connection(stream, service).into_owned()
    }
}
