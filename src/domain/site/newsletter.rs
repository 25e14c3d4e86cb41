//! The days on which the newsletter is sent, always at 07:00 UTC.

use serde::{Deserialize, Serialize};

use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::{Time, ValidationError};

/// The time of the day at which newsletters and digests are sent.
pub const SENDING_MILLISECONDS: i64 = 7 * 3_600_000;
/// The length of a week.
pub const WEEK_MILLISECONDS: i64 = DAYS_OF_WEEK * DAY_MILLISECONDS;
const DAYS_OF_WEEK: i64 = 7;
/// 1970-01-01 was a Thursday: so many days after a Monday.
const FIRST_WEEKDAY: i64 = 3;
/// The days of the week, in their order.
const NAMES: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
const DEFAULT: [bool; 7] = [true, false, false, false, false, false, false];

/// One day of the week or more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Weekdays([bool; 7]);

impl Default for Weekdays {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl Weekdays {
    /// Validates the English names of days, in lower case and any order.
    pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, ValidationError> {
        let reject = |message| ValidationError::reject("newsletterDays", message);
        let mut days = [false; 7];
        for name in names {
            match NAMES.iter().position(|known| *known == name) {
                Some(index) => days[index] = true,
                None => {
                    return reject(
                        "A day is monday, tuesday, wednesday, thursday, friday, saturday or sunday",
                    );
                }
            }
        }
        if days == [false; 7] {
            return reject("Choose at least one day");
        }
        Ok(Self(days))
    }

    /// Returns the names in the order of the week.
    pub fn names(&self) -> Vec<&'static str> {
        let days = NAMES.into_iter().zip(self.0);
        days.filter(|(_, is_chosen)| *is_chosen)
            .map(|(name, _)| name)
            .collect()
    }

    /// Returns the words for how often a newsletter on these days comes: `once a week`, `on Mondays and Fridays`.
    pub fn how_often(&self) -> String {
        let names = self.names();
        let plurals: Vec<String> = names
            .iter()
            .map(|name| format!("{}s", capitalised(name)))
            .collect();
        match plurals.as_slice() {
            [_] => "once a week".to_owned(),
            [first @ .., last] if plurals.len() < NAMES.len() => {
                format!("on {} and {last}", first.join(", "))
            }
            _ => "every day".to_owned(),
        }
    }

    /// Returns [`Self::how_often`] as the label of a choice; `None` for once a week, which is usual.
    pub fn unusual_label(&self) -> Option<String> {
        (self.names().len() > 1).then(|| capitalised(&self.how_often()))
    }

    /// Returns the words for the time since the sending before: `this week`, `since Friday`. `None` is a week ago.
    pub fn period(&self, since: Option<Time>) -> String {
        match (self.names().len(), since) {
            (1, _) | (_, None) => "this week".to_owned(),
            (7, _) => "today".to_owned(),
            (_, Some(since)) => format!("since {}", weekday(since)),
        }
    }

    fn contains(&self, day: i64) -> bool {
        let index = usize::try_from((day + FIRST_WEEKDAY).rem_euclid(DAYS_OF_WEEK));
        index.is_ok_and(|index| self.0[index])
    }

    /// Returns the last time of a sending up to `now`.
    fn last_sending(&self, now: Time) -> Time {
        let today = now.plus_milliseconds(-SENDING_MILLISECONDS).day();
        let mut days = (0..DAYS_OF_WEEK).map(|before| today - before);
        let day = days.find(|day| self.contains(*day)).unwrap_or(today);
        Time::from_day(day).plus_milliseconds(SENDING_MILLISECONDS)
    }
}

impl TryFrom<Vec<String>> for Weekdays {
    type Error = ValidationError;

    fn try_from(names: Vec<String>) -> Result<Self, ValidationError> {
        Self::parse(names.iter().map(String::as_str))
    }
}

impl From<Weekdays> for Vec<String> {
    fn from(days: Weekdays) -> Self {
        days.names().into_iter().map(str::to_owned).collect()
    }
}

/// Returns the English name of the day of the week of a time in UTC.
fn weekday(time: Time) -> String {
    let index = usize::try_from((time.day() + FIRST_WEEKDAY).rem_euclid(DAYS_OF_WEEK));
    capitalised(index.map_or(NAMES[0], |index| NAMES[index]))
}

fn capitalised(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// A change of the days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct DaysChange {
    /// When it was made, in milliseconds.
    at: i64,
    /// The last time of a sending until then, in milliseconds.
    last_sending: i64,
}

/// The days that the panel has stored, unless they are those of the configuration, and when they were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredSchedule {
    pub(super) days: Option<Weekdays>,
    change: Option<DaysChange>,
}

/// When the newsletter is sent. Days hold for what is sent after they were chosen, so that choosing them sends nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewsletterSchedule {
    /// The days.
    pub days: Weekdays,
    change: Option<DaysChange>,
}

impl NewsletterSchedule {
    pub(super) fn new(days: &Weekdays, stored: &StoredSchedule) -> Self {
        Self {
            days: days.clone(),
            change: stored.change,
        }
    }

    /// Returns the last time of a sending up to `now`.
    pub fn last_sending(&self, now: Time) -> Time {
        let last = self.days.last_sending(now);
        match self.change {
            Some(change) if last.milliseconds() <= change.at => Time::from_milliseconds(change.last_sending),
            _ => last,
        }
    }

    /// Returns what to store for other days that are chosen now: `None` for those of the configuration.
    pub(super) fn changed(&self, days: Option<Weekdays>, now: Time) -> StoredSchedule {
        let change = DaysChange {
            at: now.milliseconds(),
            last_sending: self.last_sending(now).milliseconds(),
        };
        StoredSchedule {
            days,
            change: Some(change),
        }
    }

    /// Returns the time of the sending before that of `ends_at`, on the same days.
    pub fn previous_sending(&self, ends_at: Time) -> Time {
        self.days.last_sending(ends_at.plus_milliseconds(-1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(names: &[&str]) -> Weekdays {
        Weekdays::parse(names.iter().copied()).unwrap()
    }

    fn time(text: &str) -> Time {
        Time::parse(text).unwrap()
    }

    #[test]
    fn parses_names_of_days_in_any_order() {
        assert_eq!(
            days(&["friday", "monday", "friday"]).names(),
            ["monday", "friday"]
        );
        assert_eq!(Weekdays::default().names(), ["monday"]);
        for names in [&[][..], &["Monday"], &["monday", "someday"]] {
            let error = Weekdays::parse(names.iter().copied()).unwrap_err();
            assert_eq!(error.field, "newsletterDays", "{names:?}");
        }
    }

    #[test]
    fn says_how_often_it_comes() {
        for (names, expected) in [
            (&["tuesday"][..], "once a week"),
            (&["monday", "friday"], "on Mondays and Fridays"),
            (
                &["monday", "wednesday", "friday"],
                "on Mondays, Wednesdays and Fridays",
            ),
            (&NAMES, "every day"),
        ] {
            assert_eq!(days(names).how_often(), expected);
        }
        assert_eq!(days(&["friday"]).unusual_label(), None);
        assert_eq!(days(&NAMES).unusual_label().as_deref(), Some("Every day"));
    }

    #[test]
    fn is_sent_at_seven_on_the_chosen_days() {
        // 2026-03-02 is a Monday.
        for (names, now, expected) in [
            (&["monday"][..], "2026-03-02T06:59:59.999Z", "2026-02-23"),
            (&["monday"], "2026-03-02T07:00:00Z", "2026-03-02"),
            (&["monday"], "2026-03-08T23:00:00Z", "2026-03-02"),
            (&["sunday"], "2026-03-02T07:00:00Z", "2026-03-01"),
            (&["monday", "thursday"], "2026-03-05T07:00:00Z", "2026-03-05"),
            (&["monday", "thursday"], "2026-03-05T06:00:00Z", "2026-03-02"),
            (&NAMES, "2026-03-04T08:00:00Z", "2026-03-04"),
        ] {
            let schedule = NewsletterSchedule::new(&days(names), &StoredSchedule::default());
            let expected = time(&format!("{expected}T07:00:00Z"));
            assert_eq!(schedule.last_sending(time(now)), expected, "{names:?} {now}");
        }
        assert_eq!(weekday(time("2026-03-02T07:00:00Z")), "Monday");
        assert_eq!(weekday(time("2026-03-01T23:00:00Z")), "Sunday");
    }

    #[test]
    fn other_days_hold_for_what_is_sent_after_they_were_chosen() {
        let monday = NewsletterSchedule::default();
        let wednesday_noon = time("2026-03-04T12:00:00Z");
        let tuesdays = days(&["tuesday"]);
        let stored = monday.changed(Some(tuesdays.clone()), wednesday_noon);
        let tuesday = NewsletterSchedule::new(&tuesdays, &stored);
        let last_monday = time("2026-03-02T07:00:00Z");
        assert_eq!(tuesday.last_sending(wednesday_noon), last_monday);
        assert_eq!(tuesday.last_sending(time("2026-03-09T08:00:00Z")), last_monday);
        let next_tuesday = time("2026-03-10T07:00:00Z");
        assert_eq!(tuesday.last_sending(next_tuesday), next_tuesday);
        // A second change does not bring the Tuesday before the first one back.
        let fridays = days(&["friday"]);
        let stored = tuesday.changed(Some(fridays.clone()), time("2026-03-04T12:01:00Z"));
        let friday = NewsletterSchedule::new(&fridays, &stored);
        assert_eq!(friday.last_sending(time("2026-03-05T08:00:00Z")), last_monday);
        let next_friday = time("2026-03-06T07:00:00Z");
        assert_eq!(friday.last_sending(next_friday), next_friday);
    }
}
