//! The limit on email addresses of other readers that one reader sees (rulings §7): 60 different ones an hour.

use std::sync::Arc;

use parking_lot::Mutex;
use quick_cache::sync::Cache;

use crate::domain::{Time, UserId};

/// Addresses of others that one reader may see in an hour.
const ADDRESSES_MAX: usize = 60;
const HOUR_MILLISECONDS: i64 = 3_600_000;
/// The readers that are tracked, each in up to 1.5 kB.
const READERS: usize = 8_192;

/// The readers whose addresses one reader saw within the hour, and since when.
type SeenAddresses = Arc<Mutex<Vec<(UserId, Time)>>>;

/// The addresses that each reader saw within the hour.
pub struct EmailExposure(Cache<UserId, SeenAddresses>);

impl Default for EmailExposure {
    fn default() -> Self {
        Self(Cache::new(READERS))
    }
}

impl EmailExposure {
    /// Whether `reader` may see the address of `other`; counts it if so. An address that was shown stays allowed until
    /// its hour is over.
    pub(in crate::http) fn allows(&self, reader: UserId, other: UserId, now: Time) -> bool {
        let Ok(seen) = self
            .0
            .get_or_insert_with(&reader, || Ok::<_, std::convert::Infallible>(Arc::default()));
        let mut seen = seen.lock();
        seen.retain(|(_, since)| now.milliseconds() - since.milliseconds() < HOUR_MILLISECONDS);
        if seen.iter().any(|(known, _)| *known == other) {
            return true;
        }
        if seen.len() >= ADDRESSES_MAX {
            return false;
        }
        seen.push((other, now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn allows_sixty_different_addresses_an_hour_to_each_reader() {
        let noon = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let id = || UserId::new(noon, &SystemEntropy);
        let exposure = EmailExposure::default();
        let (reader, first) = (id(), id());
        assert!(exposure.allows(reader, first, noon));
        for _ in 1..ADDRESSES_MAX {
            assert!(exposure.allows(reader, id(), noon));
        }
        assert!(!exposure.allows(reader, id(), noon));
        assert!(exposure.allows(reader, first, noon), "one that was shown");
        assert!(exposure.allows(id(), first, noon), "another reader");
        let later = noon.plus_milliseconds(HOUR_MILLISECONDS);
        assert!(!exposure.allows(reader, id(), later.plus_milliseconds(-1)));
        assert!(exposure.allows(reader, id(), later));
    }
}
