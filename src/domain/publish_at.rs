//! The time at which a draft is to be published.

use super::clock::DAY_MILLISECONDS;
use super::post::Status;
use super::{Time, ValidationError};

/// Two years, one of which may be a leap year.
const DAYS_AHEAD_MAX: i64 = 2 * 365 + 1;

/// A time that was in the future, and at most two years ahead, when it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishAt(Time);

impl PublishAt {
    /// Parses an RFC 3339 time with an offset.
    pub fn parse(text: &str, now: Time) -> Result<Self, ValidationError> {
        let refuse = |message: &str| ValidationError::reject("publishAt", message);
        let Some(time) = Time::parse(text.trim()) else {
            return refuse("The time of publication must be an RFC 3339 time with an offset");
        };
        if time <= now {
            return refuse("The time of publication must be in the future");
        }
        if time > now.plus_milliseconds(DAYS_AHEAD_MAX * DAY_MILLISECONDS) {
            return refuse("The time of publication must be at most two years ahead");
        }
        Ok(Self(time))
    }

    /// The time.
    pub fn time(self) -> Time {
        self.0
    }
}

/// The change of the time of publication by a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PublishAtChange {
    /// It stays as it is.
    #[default]
    Keep,
    /// The draft is not published by itself.
    Remove,
    /// The draft is published then.
    Set(PublishAt),
}

impl PublishAtChange {
    /// Parses a field that may be absent; an empty text removes the time. A post with another status than draft can get
    /// none.
    pub fn parse(text: Option<&str>, status: Status, now: Time) -> Result<Self, ValidationError> {
        match text.map(str::trim) {
            None => Ok(Self::Keep),
            Some("") => Ok(Self::Remove),
            Some(_) if status != Status::Draft => {
                ValidationError::reject("publishAt", "Only a draft can have a time of publication")
            }
            Some(text) => PublishAt::parse(text, now).map(Self::Set),
        }
    }

    /// Whether it gives a draft with this time another one.
    pub fn sets_another_than(self, present: Option<Time>) -> bool {
        matches!(self, Self::Set(at) if present != Some(at.time()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Time {
        Time::parse("2026-01-31T12:00:00Z").unwrap()
    }

    #[test]
    fn accepts_the_next_millisecond_and_two_years() {
        for text in [
            "2026-01-31T12:00:00.001Z",
            "2026-01-31T13:30:00+01:00",
            " 2027-06-01T00:00:00-05:00 ",
            "2028-02-01T12:00:00Z",
        ] {
            let expected = Time::parse(text.trim()).unwrap();
            assert_eq!(PublishAt::parse(text, now()).unwrap().time(), expected, "{text}");
        }
    }

    #[test]
    fn only_a_draft_gets_a_time() {
        let parse = |text, status| PublishAtChange::parse(text, status, now());
        let text = "2026-02-01T12:00:00Z";
        let at = PublishAt::parse(text, now()).unwrap();
        assert_eq!(parse(Some(text), Status::Draft), Ok(PublishAtChange::Set(at)));
        assert_eq!(
            parse(Some(text), Status::Published).unwrap_err().field,
            "publishAt"
        );
        for status in [Status::Draft, Status::Published] {
            assert_eq!(parse(None, status), Ok(PublishAtChange::Keep));
            assert_eq!(parse(Some(" "), status), Ok(PublishAtChange::Remove));
        }
    }

    #[test]
    fn the_time_that_a_draft_has_is_no_other_one() {
        let at = PublishAt::parse("2026-02-01T12:00:00Z", now()).unwrap();
        let change = PublishAtChange::Set(at);
        assert!(change.sets_another_than(None));
        assert!(change.sets_another_than(Some(now())));
        assert!(!change.sets_another_than(Some(at.time())));
        assert!(!PublishAtChange::Remove.sets_another_than(Some(now())));
    }

    #[test]
    fn refuses_what_is_no_future_time_within_two_years() {
        for text in [
            "",
            "tomorrow",
            "2026-02-01",
            "2026-02-01T12:00:00",
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:30:00+01:00",
            "2028-02-01T12:00:00.001Z",
            "9999-12-31T00:00:00Z",
        ] {
            assert_eq!(
                PublishAt::parse(text, now()).unwrap_err().field,
                "publishAt",
                "{text}"
            );
        }
    }
}
