//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;

pub(super) const FORWARDED_FOR: &str = "x-forwarded-for";
/// The bits of an IPv6 address that a household or a small company is given as its own.
const IPV6_SITE_BITS: u32 = 64;

/// The address at the other end of the connection; put into every request by the accept loop.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// The address of the client. What `X-Forwarded-For` says is believed only of trusted proxies, and so read
/// from its end: the first address that is none of theirs is the client's.
pub(super) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
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

/// The network of the client that sent a request; none where it did not come over a connection.
pub(super) fn network(extensions: &Extensions, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let PeerAddress(peer) = extensions.get()?;
    Some(household(client(*peer, headers, trusted)))
}

/// What is counted together: one IPv4 address, or one /64 of IPv6.
pub(super) fn household(address: IpAddr) -> IpAddr {
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

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(value).unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn strangers_are_not_believed() {
        assert_eq!(seen("203.0.113.7", &[]), "203.0.113.7");
        assert_eq!(seen("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
        assert_eq!(seen("::ffff:203.0.113.7", &[]), "203.0.113.7");
    }

    #[test]
    fn of_what_proxies_say_the_last_stranger_counts() {
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            seen("10.0.0.1", &["1.2.3.4", "198.51.100.1, 10.0.0.2"]),
            "198.51.100.1"
        );
        assert_eq!(seen("::1", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &["nonsense"]), "10.0.0.1");
    }

    #[test]
    fn an_ipv6_household_is_one() {
        let one: IpAddr = "2001:db8:1:2:3::4".parse().unwrap();
        let other: IpAddr = "2001:db8:1:2:ffff::".parse().unwrap();
        let stranger: IpAddr = "2001:db8:1:3::4".parse().unwrap();
        assert_eq!(household(one), household(other));
        assert_ne!(household(one), household(stranger));
    }
}
