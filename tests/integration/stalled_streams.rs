//! Clients of HTTP/2 that take one answer and leave another, against the real program.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode};
use h2::client::{ResponseFuture, SendRequest};
use h2::{Reason, RecvStream};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::support::program::Running;

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

fn start(folder: &tempfile::TempDir) -> Running {
    let stall = ("BLOG_APP_CONNECTIONS__ANSWER_STALL_SECONDS", STALL.as_secs());
    Running::start_with(folder.path(), &[(stall.0.to_owned(), stall.1.to_string())])
}

/// A connection whose streams may bring so many bytes of an answer until the client asks for more.
async fn connect(site: &Running, window: u32) -> SendRequest<Bytes> {
    let stream = TcpStream::connect(&site.address).await.unwrap();
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
