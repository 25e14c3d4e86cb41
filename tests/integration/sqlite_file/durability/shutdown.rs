//! Graceful shutdown during requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::program::RunningSite;

use super::load::Load;
use super::test_data::{World, assert_intact};
use crate::support::writes::slug;

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

#[test]
fn completes_responses_and_writes_on_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let load = Load::new(&world);
    let site = world.start();
    let address = site.address.clone();
    let pages = AtomicUsize::new(0);
    let acknowledged = load.during(&address, |acknowledged| {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| read_pages(&address, &pages));
            }
            acknowledged.wait_for(200);
            let stopped_at = Instant::now();
            assert_eq!(site.stop(), Some(0));
            assert!(
                stopped_at.elapsed() < SHUTDOWN_TIMEOUT,
                "{:?}",
                stopped_at.elapsed()
            );
        });
    });
    assert!(pages.into_inner() > 0);
    assert_intact(world.data(), &acknowledged);
}

/// Requests the home page until the site is down. Each response must be complete.
fn read_pages(address: &str, pages: &AtomicUsize) {
    while let Ok(mut response) = ureq::get(format!("http://{address}/")).call() {
        let page = response.body_mut().read_to_string().unwrap();
        assert!(page.trim_end().ends_with("</html>"), "{page}");
        pages.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn is_not_ready_on_shutdown_and_completes_requests_in_progress() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let site = world.start();
    let ready = format!("http://{}/api/ready", site.address);
    assert_eq!(ureq::get(&ready).call().unwrap().status(), 200);

    let body = r#"{"content": "Said at the last moment."}"#;
    let mut stream = TcpStream::connect(&site.address).unwrap();
    let head = format!(
        "POST /api/blogs/{}/comments HTTP/1.1\r\nhost: blog\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        slug(0),
        world.readers[0].token,
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut response = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    response.read_line(&mut line).unwrap();
    // The request is in progress: the site waits for the body.
    assert_eq!(line.trim(), "HTTP/1.1 100 Continue");

    site.terminate();
    let stopped_at = Instant::now();
    while ureq::get(&ready).call().is_ok() {
        assert!(stopped_at.elapsed() < SHUTDOWN_TIMEOUT, "it is still ready");
    }
    stream.write_all(body.as_bytes()).unwrap();
    let mut rest = String::new();
    response.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("HTTP/1.1 201 Created"), "{rest}");
    assert!(rest.trim_end().ends_with('}'), "{rest}");

    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(site.wait()).unwrap());
    assert_eq!(receiver.recv_timeout(SHUTDOWN_TIMEOUT).unwrap(), Some(0));
    let line = format!(
        "comment {} {} Said at the last moment.",
        world.readers[0].id,
        slug(0)
    );
    assert_intact(world.data(), &[line]);
}

#[test]
fn is_not_ready_before_it_stops_accepting_connections() {
    let folder = tempfile::tempdir().unwrap();
    let drain = [("BLOG_APP_SERVER__DRAIN_SECONDS".to_owned(), "3".to_owned())];
    let site = RunningSite::start_with(folder.path(), &drain);
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_idle_connections(0)
        .build()
        .into();
    let status = |path: &str| agent.get(format!("http://{}{path}", site.address)).call();
    assert_eq!(status("/api/ready").unwrap().status(), 200);
    site.terminate();
    let stopped_at = Instant::now();
    while status("/api/ready").unwrap().status() == 200 {
        assert!(stopped_at.elapsed() < SHUTDOWN_TIMEOUT, "it is still ready");
    }
    // Each request opens a connection of its own; the loop ends when one is refused.
    assert_eq!(status("/api/blogs").unwrap().status(), 200);
    while status("/api/health").is_ok() {
        assert!(
            stopped_at.elapsed() < SHUTDOWN_TIMEOUT,
            "it still accepts connections"
        );
    }
    assert!(
        stopped_at.elapsed() >= Duration::from_secs(2),
        "{:?}",
        stopped_at.elapsed()
    );
    assert_eq!(site.wait(), Some(0));
    assert!(
        stopped_at.elapsed() < SHUTDOWN_TIMEOUT,
        "{:?}",
        stopped_at.elapsed()
    );
}
