//! The transport of a connection: the socket itself, or TLS over it.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::stream::TrackedStream;
use crate::tls::CHALLENGE_PROTOCOL;

type Socket = TrackedStream<TcpStream>;

/// One type for both, so that the protocols are compiled once. The activity of a connection counts the bytes of its
/// socket.
pub(super) enum Transport {
    Plain(Socket),
    Tls(Box<TlsStream<Socket>>),
}

impl Transport {
    /// Performs the handshake. Returns `None` after the challenge of an ACME directory, which consists of nothing else.
    pub(super) async fn tls(socket: Socket, config: Arc<ServerConfig>) -> Result<Option<Self>> {
        let mut stream = TlsAcceptor::from(config).accept(socket).await?;
        if stream.get_ref().1.alpn_protocol() == Some(CHALLENGE_PROTOCOL) {
            stream.shutdown().await?;
            return Ok(None);
        }
        Ok(Some(Self::Tls(Box::new(stream))))
    }
}

/// Calls a method of the inner stream.
macro_rules! delegate {
    ($transport:expr, $method:ident($($argument:expr),*)) => {
        match $transport.get_mut() {
            Transport::Plain(stream) => Pin::new(stream).$method($($argument),*),
            Transport::Tls(stream) => Pin::new(stream.as_mut()).$method($($argument),*),
        }
    };
}

impl AsyncRead for Transport {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        delegate!(self, poll_read(context, buffer))
    }
}

impl AsyncWrite for Transport {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        delegate!(self, poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        delegate!(self, poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(stream) => stream.is_write_vectored(),
            Self::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        delegate!(self, poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        delegate!(self, poll_shutdown(context))
    }
}
