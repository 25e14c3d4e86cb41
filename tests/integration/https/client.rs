//! A client of HTTPS that shows what was negotiated.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{
    ClientConfig, ClientConnection, ProtocolVersion, RootCertStore, StreamOwned, SupportedProtocolVersion,
};

use super::NAME;

/// Longer than any limit of these tests, also on a busy machine.
pub const TIMEOUT: Duration = Duration::from_mins(1);
const RESPONSE_MAX: usize = 256 * 1_024;

pub struct Client {
    address: String,
    roots: RootCertStore,
    pub name: &'static str,
}

/// An open connection.
pub struct Connection(pub StreamOwned<ClientConnection, TcpStream>);

impl Client {
    /// A client of the site at this address that accepts what this certificate has signed.
    pub fn trusting(address: &str, root: &CertificateDer<'static>) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add(root.clone()).unwrap();
        Self {
            address: address.to_owned(),
            roots,
            name: NAME,
        }
    }

    pub fn config(&self, versions: &[&'static SupportedProtocolVersion], protocols: &[&str]) -> ClientConfig {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(versions)
            .unwrap()
            .with_root_certificates(self.roots.clone())
            .with_no_client_auth();
        config.alpn_protocols = protocols
            .iter()
            .map(|protocol| protocol.as_bytes().to_vec())
            .collect();
        config
    }

    /// Performs a handshake for HTTP/1.1.
    pub fn connect(&self) -> io::Result<Connection> {
        self.connect_with(self.config(rustls::ALL_VERSIONS, &["http/1.1"]))
    }

    pub fn connect_with(&self, config: ClientConfig) -> io::Result<Connection> {
        let mut socket = TcpStream::connect(&self.address)?;
        socket.set_read_timeout(Some(TIMEOUT))?;
        let name = ServerName::try_from(self.name).unwrap();
        let mut connection = ClientConnection::new(Arc::new(config), name).unwrap();
        while connection.is_handshaking() {
            connection.complete_io(&mut socket)?;
        }
        Ok(Connection(StreamOwned::new(connection, socket)))
    }
}

impl Connection {
    pub fn version(&self) -> ProtocolVersion {
        self.0.conn.protocol_version().unwrap()
    }

    pub fn protocol(&self) -> &str {
        std::str::from_utf8(self.0.conn.alpn_protocol().unwrap()).unwrap()
    }

    pub fn certificate(&self) -> CertificateDer<'static> {
        self.0.conn.peer_certificates().unwrap()[0].clone().into_owned()
    }

    /// Sends a GET for a small response, and returns it with its head.
    pub fn get(&mut self, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {NAME}\r\n\r\n");
        self.0.write_all(request.as_bytes()).unwrap();
        let mut response = Vec::new();
        let mut buffer = [0; 16 * 1_024];
        while !is_complete(&response) {
            let length = self.0.read(&mut buffer).unwrap();
            assert!(length > 0 && response.len() < RESPONSE_MAX);
            response.extend_from_slice(&buffer[..length]);
        }
        String::from_utf8(response).unwrap()
    }
}

/// Whether a response with a declared length has arrived.
fn is_complete(response: &[u8]) -> bool {
    let text = String::from_utf8_lossy(response);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    length.is_none_or(|length| body.len() >= length.parse().unwrap())
}
