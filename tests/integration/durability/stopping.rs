//! The site is told to stop while it is at work.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::program::Running;

use super::load::Load;
use super::world::{World, assert_whole, slug};

const STOPS_WITHIN: Duration = Duration::from_secs(30);

#[test]
fn a_site_that_stops_finishes_every_answer_and_every_write() {
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
            let told = Instant::now();
            assert_eq!(site.stop(), Some(0));
            assert!(told.elapsed() < STOPS_WITHIN, "{:?}", told.elapsed());
        });
    });
    assert!(pages.into_inner() > 0);
    assert_whole(world.data(), &acknowledged);
}

/// Reads the first page again and again until the site has gone; each answer that begins has to be whole.
fn read_pages(address: &str, pages: &AtomicUsize) {
    while let Ok(mut answer) = ureq::get(format!("http://{address}/")).call() {
        let page = answer.body_mut().read_to_string().unwrap();
        assert!(page.trim_end().ends_with("</html>"), "{page}");
        pages.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_site_that_stops_is_not_ready_and_still_answers_what_was_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let site = world.start();
    let ready = format!("http://{}/api/ready", site.address);
    assert_eq!(ureq::get(&ready).call().unwrap().status(), 200);

    let body = r#"{"content": "Said at the last moment."}"#;
    let mut call = TcpStream::connect(&site.address).unwrap();
    let head = format!(
        "POST /api/blogs/{}/comments HTTP/1.1\r\nhost: blog\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        slug(0),
        world.readers[0].token,
        body.len()
    );
    call.write_all(head.as_bytes()).unwrap();
    let mut answers = BufReader::new(call.try_clone().unwrap());
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    // The site is at it now, and waits for the text.
    assert_eq!(line.trim(), "HTTP/1.1 100 Continue");

    site.terminate();
    let told = Instant::now();
    while ureq::get(&ready).call().is_ok() {
        assert!(told.elapsed() < STOPS_WITHIN, "it stays ready");
    }
    call.write_all(body.as_bytes()).unwrap();
    let mut rest = String::new();
    answers.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("HTTP/1.1 201 Created"), "{rest}");
    assert!(rest.trim_end().ends_with('}'), "{rest}");

    let (ended, end) = channel();
    thread::spawn(move || ended.send(site.wait()).unwrap());
    assert_eq!(end.recv_timeout(STOPS_WITHIN).unwrap(), Some(0));
    let line = format!(
        "comment {} {} Said at the last moment.",
        world.readers[0].id,
        slug(0)
    );
    assert_whole(world.data(), &[line]);
}

#[test]
fn a_site_that_drains_says_so_before_it_takes_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let drain = [("BLOG_APP_SERVER__DRAIN_SECONDS".to_owned(), "3".to_owned())];
    let site = Running::start_with(folder.path(), &drain);
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_idle_connections(0)
        .build()
        .into();
    let status = |path: &str| agent.get(format!("http://{}{path}", site.address)).call();
    assert_eq!(status("/api/ready").unwrap().status(), 200);
    site.terminate();
    let told = Instant::now();
    while status("/api/ready").unwrap().status() == 200 {
        assert!(told.elapsed() < STOPS_WITHIN, "it stays ready");
    }
    // These come on connections of their own, and so does what ends the loop: by being refused.
    assert_eq!(status("/api/blogs").unwrap().status(), 200);
    while status("/api/health").is_ok() {
        assert!(told.elapsed() < STOPS_WITHIN, "it takes connections on and on");
    }
    assert!(told.elapsed() >= Duration::from_secs(2), "{:?}", told.elapsed());
    assert_eq!(site.wait(), Some(0));
    assert!(told.elapsed() < STOPS_WITHIN, "{:?}", told.elapsed());
}
