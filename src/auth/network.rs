//! Client networks, stored as keyed hashes: the few IPv4 addresses could be recovered from plain hashes by trial.

use std::net::IpAddr;

use hmac::Mac as _;

use super::secret::SigningSecret;
use crate::domain::NetworkHash;
use crate::domain::network::is_private_address;

/// No two keys of this length are equal by chance.
const GUESS_COUNTER_BYTES: usize = 16;

/// Hashes client networks.
pub struct NetworkHasher(SigningSecret);

impl NetworkHasher {
    /// Creates a hasher with the secret of the site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns the hash of a client network for accounts. Requests without a connection share one hash.
    pub fn hash(&self, network: Option<IpAddr>) -> NetworkHash {
        let mut mac = self.0.mac();
        mac.update(b"client network ");
        if let Some(network) = network {
            mac.update(network.to_string().as_bytes());
        }
        let hash = hex::encode(mac.finalize().into_bytes());
        NetworkHash::new(hash, network.is_some_and(is_private_address))
    }

    /// Returns the hash of a network for the views of a day (counted from 1970-01-01 UTC). It differs from day to day,
    /// so that views cannot be tracked.
    pub fn hash_for_views(&self, network: IpAddr, day: i64) -> i64 {
        let mut mac = self.0.mac();
        mac.update(b"network of views ");
        mac.update(&day.to_be_bytes());
        mac.update(network.to_string().as_bytes());
        let hash = mac.finalize().into_bytes();
        let mut first = [0_u8; 8];
        first.copy_from_slice(&hash[..8]);
        i64::from_be_bytes(first)
    }

    /// Returns the key of a counter of wrong guesses at a secret, which those of one client network have for themselves
    /// or those of all networks share. The secret is named, not given. Of the key, neither the name nor the network can
    /// be read. Raising `epoch` changes all keys of the secret.
    pub fn guess_counter(
        &self,
        kind: &'static str,
        secret: &str,
        epoch: i64,
        network: Option<IpAddr>,
    ) -> String {
        let network = network.map(|network| network.to_string()).unwrap_or_default();
        let mut mac = self.0.mac();
        mac.update(b"wrong guesses ");
        for part in [kind, &epoch.to_string(), &network] {
            mac.update(part.as_bytes());
            mac.update(b"\n");
        }
        mac.update(secret.as_bytes());
        hex::encode(&mac.finalize().into_bytes()[..GUESS_COUNTER_BYTES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_depends_on_network_and_secret_and_reveals_neither() {
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
    fn hash_of_views_depends_on_network_day_and_secret() {
        let network: IpAddr = "192.0.2.1".parse().unwrap();
        let hasher = NetworkHasher::new(SigningSecret::from_text("one secret"));
        let hash = hasher.hash_for_views(network, 20_000);
        assert_eq!(hash, hasher.hash_for_views(network, 20_000));
        assert_ne!(hash, hasher.hash_for_views(network, 20_001));
        assert_ne!(hash, hasher.hash_for_views("192.0.2.2".parse().unwrap(), 20_000));
        let other = NetworkHasher::new(SigningSecret::from_text("another secret"));
        assert_ne!(hash, other.hash_for_views(network, 20_000));
    }

    #[test]
    fn key_of_wrong_guesses_depends_on_everything_and_reveals_nothing() {
        let network: Option<IpAddr> = Some("192.0.2.1".parse().unwrap());
        let hasher = NetworkHasher::new(SigningSecret::from_text("one secret"));
        let key = hasher.guess_counter("share", "password of ada@example.org", 3, network);
        assert_eq!(
            key,
            hasher.guess_counter("share", "password of ada@example.org", 3, network)
        );
        let other = NetworkHasher::new(SigningSecret::from_text("another secret"));
        for different in [
            hasher.guess_counter("all", "password of ada@example.org", 3, network),
            hasher.guess_counter("share", "password of bo@example.org", 3, network),
            hasher.guess_counter("share", "password of ada@example.org", 4, network),
            hasher.guess_counter("share", "password of ada@example.org", 3, None),
            other.guess_counter("share", "password of ada@example.org", 3, network),
        ] {
            assert_ne!(key, different);
        }
        assert!(
            key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{key}"
        );
    }
}
