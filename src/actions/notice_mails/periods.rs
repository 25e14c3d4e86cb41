//! The periods of digests: they end at 07:00 UTC, those of weeks on the days of the newsletter.

use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::notice::How;
use crate::domain::site::NewsletterSchedule;
use crate::domain::site::newsletter::{SENDING_MILLISECONDS, WEEK_MILLISECONDS};
use crate::store::digests::Digest;

/// A site that was down for longer leaves out what is older than so many periods.
const MISSED_MAX: i64 = 4;

/// The greatest length of a period in milliseconds.
fn length(how: How) -> i64 {
    match how {
        How::Weekly => WEEK_MILLISECONDS,
        How::Off | How::Each | How::Daily => DAY_MILLISECONDS,
    }
}

/// Returns when the last period that has ended by `now` ended.
pub(super) fn last_end(how: How, schedule: &NewsletterSchedule, now: Time) -> Time {
    match how {
        How::Weekly => schedule.last_sending(now),
        How::Off | How::Each | How::Daily => {
            let day = now.plus_milliseconds(-SENDING_MILLISECONDS).day();
            Time::from_day(day).plus_milliseconds(SENDING_MILLISECONDS)
        }
    }
}

/// Returns the digest of the last period that has ended by `now`. It begins where the latest one ended, so that a time
/// in which the site was down is not lost.
pub(super) fn following(
    how: How,
    schedule: &NewsletterSchedule,
    latest: Option<&Digest>,
    now: Time,
) -> Digest {
    let ends_at = last_end(how, schedule, now);
    let starts_at = match (latest, how) {
        (Some(latest), _) => {
            let earliest = ends_at.plus_milliseconds(-MISSED_MAX * length(how));
            latest.ends_at.max(earliest)
        }
        (None, How::Weekly) => schedule.previous_sending(ends_at),
        (None, How::Off | How::Each | How::Daily) => ends_at.plus_milliseconds(-length(how)),
    };
    let mut period = ends_at.to_string();
    period.truncate("2026-03-01".len());
    Digest {
        how,
        period,
        starts_at,
        ends_at,
        after: String::new(),
        is_finished: false,
    }
}

/// Returns the week until `now`, for a test of the newsletter.
pub(super) fn week_until(now: Time) -> (Time, Time) {
    (now.plus_milliseconds(-WEEK_MILLISECONDS), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::parse(text).unwrap()
    }

    fn mondays() -> NewsletterSchedule {
        NewsletterSchedule::default()
    }

    #[test]
    fn periods_end_at_seven_and_those_of_weeks_on_mondays() {
        // 2026-03-02 is a Monday.
        for (now, daily, weekly) in [
            ("2026-03-02T06:59:59.999Z", "2026-03-01", "2026-02-23"),
            ("2026-03-02T07:00:00Z", "2026-03-02", "2026-03-02"),
            ("2026-03-03T00:00:00Z", "2026-03-02", "2026-03-02"),
            ("2026-03-08T23:00:00Z", "2026-03-08", "2026-03-02"),
            ("2026-03-09T07:00:00Z", "2026-03-09", "2026-03-09"),
        ] {
            for (how, day) in [(How::Daily, daily), (How::Weekly, weekly)] {
                let end = time(&format!("{day}T07:00:00Z"));
                assert_eq!(last_end(how, &mondays(), time(now)), end, "{now}");
                let digest = following(how, &mondays(), None, time(now));
                assert_eq!(digest.period, day, "{now}");
                let start = end.plus_milliseconds(-length(how));
                assert_eq!(digest.starts_at, start, "{now}");
            }
        }
    }

    #[test]
    fn a_period_begins_where_the_latest_one_ended() {
        let now = time("2026-03-02T12:00:00Z");
        let first = following(How::Daily, &mondays(), None, now);
        assert_eq!(first.starts_at, time("2026-03-01T07:00:00Z"));
        let three_days_later = time("2026-03-05T08:00:00Z");
        let next = following(How::Daily, &mondays(), Some(&first), three_days_later);
        assert_eq!(
            (next.starts_at, next.period.as_str()),
            (first.ends_at, "2026-03-05")
        );
        let long_after = time("2026-06-01T08:00:00Z");
        let long_after = following(How::Daily, &mondays(), Some(&first), long_after);
        assert_eq!(long_after.starts_at, time("2026-05-28T07:00:00Z"));
    }
}
