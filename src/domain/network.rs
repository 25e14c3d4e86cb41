//! Client networks, stored with accounts as keyed hashes.

use std::net::IpAddr;

/// The keyed hash of a client network: one IPv4 address, or one /64 of IPv6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkHash {
    hash: String,
    is_shared: bool,
}

impl NetworkHash {
    /// Wraps a hash in hexadecimal. `is_shared` says whether many clients may share the network.
    pub fn new(hash: String, is_shared: bool) -> Self {
        Self { hash, is_shared }
    }

    /// The hash in hexadecimal.
    pub fn as_str(&self) -> &str {
        &self.hash
    }

    /// Whether many clients may share it. No account knows such a network: an attacker may use it as well.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }
}

/// Whether an address is on this machine or in a private network. It is mostly that of a proxy, which all clients
/// share.
pub fn is_private_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}
