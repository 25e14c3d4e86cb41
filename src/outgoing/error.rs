//! The errors of outgoing requests.

use std::io;

use thiserror::Error;

use super::TIME_LIMIT;

/// An outgoing request without a response.
#[derive(Debug, Error)]
pub enum OutgoingError {
    /// The address is none that is asked, for this reason.
    #[error("{0}")]
    InvalidUrl(&'static str),
    /// The name could not be looked up.
    #[error("the name could not be resolved")]
    Unresolved(#[source] io::Error),
    /// No address of the host may be asked.
    #[error("the host has no address on the public internet")]
    ForbiddenAddress,
    /// The host is on the internet, where requests are encrypted.
    #[error("http is for private networks alone; use https")]
    PlainText,
    /// No connection was made.
    #[error("the server could not be reached")]
    Unreachable(#[source] io::Error),
    /// The handshake of TLS failed, as with a certificate that is not valid for the name.
    #[error("no encrypted connection could be made")]
    Tls(#[source] io::Error),
    /// The connection broke, or what came was no response of HTTP.
    #[error("the server gave no valid response")]
    Http(#[from] hyper::Error),
    /// The body of the response is too long.
    #[error("the response is longer than {} KiB", .0 / 1024)]
    TooLong(usize),
    /// The time is over.
    #[error("the server did not respond within {} seconds", TIME_LIMIT.as_secs())]
    TimedOut,
}
