//! Tests of the client against servers on this machine.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use hyper::{Request, Response};
use parking_lot::Mutex;
use rcgen::CertifiedKey;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use url::Url;

use super::{BODY_BYTES_MAX, OutgoingClient, OutgoingError, Resolve, SystemResolver};

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nDone";

/// A resolver with an answer for each look-up. A look-up without one fails.
#[derive(Default)]
struct Answers(Mutex<VecDeque<Vec<IpAddr>>>);

impl Answers {
    fn new(answers: &[&[&str]]) -> Arc<Self> {
        let parse = |address: &&str| address.parse::<IpAddr>().unwrap();
        let parsed: VecDeque<Vec<IpAddr>> = answers
            .iter()
            .map(|answer| answer.iter().map(parse).collect())
            .collect();
        Arc::new(Self(Mutex::new(parsed)))
    }
}

#[async_trait]
impl Resolve for Answers {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let answer = self.0.lock().pop_front();
        answer.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

fn client(allows_private: bool) -> OutgoingClient {
    OutgoingClient::new(allows_private)
}

async fn send(client: &OutgoingClient, url: &str) -> Result<Response<Bytes>, OutgoingError> {
    let request = Request::post("/").body(Bytes::from_static(b"Hello")).unwrap();
    client.send(&Url::parse(url).unwrap(), request).await
}

async fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Reads a request that ends with `Hello`, sends the response, and returns the request.
async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin, response: &str) -> String {
    let mut request = Vec::new();
    while !request.ends_with(b"Hello") {
        assert!(stream.read_buf(&mut request).await.unwrap() > 0);
    }
    // A client that has read enough closes the connection.
    drop(stream.write_all(response.as_bytes()).await);
    drop(stream.shutdown().await);
    String::from_utf8(request).unwrap()
}

/// Starts a server for one request.
async fn server(response: impl Into<String>) -> (SocketAddr, JoinHandle<String>) {
    let (listener, address) = listener().await;
    let response = response.into();
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        answer(stream, &response).await
    });
    (address, served)
}

#[tokio::test]
async fn sends_a_request_and_returns_the_response() {
    let (address, served) = server(OK).await;
    let response = send(&client(true), &format!("http://{address}/hook?of=a#part"))
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.body(), "Done");
    let request = served.await.unwrap().to_lowercase();
    assert!(request.starts_with("post /hook?of=a http/1.1\r\n"), "{request}");
    for header in [
        format!("host: {address}\r\n"),
        "connection: close\r\n".to_owned(),
        "content-length: 5\r\n".to_owned(),
        "user-agent: blog-app/".to_owned(),
    ] {
        assert!(request.contains(&header), "{header} in {request}");
    }
}

#[tokio::test]
async fn refuses_addresses_of_this_machine_and_of_private_networks() {
    let (listener, address) = listener().await;
    let port = address.port();
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "10.0.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "[::ffff:a9fe:a9fe]",
        "[fd00::1]",
        "0.0.0.0",
    ] {
        for scheme in ["http", "https"] {
            let sent = send(&client(false), &format!("{scheme}://{host}:{port}/")).await;
            assert!(
                matches!(sent, Err(OutgoingError::ForbiddenAddress)),
                "{host}: {sent:?}"
            );
        }
    }
    assert_was_not_asked(listener).await;
}

#[tokio::test]
async fn never_asks_link_local_addresses() {
    for host in ["169.254.169.254", "[fe80::1]", "[64:ff9b::a9fe:a9fe]"] {
        let sent = send(&client(true), &format!("http://{host}/latest/meta-data")).await;
        assert!(matches!(sent, Err(OutgoingError::ForbiddenAddress)), "{sent:?}");
    }
}

#[tokio::test]
async fn connects_to_the_address_that_was_checked_without_another_look_up() {
    let (address, served) = server(OK).await;
    let names = Answers::new(&[&["127.0.0.1"], &["169.254.169.254"]]);
    let client = OutgoingClient::with_resolver(true, names.clone());
    let url = format!("http://hook.example.org:{}/", address.port());
    assert!(send(&client, &url).await.is_ok());
    assert!(served.await.unwrap().contains("hook.example.org"));
    assert_eq!(names.0.lock().len(), 1);
    let sent = send(&client, &url).await;
    assert!(matches!(sent, Err(OutgoingError::ForbiddenAddress)), "{sent:?}");
    let sent = send(&client, &url).await;
    assert!(matches!(sent, Err(OutgoingError::Unresolved(_))), "{sent:?}");
}

#[tokio::test]
async fn of_several_addresses_asks_only_those_that_are_permitted() {
    let (address, served) = server(OK).await;
    let names = Answers::new(&[&["169.254.169.254", "127.0.0.1"]]);
    let client = OutgoingClient::with_resolver(true, names);
    let url = format!("http://hook.example.org:{}/", address.port());
    assert!(send(&client, &url).await.is_ok());
    served.await.unwrap();
}

#[tokio::test]
async fn sends_nothing_in_the_clear_to_the_internet() {
    let names = Answers::new(&[&["1.1.1.1", "127.0.0.1"]]);
    let client = OutgoingClient::with_resolver(false, names);
    let sent = send(&client, "http://hook.example.org/").await;
    assert!(matches!(sent, Err(OutgoingError::PlainText)), "{sent:?}");
}

#[tokio::test]
async fn follows_no_redirect() {
    let (other, elsewhere) = listener().await;
    let redirect = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://{elsewhere}/\r\ncontent-length: 0\r\n\r\n"
    );
    let (address, _served) = server(redirect).await;
    let response = send(&client(true), &format!("http://{address}/")).await.unwrap();
    assert_eq!(response.status(), 307);
    assert_was_not_asked(other).await;
}

/// Asserts that nobody has connected to a listener: the first connection is that of the test.
async fn assert_was_not_asked(listener: TcpListener) {
    let own = tokio::net::TcpStream::connect(listener.local_addr().unwrap());
    let own = own.await.unwrap().local_addr().unwrap();
    let (_, peer) = listener.accept().await.unwrap();
    assert_eq!(peer, own);
}

#[tokio::test]
async fn refuses_other_schemes_and_credentials() {
    for url in [
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://name:password@example.org/",
        "https://name@example.org/",
    ] {
        let sent = send(&client(true), url).await;
        assert!(
            matches!(sent, Err(OutgoingError::InvalidUrl(_))),
            "{url}: {sent:?}"
        );
    }
}

#[tokio::test]
async fn reads_a_bounded_body() {
    for (bytes, is_read) in [(BODY_BYTES_MAX, true), (BODY_BYTES_MAX + 1, false)] {
        let body = "a".repeat(bytes);
        for framing in [format!("content-length: {bytes}"), "connection: close".to_owned()] {
            let (address, _served) = server(format!("HTTP/1.1 200 OK\r\n{framing}\r\n\r\n{body}")).await;
            let sent = send(&client(true), &format!("http://{address}/")).await;
            match sent {
                Ok(response) => assert!(is_read && response.body().len() == bytes, "{framing}"),
                Err(error) => assert!(
                    !is_read && matches!(error, OutgoingError::TooLong(BODY_BYTES_MAX)),
                    "{error:?}"
                ),
            }
        }
    }
}

#[tokio::test]
async fn rejects_what_is_no_response_of_http() {
    let long = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "a".repeat(BODY_BYTES_MAX));
    for response in ["", "SSH-2.0-OpenSSH_9.2\r\n", &long] {
        let (address, _served) = server(response).await;
        let sent = send(&client(true), &format!("http://{address}/")).await;
        assert!(matches!(sent, Err(OutgoingError::Http(_))), "{sent:?}");
    }
}

#[tokio::test]
async fn ends_after_the_time_limit() {
    let mut client = client(true);
    client.time_limit = Duration::from_millis(100);
    // The system accepts connections for it; nothing ever responds.
    let (_silent, address) = listener().await;
    let sent = send(&client, &format!("http://{address}/")).await;
    assert!(matches!(sent, Err(OutgoingError::TimedOut)), "{sent:?}");
}

#[tokio::test]
async fn trusts_only_valid_certificates_for_the_name() {
    let CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["hook.example.org".to_owned()]).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let (listener, address) = listener().await;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                answer(stream, OK).await;
            }
        }
    });
    let mut roots = RootCertStore::empty();
    roots.add(cert.der().clone()).unwrap();
    let port = address.port();
    for (host, roots, is_trusted) in [
        ("hook.example.org", roots.clone(), true),
        ("other.example.org", roots, false),
        ("hook.example.org", RootCertStore::empty(), false),
    ] {
        let names = Answers::new(&[&["127.0.0.1"]]);
        let client = OutgoingClient::with_roots(true, names, roots);
        match send(&client, &format!("https://{host}:{port}/")).await {
            Ok(response) => assert!(is_trusted && response.body() == "Done", "{host}"),
            Err(error) => assert!(!is_trusted && matches!(error, OutgoingError::Tls(_)), "{error:?}"),
        }
    }
}

#[tokio::test]
async fn the_system_resolves_names() {
    let addresses = SystemResolver.addresses("localhost").await.unwrap();
    assert!(addresses.iter().all(IpAddr::is_loopback), "{addresses:?}");
    assert!(!addresses.is_empty());
}
