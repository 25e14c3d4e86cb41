//! Mails, and when to try again to send one.

use super::user::Email;
use super::{MailId, Time};

/// The longest pause between two tries.
const PAUSE_SECONDS_MAX: u64 = 3_600;
/// After so long nobody waits for a mail any more.
const GIVEN_UP_AFTER_MILLISECONDS: i64 = 3 * 24 * 3_600_000;

/// What somebody is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Who gets it.
    pub to: Email,
    /// One line.
    pub subject: String,
    /// For readers of plain text.
    pub text: String,
    /// The same, laid out.
    pub html: String,
}

/// A mail that waits in the outbox.
#[derive(Debug, Clone)]
pub struct QueuedMail {
    /// Its name, and the first part of its Message-ID: the same at every try.
    pub id: MailId,
    /// What it says, and to whom.
    pub mail: Mail,
    /// When it was written.
    pub created_at: Time,
    /// How often it was tried in vain.
    pub tries: u32,
}

impl QueuedMail {
    /// When to try again after a try at `now` failed; none when it is time to give up. The pause begins
    /// with `first_pause_seconds` and doubles each time.
    pub fn next_try(&self, first_pause_seconds: u64, now: Time) -> Option<Time> {
        if now.milliseconds() - self.created_at.milliseconds() > GIVEN_UP_AFTER_MILLISECONDS {
            return None;
        }
        let doubled = first_pause_seconds.saturating_mul(1 << self.tries.min(16));
        let pause = doubled.clamp(1, PAUSE_SECONDS_MAX.max(first_pause_seconds));
        Some(now.plus_milliseconds(i64::try_from(pause.saturating_mul(1_000)).unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour_and_end_after_three_days() {
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let mail = |tries| QueuedMail {
            id: MailId::new(now, &SystemEntropy),
            mail: Mail {
                to: Email::parse("ada@example.org").unwrap(),
                subject: String::new(),
                text: String::new(),
                html: String::new(),
            },
            created_at: now,
            tries,
        };
        let pause = |tries| {
            let next = mail(tries).next_try(30, now).unwrap();
            (next.milliseconds() - now.milliseconds()) / 1_000
        };
        assert_eq!([pause(0), pause(1), pause(2)], [30, 60, 120]);
        assert_eq!([pause(7), pause(1_000)], [3_600, 3_600]);
        let late = now.plus_milliseconds(GIVEN_UP_AFTER_MILLISECONDS + 1);
        assert_eq!(mail(100).next_try(30, late), None);
    }
}
