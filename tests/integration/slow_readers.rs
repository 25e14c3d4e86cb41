//! Clients that read responses slowly or not at all, against the real program: its memory, and the latency of other
//! visitors.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream as BlockingStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::program::RunningSite;
use crate::support::{Site, post_with_changes};

const READERS: usize = 60;
const POSTS: u32 = 200;
const PARAGRAPHS: usize = 200;
/// Pipelined requests of each connection.
const REQUESTS: usize = 20;
/// More responses than the cache holds.
const WARM_UP_REQUESTS: usize = 80;
/// The duration of the attack.
const ATTACK: Duration = Duration::from_secs(6);
const SETTLE_TIMEOUT: Duration = Duration::from_secs(20);
const GROWTH_KILOBYTES_MAX: u64 = 150 * 1_024;
const REMAINDER_KILOBYTES_MAX: u64 = 30 * 1_024;
const WAIT_MAX: Duration = Duration::from_millis(300);
const PAUSE: Duration = Duration::from_millis(100);

/// Starts the program with long posts.
fn start() -> (Site, RunningSite) {
    let site = Site::new();
    let posts: Vec<Value> = (0..POSTS)
        .map(|number| {
            let sentence = format!(
                "<p>Number {number}: {}</p>",
                "lorem ipsum dolor sit amet ".repeat(4)
            );
            post_with_changes(
                1 + number % 28,
                json!({"slug": format!("long-{number}"), "contentHtml": sentence.repeat(PARAGRAPHS)}),
            )
        })
        .collect();
    site.import(&posts);
    let program = RunningSite::start(site.folder());
    (site, program)
}

fn resident_kilobytes(site: &RunningSite) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", site.id())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Sends a visitor's requests until `is_over`, and returns the longest latency.
fn visit(site: &RunningSite, is_over: &AtomicBool) -> Duration {
    let mut longest = Duration::ZERO;
    for number in 0_u32.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        for path in [
            "/",
            "/api/blogs?page=1&limit=9",
            &format!("/api/blogs/long-{}", number % POSTS),
        ] {
            let start = Instant::now();
            let text = site.get(path);
            longest = longest.max(start.elapsed());
            assert!(!text.is_empty());
        }
        thread::sleep(Duration::from_millis(20));
    }
    longest
}

struct Figures {
    before: u64,
    peak: u64,
    after: u64,
    longest_wait: Duration,
}

/// Runs an attack while a visitor sends requests. `attack` holds its connections until the flag is set.
fn measure(site: &RunningSite, attack: impl FnOnce(&RunningSite, &AtomicBool) + Send) -> Figures {
    // Fills the cache, whose memory is not attributed to the attack.
    for number in 0..WARM_UP_REQUESTS {
        site.get(&expensive_path(READERS, number));
    }
    let before = resident_kilobytes(site);
    let is_over = AtomicBool::new(false);
    let (peak, longest_wait) = thread::scope(|scope| {
        scope.spawn(|| attack(site, &is_over));
        let visitor = scope.spawn(|| visit(site, &is_over));
        let start = Instant::now();
        let mut peak = before;
        while start.elapsed() < ATTACK {
            peak = peak.max(resident_kilobytes(site));
            thread::sleep(PAUSE);
        }
        is_over.store(true, Ordering::Relaxed);
        (peak, visitor.join().unwrap())
    });
    let start = Instant::now();
    let mut after = resident_kilobytes(site);
    while after > before + REMAINDER_KILOBYTES_MAX && start.elapsed() < SETTLE_TIMEOUT {
        thread::sleep(PAUSE);
        after = resident_kilobytes(site);
    }
    println!(
        "memory before {before} kB, peak {peak} kB, {:?} later {after} kB; a visitor's longest wait {longest_wait:?}",
        start.elapsed()
    );
    Figures {
        before,
        peak,
        after,
        longest_wait,
    }
}

fn assert_harmless(figures: &Figures) {
    let Figures {
        before,
        peak,
        after,
        longest_wait,
    } = figures;
    assert!(peak - before < GROWTH_KILOBYTES_MAX, "{} kB more", peak - before);
    assert!(
        after.saturating_sub(*before) < REMAINDER_KILOBYTES_MAX,
        "{} kB stay",
        after - before
    );
    assert!(*longest_wait < WAIT_MAX, "{longest_wait:?}");
}

fn expensive_path(reader: usize, request: usize) -> String {
    format!("/api/blogs?fields=content&reader={reader}&request={request}")
}

#[test]
fn sixty_slow_connections_use_little_memory_and_release_it() {
    let (_data, site) = start();
    let figures = measure(&site, |site, is_over| {
        thread::scope(|scope| {
            for reader in 0..READERS {
                scope.spawn(move || {
                    let mut stream = BlockingStream::connect(&site.address).unwrap();
                    let requests: Vec<String> = (0..REQUESTS)
                        .map(|request| {
                            format!(
                                "GET {} HTTP/1.1\r\nhost: blog\r\n\r\n",
                                expensive_path(reader, request)
                            )
                        })
                        .collect();
                    stream.write_all(requests.concat().as_bytes()).unwrap();
                    stream.set_read_timeout(Some(PAUSE)).unwrap();
                    let mut byte = [0];
                    while !is_over.load(Ordering::Relaxed) {
                        // The server may have closed it.
                        drop(stream.read(&mut byte));
                        thread::sleep(PAUSE);
                    }
                });
            }
        });
    });
    assert_harmless(&figures);
}

#[test]
fn sixty_stalled_streams_of_one_connection_use_little_memory_and_release_it() {
    let (_data, site) = start();
    let figures = measure(&site, |site, is_over| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(hold_streams(site, is_over));
    });
    assert_harmless(&figures);
}

/// Requests a long response on each of many streams, with a window of a kilobyte each.
async fn hold_streams(site: &RunningSite, is_over: &AtomicBool) {
    let stream = tokio::net::TcpStream::connect(&site.address).await.unwrap();
    let (mut client, connection) = h2::client::Builder::new()
        .initial_window_size(1_024)
        .handshake::<_, Bytes>(stream)
        .await
        .unwrap();
    tokio::spawn(connection);
    let mut responses = Vec::new();
    for reader in 0..READERS {
        let uri = format!("http://blog{}", expensive_path(reader, 0));
        client = client.ready().await.unwrap();
        let request = Request::builder().uri(uri).body(()).unwrap();
        responses.push(client.send_request(request, true).unwrap().0);
    }
    let mut bodies = Vec::new();
    for response in responses {
        if let Ok(response) = response.await {
            bodies.push(response.into_body());
        }
    }
    while !is_over.load(Ordering::Relaxed) {
        tokio::time::sleep(PAUSE).await;
    }
}
