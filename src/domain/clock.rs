//! Times, and the clocks that read the current one.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use parking_lot::Mutex;

/// A point in time in milliseconds since 1970-01-01 UTC, always within the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

/// The length of a day.
pub const DAY_MILLISECONDS: i64 = 24 * 3_600_000;

impl Time {
    /// The time `milliseconds` after 1970-01-01 UTC, clamped to the calendar.
    pub fn from_milliseconds(milliseconds: i64) -> Self {
        Self(
            Timestamp::from_millisecond(milliseconds).unwrap_or(if milliseconds < 0 {
                Timestamp::MIN
            } else {
                Timestamp::MAX
            }),
        )
    }

    /// Parses an RFC 3339 time such as `2016-04-19T00:00:00Z`; truncates to milliseconds.
    pub fn parse(text: &str) -> Option<Self> {
        let timestamp: Timestamp = text.parse().ok()?;
        Some(Self::from_milliseconds(timestamp.as_millisecond()))
    }

    /// Milliseconds since 1970-01-01 UTC.
    pub fn milliseconds(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The date in UTC in English: `Nov 9, 2026`.
    pub fn to_english_day(self) -> String {
        self.0.strftime("%b %-d, %Y").to_string()
    }

    /// The date and the time in UTC in English: `Nov 9, 2026, 16:05 UTC`.
    pub fn to_english_minute(self) -> String {
        self.0.strftime("%b %-d, %Y, %H:%M UTC").to_string()
    }

    /// The midnight (UTC) at which a day begins; days count from 1970-01-01.
    pub fn from_day(day: i64) -> Self {
        Self::from_milliseconds(day.saturating_mul(DAY_MILLISECONDS))
    }

    /// Whole days since 1970-01-01 UTC.
    pub fn day(self) -> i64 {
        self.milliseconds().div_euclid(DAY_MILLISECONDS)
    }

    /// Days since 1970-01-01 UTC, including the fraction.
    pub fn days(self) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "the milliseconds of the calendar are below 2^53"
        )]
        let milliseconds = self.milliseconds() as f64;
        milliseconds / 86_400_000.0
    }

    /// The time `milliseconds` later, or earlier when negative.
    #[must_use]
    pub fn plus_milliseconds(self, milliseconds: i64) -> Self {
        Self::from_milliseconds(self.milliseconds().saturating_add(milliseconds))
    }
}

/// Formats as RFC 3339 in UTC with milliseconds, as the API does.
impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.3}", self.0)
    }
}

/// A source of the current time; tests supply their own.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Time;
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the system time"
    )]
    fn now(&self) -> Time {
        Time(Timestamp::now())
    }
}

/// A clock that never goes back. When the underlying clock does, this one continues from the largest time seen, at the
/// rate of the system's monotonic clock.
pub struct MonotonicClock {
    clock: Arc<dyn Clock>,
    largest: Mutex<Option<(Time, Instant)>>,
}

impl MonotonicClock {
    /// Wraps `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            largest: Mutex::default(),
        }
    }

    /// Returns the current time, never before `seen`: a time that this or an earlier process has seen.
    pub fn now_after(&self, seen: Time) -> Time {
        let (present, instant) = (self.clock.now(), Instant::now());
        let mut largest = self.largest.lock();
        let (now, at) = match *largest {
            Some((time, at)) if present < time => {
                // Whole milliseconds: the remainder counts in the next call.
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

    struct ManualClock(Arc<AtomicI64>);

    impl Clock for ManualClock {
        fn now(&self) -> Time {
            Time::from_milliseconds(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn forward_clock_continues_when_the_system_clock_jumps_back() {
        let manual_time = Arc::new(AtomicI64::new(1_000_000));
        let clock = MonotonicClock::new(Arc::new(ManualClock(manual_time.clone())));
        let origin = Time::from_milliseconds(0);
        let milliseconds = || clock.now_after(origin).milliseconds();
        assert_eq!(milliseconds(), 1_000_000);
        manual_time.store(1_005_000, Ordering::Relaxed);
        assert_eq!(milliseconds(), 1_005_000);
        assert_eq!(milliseconds(), 1_005_000, "a stopped clock is followed");
        manual_time.store(5_000, Ordering::Relaxed);
        let before = milliseconds();
        assert!((1_005_000..1_060_000).contains(&before), "{before}");
        sleep(Duration::from_millis(20));
        let after = milliseconds();
        assert!(
            (before + 20..before + 60_000).contains(&after),
            "{before} {after}"
        );
        manual_time.store(2_000_000, Ordering::Relaxed);
        assert_eq!(milliseconds(), 2_000_000);
    }

    #[test]
    fn forward_clock_continues_from_the_time_of_an_earlier_process() {
        let clock = MonotonicClock::new(Arc::new(ManualClock(Arc::new(AtomicI64::new(5_000)))));
        let seen = Time::from_milliseconds(1_000_000);
        let first = clock.now_after(seen);
        assert_eq!(first, seen);
        sleep(Duration::from_millis(20));
        assert!(clock.now_after(seen).milliseconds() >= 1_000_020);
    }

    #[test]
    fn formats_with_milliseconds() {
        assert_eq!(Time::from_milliseconds(0).to_string(), "1970-01-01T00:00:00.000Z");
        let parsed = Time::parse("2016-04-19T02:00:00.1239+02:00").unwrap();
        assert_eq!(parsed.to_string(), "2016-04-19T00:00:00.123Z");
    }

    #[test]
    fn rejects_text_that_is_no_time() {
        for text in ["", "yesterday", "2016-04-19", "2016-13-01T00:00:00Z"] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }

    #[test]
    fn counts_days_from_midnight_utc() {
        assert_eq!(Time::from_milliseconds(-1).day(), -1);
        assert_eq!(Time::from_milliseconds(DAY_MILLISECONDS).day(), 1);
    }
}
