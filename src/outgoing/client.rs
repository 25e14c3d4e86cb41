//! The client.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, HOST, HeaderValue, USER_AGENT};
use hyper::{Request, Response, Uri};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::Url;

use super::target::Target;
use super::{BODY_BYTES_MAX, OutgoingError, Resolve, SystemResolver, TIME_LIMIT};

/// The most bytes of the head of a response.
const HEAD_BYTES_MAX: usize = 16 * 1024;
const AGENT: HeaderValue = HeaderValue::from_static(concat!("blog-app/", env!("CARGO_PKG_VERSION")));

/// Sends requests to other servers.
#[derive(Clone)]
pub struct OutgoingClient {
    tls: TlsConnector,
    resolver: Arc<dyn Resolve>,
    allows_private: bool,
    pub(super) time_limit: Duration,
    body_bytes_max: usize,
}

impl OutgoingClient {
    /// Creates the client of a site. `allows_private` permits this machine and private networks, also without encryption.
    pub fn new(allows_private: bool) -> Self {
        Self::with_resolver(allows_private, Arc::new(SystemResolver))
    }

    /// Creates a client with another resolver.
    pub fn with_resolver(allows_private: bool, resolver: Arc<dyn Resolve>) -> Self {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        Self::with_roots(allows_private, resolver, roots)
    }

    /// Creates a client that trusts these roots of certificates.
    pub(super) fn with_roots(allows_private: bool, resolver: Arc<dyn Resolve>, roots: RootCertStore) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        #[expect(
            clippy::expect_used,
            reason = "ring has what the versions need that rustls takes by default"
        )]
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the default versions of TLS");
        let mut config = config.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Self {
            tls: TlsConnector::from(Arc::new(config)),
            resolver,
            allows_private,
            time_limit: TIME_LIMIT,
            body_bytes_max: BODY_BYTES_MAX,
        }
    }

    /// Sets another limit than [`BODY_BYTES_MAX`], for bodies that are files.
    #[must_use]
    pub fn with_body_limit(mut self, bytes_max: usize) -> Self {
        self.body_bytes_max = bytes_max;
        self
    }

    /// Whether this machine and private networks may be asked.
    pub fn allows_private(&self) -> bool {
        self.allows_private
    }

    /// Sends a request to the URL, and returns the response, whatever its status. `request` gives the method, the headers
    /// and the body; its own URI is replaced.
    pub async fn send(&self, url: &Url, request: Request<Bytes>) -> Result<Response<Bytes>, OutgoingError> {
        let sent = timeout(self.time_limit, self.exchange(url, request));
        sent.await.unwrap_or(Err(OutgoingError::TimedOut))
    }

    async fn exchange(&self, url: &Url, request: Request<Bytes>) -> Result<Response<Bytes>, OutgoingError> {
        let target = Target::of(url)?;
        let request = for_server(url, request)?;
        let addresses = match target.address {
            Some(address) => vec![address],
            None => self
                .resolver
                .addresses(&target.host)
                .await
                .map_err(OutgoingError::Unresolved)?,
        };
        let addresses = target.permitted(addresses, self.allows_private)?;
        let stream = connect(&addresses, target.port)
            .await
            .map_err(OutgoingError::Unreachable)?;
        if !target.is_encrypted {
            return send_over(stream, request, self.body_bytes_max).await;
        }
        let name = ServerName::try_from(target.host)
            .map_err(|_| OutgoingError::InvalidUrl("no certificate can be for this host"))?;
        let stream = self.tls.connect(name, stream).await.map_err(OutgoingError::Tls)?;
        send_over(stream, request, self.body_bytes_max).await
    }
}

impl fmt::Debug for OutgoingClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OutgoingClient")
            .field("allows_private", &self.allows_private)
            .finish_non_exhaustive()
    }
}

/// Adds what a server has to know: the path alone, the host, and that the connection ends with the response.
fn for_server(url: &Url, request: Request<Bytes>) -> Result<Request<Full<Bytes>>, OutgoingError> {
    const INVALID: OutgoingError = OutgoingError::InvalidUrl("the address has characters that none can have");
    let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let path: Uri = path.parse().map_err(|_| INVALID)?;
    let host = HeaderValue::from_str(host).map_err(|_| INVALID)?;
    let mut request = request.map(Full::new);
    *request.uri_mut() = path;
    let headers = request.headers_mut();
    headers.insert(HOST, host);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    headers.insert(USER_AGENT, AGENT);
    Ok(request)
}

/// Connects to the first of the addresses that takes a connection. They were checked: no name is looked up again.
async fn connect(addresses: &[IpAddr], port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match TcpStream::connect(SocketAddr::new(*address, port)).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a request over a connection, and reads the whole response.
async fn send_over<Stream>(
    stream: Stream,
    request: Request<Full<Bytes>>,
    body_bytes_max: usize,
) -> Result<Response<Bytes>, OutgoingError>
where
    Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .handshake(TokioIo::new(stream))
        .await?;
    let exchange = async move {
        let (head, mut body) = sender.send_request(request).await?.into_parts();
        let mut bytes = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame?.into_data() else {
                continue;
            };
            if bytes.len() + data.len() > body_bytes_max {
                return Err(OutgoingError::TooLong(body_bytes_max));
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Response::from_parts(head, bytes.freeze()))
    };
    let mut exchange = pin!(exchange);
    // Nothing is sent or received but while the connection is polled. Its errors are those of the exchange as well.
    tokio::select! {
        response = &mut exchange => response,
        _ = connection => exchange.await,
    }
}
