//! The client for commands, which have no runtime.

use bytes::Bytes;
use hyper::{Request, Response};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use super::{OutgoingClient, OutgoingError};

/// Sends requests one after another, each of which blocks the thread.
#[derive(Debug)]
pub struct BlockingClient {
    client: OutgoingClient,
    runtime: Runtime,
}

impl BlockingClient {
    /// Gives a client a runtime of its own.
    ///
    /// # Errors
    /// If the operating system does not give what a runtime needs.
    pub fn new(client: OutgoingClient) -> std::io::Result<Self> {
        Ok(Self {
            client,
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// Sends a GET, and returns the response, whatever its status. Must not be called on the threads of a runtime.
    ///
    /// # Errors
    /// As [`OutgoingClient::send`].
    pub fn get(&self, url: &Url) -> Result<Response<Bytes>, OutgoingError> {
        self.runtime
            .block_on(self.client.send(url, Request::new(Bytes::new())))
    }
}
