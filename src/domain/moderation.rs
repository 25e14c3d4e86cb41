//! Decisions of the staff on comments and on their authors.

use super::comment::CommentOnPost;
use super::report::OpenReport;
use super::{Time, ValidationError};

/// The most comments that one request decides on.
pub const MODERATED_MAX: usize = 100;

/// The milliseconds from 1970 to the year 9999, which stands for good.
/// The beginning of the year 9999: what holds until then or longer holds for good.
pub const FOR_GOOD_MILLISECONDS: i64 = 253_370_764_800_000;

/// A decision on a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Everybody sees it, also if it had been removed. Its reports are resolved.
    Approve,
    /// Nobody but the staff sees it. Its reports are resolved.
    Remove,
    /// As [`Self::Remove`], because it is spam.
    Spam,
    /// It stays as it is, and its reports are resolved.
    Dismiss,
}

impl Decision {
    /// Returns the decision with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "approve" => Ok(Self::Approve),
            "remove" => Ok(Self::Remove),
            "spam" => Ok(Self::Spam),
            "dismiss" => Ok(Self::Dismiss),
            _ => ValidationError::reject("action", "action is approve, remove, spam or dismiss"),
        }
    }
}

/// The outcome of a decision on one comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It took effect.
    Done,
    /// The comment was that way already.
    Unchanged,
    /// There is no such comment, or none with a text any more.
    NotFound,
}

impl Outcome {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Unchanged => "unchanged",
            Self::NotFound => "not_found",
        }
    }
}

/// The rights of a reader, as far as the staff have changed them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// They write, like and report nothing until then.
    pub silenced_until: Option<Time>,
    /// They are banned until then: no request and no sign-in succeeds. Their public page stays, since nothing is written
    /// when the ban ends.
    pub banned_until: Option<Time>,
    /// The rules against spam do not hold their comments back.
    pub is_trusted: bool,
}

impl Standing {
    /// Whether they are silenced at this time.
    pub fn is_silenced(self, now: Time) -> bool {
        self.silenced_until.is_some_and(|until| now < until)
    }

    /// Whether they are banned at this time, until a later one.
    pub fn is_banned(self, now: Time) -> bool {
        self.banned_until.is_some_and(|until| now < until)
    }

    /// Returns the end of the ban at this time, unless there is none or it is for good: in the year 9999.
    pub fn end_of_ban(self, now: Time) -> Option<Time> {
        self.banned_until
            .filter(|until| now < *until && until.milliseconds() < FOR_GOOD_MILLISECONDS)
    }
}

/// The change of a time until which something holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum UntilChange {
    /// It stays as it is.
    #[default]
    Keep,
    /// It no longer holds.
    Clear,
    /// It holds until then.
    Set(Time),
}

/// A change of the rights of a reader.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StandingChange {
    silenced_until: UntilChange,
    banned_until: UntilChange,
    is_trusted: Option<bool>,
}

impl StandingChange {
    /// Parses times that may be absent: RFC 3339 with an offset; an empty text removes a time.
    pub fn parse(
        silenced_until: Option<&str>,
        banned_until: Option<&str>,
        is_trusted: Option<bool>,
    ) -> Result<Self, ValidationError> {
        Ok(Self {
            silenced_until: UntilChange::parse("silencedUntil", silenced_until)?,
            banned_until: UntilChange::parse("bannedUntil", banned_until)?,
            is_trusted,
        })
    }

    /// Returns the rights after the change.
    pub fn apply(self, standing: Standing) -> Standing {
        Standing {
            silenced_until: self.silenced_until.apply(standing.silenced_until),
            banned_until: self.banned_until.apply(standing.banned_until),
            is_trusted: self.is_trusted.unwrap_or(standing.is_trusted),
        }
    }

    /// Returns what changes, for the audit log: the wire names with their new values.
    pub fn description(self) -> String {
        let parts = [
            self.silenced_until.description("silencedUntil"),
            self.banned_until.description("bannedUntil"),
            self.is_trusted
                .map(|is_trusted| format!("isTrusted {is_trusted}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(", ")
    }
}

impl UntilChange {
    fn parse(field: &'static str, text: Option<&str>) -> Result<Self, ValidationError> {
        match text.map(str::trim) {
            None => Ok(Self::Keep),
            Some("") => Ok(Self::Clear),
            Some(text) => parse_until(text).map(Self::Set).ok_or_else(|| {
                ValidationError::new(
                    field,
                    format!("{field} is an RFC 3339 time with an offset, or null"),
                )
            }),
        }
    }

    fn apply(self, present: Option<Time>) -> Option<Time> {
        match self {
            Self::Keep => present,
            Self::Clear => None,
            Self::Set(until) => Some(until),
        }
    }

    fn description(self, name: &str) -> Option<String> {
        match self {
            Self::Keep => None,
            Self::Clear => Some(format!("{name} none")),
            Self::Set(until) => Some(format!("{name} {until}")),
        }
    }
}

/// Parses an RFC 3339 time. The last two days of the year 9999, which clients send for good, are beyond the calendar in
/// some time zones, and become the day before them.
fn parse_until(text: &str) -> Option<Time> {
    Time::parse(text).or_else(|| {
        let last = ["9999-12-30", "9999-12-31"];
        let time_of_day = last.iter().find_map(|day| text.strip_prefix(day))?;
        Time::parse(&format!("9999-12-29{time_of_day}"))
    })
}

/// An earlier text of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierText {
    /// The text.
    pub content: String,
    /// When it was replaced.
    pub at: Time,
}

/// A comment as moderators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedComment {
    /// The comment and its post.
    pub on_post: CommentOnPost,
    /// The rules that hold it back, or have held it back.
    pub held_for: Vec<String>,
    /// The number of open reports.
    pub report_count: u64,
    /// The newest open reports, newest first.
    pub reports: Vec<OpenReport>,
    /// The earlier texts, newest first.
    pub edits: Vec<EarlierText>,
}

/// The numbers of comments that moderators see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueTotals {
    /// Those that are visible or held back.
    pub all: u64,
    /// Those that are held back.
    pub held: u64,
    /// Those of them all with open reports.
    pub reported: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let until = Time::parse("2026-02-01T00:00:00Z").unwrap();
        let before = Standing {
            silenced_until: Some(until),
            banned_until: None,
            is_trusted: true,
        };
        let change = |silenced, banned, trusted| StandingChange::parse(silenced, banned, trusted).unwrap();
        assert_eq!(change(None, None, None).apply(before), before);
        let after = change(Some(""), Some("9999-01-01T00:00:00+01:00"), Some(false)).apply(before);
        let far = Time::parse("9998-12-31T23:00:00Z");
        assert_eq!(
            after,
            Standing {
                silenced_until: None,
                banned_until: far,
                is_trusted: false
            }
        );
    }

    #[test]
    fn a_change_describes_itself_without_what_stays() {
        let change = StandingChange::parse(None, Some(""), Some(true)).unwrap();
        assert_eq!(change.description(), "bannedUntil none, isTrusted true");
        assert_eq!(StandingChange::default().description(), "");
    }

    #[test]
    fn takes_the_end_of_the_year_9999() {
        for text in [
            "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59.999-12:00",
            "9999-12-30T23:00:00Z",
        ] {
            let change = StandingChange::parse(Some(text), None, None).unwrap();
            let until = change.apply(Standing::default()).silenced_until.unwrap();
            assert!(until.milliseconds() >= FOR_GOOD_MILLISECONDS, "{text}");
        }
        assert!(StandingChange::parse(Some("9999-12-31"), None, None).is_err());
    }

    #[test]
    fn refuses_times_without_an_offset() {
        for text in ["soon", "2026-02-01", "2026-02-01T00:00:00", "0"] {
            let silenced = StandingChange::parse(Some(text), None, None);
            assert_eq!(silenced.unwrap_err().field, "silencedUntil", "{text}");
            let banned = StandingChange::parse(None, Some(text), None);
            assert_eq!(banned.unwrap_err().field, "bannedUntil", "{text}");
        }
    }

    #[test]
    fn silence_and_ban_end_at_their_time() {
        let until = Time::from_day(10);
        let standing = Standing {
            silenced_until: Some(until),
            banned_until: Some(until),
            is_trusted: false,
        };
        let before = until.plus_milliseconds(-1);
        assert!(standing.is_silenced(before) && standing.is_banned(before));
        assert!(!standing.is_silenced(until) && !standing.is_banned(until));
        assert!(!Standing::default().is_silenced(before));
    }

    #[test]
    fn a_ban_until_the_year_9999_has_no_end() {
        let end = |text| {
            let standing = Standing {
                banned_until: Time::parse(text),
                ..Standing::default()
            };
            standing.end_of_ban(Time::from_day(10))
        };
        assert_eq!(end("9998-12-31T23:59:59Z"), Time::parse("9998-12-31T23:59:59Z"));
        assert_eq!(end("9999-01-01T00:00:00Z"), None);
        assert_eq!(end("1970-01-02T00:00:00Z"), None);
    }

    #[test]
    fn parses_exactly_the_names_of_decisions() {
        assert_eq!(Decision::parse("spam"), Ok(Decision::Spam));
        assert_eq!(Decision::parse("Approve").unwrap_err().field, "action");
    }
}
