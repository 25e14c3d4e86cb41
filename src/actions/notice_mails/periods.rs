//! The periods of digests: they end at 07:00 UTC, those of weeks on Mondays.

use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::notice::How;
use crate::store::digests::Digest;

const HOUR_MILLISECONDS: i64 = 3_600_000;
const END_MILLISECONDS: i64 = 7 * HOUR_MILLISECONDS;
const DAYS_OF_WEEK: i64 = 7;
/// 1970-01-01 was a Thursday: so many days after a Monday.
const FIRST_WEEKDAY: i64 = 3;
/// A site that was down for longer leaves out what is older than so many periods.
const MISSED_MAX: i64 = 4;

/// The length of a period in milliseconds.
fn length(how: How) -> i64 {
    match how {
        How::Weekly => DAYS_OF_WEEK * DAY_MILLISECONDS,
        How::Off | How::Each | How::Daily => DAY_MILLISECONDS,
    }
}

/// Returns when the last period that has ended by `now` ended.
pub(super) fn last_end(how: How, now: Time) -> Time {
    let day = now.plus_milliseconds(-END_MILLISECONDS).day();
    let day = match how {
        How::Weekly => day - (day + FIRST_WEEKDAY).rem_euclid(DAYS_OF_WEEK),
        How::Off | How::Each | How::Daily => day,
    };
    Time::from_day(day).plus_milliseconds(END_MILLISECONDS)
}

/// Returns the digest of the last period that has ended by `now`. It begins where the latest one ended, so that a time
/// in which the site was down is not lost.
pub(super) fn following(how: How, latest: Option<&Digest>, now: Time) -> Digest {
    let ends_at = last_end(how, now);
    let regular = ends_at.plus_milliseconds(-length(how));
    let starts_at = latest.map_or(regular, |latest| {
        let earliest = ends_at.plus_milliseconds(-MISSED_MAX * length(how));
        latest.ends_at.max(earliest)
    });
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
    (now.plus_milliseconds(-length(How::Weekly)), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::parse(text).unwrap()
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
                assert_eq!(last_end(how, time(now)), end, "{now}");
                assert_eq!(following(how, None, time(now)).period, day, "{now}");
            }
        }
    }

    #[test]
    fn a_period_begins_where_the_latest_one_ended() {
        let now = time("2026-03-02T12:00:00Z");
        let first = following(How::Daily, None, now);
        assert_eq!(first.starts_at, time("2026-03-01T07:00:00Z"));
        let three_days_later = time("2026-03-05T08:00:00Z");
        let next = following(How::Daily, Some(&first), three_days_later);
        assert_eq!(
            (next.starts_at, next.period.as_str()),
            (first.ends_at, "2026-03-05")
        );
        let long_after = following(How::Daily, Some(&first), time("2026-06-01T08:00:00Z"));
        assert_eq!(long_after.starts_at, time("2026-05-28T07:00:00Z"));
    }
}
