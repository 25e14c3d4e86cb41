//! HTTP/2 clients that stop reading some of their streams, against the real program.

use std::net::Ipv4Addr;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, header};
use h2::client::{ResponseFuture, SendRequest};
use h2::{Reason, RecvStream};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::support::program::RunningSite;
use crate::support::{Site, post_with_changes};

/// The largest response of an empty site, sent in several chunks.
const LARGE: &str = "/api/openapi.json";
/// Enough for all responses, so that only the windows of their streams limit them.
const CONNECTION_WINDOW: u32 = 16 * 1_024 * 1_024;
const STALLED_STREAMS: usize = 50;
const STALL_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval between other requests of the client.
const PAUSE: Duration = Duration::from_millis(250);
/// Longer than any limit of these tests, also on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Clients that use up the response budget, each from a network of its own. Four could hold all of it, but each leaves
/// over what would be reserved for its next response.
const CLIENTS: u8 = 10;
/// The maximum size of cached responses that are not timed by their streams.
const SMALL_BYTES: usize = 16 * 1_024;
/// Streams per connection, of at most 100.
const HELD_STREAMS: usize = 50;
/// More responses than the cache and a quarter of the budget hold together.
const RESPONSES_MAX: usize = 1_000;

fn start(folder: &tempfile::TempDir) -> RunningSite {
    let stall = (
        "BLOG_APP_CONNECTIONS__ANSWER_STALL_SECONDS",
        STALL_TIMEOUT.as_secs(),
    );
    RunningSite::start_with(folder.path(), &[(stall.0.to_owned(), stall.1.to_string())])
}

/// Opens a connection whose streams have this initial window.
async fn connect(site: &RunningSite, window: u32) -> SendRequest<Bytes> {
    let stream = TcpStream::connect(&site.address).await.unwrap();
    handshake(stream, window).await
}

async fn handshake(stream: TcpStream, window: u32) -> SendRequest<Bytes> {
    let (client, connection) = h2::client::Builder::new()
        .initial_window_size(window)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .handshake(stream)
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}

async fn request(client: &SendRequest<Bytes>, method: Method, path: &str) -> ResponseFuture {
    let head = Request::builder()
        .method(method)
        .uri(format!("http://blog{path}"))
        .body(())
        .unwrap();
    let mut client = client.clone().ready().await.unwrap();
    client.send_request(head, true).unwrap().0
}

async fn large_response(client: &SendRequest<Bytes>) -> RecvStream {
    let response = request(client, Method::GET, LARGE).await.await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response.into_body()
}

/// Waits until the site resets a stream, and returns the reason.
async fn end_of(mut stream: RecvStream) -> Option<Reason> {
    loop {
        if let Err(error) = stream.data().await? {
            assert!(error.is_remote(), "{error}");
            return error.reason();
        }
    }
}

#[tokio::test]
async fn resets_stalled_streams_of_an_active_connection() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder);
    for window in [0, 1, 70_000] {
        let client = connect(&site, window).await;
        let mut stalled = Vec::new();
        for _ in 0..STALLED_STREAMS {
            stalled.push(large_response(&client).await);
        }
        let start = Instant::now();
        let ends = tokio::spawn(async move {
            let mut ends = Vec::new();
            for stream in stalled {
                ends.push(end_of(stream).await);
            }
            ends
        });
        while !ends.is_finished() {
            let waited = start.elapsed();
            assert!(waited < TIMEOUT, "not reset with a window of {window}");
            let other = request(&client, Method::HEAD, "/api/health").await.await.unwrap();
            assert_eq!(other.status(), StatusCode::OK);
            sleep(PAUSE).await;
        }
        println!(
            "{STALLED_STREAMS} streams with a window of {window} were reset within {:?}",
            start.elapsed()
        );
        assert_eq!(ends.await.unwrap(), [Some(Reason::CANCEL); STALLED_STREAMS]);
    }
}

#[tokio::test]
async fn completes_a_response_that_is_read_slowly() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder);
    let expected = site.get(LARGE);
    let client = connect(&site, 8 * 1_024).await;
    let mut stream = large_response(&client).await;
    let start = Instant::now();
    let mut received = Vec::new();
    while let Some(chunk) = timeout(TIMEOUT, stream.data()).await.unwrap() {
        let chunk = chunk.unwrap();
        received.extend_from_slice(&chunk);
        sleep(PAUSE).await;
        stream.flow_control().release_capacity(chunk.len()).unwrap();
    }
    println!("{} bytes within {:?}", received.len(), start.elapsed());
    assert!(start.elapsed() > STALL_TIMEOUT, "{:?}", start.elapsed());
    assert_eq!(received, expected.as_bytes());
}

/// Starts a site with lists of somewhat less than [`SMALL_BYTES`], a small budget and cache, and a short timeout.
fn start_with_small_lists() -> (Site, RunningSite) {
    let site = Site::new();
    let posts: Vec<Value> = (1..=9)
        .map(|number| {
            let changes = json!({"slug": format!("post-{number}"), "excerpt": "Somewhat long. ".repeat(20)});
            post_with_changes(number, changes)
        })
        .collect();
    site.import(&posts);
    let settings = [
        ("CONNECTIONS__ANSWER_STALL_SECONDS", 4),
        ("SERVER__RESPONSE_MEGABYTES", 1),
        ("SERVER__CACHE_MEGABYTES", 1),
    ];
    let environment = settings.map(|(name, value)| (format!("BLOG_APP_{name}"), value.to_string()));
    let program = RunningSite::start_with(site.folder(), &environment);
    let bytes = program.get(&list(0, 0)).len();
    assert!((SMALL_BYTES / 4..SMALL_BYTES).contains(&bytes), "{bytes} bytes");
    (site, program)
}

/// Returns a unique address of a list.
fn list(client: u8, number: usize) -> String {
    format!("/api/blogs/public?page=1&limit=9&client={client}&number={number}")
}

/// Opens a connection from the network of one of the [`CLIENTS`].
async fn connect_from(site: &RunningSite, client: u8, window: u32) -> SendRequest<Bytes> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 1, client), 0).into()).unwrap();
    let stream = socket.connect(site.address.parse().unwrap()).await.unwrap();
    handshake(stream, window).await
}

/// Requests a list past the cache, with an invalid token.
async fn request_uncached(client: &SendRequest<Bytes>, path: &str) -> (StatusCode, RecvStream) {
    let head = Request::builder()
        .uri(format!("http://blog{path}"))
        .header(header::AUTHORIZATION, "Bearer of nothing")
        .body(())
        .unwrap();
    let mut client = client.clone().ready().await.unwrap();
    let response = client.send_request(head, true).unwrap().0.await.unwrap();
    (response.status(), response.into_body())
}

/// Waits until a visitor on another network receives an uncached response, while the clients hold their streams.
async fn wait_for_budget(site: &RunningSite) {
    let visitor = connect(site, CONNECTION_WINDOW).await;
    let start = Instant::now();
    loop {
        let (status, _) = request_uncached(&visitor, &list(CLIENTS + 1, 0)).await;
        if status == StatusCode::OK {
            break;
        }
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(start.elapsed() < TIMEOUT, "the budget is still held");
        sleep(PAUSE).await;
    }
    println!("a visitor received a response after {:?}", start.elapsed());
}

#[tokio::test]
async fn stalled_small_responses_release_the_budget() {
    let (_data, site) = start_with_small_lists();
    let mut held = Vec::new();
    for number in 1..=CLIENTS {
        let mut client = connect_from(&site, number, 1).await;
        for index in 0.. {
            assert!(index < RESPONSES_MAX, "the budget was never exhausted");
            if index % HELD_STREAMS == HELD_STREAMS - 1 {
                client = connect_from(&site, number, 1).await;
            }
            let (status, body) = request_uncached(&client, &list(number, index)).await;
            if status == StatusCode::SERVICE_UNAVAILABLE {
                break;
            }
            held.push((client.clone(), body));
        }
    }
    wait_for_budget(&site).await;
    drop(held);
}

#[tokio::test]
async fn stalled_small_responses_evicted_from_the_cache_release_the_budget() {
    let (_data, site) = start_with_small_lists();
    let mut held = Vec::new();
    for number in 1..=CLIENTS {
        let reading_client = connect_from(&site, number, CONNECTION_WINDOW).await;
        let mut stalling_client = connect_from(&site, number, 1).await;
        for index in 0.. {
            assert!(index < RESPONSES_MAX, "the budget was never exhausted");
            if index % HELD_STREAMS == HELD_STREAMS - 1 {
                stalling_client = connect_from(&site, number, 1).await;
            }
            let path = list(number, index);
            let built = request(&reading_client, Method::GET, &path).await.await.unwrap();
            if built.status() == StatusCode::SERVICE_UNAVAILABLE {
                break;
            }
            let cached = request(&stalling_client, Method::GET, &path).await.await.unwrap();
            held.push((stalling_client.clone(), built.into_body(), cached.into_body()));
        }
    }
    wait_for_budget(&site).await;
    drop(held);
}
