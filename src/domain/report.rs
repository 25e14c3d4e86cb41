//! Reports of comments and of readers, and how many of them hold a comment back.

use super::spam::{SpamRules, Standing};
use super::{Time, UserId, ValidationError};

/// The reports that are shown of a comment or a reader, the newest ones.
pub const REPORTS_SHOWN: u32 = 5;

const NOTE_LENGTH_MAX: usize = 500;

/// The reason of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportReason {
    /// Advertising, or the same text again and again.
    Spam,
    /// Insults, threats, hatred.
    Abuse,
    /// It has nothing to do with the subject.
    OffTopic,
    /// Something else, which the note may say.
    Other,
}

impl ReportReason {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Spam, Self::Abuse, Self::OffTopic, Self::Other];

    /// Returns the reason with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        Self::ALL
            .into_iter()
            .find(|reason| reason.name() == name)
            .ok_or_else(|| ValidationError::new("reason", "reason is spam, abuse, offtopic or other"))
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spam => "spam",
            Self::Abuse => "abuse",
            Self::OffTopic => "offtopic",
            Self::Other => "other",
        }
    }
}

/// The note of a report: at most 500 characters, trimmed; it may be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportNote(String);

impl ReportNote {
    /// Trims and validates a note.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.chars().count() > NOTE_LENGTH_MAX || text.contains('\0') {
            return ValidationError::reject("note", "The note must be at most 500 characters long");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A report that a reader makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    /// The reader who reports.
    pub reporter: UserId,
    /// The reason.
    pub reason: ReportReason,
    /// More about it.
    pub note: ReportNote,
    /// When it is made.
    pub at: Time,
}

/// A report that nobody has resolved yet, as the staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenReport {
    /// The reason.
    pub reason: ReportReason,
    /// More about it, may be empty.
    pub note: String,
    /// When it was made.
    pub at: Time,
    /// The reader who reported.
    pub reporter: UserId,
    /// Their name.
    pub reporter_name: String,
}

/// A reader who reported a comment, as far as the rules ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reporter {
    /// When the account was created.
    pub joined_at: Time,
    /// The number of visible comments; a larger one than the rules ask for may be cut.
    pub visible_comments: u32,
    /// Whether the staff trust them.
    pub is_trusted: bool,
}

/// Whether the open reports of these readers, each of whom reported once, hold a comment back. Those of newcomers do not
/// count: they could be many accounts of one person.
pub fn hold(rules: &SpamRules, reporters: &[Reporter], now: Time) -> bool {
    let counts = |reporter: &&Reporter| {
        let standing = Standing::of_reader(
            rules,
            reporter.joined_at,
            reporter.visible_comments,
            reporter.is_trusted,
            now,
        );
        !standing.is_newcomer
    };
    let counted = reporters.iter().filter(counts).count();
    counted
        >= usize::try_from(rules.figures().reports_to_hold)
            .unwrap_or(usize::MAX)
            .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::clock::DAY_MILLISECONDS;
    use crate::domain::spam::SpamFigures;

    fn now() -> Time {
        Time::from_day(100)
    }

    fn reporter(days: i64, visible_comments: u32) -> Reporter {
        Reporter {
            joined_at: now().plus_milliseconds(-days * DAY_MILLISECONDS),
            visible_comments,
            is_trusted: false,
        }
    }

    #[test]
    fn three_reports_of_readers_who_are_no_newcomers_hold() {
        let known = reporter(3, 3);
        assert!(!hold(&SpamRules::default(), &[known, known], now()));
        assert!(hold(&SpamRules::default(), &[known, known, known], now()));
    }

    #[test]
    fn reports_of_newcomers_do_not_count() {
        let known = reporter(30, 9);
        let mut almost = known;
        almost.joined_at = now().plus_milliseconds(1 - 3 * DAY_MILLISECONDS);
        for newcomer in [reporter(30, 2), reporter(2, 9), almost] {
            assert!(!hold(
                &SpamRules::default(),
                &[known, known, newcomer, newcomer],
                now()
            ));
        }
    }

    #[test]
    fn reports_of_trusted_newcomers_count() {
        let trusted = Reporter {
            is_trusted: true,
            ..reporter(0, 0)
        };
        assert!(hold(&SpamRules::default(), &[trusted, trusted, trusted], now()));
    }

    #[test]
    fn no_rule_holds_a_comment_without_a_report() {
        let figures = SpamFigures {
            reports_to_hold: 0,
            ..SpamFigures::default()
        };
        if let Ok(rules) = SpamRules::new(figures) {
            assert!(!hold(&rules, &[], now()));
        }
    }

    #[test]
    fn parses_exactly_the_names_of_reasons() {
        for reason in ReportReason::ALL {
            assert_eq!(ReportReason::parse(reason.name()), Ok(reason));
        }
        for name in ["", "Spam", "off-topic"] {
            assert_eq!(ReportReason::parse(name).unwrap_err().field, "reason", "{name}");
        }
    }

    #[test]
    fn accepts_notes_of_at_most_500_characters() {
        assert_eq!(ReportNote::parse("  ").unwrap().as_str(), "");
        assert!(ReportNote::parse(&"é".repeat(500)).is_ok());
        assert!(ReportNote::parse(&"é".repeat(501)).is_err());
        assert!(ReportNote::parse("a\0").is_err());
    }
}
