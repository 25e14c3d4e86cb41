//! Listen addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use url::Url;

const LOCALHOST: &str = "localhost";

/// An address and port to listen on, written as `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` (always 127.0.0.1,
/// without a DNS lookup) or `:8080` (every interface, IPv4 and IPv6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListenAddress {
    /// One address.
    Address(SocketAddr),
    /// A port on every interface.
    AllInterfaces(u16),
}

impl ListenAddress {
    /// Returns the addresses to try in this order; the first that can be bound is used. A machine without IPv6 has
    /// no `[::]`.
    pub fn candidates(self) -> Vec<SocketAddr> {
        match self {
            Self::Address(address) => vec![address],
            Self::AllInterfaces(port) => vec![
                (Ipv6Addr::UNSPECIFIED, port).into(),
                (Ipv4Addr::UNSPECIFIED, port).into(),
            ],
        }
    }

    /// Returns the URL under which this machine reaches the listener.
    pub fn url(self) -> Option<Url> {
        match self {
            Self::Address(address) => local_url(address),
            Self::AllInterfaces(port) => local_url((Ipv4Addr::UNSPECIFIED, port).into()),
        }
    }
}

/// Returns the URL under which this machine reaches a listening socket; 127.0.0.1 for one on every interface.
pub fn local_url(address: SocketAddr) -> Option<Url> {
    let ip = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    Url::parse(&format!("http://{}", SocketAddr::new(ip, address.port()))).ok()
}

impl FromStr for ListenAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str =
            "must be an address with a port such as 127.0.0.1:8080, localhost:8080 or :8080";
        if let Ok(address) = text.parse() {
            return Ok(Self::Address(address));
        }
        let (host, port) = text.rsplit_once(':').ok_or(EXPECTED)?;
        let port = port.parse().map_err(|_| EXPECTED)?;
        match host {
            "" => Ok(Self::AllInterfaces(port)),
            _ if host.eq_ignore_ascii_case(LOCALHOST) => {
                Ok(Self::Address((Ipv4Addr::LOCALHOST, port).into()))
            }
            _ => Err(EXPECTED),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(formatter),
            Self::AllInterfaces(port) => write!(formatter, ":{port}"),
        }
    }
}

impl<'de> Deserialize<'de> for ListenAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Deserializes a listen address; `None` for an empty text.
pub(super) fn if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ListenAddress>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|expected| D::Error::custom(format!("{expected}, or empty")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<ListenAddress, &'static str> {
        text.parse()
    }

    #[test]
    fn accepts_addresses_localhost_and_bare_ports() {
        for (text, expected) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:8080", "[::1]:8080"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("localhost:9399", "127.0.0.1:9399"),
            ("LocalHost:9399", "127.0.0.1:9399"),
            (":9399", ":9399"),
        ] {
            assert_eq!(parsed(text).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn rejects_text_without_a_port_and_other_host_names() {
        for text in [
            "",
            "9399",
            "localhost",
            "127.0.0.1",
            "::1",
            "example.org:80",
            ":",
            ":x",
            ":70000",
            "localhost:",
        ] {
            assert!(parsed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tries_a_bare_port_on_ipv6_before_ipv4() {
        let candidates: Vec<String> = parsed(":9399")
            .unwrap()
            .candidates()
            .iter()
            .map(SocketAddr::to_string)
            .collect();
        assert_eq!(candidates, ["[::]:9399", "0.0.0.0:9399"]);
    }

    #[test]
    fn url_uses_the_loopback_address_for_every_interface() {
        for (text, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("localhost:80", "http://127.0.0.1/"),
            ("192.0.2.7:8080", "http://192.0.2.7:8080/"),
            ("[::1]:8080", "http://[::1]:8080/"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080/"),
            ("[::]:8080", "http://127.0.0.1:8080/"),
            (":8080", "http://127.0.0.1:8080/"),
        ] {
            assert_eq!(parsed(text).unwrap().url().unwrap().as_str(), expected, "{text}");
        }
    }
}
