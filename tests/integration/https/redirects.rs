//! The port of HTTP beside that of HTTPS.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::HttpsSite;
use super::client::TIMEOUT;

fn send(site: &HttpsSite, request: &str) -> String {
    let mut client = TcpStream::connect(&site.redirects).unwrap();
    client.set_read_timeout(Some(TIMEOUT)).unwrap();
    client.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).unwrap();
    response
}

#[test]
fn redirects_every_request_to_the_configured_name() {
    let (site, _) = HttpsSite::start(&[]);
    for (request, path) in [
        ("GET / HTTP/1.1\r\nhost: blog.example.org", "/"),
        (
            "GET /blog/one?page=2&q=a%20b HTTP/1.1\r\nhost: blog.example.org",
            "/blog/one?page=2&q=a%20b",
        ),
        ("GET /blog/one HTTP/1.1\r\nhost: evil.example", "/blog/one"),
        (
            "GET http://evil.example/blog/one HTTP/1.1\r\nhost: evil.example",
            "/blog/one",
        ),
        ("GET /api/health HTTP/1.1\r\nhost: 127.0.0.1", "/api/health"),
        (
            "POST /api/auth/login HTTP/1.1\r\nhost: blog.example.org\r\ncontent-length: 0",
            "/api/auth/login",
        ),
        ("GET /blog/one HTTP/1.0", "/blog/one"),
    ] {
        let response = send(&site, &format!("{request}\r\nconnection: close\r\n\r\n"));
        assert!(response.contains(" 308 Permanent Redirect\r\n"), "{response}");
        assert!(
            response.contains(&format!("location: https://blog.example.org{path}\r\n")),
            "{response}"
        );
        assert!(!response.contains("evil.example"), "{response}");
        assert!(!response.contains("strict-transport-security"), "{response}");
        assert!(response.ends_with("\r\n\r\n"), "{response}");
    }
}

#[test]
fn limits_connections_as_those_of_the_site() {
    let (site, _) = HttpsSite::start(&[("CONNECTIONS__HEAD_SECONDS", "2")]);
    let start = Instant::now();
    let response = send(&site, "GET / HTTP/1.1\r\nx-slow: ");
    assert_eq!(response, "");
    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());
}
