//! Client networks, stored with accounts as keyed hashes, and the kinds of addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

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

/// Whether what is sent to an address stays between both: it is https, or http on this machine.
pub fn is_confidential(address: &Url) -> bool {
    let is_this_machine = match address.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    address.scheme() == "https" || (address.scheme() == "http" && is_this_machine)
}

/// The part of the internet that an address belongs to, as far as requests to it are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Any machine of the internet.
    Public,
    /// This machine, or one of a private network.
    Private,
    /// Nothing that is to be asked: link-local addresses, where the data of cloud machines are, multicast, and what is
    /// reserved for documentation, transition or later use.
    Special,
}

/// Returns the part of the internet that an address belongs to, by IANA's registries of special-purpose addresses. An
/// IPv6 address that holds one of IPv4 belongs where that one does.
pub fn reach(address: IpAddr) -> Reach {
    match address {
        IpAddr::V4(address) => reach_of_v4(address),
        IpAddr::V6(address) => reach_of_v6(address),
    }
}

fn reach_of_v4(address: Ipv4Addr) -> Reach {
    let [first, second, third, _] = address.octets();
    match (first, second, third) {
        (10 | 127, ..) | (100, 64..=127, _) | (172, 16..=31, _) | (192, 168, _) => Reach::Private,
        (0 | 224..=255, ..)
        | (169, 254, _)
        | (192, 0, 0 | 2)
        | (192, 88, 99)
        | (198, 18 | 19, _)
        | (198, 51, 100)
        | (203, 0, 113) => Reach::Special,
        _ => Reach::Public,
    }
}

fn reach_of_v6(address: Ipv6Addr) -> Reach {
    let [first, second, third, fourth, fifth, sixth, seventh, last] = address.segments();
    let embedded = || {
        let [a, b] = seventh.to_be_bytes();
        let [c, d] = last.to_be_bytes();
        reach_of_v4(Ipv4Addr::new(a, b, c, d))
    };
    // Of 2000::/3: protocols (with Teredo), documentation, and 6to4, which holds addresses of IPv4.
    let is_reserved = matches!(
        (first, second),
        (0x2001, 0..=0x1ff | 0xdb8) | (0x2002, _) | (0x3fff, 0..=0xfff)
    );
    match (first, second) {
        // An address of IPv4, or one behind a translator for networks without IPv4.
        (0, 0) if [third, fourth, fifth] == [0; 3] && sixth == 0xffff => embedded(),
        (0x64, 0xff9b) if [third, fourth, fifth, sixth] == [0; 4] => embedded(),
        (0, 0) if address.is_loopback() => Reach::Private,
        (0xfc00..=0xfdff, _) => Reach::Private,
        (0x2000..=0x3fff, _) if !is_reserved => Reach::Public,
        _ => Reach::Special,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_reach(expected: Reach, addresses: &[&str]) {
        for text in addresses {
            assert_eq!(reach(text.parse().unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn addresses_are_confidential_by_https_or_on_this_machine() {
        for (address, expected) in [
            ("https://provider.example", true),
            ("http://127.0.0.1:8080/a", true),
            ("http://[::1]/", true),
            ("http://localhost", true),
            ("http://provider.example", false),
            ("http://localhost.example", false),
            ("http://10.0.0.1", false),
            ("ftp://127.0.0.1", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(
                is_confidential(&Url::parse(address).unwrap()),
                expected,
                "{address}"
            );
        }
    }

    #[test]
    fn addresses_of_the_internet_are_public() {
        assert_reach(
            Reach::Public,
            &[
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "169.253.255.255",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2606:4700::1111",
                "2001:200::1",
                "2a00::1",
                "::ffff:8.8.8.8",
                "64:ff9b::808:808",
            ],
        );
    }

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_are_private() {
        assert_reach(
            Reach::Private,
            &[
                "127.0.0.1",
                "127.255.255.255",
                "10.0.0.1",
                "100.64.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "::1",
                "fc00::1",
                "fdff::1",
                "::ffff:127.0.0.1",
                "::ffff:10.1.2.3",
                "64:ff9b::7f00:1",
            ],
        );
    }

    #[test]
    fn what_is_reserved_is_special() {
        assert_reach(
            Reach::Special,
            &[
                "0.0.0.0",
                "0.1.2.3",
                "169.254.169.254",
                "192.0.0.170",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::7f00:1",
                "::ffff:169.254.169.254",
                "::ffff:0:7f00:1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::808:808",
                "100::1",
                "2001::1",
                "2001:1ff::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "3fff::1",
                "4000::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
            ],
        );
    }
}
