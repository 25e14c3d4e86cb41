//! Client networks as accounts remember them.

/// The keyed hash of a client network: one IPv4 address, or one /64 of IPv6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkHash(String);

impl NetworkHash {
    /// Wraps a hash in hexadecimal.
    pub fn new(hash: String) -> Self {
        Self(hash)
    }

    /// The hash in hexadecimal.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
