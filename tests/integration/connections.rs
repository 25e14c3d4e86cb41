//! Clients that are slow, idle or greedy, against the real program.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::support::program::RunningSite;

const DRIPPING_HEADS: usize = 1_000;
const DRIPPING_BODIES: usize = 50;
const NOT_READING: usize = 20;
/// The interval between two bytes of a dripping client.
const DRIP_INTERVAL: Duration = Duration::from_millis(250);
/// Longer than any limit of these tests, also on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);
const P99_MAX: Duration = Duration::from_secs(1);
const MEMORY_KILOBYTES: u64 = 300 * 1_024;

const LOGIN: &str = "POST /api/auth/login HTTP/1.1\r\nhost: blog\r\ncontent-type: application/json\r\n";

fn start(folder: &tempfile::TempDir, settings: &[(&str, &str)]) -> RunningSite {
    let defaults = [
        ("HEAD_SECONDS", "2"),
        ("BODY_STALL_SECONDS", "2"),
        ("ANSWER_STALL_SECONDS", "2"),
    ];
    let environment: Vec<_> = defaults
        .iter()
        .chain(settings)
        .map(|(key, value)| (format!("BLOG_APP_CONNECTIONS__{key}"), (*value).to_owned()))
        .collect();
    RunningSite::start_with(folder.path(), &environment)
}

/// Opens non-blocking connections to the site, and sends `data` on each.
fn connect(site: &RunningSite, count: usize, data: &str) -> Vec<TcpStream> {
    (0..count)
        .map(|_| {
            let mut client = TcpStream::connect(&site.address).unwrap();
            client.write_all(data.as_bytes()).unwrap();
            client.set_nonblocking(true).unwrap();
            client
        })
        .collect()
}

/// Opens a blocking connection with a read timeout.
fn blocking_client(site: &RunningSite) -> TcpStream {
    let client = TcpStream::connect(&site.address).unwrap();
    client.set_read_timeout(Some(TIMEOUT)).unwrap();
    client
}

/// Returns the data received from the site, and whether it has closed the connection.
fn received(client: &mut TcpStream) -> (String, bool) {
    let mut bytes = Vec::new();
    let is_open = match client.read_to_end(&mut bytes) {
        Err(error) => error.kind() == ErrorKind::WouldBlock,
        Ok(_) => false,
    };
    (String::from_utf8_lossy(&bytes).into_owned(), !is_open)
}

/// Sends a byte on each connection at intervals until all are closed, and returns the responses.
fn drip_until_closed(mut clients: Vec<TcpStream>) -> Vec<String> {
    let start = Instant::now();
    let mut responses = Vec::new();
    while !clients.is_empty() {
        assert!(start.elapsed() < TIMEOUT, "{} are still open", clients.len());
        clients.retain_mut(|client| {
            let (response, is_closed) = received(client);
            if is_closed || !response.is_empty() {
                responses.push(response);
                return false;
            }
            // A connection closed meanwhile is noticed in the next round.
            drop(client.write(b"x"));
            true
        });
        thread::sleep(DRIP_INTERVAL);
    }
    responses
}

/// Sends requests without reading the responses, until the site closes the connections.
fn request_until_closed(clients: Vec<TcpStream>) {
    let requests = "GET / HTTP/1.1\r\nhost: blog\r\n\r\n".repeat(1_000);
    let start = Instant::now();
    let mut open: Vec<_> = clients.into_iter().map(|client| (client, 0)).collect();
    while !open.is_empty() {
        assert!(start.elapsed() < TIMEOUT, "{} are still open", open.len());
        open.retain_mut(
            |(client, sent)| match client.write(&requests.as_bytes()[*sent..]) {
                Ok(more) => {
                    *sent = (*sent + more) % requests.len();
                    true
                }
                Err(error) => error.kind() == ErrorKind::WouldBlock,
            },
        );
        thread::sleep(DRIP_INTERVAL);
    }
}

/// Sends requests until `is_over`, and returns their latencies in ascending order.
fn measure_latencies(site: &RunningSite, is_over: &AtomicBool) -> Vec<Duration> {
    let mut latencies = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let start = Instant::now();
        assert!(site.get("/api/blogs").contains("\"success\":true"));
        latencies.push(start.elapsed());
    }
    latencies.sort_unstable();
    latencies
}

#[test]
fn disconnects_slow_clients_without_delaying_others() {
    let sockets = Rlimit {
        current: getrlimit(Resource::Nofile).maximum,
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, sockets).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let is_over = AtomicBool::new(false);
    let latencies = thread::scope(|scope| {
        let latencies = scope.spawn(|| measure_latencies(&site, &is_over));
        let slow = [
            scope.spawn(|| {
                let heads = connect(&site, DRIPPING_HEADS, "GET / HTTP/1.1\r\nx-slow: ");
                let responses = drip_until_closed(heads);
                assert_eq!(responses.len(), DRIPPING_HEADS);
            }),
            scope.spawn(|| {
                let head = format!("{LOGIN}content-length: 60000\r\n\r\n");
                for response in drip_until_closed(connect(&site, DRIPPING_BODIES, &head)) {
                    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
                    assert!(response.contains("connection: close"), "{response}");
                    assert!(response.contains("\"code\":\"request_timeout\""), "{response}");
                }
            }),
            scope.spawn(|| request_until_closed(connect(&site, NOT_READING, ""))),
        ];
        let results: Vec<_> = slow.map(thread::ScopedJoinHandle::join).into();
        is_over.store(true, Ordering::Relaxed);
        for result in results {
            result.unwrap();
        }
        latencies.join().unwrap()
    });
    let p99 = latencies[latencies.len() * 99 / 100];
    println!(
        "{} responses beside {DRIPPING_HEADS} heads and {DRIPPING_BODIES} bodies that drip and {NOT_READING} clients \
         that do not read: half within {:?}, 99 of 100 within {p99:?}",
        latencies.len(),
        latencies[latencies.len() / 2],
    );
    assert!(p99 < P99_MAX, "{p99:?}");
    assert_memory_is_bounded(&site);
}

fn assert_memory_is_bounded(site: &RunningSite) {
    let status = fs::read_to_string(format!("/proc/{}/status", site.id())).unwrap();
    for key in ["VmHWM:", "VmRSS:"] {
        let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        println!("{key} {kilobytes} kB");
        assert!(kilobytes < MEMORY_KILOBYTES, "{key} {kilobytes} kB");
    }
}

#[test]
fn serves_others_beside_more_idle_connections_than_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[("MOST", "64"), ("HEAD_SECONDS", "3600")]);
    let mut idle = connect(&site, 200, "");
    for _ in 0..50 {
        assert!(site.get("/api/blogs").contains("\"success\":true"));
    }
    let closed = idle.iter_mut().map(received).filter(|(_, is_closed)| *is_closed);
    let closed = closed.count();
    assert!((136..=200).contains(&closed), "{closed}");
}

#[test]
fn closes_a_connection_after_the_idle_timeout() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[("IDLE_SECONDS", "4")]);
    let mut client = blocking_client(&site);
    let mut response = [0; 16 * 1_024];
    let mut start = Instant::now();
    for _ in 0..2 {
        start = Instant::now();
        client
            .write_all(b"GET /api/health HTTP/1.1\r\nhost: blog\r\n\r\n")
            .unwrap();
        let length = client.read(&mut response).unwrap();
        assert!(response[..length].starts_with(b"HTTP/1.1 200 "));
    }
    assert_eq!(client.read(&mut response).unwrap(), 0);
    // Longer than the limit on reading a head, so that limit has not closed it.
    assert!(start.elapsed() >= Duration::from_secs(4), "{:?}", start.elapsed());
}

#[test]
fn limits_the_size_of_heads_and_of_declared_and_chunked_bodies() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let chunked = format!(
        "{LOGIN}transfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
        chunk.repeat(17)
    );
    let declared = format!("{LOGIN}content-length: 65537\r\n\r\n{}", "x".repeat(65_537));
    // Compressed bodies are never decompressed, so they are invalid JSON.
    let compressed = format!("{LOGIN}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x0b\x08\x00");
    let head = format!("GET / HTTP/1.1\r\nx-large: {}\r\n\r\n", "x".repeat(40_000));
    for (request, status) in [(chunked, 413), (declared, 413), (compressed, 400), (head, 431)] {
        let mut client = blocking_client(&site);
        // The rejection may come before all of it was sent.
        drop(client.write_all(request.as_bytes()));
        let mut response = [0; 1_024];
        let length = client.read(&mut response).unwrap();
        let response = String::from_utf8_lossy(&response[..length]);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
    }
}

#[test]
fn reads_the_rest_of_a_small_body_before_rejecting() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let mut client = blocking_client(&site);
    let mut response = [0; 16 * 1_024];
    for (path, framing, rest, status) in [
        ("blogs/create", "content-length: 2", "{}", 401),
        (
            "blogs/create",
            "transfer-encoding: chunked",
            "2\r\n{}\r\n0\r\n\r\n",
            401,
        ),
        (
            "auth/login",
            "transfer-encoding: chunked",
            "2\r\n{}\r\n0\r\n\r\n",
            400,
        ),
        ("blogs/create", "content-length: 2", "{}", 401),
    ] {
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nhost: blog\r\ncontent-type: application/json\r\n{framing}\r\n\r\n"
        );
        client.write_all(head.as_bytes()).unwrap();
        for _ in 0..20 {
            assert!(site.get("/api/blogs").contains("\"success\":true"));
        }
        client.write_all(rest.as_bytes()).unwrap();
        let length = client.read(&mut response).unwrap();
        let response = String::from_utf8_lossy(&response[..length]);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
        assert!(!response.contains("connection: close"), "{response}");
    }
}

#[test]
fn rejects_before_reading_a_large_body() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let mut client = blocking_client(&site);
    client
        .write_all(b"POST /api/blogs/create HTTP/1.1\r\nhost: blog\r\ncontent-length: 1000000\r\n\r\n")
        .unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
    assert!(response.contains("connection: close"), "{response}");
}
