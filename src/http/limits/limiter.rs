//! A rate limiter with one quota per key, in bounded memory whatever keys arrive.

use std::convert::Infallible;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock, DefaultClock};
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{NotUntil, Quota, RateLimiter};
use quick_cache::sync::Cache;

/// The keys that are tracked, in about 4 MiB. Past that, rarely used keys are evicted and start with a full quota.
const KEYS_MAX: usize = 32_768;

pub(in crate::http) struct Limiter<K: Hash + Eq + Clone> {
    quotas: RateLimiter<K, Bounded<K>, DefaultClock>,
    burst: NonZeroU32,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    pub(in crate::http) fn new(quota: Quota) -> Self {
        let states = Bounded(Cache::new(KEYS_MAX));
        Self {
            quotas: RateLimiter::new(quota, states, DefaultClock::default()),
            burst: quota.burst_size(),
        }
    }

    /// Counts the key once, or returns the seconds until that is allowed.
    pub(in crate::http) fn check(&self, key: &K) -> Result<(), u64> {
        self.quotas
            .check_key(key)
            .map_err(|not_until| self.wait_seconds(&not_until))
    }

    /// Counts the key `times` times at once, or returns the seconds until that is allowed.
    pub(in crate::http) fn check_times(&self, key: &K, times: NonZeroU32) -> Result<(), u64> {
        // More than the burst size counts as the burst size.
        let times = times.min(self.burst);
        match self.quotas.check_key_n(key, times) {
            Ok(Ok(())) | Err(_) => Ok(()),
            Ok(Err(not_until)) => Err(self.wait_seconds(&not_until)),
        }
    }

    fn wait_seconds(&self, not_until: &NotUntil<<DefaultClock as Clock>::Instant>) -> u64 {
        not_until.wait_time_from(self.quotas.clock().now()).as_secs() + 1
    }
}

struct Bounded<K>(Cache<K, Arc<InMemoryState>>);

impl<K: Hash + Eq + Clone> StateStore for Bounded<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let Ok(state) = self
            .0
            .get_or_insert_with(key, || Ok::<_, Infallible>(Arc::default()));
        state.measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: Quota = Quota::per_hour(NonZeroU32::MIN);

    #[test]
    fn bounds_the_memory_for_a_million_keys() {
        let limiter = Limiter::new(QUOTA);
        for key in 0..1_000_000_u64 {
            limiter.check(&key).unwrap();
        }
        let states = limiter.quotas.into_state_store().0;
        assert!(states.len() <= KEYS_MAX, "{}", states.len());
    }

    #[test]
    fn does_not_evict_a_frequent_key_for_rare_ones() {
        let limiter = Limiter::new(QUOTA);
        limiter.check(&0).unwrap();
        for key in 1..1_000_000_u64 {
            limiter.check(&key).unwrap();
            if key % 1_000 == 0 {
                assert!(limiter.check(&0).is_err(), "after {key}");
            }
        }
    }

    #[test]
    fn tells_the_seconds_to_wait() {
        let limiter = Limiter::new(QUOTA);
        limiter.check(&"key").unwrap();
        let wait = limiter.check(&"key").unwrap_err();
        assert!((3_599..=3_601).contains(&wait), "{wait}");
    }
}
