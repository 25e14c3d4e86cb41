//! The client's address and network.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;

use crate::http::AppState;

pub(in crate::http) const FORWARDED_FOR: &str = "x-forwarded-for";
/// The prefix length of the IPv6 networks that providers assign to a household or a small company.
const IPV6_SITE_BITS: u32 = 64;

/// The peer address of the connection; the accept loop puts it into every request.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// Returns the client's address. `X-Forwarded-For` is trusted only from trusted proxies, and so read from its end: the
/// first address that is not a trusted proxy is the client's.
pub(in crate::http) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_proxy = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    let peer = peer.to_canonical();
    if !is_proxy(peer) {
        return peer;
    }
    let forwarded: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let mut client = peer;
    for text in forwarded.iter().rev() {
        let Ok(address) = text.trim().parse::<IpAddr>() else {
            break;
        };
        client = address.to_canonical();
        if !is_proxy(client) {
            break;
        }
    }
    client
}

/// Returns the network of the client that sent a request, or `None` for a request without a connection.
pub(in crate::http) fn network(state: &AppState, request: &Parts) -> Option<IpAddr> {
    let PeerAddress(peer) = request.extensions.get()?;
    let trusted = &state.config.server.trusted_proxies;
    Some(client_network(client(*peer, &request.headers, trusted)))
}

/// Returns the network that limits apply to: the IPv4 address, or the /64 of an IPv6 address.
pub(in crate::http) fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let network = u128::from(address) >> IPV6_SITE_BITS << IPV6_SITE_BITS;
            IpAddr::V6(Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client_of(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(value).unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn ignores_forwarded_addresses_from_untrusted_peers() {
        assert_eq!(client_of("203.0.113.7", &[]), "203.0.113.7");
        assert_eq!(client_of("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
        assert_eq!(client_of("::ffff:203.0.113.7", &[]), "203.0.113.7");
    }

    #[test]
    fn uses_the_last_untrusted_address_that_proxies_forward() {
        assert_eq!(client_of("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("10.0.0.1", &["1.2.3.4, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            client_of("10.0.0.1", &["1.2.3.4", "198.51.100.1, 10.0.0.2"]),
            "198.51.100.1"
        );
        assert_eq!(client_of("::1", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(client_of("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client_of("10.0.0.1", &["nonsense"]), "10.0.0.1");
    }

    #[test]
    fn counts_an_ipv6_network_of_64_bits_as_one() {
        let one: IpAddr = "2001:db8:1:2:3::4".parse().unwrap();
        let other: IpAddr = "2001:db8:1:2:ffff::".parse().unwrap();
        let outside: IpAddr = "2001:db8:1:3::4".parse().unwrap();
        assert_eq!(client_network(one), client_network(other));
        assert_ne!(client_network(one), client_network(outside));
    }
}
