//! Clients of HTTP/2 that take one answer and leave another, against the real program.

use std::net::Ipv4Addr;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, header};
use h2::client::{ResponseFuture, SendRequest};
use h2::{Reason, RecvStream};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::support::program::Running;
use crate::support::{Site, post_with};

/// The largest answer of an empty site; it is handed over in several pieces.
const LARGE: &str = "/api/openapi.json";
/// Room for all answers at once: only their own windows hold them back.
const CONNECTION_WINDOW: u32 = 16 * 1_024 * 1_024;
const STALLED: usize = 50;
const STALL: Duration = Duration::from_secs(2);
/// How often the client says something else meanwhile.
const PAUSE: Duration = Duration::from_millis(250);
/// Longer than any limit of these tests, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(1);

/// Clients that hold the budget of responses, each from a network of its own. Four could have all of it; but what is
/// reserved for the next response is left over by each.
const CLIENTS: u8 = 10;
/// Responses that are not timed by their streams have at most so many bytes when the cache holds them.
const SMALL_BYTES: usize = 16 * 1_024;
/// Streams that one connection holds, of the 100 that it may have.
const HELD_STREAMS: usize = 50;
/// More responses than the cache and a quarter of the budget hold together.
const RESPONSES_MAX: usize = 1_000;

fn start(folder: &tempfile::TempDir) -> Running {
    let stall = ("BLOG_APP_CONNECTIONS__ANSWER_STALL_SECONDS", STALL.as_secs());
    Running::start_with(folder.path(), &[(stall.0.to_owned(), stall.1.to_string())])
}

/// A connection whose streams may bring so many bytes of an answer until the client asks for more.
async fn connect(site: &Running, window: u32) -> SendRequest<Bytes> {
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

async fn ask(client: &SendRequest<Bytes>, method: Method, path: &str) -> ResponseFuture {
    let request = Request::builder()
        .method(method)
        .uri(format!("http://blog{path}"))
        .body(())
        .unwrap();
    let mut client = client.clone().ready().await.unwrap();
    client.send_request(request, true).unwrap().0
}

async fn large_answer(client: &SendRequest<Bytes>) -> RecvStream {
    let answer = ask(client, Method::GET, LARGE).await.await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.into_body()
}

/// Waits until the site takes a stream back; gives why.
async fn end_of(mut stream: RecvStream) -> Option<Reason> {
    loop {
        if let Err(error) = stream.data().await? {
            assert!(error.is_remote(), "{error}");
            return error.reason();
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_not_taken_ends_though_its_connection_lives() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder);
    for window in [0, 1, 70_000] {
        let client = connect(&site, window).await;
        let mut stalled = Vec::new();
        for _ in 0..STALLED {
            stalled.push(large_answer(&client).await);
        }
        let begun = Instant::now();
        let ends = tokio::spawn(async move {
            let mut ends = Vec::new();
            for stream in stalled {
                ends.push(end_of(stream).await);
            }
            ends
        });
        while !ends.is_finished() {
            let waited = begun.elapsed();
            assert!(waited < PATIENCE, "still there with a window of {window}");
            let other = ask(&client, Method::HEAD, "/api/health").await.await.unwrap();
            assert_eq!(other.status(), StatusCode::OK);
            sleep(PAUSE).await;
        }
        println!(
            "{STALLED} answers with a window of {window} ended within {:?}",
            begun.elapsed()
        );
        assert_eq!(ends.await.unwrap(), [Some(Reason::CANCEL); STALLED]);
    }
}

#[tokio::test]
async fn an_answer_that_is_taken_slowly_comes_whole() {
    let folder = tempfile::tempdir().unwrap();
    let site = start(&folder);
    let whole = site.get(LARGE);
    let client = connect(&site, 8 * 1_024).await;
    let mut stream = large_answer(&client).await;
    let begun = Instant::now();
    let mut taken = Vec::new();
    while let Some(piece) = timeout(PATIENCE, stream.data()).await.unwrap() {
        let piece = piece.unwrap();
        taken.extend_from_slice(&piece);
        sleep(PAUSE).await;
        stream.flow_control().release_capacity(piece.len()).unwrap();
    }
    println!("{} bytes within {:?}", taken.len(), begun.elapsed());
    assert!(begun.elapsed() > STALL, "{:?}", begun.elapsed());
    assert_eq!(taken, whole.as_bytes());
}

/// A site with lists of somewhat less than [`SMALL_BYTES`], little room for them, and a short patience.
fn start_with_small_lists() -> (Site, Running) {
    let site = Site::new();
    let posts: Vec<Value> = (1..=9)
        .map(|number| {
            let changes = json!({"slug": format!("post-{number}"), "excerpt": "Somewhat long. ".repeat(20)});
            post_with(number, changes)
        })
        .collect();
    site.import(&posts);
    let settings = [
        ("CONNECTIONS__ANSWER_STALL_SECONDS", 4),
        ("SERVER__RESPONSE_MEGABYTES", 1),
        ("SERVER__CACHE_MEGABYTES", 1),
    ];
    let environment = settings.map(|(name, value)| (format!("BLOG_APP_{name}"), value.to_string()));
    let program = Running::start_with(site.folder(), &environment);
    let bytes = program.get(&list(0, 0)).len();
    assert!((SMALL_BYTES / 4..SMALL_BYTES).contains(&bytes), "{bytes} bytes");
    (site, program)
}

/// One list by an address that nobody else asks for.
fn list(client: u8, number: usize) -> String {
    format!("/api/blogs/public?page=1&limit=9&client={client}&number={number}")
}

/// A connection from the network of one of the [`CLIENTS`].
async fn connect_from(site: &Running, client: u8, window: u32) -> SendRequest<Bytes> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 1, client), 0).into()).unwrap();
    let stream = socket.connect(site.address.parse().unwrap()).await.unwrap();
    handshake(stream, window).await
}

/// Asks for a list in a way that the cache has no part in.
async fn ask_uncached(client: &SendRequest<Bytes>, path: &str) -> (StatusCode, RecvStream) {
    let request = Request::builder()
        .uri(format!("http://blog{path}"))
        .header(header::AUTHORIZATION, "Bearer of nothing")
        .body(())
        .unwrap();
    let mut client = client.clone().ready().await.unwrap();
    let response = client.send_request(request, true).unwrap().0.await.unwrap();
    (response.status(), response.into_body())
}

/// Waits until a visitor from elsewhere is served what the cache does not hold, while others hold their streams.
async fn wait_for_room(site: &Running) {
    let visitor = connect(site, CONNECTION_WINDOW).await;
    let begun = Instant::now();
    loop {
        let (status, _) = ask_uncached(&visitor, &list(CLIENTS + 1, 0)).await;
        if status == StatusCode::OK {
            break;
        }
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(begun.elapsed() < PATIENCE, "the budget is still held");
        sleep(PAUSE).await;
    }
    println!("a visitor was served after {:?}", begun.elapsed());
}

#[tokio::test]
async fn small_responses_that_are_not_taken_give_the_budget_back() {
    let (_data, site) = start_with_small_lists();
    let mut held = Vec::new();
    for number in 1..=CLIENTS {
        let mut client = connect_from(&site, number, 1).await;
        for request in 0.. {
            assert!(request < RESPONSES_MAX, "the budget was never used up");
            if request % HELD_STREAMS == HELD_STREAMS - 1 {
                client = connect_from(&site, number, 1).await;
            }
            let (status, body) = ask_uncached(&client, &list(number, request)).await;
            if status == StatusCode::SERVICE_UNAVAILABLE {
                break;
            }
            held.push((client.clone(), body));
        }
    }
    wait_for_room(&site).await;
    drop(held);
}

#[tokio::test]
async fn small_responses_that_are_evicted_and_not_taken_give_the_budget_back() {
    let (_data, site) = start_with_small_lists();
    let mut held = Vec::new();
    for number in 1..=CLIENTS {
        let taking = connect_from(&site, number, CONNECTION_WINDOW).await;
        let mut leaving = connect_from(&site, number, 1).await;
        for request in 0.. {
            assert!(request < RESPONSES_MAX, "the budget was never used up");
            if request % HELD_STREAMS == HELD_STREAMS - 1 {
                leaving = connect_from(&site, number, 1).await;
            }
            let path = list(number, request);
            let built = ask(&taking, Method::GET, &path).await.await.unwrap();
            if built.status() == StatusCode::SERVICE_UNAVAILABLE {
                break;
            }
            let cached = ask(&leaving, Method::GET, &path).await.await.unwrap();
            held.push((leaving.clone(), built.into_body(), cached.into_body()));
        }
    }
    wait_for_room(&site).await;
    drop(held);
}
