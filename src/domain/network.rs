//! Client networks as accounts remember them.

use std::net::IpAddr;

/// The keyed hash of a client network: one IPv4 address, or one /64 of IPv6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkHash {
    hash: String,
    is_shared: bool,
}

impl NetworkHash {
    /// Wraps a hash in hexadecimal, of a network that may stand for many clients or not.
    pub fn new(hash: String, is_shared: bool) -> Self {
        Self { hash, is_shared }
    }

    /// The hash in hexadecimal.
    pub fn as_str(&self) -> &str {
        &self.hash
    }

    /// Whether it may stand for many clients. No account knows such a network: whoever guesses may come from it as well.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }
}

/// Whether an address lies inside the own machine or network. That is mostly a proxy, behind which
/// everybody is.
pub fn is_inside(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}
