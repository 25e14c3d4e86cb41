//! Client networks, kept as keyed hashes: there are so few IPv4 addresses that a plain hash could be tried out.

use std::net::IpAddr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::secret::SigningSecret;
use crate::domain::NetworkHash;
use crate::domain::network::is_inside;

/// Hashes client networks.
pub struct NetworkHasher {
    secret: SigningSecret,
}

impl NetworkHasher {
    /// Networks of a site with this secret.
    pub fn new(secret: SigningSecret) -> Self {
        Self { secret }
    }

    /// Returns the hash of a client network for accounts. Calls that come over no connection share one.
    pub fn hash(&self, network: Option<IpAddr>) -> NetworkHash {
        let mut mac = self.mac();
        mac.update(b"client network ");
        if let Some(network) = network {
            mac.update(network.to_string().as_bytes());
        }
        let hash = hex::encode(mac.finalize().into_bytes());
        NetworkHash::new(hash, network.is_some_and(is_inside))
    }

    /// Returns what stands for a network among the views of a day (since 1970-01-01 UTC). Another day has another
    /// hash for it, so that nobody's views can be followed.
    pub fn of_views(&self, network: IpAddr, day: i64) -> i64 {
        let mut mac = self.mac();
        mac.update(b"network of views ");
        mac.update(&day.to_be_bytes());
        mac.update(network.to_string().as_bytes());
        let hash = mac.finalize().into_bytes();
        let mut first = [0_u8; 8];
        first.copy_from_slice(&hash[..8]);
        i64::from_be_bytes(first)
    }

    fn mac(&self) -> Hmac<Sha256> {
        #[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
        Hmac::<Sha256>::new_from_slice(self.secret.expose()).expect("a key of any length")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_and_secrets_make_different_hashes_that_do_not_show_them() {
        let hasher = NetworkHasher::new(SigningSecret::from_text("one secret"));
        let one = Some(IpAddr::from([203, 0, 113, 7]));
        let hash = hasher.hash(one);
        assert_eq!(hash, hasher.hash(one));
        assert_ne!(hash, hasher.hash(Some(IpAddr::from([203, 0, 113, 8]))));
        assert_ne!(hash, hasher.hash(None));
        let foreign = NetworkHasher::new(SigningSecret::from_text("another secret"));
        assert_ne!(hash, foreign.hash(one));
        assert!(!hash.as_str().contains("203"), "{}", hash.as_str());
    }

    #[test]
    fn a_hash_depends_on_the_network_the_day_and_the_secret() {
        let network: IpAddr = "192.0.2.1".parse().unwrap();
        let hasher = NetworkHasher::new(SigningSecret::from_text("one secret"));
        let hash = hasher.of_views(network, 20_000);
        assert_eq!(hash, hasher.of_views(network, 20_000));
        assert_ne!(hash, hasher.of_views(network, 20_001));
        assert_ne!(hash, hasher.of_views("192.0.2.2".parse().unwrap(), 20_000));
        let other = NetworkHasher::new(SigningSecret::from_text("another secret"));
        assert_ne!(hash, other.of_views(network, 20_000));
    }
}
