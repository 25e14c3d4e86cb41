//! Names and their addresses.

use std::io;
use std::net::IpAddr;

use async_trait::async_trait;
use tokio::net::lookup_host;

/// Looks up the addresses of names.
#[async_trait]
pub trait Resolve: Send + Sync {
    /// Returns the addresses of a host.
    ///
    /// # Errors
    /// If the name has none, or could not be looked up.
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The resolver of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolve for SystemResolver {
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let addresses = lookup_host((host, 0)).await?;
        Ok(addresses.map(|address| address.ip()).collect())
    }
}
