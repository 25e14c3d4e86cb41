//! Layer 1: the one client for requests that the site itself sends to other servers.
//!
//! It asks addresses that administrators gave, so it must not become a way into the network of the site: a name is
//! resolved once, its addresses are checked, and the one that is connected to is one of those. No redirect is followed,
//! no proxy is used, and a request has ended after [`TIME_LIMIT`] with at most [`BODY_BYTES_MAX`] of a body, unless the client
//! was made for files.

mod blocking;
mod client;
mod error;
mod resolver;
mod target;
#[cfg(test)]
mod tests;

use std::time::Duration;

use hyper::StatusCode;

pub use blocking::BlockingClient;
pub use client::OutgoingClient;
pub use error::OutgoingError;
pub use resolver::{Resolve, SystemResolver};

/// The longest time that a request takes, from the look-up of the name to the last byte of the response.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The most bytes of the body of a response.
pub const BODY_BYTES_MAX: usize = 64 * 1024;

/// Returns what a status says to people where the other server did not take a request; `None` if it did.
pub fn refusal(status: StatusCode) -> Option<String> {
    if status.is_success() {
        None
    } else if status.is_redirection() {
        Some(format!(
            "the response is {status}, and redirects are not followed"
        ))
    } else {
        Some(format!("the response is {status}"))
    }
}
