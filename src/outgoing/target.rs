//! The server of an outgoing request.

use std::net::IpAddr;

use url::{Host, Url};

use super::OutgoingError;
use crate::domain::network::{Reach, reach};

/// The addresses of one host that are tried, so that a name with many does not use up the time.
const ADDRESSES_MAX: usize = 4;

/// The server that a URL names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) is_encrypted: bool,
    /// The name, or the address without brackets: what a certificate has to be for.
    pub(super) host: String,
    /// The address, if the URL has one in place of a name.
    pub(super) address: Option<IpAddr>,
    pub(super) port: u16,
}

impl Target {
    /// Returns the server of a URL.
    pub(super) fn of(url: &Url) -> Result<Self, OutgoingError> {
        let is_encrypted = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(OutgoingError::InvalidUrl("the address is neither https nor http")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(OutgoingError::InvalidUrl(
                "the address holds a name or a password",
            ));
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(OutgoingError::InvalidUrl("the address names no host"));
        };
        let (host, address) = match host {
            Host::Domain(name) => (name.to_owned(), None),
            Host::Ipv4(address) => (address.to_string(), Some(IpAddr::V4(address))),
            Host::Ipv6(address) => (address.to_string(), Some(IpAddr::V6(address))),
        };
        Ok(Self {
            is_encrypted,
            host,
            address,
            port,
        })
    }

    /// Returns those of the addresses of the host that may be asked: those of the internet by https, and those of this
    /// machine and of private networks if `allows_private`.
    pub(super) fn permitted(
        &self,
        addresses: Vec<IpAddr>,
        allows_private: bool,
    ) -> Result<Vec<IpAddr>, OutgoingError> {
        let mut has_public = false;
        let permitted: Vec<IpAddr> = addresses
            .into_iter()
            .filter(|address| match reach(*address) {
                Reach::Public => {
                    has_public = true;
                    self.is_encrypted
                }
                Reach::Private => allows_private,
                Reach::Special => false,
            })
            .take(ADDRESSES_MAX)
            .collect();
        match (permitted.is_empty(), has_public) {
            (false, _) => Ok(permitted),
            (true, true) => Err(OutgoingError::PlainText),
            (true, false) => Err(OutgoingError::ForbiddenAddress),
        }
    }
}
