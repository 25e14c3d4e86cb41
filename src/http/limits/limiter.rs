//! A rate limiter with one quota per key, in bounded memory whatever keys arrive.

use std::convert::Infallible;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{NotUntil, Quota, RateLimiter};
use quick_cache::sync::Cache;

/// The keys that are tracked, in about 4 MiB. Past that, rarely used keys are evicted and start with a full quota.
const KEYS_MAX: usize = 32_768;

pub(in crate::http) struct Limiter<K: Hash + Eq + Clone> {
    quotas: RateLimiter<K, Bounded<K>, DefaultClock>,
    states: Arc<Cache<K, Arc<InMemoryState>>>,
    /// The time after which one more is allowed.
    interval: Duration,
    burst: NonZeroU32,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    pub(in crate::http) fn new(quota: Quota) -> Self {
        let states = Arc::new(Cache::new(KEYS_MAX));
        Self {
            quotas: RateLimiter::new(quota, Bounded(states.clone()), DefaultClock::default()),
            states,
            interval: quota.replenish_interval(),
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

    /// Takes back one count of the key.
    pub(in crate::http) fn give_back(&self, key: &K) {
        let Some(state) = self.states.get(key) else { return };
        let interval = Nanos::from(self.interval);
        let Ok(()) = state.measure_and_replace(&NotKeyed::NonKey, |nanos| {
            let before = nanos.unwrap_or_default().saturating_sub(interval);
            Ok::<_, Infallible>(((), before))
        });
    }

    /// Resets the key to a full quota.
    pub(in crate::http) fn forget(&self, key: &K) {
        self.states.remove(key);
    }
}

struct Bounded<K>(Arc<Cache<K, Arc<InMemoryState>>>);

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
        assert!(limiter.states.len() <= KEYS_MAX, "{}", limiter.states.len());
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
    fn allows_once_more_after_give_back() {
        let limiter = Limiter::new(Quota::per_hour(NonZeroU32::new(3).unwrap()));
        limiter.give_back(&"key");
        for _ in 0..3 {
            limiter.check(&"key").unwrap();
        }
        for _ in 0..2 {
            assert!(limiter.check(&"key").is_err());
            limiter.give_back(&"key");
            limiter.check(&"key").unwrap();
        }
    }

    #[test]
    fn starts_with_a_full_quota_after_forget() {
        let limiter = Limiter::new(QUOTA);
        limiter.check(&"key").unwrap();
        let wait = limiter.check(&"key").unwrap_err();
        assert!((3_599..=3_601).contains(&wait), "{wait}");
        limiter.forget(&"key");
        limiter.check(&"key").unwrap();
    }
}
