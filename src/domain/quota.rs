//! Quotas: so many events at once, and after that one whenever an interval has passed.

use std::num::NonZeroU32;

use super::Time;

const HOUR_MILLISECONDS: i64 = 3_600_000;

/// A quota of events for each counter. A counter is one time: when it will be empty again, if nothing more is counted
/// (the theoretical arrival time of the generic cell rate algorithm). Each event adds an interval to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The milliseconds after which one more event is allowed.
    interval: i64,
    /// The milliseconds of a counter that is full.
    full: i64,
}

impl Quota {
    /// Creates a quota of `events` an hour, all of them at once at most.
    pub fn per_hour(events: NonZeroU32) -> Self {
        let interval = (HOUR_MILLISECONDS / i64::from(events.get())).max(1);
        Self {
            interval,
            full: interval * i64::from(events.get()),
        }
    }

    /// Counts an event. Returns when the counter will be empty, or the seconds until an event is allowed if the counter
    /// is full.
    pub fn count(self, empty_at: Option<Time>, now: Time) -> Result<Time, u64> {
        let counted = self.milliseconds_left(empty_at, now);
        let wait = counted + self.interval - self.full;
        if wait > 0 {
            // Never 0, and never too short by the fraction of a second.
            return Err(u64::try_from(wait / 1_000).unwrap_or(u64::MAX).saturating_add(1));
        }
        Ok(now.plus_milliseconds(counted + self.interval))
    }

    /// Takes back an event. Returns when the counter will be empty, or `None` if it is.
    pub fn give_back(self, empty_at: Time, now: Time) -> Option<Time> {
        let given_back = empty_at.plus_milliseconds(-self.interval);
        (given_back > now).then_some(given_back)
    }

    /// The milliseconds until a counter is empty. The clocks of two computers may differ, so that it may seem to be
    /// slightly more than full; a time beyond any such difference was written by a clock that was wrong, and counts
    /// nothing: otherwise nothing would be allowed until then.
    fn milliseconds_left(self, empty_at: Option<Time>, now: Time) -> i64 {
        let left = empty_at.map_or(0, |empty_at| empty_at.milliseconds() - now.milliseconds());
        if left > self.full + HOUR_MILLISECONDS {
            0
        } else {
            left.max(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000;
    const HOUR: i64 = 3_600 * SECOND;

    fn time(milliseconds: i64) -> Time {
        Time::from_milliseconds(1_000_000_000_000 + milliseconds)
    }

    fn per_hour(events: u32) -> Quota {
        Quota::per_hour(NonZeroU32::new(events).unwrap())
    }

    /// A counter of a quota that remembers its time.
    struct Counter {
        quota: Quota,
        empty_at: Option<Time>,
    }

    impl Counter {
        fn new(events: u32) -> Self {
            Self {
                quota: per_hour(events),
                empty_at: None,
            }
        }

        fn count(&mut self, at: i64) -> Result<(), u64> {
            self.empty_at = Some(self.quota.count(self.empty_at, time(at))?);
            Ok(())
        }

        fn give_back(&mut self, at: i64) {
            self.empty_at = self
                .empty_at
                .and_then(|empty_at| self.quota.give_back(empty_at, time(at)));
        }
    }

    #[test]
    fn allows_all_events_at_once_and_then_one_for_each_interval() {
        let mut counter = Counter::new(20);
        for _ in 0..20 {
            assert_eq!(counter.count(0), Ok(()));
        }
        assert_eq!(counter.count(0), Err(181));
        assert_eq!(counter.count(180 * SECOND - 1), Err(1));
        assert_eq!(counter.count(180 * SECOND), Ok(()));
        assert_eq!(counter.count(180 * SECOND), Err(181));
        assert_eq!(counter.count(360 * SECOND), Ok(()));
    }

    #[test]
    fn allows_all_events_again_after_an_hour_without_any() {
        let mut counter = Counter::new(5);
        for _ in 0..5 {
            assert_eq!(counter.count(0), Ok(()));
        }
        assert!(counter.count(0).is_err());
        for _ in 0..5 {
            assert_eq!(counter.count(HOUR), Ok(()));
        }
        assert!(counter.count(HOUR).is_err());
    }

    #[test]
    fn a_refused_event_is_not_counted() {
        let mut counter = Counter::new(2);
        assert_eq!([counter.count(0), counter.count(0)], [Ok(()), Ok(())]);
        for _ in 0..100 {
            assert_eq!(counter.count(0), Err(1_801));
        }
        assert_eq!(counter.count(HOUR / 2), Ok(()));
    }

    #[test]
    fn allows_one_more_event_after_one_was_given_back() {
        let mut counter = Counter::new(3);
        counter.give_back(0);
        for _ in 0..3 {
            assert_eq!(counter.count(0), Ok(()));
        }
        for _ in 0..2 {
            assert!(counter.count(0).is_err());
            counter.give_back(0);
            assert_eq!(counter.count(0), Ok(()));
        }
    }

    #[test]
    fn a_counter_without_its_only_event_is_empty() {
        let mut counter = Counter::new(20);
        assert_eq!(counter.count(0), Ok(()));
        counter.give_back(40);
        assert_eq!(counter.empty_at, None);
    }

    #[test]
    fn allows_a_single_event_an_hour() {
        let mut counter = Counter::new(1);
        assert_eq!(counter.count(0), Ok(()));
        assert_eq!(counter.count(SECOND), Err(3_600));
        assert_eq!(counter.count(HOUR), Ok(()));
    }

    #[test]
    fn has_an_interval_of_a_millisecond_at_least() {
        let mut counter = Counter::new(u32::MAX);
        for _ in 0..10_000 {
            assert_eq!(counter.count(0), Ok(()));
        }
    }

    #[test]
    fn a_clock_that_is_slightly_behind_allows_nothing_more() {
        let quota = per_hour(20);
        let full = time(HOUR);
        assert!(quota.count(Some(full), time(-60 * SECOND)).is_err());
    }

    #[test]
    fn ignores_a_time_that_only_a_wrong_clock_can_have_written() {
        let quota = per_hour(20);
        let next_year = time(365 * 24 * HOUR);
        assert_eq!(quota.count(Some(next_year), time(0)), Ok(time(180 * SECOND)));
    }
}
