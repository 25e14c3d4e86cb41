//! Emails, and the delays between attempts to send one.

use super::notice::NoticeKind;
use super::user::EmailAddress;
use super::{CommentId, MailId, Time};

/// The longest delay between two attempts.
const PAUSE_SECONDS_MAX: u64 = 3_600;
/// The age after which an email is given up.
const GIVEN_UP_AFTER_MILLISECONDS: i64 = 3 * 24 * 3_600_000;

/// An email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// The recipient.
    pub to: EmailAddress,
    /// The subject, one line.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body.
    pub html: String,
}

/// The kind of an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailKind {
    /// A code, or anything else about the recipient's own account. It goes first, and nobody can end it.
    Account,
    /// About one notice.
    Notice(NoticeKind),
    /// The posts of a day or a week.
    Digest,
}

impl MailKind {
    /// Returns the kind with exactly this name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "account" => Some(Self::Account),
            "digest" => Some(Self::Digest),
            _ => NoticeKind::parse(name, "kind").ok().map(Self::Notice),
        }
    }

    /// The name in the database and in the header `List-ID`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Notice(kind) => kind.name(),
            Self::Digest => "digest",
        }
    }

    /// Whether each of many recipients gets such an email without anything that concerns them alone.
    pub fn is_bulk(self) -> bool {
        self == Self::Digest
    }
}

/// An email that is not about the recipient's account: they can end those of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeEmail {
    /// The email.
    pub mail: EmailMessage,
    /// Its kind.
    pub kind: MailKind,
    /// The name of the event for its recipient, who gets one email about it; `None` for one that may be repeated.
    pub dedupe_key: Option<String>,
    /// The URL that ends emails of this kind.
    pub unsubscribe_url: String,
    /// The name of the conversation that it belongs to.
    pub thread: Option<String>,
    /// The comment that it quotes. Without the comment the email is not sent.
    pub comment: Option<CommentId>,
}

/// An email in the outbox.
#[derive(Debug, Clone)]
pub struct QueuedEmail {
    /// The email's id, and the first part of its Message-ID: the same at every attempt.
    pub id: MailId,
    /// The email.
    pub mail: EmailMessage,
    /// Its kind.
    pub kind: MailKind,
    /// The URL that ends emails of this kind.
    pub unsubscribe_url: Option<String>,
    /// The name of the conversation that it belongs to.
    pub thread: Option<String>,
    /// When it was created.
    pub created_at: Time,
    /// The number of failed attempts.
    pub attempts: u32,
}

impl QueuedEmail {
    /// Returns an email about an account, before the first attempt.
    pub fn about_account(id: MailId, mail: EmailMessage, created_at: Time) -> Self {
        Self {
            id,
            mail,
            kind: MailKind::Account,
            unsubscribe_url: None,
            thread: None,
            created_at,
            attempts: 0,
        }
    }

    /// Returns the time of the next attempt after one at `now` failed; `None` when the email is given up. The delay
    /// begins with `first_pause_seconds` and doubles each time.
    pub fn next_attempt(&self, first_pause_seconds: u64, now: Time) -> Option<Time> {
        if now.milliseconds() - self.created_at.milliseconds() > GIVEN_UP_AFTER_MILLISECONDS {
            return None;
        }
        let doubled = first_pause_seconds.saturating_mul(1 << self.attempts.min(16));
        let pause = doubled.clamp(1, PAUSE_SECONDS_MAX.max(first_pause_seconds));
        Some(now.plus_milliseconds(i64::try_from(pause.saturating_mul(1_000)).unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn parses_exactly_the_names_of_the_kinds() {
        let notices = NoticeKind::ALL.map(MailKind::Notice);
        for kind in [MailKind::Account, MailKind::Digest].into_iter().chain(notices) {
            assert_eq!(MailKind::parse(kind.name()), Some(kind));
        }
        assert_eq!(MailKind::parse("newsletter"), None);
    }

    #[test]
    fn doubles_the_delay_up_to_an_hour_and_gives_up_after_three_days() {
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let mail = |attempts| {
            let message = EmailMessage {
                to: EmailAddress::parse("ada@example.org").unwrap(),
                subject: String::new(),
                text: String::new(),
                html: String::new(),
            };
            QueuedEmail {
                attempts,
                ..QueuedEmail::about_account(MailId::new(now, &SystemEntropy), message, now)
            }
        };
        let pause = |attempts| {
            let next = mail(attempts).next_attempt(30, now).unwrap();
            (next.milliseconds() - now.milliseconds()) / 1_000
        };
        assert_eq!([pause(0), pause(1), pause(2)], [30, 60, 120]);
        assert_eq!([pause(7), pause(1_000)], [3_600, 3_600]);
        let late = now.plus_milliseconds(GIVEN_UP_AFTER_MILLISECONDS + 1);
        assert_eq!(mail(100).next_attempt(30, late), None);
    }
}
