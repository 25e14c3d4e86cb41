//! What is negotiated, and clients that do not go along.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{Request, StatusCode};
use rustls::pki_types::ServerName;
use rustls::version::{TLS12, TLS13};
use tokio_rustls::TlsConnector;

use super::client::TIMEOUT;
use super::{HttpsSite, NAME};
use crate::support::wait_until;

const STALLED_HANDSHAKES: usize = 200;

fn connect_silently(site: &HttpsSite) -> TcpStream {
    let client = TcpStream::connect(&site.site.address).unwrap();
    client.set_read_timeout(Some(TIMEOUT)).unwrap();
    client
}

/// Whether the site has closed a connection, after which an alert may have come.
fn is_closed(client: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    match client.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

#[test]
fn speaks_http1_with_both_versions_of_tls() {
    let (site, issued) = HttpsSite::start(&[]);
    let client = site.client(&issued);
    for version in [&TLS12, &TLS13] {
        let mut connection = client
            .connect_with(client.config(&[version], &["http/1.1"]))
            .unwrap();
        assert_eq!(connection.version(), version.version);
        assert_eq!(connection.protocol(), "http/1.1");
        for _ in 0..2 {
            let response = connection.get("/api/health");
            assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
            assert!(
                response.contains("strict-transport-security: max-age=31536000\r\n"),
                "{response}"
            );
        }
        let sitemap = connection.get("/robots.txt");
        assert!(sitemap.contains("https://blog.example.org/"), "{sitemap}");
    }
}

#[tokio::test]
async fn speaks_http2_where_the_client_does() {
    let (site, issued) = HttpsSite::start(&[]);
    let client = site.client(&issued);
    for version in [&TLS12, &TLS13] {
        let config = client.config(&[version], &["h2", "http/1.1"]);
        let socket = tokio::net::TcpStream::connect(&site.site.address).await.unwrap();
        let name = ServerName::try_from(NAME).unwrap();
        let stream = TlsConnector::from(Arc::new(config))
            .connect(name, socket)
            .await
            .unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (mut sender, connection) = h2::client::handshake(stream).await.unwrap();
        let driver = tokio::spawn(connection);
        for _ in 0..2 {
            let request = Request::get("https://blog.example.org/api/openapi.json")
                .body(())
                .unwrap();
            let response = sender.send_request(request, true).unwrap().0.await.unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            let mut body = response.into_body();
            let mut length = 0;
            while let Some(chunk) = body.data().await {
                let chunk = chunk.unwrap();
                length += chunk.len();
                body.flow_control().release_capacity(chunk.len()).unwrap();
            }
            assert!(length > 100_000, "{length}");
        }
        driver.abort();
    }
}

#[test]
fn closes_connections_of_clients_that_speak_http_without_tls() {
    let (site, issued) = HttpsSite::start(&[]);
    let mut client = connect_silently(&site);
    client
        .write_all(b"GET / HTTP/1.1\r\nhost: blog.example.org\r\n\r\n")
        .unwrap();
    assert!(is_closed(&mut client));
    let mut connection = site.client(&issued).connect().unwrap();
    assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
}

#[test]
fn closes_stalled_handshakes_in_the_time_for_a_head_and_serves_others_meanwhile() {
    let (site, issued) = HttpsSite::start(&[("CONNECTIONS__HEAD_SECONDS", "2")]);
    let start = Instant::now();
    let mut stalled: Vec<_> = (0..STALLED_HANDSHAKES)
        .map(|number| {
            let mut client = connect_silently(&site);
            // The beginning of a handshake, or nothing.
            client
                .write_all(&b"\x16\x03\x01\x02\x00\x01"[..number % 7])
                .unwrap();
            client
        })
        .collect();
    let mut after_handshake = site.client(&issued).connect().unwrap();
    after_handshake
        .0
        .write_all(b"GET / HTTP/1.1\r\nx-slow: ")
        .unwrap();
    let client = site.client(&issued);
    for _ in 0..20 {
        assert!(
            client
                .connect()
                .unwrap()
                .get("/api/health")
                .starts_with("HTTP/1.1 200 ")
        );
    }
    assert!(stalled.iter_mut().all(is_closed));
    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());
    let mut rest = Vec::new();
    // Closed without a word of TLS, as without a response.
    drop(after_handshake.0.read_to_end(&mut rest));
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
    assert!(
        client
            .connect()
            .unwrap()
            .get("/api/health")
            .starts_with("HTTP/1.1 200 ")
    );
}

#[test]
fn closes_connections_of_clients_that_do_not_receive_their_responses() {
    let (site, issued) = HttpsSite::start(&[("CONNECTIONS__ANSWER_STALL_SECONDS", "2")]);
    let mut connection = site.client(&issued).connect().unwrap();
    connection.0.sock.set_write_timeout(Some(TIMEOUT)).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {NAME}\r\n\r\n");
    wait_until(|| {
        let written = connection.0.write_all(request.as_bytes());
        written.is_err_and(|error| !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
    });
}

#[test]
fn does_not_wait_for_stalled_handshakes_when_it_stops() {
    let (site, issued) = HttpsSite::start(&[("CONNECTIONS__HEAD_SECONDS", "3600")]);
    let _silent = connect_silently(&site);
    // Accepted after the silent one.
    let mut connection = site.client(&issued).connect().unwrap();
    assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
    let start = Instant::now();
    let log = site.path("log");
    assert_eq!(site.site.stop(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let log = std::fs::read_to_string(log).unwrap();
    assert!(!log.contains("cut off"), "{log}");
}
