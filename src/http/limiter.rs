//! How often something may happen, for each of many keys, in memory that is bounded whatever keys come.

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

/// Of more keys than these, those that come seldom are forgotten, and begin anew. They take some 4 MiB.
const KEYS_MAX: usize = 32_768;

/// A quota for each key.
pub(super) struct Limiter<K: Hash + Eq + Clone> {
    quotas: RateLimiter<K, Bounded<K>, DefaultClock>,
    states: Arc<Cache<K, Arc<InMemoryState>>>,
    /// The time in which one more is allowed.
    each: Duration,
    /// How many are allowed at once.
    at_once: NonZeroU32,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    pub(super) fn new(quota: Quota) -> Self {
        let states = Arc::new(Cache::new(KEYS_MAX));
        Self {
            quotas: RateLimiter::new(quota, Bounded(states.clone()), DefaultClock::default()),
            states,
            each: quota.replenish_interval(),
            at_once: quota.burst_size(),
        }
    }

    /// Counts it once more, or gives the seconds that it has to wait.
    pub(super) fn check(&self, key: &K) -> Result<(), u64> {
        self.quotas
            .check_key(key)
            .map_err(|refusal| self.seconds_of(&refusal))
    }

    /// Counts it so many times more at once, or gives the seconds that it has to wait.
    pub(super) fn check_times(&self, key: &K, times: NonZeroU32) -> Result<(), u64> {
        // More than the quota allows at once counts as all of it.
        let times = times.min(self.at_once);
        match self.quotas.check_key_n(key, times) {
            Ok(Ok(())) | Err(_) => Ok(()),
            Ok(Err(refusal)) => Err(self.seconds_of(&refusal)),
        }
    }

    fn seconds_of(&self, refusal: &NotUntil<<DefaultClock as Clock>::Instant>) -> u64 {
        refusal.wait_time_from(self.quotas.clock().now()).as_secs() + 1
    }

    /// As if it had been counted once less.
    pub(super) fn give_back(&self, key: &K) {
        let Some(state) = self.states.get(key) else { return };
        let once = Nanos::from(self.each);
        let Ok(()) = state.measure_and_replace(&NotKeyed::NonKey, |counted| {
            let before = counted.unwrap_or_default().saturating_sub(once);
            Ok::<_, Infallible>(((), before))
        });
    }

    /// As if it had never been counted.
    pub(super) fn forget(&self, key: &K) {
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
    fn a_million_keys_take_no_more_memory_than_the_first_ones() {
        let limiter = Limiter::new(QUOTA);
        for key in 0..1_000_000_u64 {
            limiter.check(&key).unwrap();
        }
        assert!(limiter.states.len() <= KEYS_MAX, "{}", limiter.states.len());
    }

    #[test]
    fn a_key_that_comes_often_is_not_forgotten_for_those_that_come_once() {
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
    fn what_is_given_back_may_be_had_once_more() {
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
    fn what_is_forgotten_begins_anew() {
        let limiter = Limiter::new(QUOTA);
        limiter.check(&"key").unwrap();
        let wait = limiter.check(&"key").unwrap_err();
        assert!((3_599..=3_601).contains(&wait), "{wait}");
        limiter.forget(&"key");
        limiter.check(&"key").unwrap();
    }
}
