//! How many mail addresses of others each reader is shown (rulings §7): at most 60 different ones an hour.

use std::sync::{Arc, Mutex, PoisonError};

use quick_cache::sync::Cache;

use crate::domain::{Time, UserId};

/// Addresses of others that a reader is shown in an hour.
const SHOWN_MAX: usize = 60;
const HOUR_MILLISECONDS: i64 = 3_600_000;
/// Readers that are counted at once; each takes up to 1.5 kB.
const READERS: usize = 8_192;

/// Whose addresses a reader was shown of late, and since when.
type Shown = Arc<Mutex<Vec<(UserId, Time)>>>;

/// What each reader was shown.
pub struct ShownAddresses(Cache<UserId, Shown>);

impl Default for ShownAddresses {
    fn default() -> Self {
        Self(Cache::new(READERS))
    }
}

impl ShownAddresses {
    /// Whether `reader` may be shown the address of `other`, which is counted. One that was shown stays shown
    /// until its hour is over.
    pub(super) fn allows(&self, reader: UserId, other: UserId, now: Time) -> bool {
        let Ok(shown) = self
            .0
            .get_or_insert_with(&reader, || Ok::<_, std::convert::Infallible>(Arc::default()));
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.retain(|(_, since)| now.milliseconds() - since.milliseconds() < HOUR_MILLISECONDS);
        if shown.iter().any(|(known, _)| *known == other) {
            return true;
        }
        if shown.len() >= SHOWN_MAX {
            return false;
        }
        shown.push((other, now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn shows_sixty_different_addresses_an_hour_to_each_reader() {
        let noon = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let id = || UserId::new(noon, &SystemEntropy);
        let shown = ShownAddresses::default();
        let (reader, first) = (id(), id());
        assert!(shown.allows(reader, first, noon));
        for _ in 1..SHOWN_MAX {
            assert!(shown.allows(reader, id(), noon));
        }
        assert!(!shown.allows(reader, id(), noon));
        assert!(shown.allows(reader, first, noon), "one that was shown");
        assert!(shown.allows(id(), first, noon), "another reader");
        let later = noon.plus_milliseconds(HOUR_MILLISECONDS);
        assert!(!shown.allows(reader, id(), later.plus_milliseconds(-1)));
        assert!(shown.allows(reader, id(), later));
    }
}
