//! Emails, and the delays between attempts to send one.

use super::user::EmailAddress;
use super::{MailId, Time};

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

/// An email in the outbox.
#[derive(Debug, Clone)]
pub struct QueuedEmail {
    /// The email's id, and the first part of its Message-ID: the same at every attempt.
    pub id: MailId,
    /// The email.
    pub mail: EmailMessage,
    /// When it was created.
    pub created_at: Time,
    /// The number of failed attempts.
    pub attempts: u32,
}

impl QueuedEmail {
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
    fn doubles_the_delay_up_to_an_hour_and_gives_up_after_three_days() {
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let mail = |attempts| QueuedEmail {
            id: MailId::new(now, &SystemEntropy),
            mail: EmailMessage {
                to: EmailAddress::parse("ada@example.org").unwrap(),
                subject: String::new(),
                text: String::new(),
                html: String::new(),
            },
            created_at: now,
            attempts,
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
