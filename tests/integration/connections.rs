//! Clients that are slow, silent or greedy, against the real program.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::support::program::Running;

const DRIPPING_HEADS: usize = 1_000;
const DRIPPING_BODIES: usize = 50;
const NOT_READING: usize = 20;
/// Between two bytes of a dripping client.
const DRIP: Duration = Duration::from_millis(250);
/// Longer than any limit of these tests, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(1);
const SLOWEST: Duration = Duration::from_secs(1);
const MEMORY_KILOBYTES: u64 = 300 * 1_024;

const LOGIN: &str = "POST /api/auth/login HTTP/1.1\r\nhost: blog\r\ncontent-type: application/json\r\n";

fn start(folder: &tempfile::TempDir, settings: &[(&str, &str)]) -> Running {
    let usual = [
        ("HEAD_SECONDS", "2"),
        ("BODY_STALL_SECONDS", "2"),
        ("ANSWER_STALL_SECONDS", "2"),
    ];
    let environment: Vec<_> = usual
        .iter()
        .chain(settings)
        .map(|(key, value)| (format!("BLOG_APP_CONNECTIONS__{key}"), (*value).to_owned()))
        .collect();
    Running::start_with(folder.path(), &environment)
}

/// Connections to the site, with something said on each. They wait for nothing.
fn connect(site: &Running, count: usize, said: &str) -> Vec<TcpStream> {
    (0..count)
        .map(|_| {
            let mut client = TcpStream::connect(&site.address).unwrap();
            client.write_all(said.as_bytes()).unwrap();
            client.set_nonblocking(true).unwrap();
            client
        })
        .collect()
}

/// One that waits for its answers, though not for ever.
fn patient_client(site: &Running) -> TcpStream {
    let client = TcpStream::connect(&site.address).unwrap();
    client.set_read_timeout(Some(PATIENCE)).unwrap();
    client
}

/// What came from the site, and whether it has closed the connection.
fn received(client: &mut TcpStream) -> (String, bool) {
    let mut bytes = Vec::new();
    let is_open = match client.read_to_end(&mut bytes) {
        Err(error) => error.kind() == ErrorKind::WouldBlock,
        Ok(_) => false,
    };
    (String::from_utf8_lossy(&bytes).into_owned(), !is_open)
}

/// Drips a byte on each now and then until all were closed; gives what they were answered.
fn drip_until_closed(mut clients: Vec<TcpStream>) -> Vec<String> {
    let begun = Instant::now();
    let mut answers = Vec::new();
    while !clients.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "{} are still open", clients.len());
        clients.retain_mut(|client| {
            let (answer, is_closed) = received(client);
            if is_closed || !answer.is_empty() {
                answers.push(answer);
                return false;
            }
            // Whether it was closed in between shows the next time.
            drop(client.write(b"x"));
            true
        });
        thread::sleep(DRIP);
    }
    answers
}

/// Asks for pages again and again and reads none, until the site closes.
fn ask_until_closed(clients: Vec<TcpStream>) {
    let questions = "GET / HTTP/1.1\r\nhost: blog\r\n\r\n".repeat(1_000);
    let begun = Instant::now();
    let mut asking: Vec<_> = clients.into_iter().map(|client| (client, 0)).collect();
    while !asking.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "{} are still open", asking.len());
        asking.retain_mut(
            |(client, sent)| match client.write(&questions.as_bytes()[*sent..]) {
                Ok(more) => {
                    *sent = (*sent + more) % questions.len();
                    true
                }
                Err(error) => error.kind() == ErrorKind::WouldBlock,
            },
        );
        thread::sleep(DRIP);
    }
}

/// How long each of the others had to wait for an answer, the quickest first.
fn waits_while(site: &Running, is_over: &AtomicBool) -> Vec<Duration> {
    let mut waits = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        assert!(site.get("/api/blogs").contains("\"success\":true"));
        waits.push(asked.elapsed());
    }
    waits.sort_unstable();
    waits
}

#[test]
fn slow_clients_are_sent_away_and_the_others_do_not_notice_them() {
    let sockets = Rlimit {
        current: getrlimit(Resource::Nofile).maximum,
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, sockets).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let is_over = AtomicBool::new(false);
    let waits = thread::scope(|scope| {
        let waits = scope.spawn(|| waits_while(&site, &is_over));
        let slow = [
            scope.spawn(|| {
                let heads = connect(&site, DRIPPING_HEADS, "GET / HTTP/1.1\r\nx-slow: ");
                let answers = drip_until_closed(heads);
                assert_eq!(answers.len(), DRIPPING_HEADS);
            }),
            scope.spawn(|| {
                let head = format!("{LOGIN}content-length: 60000\r\n\r\n");
                for answer in drip_until_closed(connect(&site, DRIPPING_BODIES, &head)) {
                    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
                    assert!(answer.contains("connection: close"), "{answer}");
                }
            }),
            scope.spawn(|| ask_until_closed(connect(&site, NOT_READING, ""))),
        ];
        let ends: Vec<_> = slow.map(thread::ScopedJoinHandle::join).into();
        is_over.store(true, Ordering::Relaxed);
        for end in ends {
            end.unwrap();
        }
        waits.join().unwrap()
    });
    let slowest = waits[waits.len() * 99 / 100];
    println!(
        "{} answers beside {DRIPPING_HEADS} heads and {DRIPPING_BODIES} bodies that drip and {NOT_READING} clients \
         that do not read: half within {:?}, 99 of 100 within {slowest:?}",
        waits.len(),
        waits[waits.len() / 2],
    );
    assert!(slowest < SLOWEST, "{slowest:?}");
    assert_memory_is_bounded(&site);
}

fn assert_memory_is_bounded(site: &Running) {
    let status = fs::read_to_string(format!("/proc/{}/status", site.id())).unwrap();
    for key in ["VmHWM:", "VmRSS:"] {
        let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        println!("{key} {kilobytes} kB");
        assert!(kilobytes < MEMORY_KILOBYTES, "{key} {kilobytes} kB");
    }
}

#[test]
fn silent_clients_do_not_keep_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[("MOST", "64"), ("HEAD_SECONDS", "3600")]);
    let mut silent = connect(&site, 200, "");
    for _ in 0..50 {
        assert!(site.get("/api/blogs").contains("\"success\":true"));
    }
    let closed = silent
        .iter_mut()
        .map(received)
        .filter(|(_, is_closed)| *is_closed);
    let closed = closed.count();
    assert!((136..=200).contains(&closed), "{closed}");
}

#[test]
fn a_connection_is_kept_between_requests_for_a_while_only() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[("IDLE_SECONDS", "4")]);
    let mut client = patient_client(&site);
    let mut answer = [0; 16 * 1_024];
    let mut begun = Instant::now();
    for _ in 0..2 {
        begun = Instant::now();
        client
            .write_all(b"GET /api/health HTTP/1.1\r\nhost: blog\r\n\r\n")
            .unwrap();
        let length = client.read(&mut answer).unwrap();
        assert!(answer[..length].starts_with(b"HTTP/1.1 200 "));
    }
    assert_eq!(client.read(&mut answer).unwrap(), 0);
    // Longer than a head may take, so it is not that limit which ended it.
    assert!(begun.elapsed() >= Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn the_size_of_a_body_is_limited_whatever_form_it_comes_in() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let chunked = format!(
        "{LOGIN}transfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
        chunk.repeat(17)
    );
    let declared = format!("{LOGIN}content-length: 65537\r\n\r\n{}", "x".repeat(65_537));
    // Compressed bodies are never unpacked, so they are just no JSON.
    let compressed = format!("{LOGIN}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x0b\x08\x00");
    let head = format!("GET / HTTP/1.1\r\nx-large: {}\r\n\r\n", "x".repeat(40_000));
    for (said, status) in [(chunked, 413), (declared, 413), (compressed, 400), (head, 431)] {
        let mut client = patient_client(&site);
        // What is too large may be refused before it was all sent.
        drop(client.write_all(said.as_bytes()));
        let mut answer = [0; 1_024];
        let length = client.read(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
}

#[test]
fn a_refusal_waits_for_the_rest_of_a_small_body() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let mut client = patient_client(&site);
    let mut answer = [0; 16 * 1_024];
    for (call, form, rest, status) in [
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
            "POST /api/{call} HTTP/1.1\r\nhost: blog\r\ncontent-type: application/json\r\n{form}\r\n\r\n"
        );
        client.write_all(head.as_bytes()).unwrap();
        for _ in 0..20 {
            assert!(site.get("/api/blogs").contains("\"success\":true"));
        }
        client.write_all(rest.as_bytes()).unwrap();
        let length = client.read(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer[..length]);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(!answer.contains("connection: close"), "{answer}");
    }
}

#[test]
fn a_refusal_does_not_wait_for_a_large_body() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder, &[]);
    let mut client = patient_client(&site);
    client
        .write_all(b"POST /api/blogs/create HTTP/1.1\r\nhost: blog\r\ncontent-length: 1000000\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}
