//! Moments, and where the present one comes from.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;

/// A moment in milliseconds since 1970-01-01 UTC, always within the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

const DAY_MILLISECONDS: i64 = 86_400_000;

impl Time {
    /// The moment `milliseconds` after 1970-01-01 UTC; what lies beyond the calendar becomes its end.
    pub fn from_milliseconds(milliseconds: i64) -> Self {
        Self(
            Timestamp::from_millisecond(milliseconds).unwrap_or(if milliseconds < 0 {
                Timestamp::MIN
            } else {
                Timestamp::MAX
            }),
        )
    }

    /// Reads an RFC 3339 time such as `2016-04-19T00:00:00Z`; anything finer than a millisecond is cut off.
    pub fn parse(text: &str) -> Option<Self> {
        let timestamp: Timestamp = text.parse().ok()?;
        Some(Self::from_milliseconds(timestamp.as_millisecond()))
    }

    /// Milliseconds since 1970-01-01 UTC.
    pub fn milliseconds(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The day in UTC as English writes it: `Nov 9, 2026`.
    pub fn to_english_day(self) -> String {
        self.0.strftime("%b %-d, %Y").to_string()
    }

    /// The midnight (UTC) with which a day begins, counted from 1970-01-01.
    pub fn from_day(day: i64) -> Self {
        Self::from_milliseconds(day.saturating_mul(DAY_MILLISECONDS))
    }

    /// Whole days since 1970-01-01 UTC.
    pub fn day(self) -> i64 {
        self.milliseconds().div_euclid(DAY_MILLISECONDS)
    }

    /// Days since 1970-01-01 UTC, with their fraction.
    pub fn days(self) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "the milliseconds of the calendar stay below 2^53"
        )]
        let milliseconds = self.milliseconds() as f64;
        milliseconds / 86_400_000.0
    }

    /// The moment `milliseconds` later, or earlier when negative.
    #[must_use]
    pub fn plus_milliseconds(self, milliseconds: i64) -> Self {
        Self::from_milliseconds(self.milliseconds().saturating_add(milliseconds))
    }
}

/// RFC 3339 in UTC with milliseconds, as the API writes every time.
impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.3}", self.0)
    }
}

/// Where the present moment comes from; tests turn their own.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Time;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that asks the machine for the time"
    )]
    fn now(&self) -> Time {
        Time(Timestamp::now())
    }
}

/// A clock that never goes back. When the clock below it does, it goes on from the largest time seen, as fast as the
/// machine's monotonic clock.
pub struct ForwardClock {
    clock: Arc<dyn Clock>,
    largest: Mutex<Option<(Time, Instant)>>,
}

impl ForwardClock {
    /// Goes forward with `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            largest: Mutex::default(),
        }
    }

    /// The present moment, which is not before `seen`: a time that this or an earlier process has seen.
    pub fn now_after(&self, seen: Time) -> Time {
        let (present, instant) = (self.clock.now(), Instant::now());
        // Nothing that can panic runs while it is locked.
        let mut largest = self.largest.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, at) = match *largest {
            Some((time, at)) if present < time => {
                // Whole milliseconds: what is left of the last one counts the next time.
                let elapsed = u64::try_from(instant.duration_since(at).as_millis()).unwrap_or(u64::MAX);
                let later = i64::try_from(elapsed).unwrap_or(i64::MAX);
                (time.plus_milliseconds(later), at + Duration::from_millis(elapsed))
            }
            _ => (present, instant),
        };
        let (now, at) = if now < seen { (seen, instant) } else { (now, at) };
        *largest = Some((now, at));
        now
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::thread::sleep;

    use super::*;

    struct Hand(Arc<AtomicI64>);

    impl Clock for Hand {
        fn now(&self) -> Time {
            Time::from_milliseconds(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn the_forward_clock_goes_on_where_the_other_jumps_back() {
        let hand = Arc::new(AtomicI64::new(1_000_000));
        let clock = ForwardClock::new(Arc::new(Hand(hand.clone())));
        let origin = Time::from_milliseconds(0);
        let milliseconds = || clock.now_after(origin).milliseconds();
        assert_eq!(milliseconds(), 1_000_000);
        hand.store(1_005_000, Ordering::Relaxed);
        assert_eq!(milliseconds(), 1_005_000);
        assert_eq!(milliseconds(), 1_005_000, "a clock that stands still is followed");
        hand.store(5_000, Ordering::Relaxed);
        let before = milliseconds();
        assert!((1_005_000..1_060_000).contains(&before), "{before}");
        sleep(Duration::from_millis(20));
        let after = milliseconds();
        assert!(
            (before + 20..before + 60_000).contains(&after),
            "{before} {after}"
        );
        hand.store(2_000_000, Ordering::Relaxed);
        assert_eq!(milliseconds(), 2_000_000);
    }

    #[test]
    fn the_forward_clock_goes_on_from_what_an_earlier_process_saw() {
        let clock = ForwardClock::new(Arc::new(Hand(Arc::new(AtomicI64::new(5_000)))));
        let seen = Time::from_milliseconds(1_000_000);
        let first = clock.now_after(seen);
        assert_eq!(first, seen);
        sleep(Duration::from_millis(20));
        assert!(clock.now_after(seen).milliseconds() >= 1_000_020);
    }

    #[test]
    fn is_written_with_milliseconds() {
        assert_eq!(Time::from_milliseconds(0).to_string(), "1970-01-01T00:00:00.000Z");
        let parsed = Time::parse("2016-04-19T02:00:00.1239+02:00").unwrap();
        assert_eq!(parsed.to_string(), "2016-04-19T00:00:00.123Z");
    }

    #[test]
    fn refuses_what_is_no_time() {
        for text in ["", "yesterday", "2016-04-19", "2016-13-01T00:00:00Z"] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_counted_from_midnight_utc() {
        assert_eq!(Time::from_milliseconds(-1).day(), -1);
        assert_eq!(Time::from_milliseconds(DAY_MILLISECONDS).day(), 1);
    }
}
