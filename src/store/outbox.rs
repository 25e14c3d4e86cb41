//! The queue of emails. An email is stored in the transaction that causes it, so that none is lost.

use super::engine::{Row, StoreError, params};
use crate::domain::outgoing_email::{EmailMessage, QueuedEmail};
use crate::domain::{MailId, Time};
use crate::store::Tx;

/// Queues an email. It is due immediately, even if the clock is set back.
pub fn insert(tx: &mut Tx<'_>, id: MailId, mail: &EmailMessage, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into outbox (id, recipient, subject, text_body, html_body, created_at, next_try_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        params![id, mail.to, mail.subject, mail.text, mail.html, now],
    )?;
    Ok(())
}

/// Returns the emails that are due, the longest overdue first.
pub fn due(tx: &Tx<'_>, now: Time, limit: u32) -> Result<Vec<QueuedEmail>, StoreError> {
    tx.query_all(DUE, params![now, limit], queued)
}

pub(super) const DUE: &str = "
    select id, recipient, subject, text_body, html_body, created_at, tries from outbox
    where done_at is null and next_try_at <= ?1
    order by next_try_at, created_at, id limit ?2";

/// Whether an email is due.
pub fn is_any_due(tx: &Tx<'_>, now: Time) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from outbox where done_at is null and next_try_at <= ?1 limit 1",
        params![now],
    )
}

/// Claims the emails that are due, the longest overdue first: until the end of the lease they are due for nobody else. It
/// is the time of their next attempt, unless whoever claimed them comes first.
pub fn claim(
    tx: &mut Tx<'_>,
    now: Time,
    lease_end: Time,
    limit: u32,
) -> Result<Vec<QueuedEmail>, StoreError> {
    let mut claimed = tx.query_all(CLAIM, params![now, lease_end, limit], queued)?;
    // Statements that write return their rows in any order.
    claimed.sort_by_key(|mail| (mail.created_at, mail.id));
    Ok(claimed)
}

pub(super) const CLAIM: &str = "
    update outbox set next_try_at = ?2
    where id in (select id from outbox where done_at is null and next_try_at <= ?1
                 order by next_try_at, created_at, id limit ?3)
    returning id, recipient, subject, text_body, html_body, created_at, tries";

fn queued(row: &Row<'_>) -> Result<QueuedEmail, StoreError> {
    Ok(QueuedEmail {
        id: row.get("id")?,
        mail: EmailMessage {
            to: row.get("recipient")?,
            subject: row.get("subject")?,
            text: row.get("text_body")?,
            html: row.get("html_body")?,
        },
        created_at: row.get("created_at")?,
        attempts: row.get("tries")?,
    })
}

/// Gives back an email that was not sent. It is due at once, unless its lease has ended and somebody else claimed it.
pub fn give_back(tx: &mut Tx<'_>, id: MailId, lease_end: Time) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set next_try_at = 0 where id = ?1 and next_try_at = ?2 and done_at is null",
        params![id, lease_end],
    )?;
    Ok(())
}

/// Marks an email as sent, and deletes its content, which may contain a code.
pub fn mark_sent(tx: &mut Tx<'_>, id: MailId, now: Time) -> Result<(), StoreError> {
    finish(tx, id, None, now, None)
}

/// Marks an email as failed for good, and deletes its content. Does nothing if it was claimed until `lease_end`, and
/// somebody else has claimed or sent it since.
pub fn mark_failed(
    tx: &mut Tx<'_>,
    id: MailId,
    lease_end: Option<Time>,
    now: Time,
    cause: &str,
) -> Result<(), StoreError> {
    finish(tx, id, lease_end, now, Some(cause))
}

fn finish(
    tx: &mut Tx<'_>,
    id: MailId,
    lease_end: Option<Time>,
    now: Time,
    cause: Option<&str>,
) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set done_at = ?2, was_sent = ?3, last_error = ?4, tries = tries + 1,
                           subject = '', text_body = '', html_body = ''
         where id = ?1 and done_at is null and next_try_at = coalesce(?5, next_try_at)",
        params![id, now, cause.is_none(), cause, lease_end],
    )?;
    Ok(())
}

/// Counts a failed try, and schedules the next one for `next_try_at`. Does nothing if the email was claimed until
/// `lease_end`, and somebody else has claimed or sent it since.
pub fn reschedule(
    tx: &mut Tx<'_>,
    id: MailId,
    lease_end: Option<Time>,
    next_try_at: Time,
    cause: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set tries = tries + 1, next_try_at = ?2, last_error = ?3
         where id = ?1 and done_at is null and next_try_at = coalesce(?4, next_try_at)",
        params![id, next_try_at, cause, lease_end],
    )?;
    Ok(())
}

/// The state of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueState {
    /// The number of queued emails.
    pub mails: u64,
    /// The time of creation of the oldest one.
    pub oldest: Option<Time>,
}

/// Returns the state of the queue.
pub fn queue_state(tx: &Tx<'_>) -> Result<QueueState, StoreError> {
    let state = tx.query_one(
        "select count(*) as mails, min(created_at) as oldest from outbox where done_at is null",
        params![],
        |row| {
            Ok(QueueState {
                mails: row.get("mails")?,
                oldest: row.get("oldest")?,
            })
        },
    )?;
    Ok(state.unwrap_or(QueueState {
        mails: 0,
        oldest: None,
    }))
}

/// Deletes at most `limit` emails that were finished before `moment`, and returns their number.
pub fn delete_finished_before(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![moment, limit])
}

pub(super) const FORGET: &str = "
    delete from outbox where id in (select id from outbox where done_at < ?1 limit ?2)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::user::EmailAddress;
    use crate::domain::{Clock as _, SystemClock, SystemEntropy};
    use crate::store::{Store, StoreOptions};

    struct Fixture {
        store: Store,
        _folder: tempfile::TempDir,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            Self {
                store: Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap(),
                _folder: folder,
            }
        }

        fn write<T: Send + 'static>(
            &self,
            work: impl FnOnce(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
        ) -> T {
            self.store.write_blocking(work).unwrap()
        }

        /// Queues an email with a code.
        fn queue(&self, created_at: Time) -> MailId {
            let id = MailId::new(created_at, &SystemEntropy);
            let mail = EmailMessage {
                to: EmailAddress::parse("ada@example.org").unwrap(),
                subject: "123456 is your code".to_owned(),
                text: "123456".to_owned(),
                html: "<b>123456</b>".to_owned(),
            };
            self.write(move |tx| insert(tx, id, &mail, created_at));
            id
        }

        fn claim(&self, now: Time, lease_end: Time) -> Vec<MailId> {
            let claimed = self.write(move |tx| claim(tx, now, lease_end, 5));
            claimed.iter().map(|mail| mail.id).collect()
        }

        fn attempts(&self, now: Time) -> u32 {
            let due = self.write(move |tx| due(tx, now, 1));
            due.first().unwrap().attempts
        }

        /// Returns the stored subject, text and HTML of the only email.
        fn content(&self) -> Vec<String> {
            let content = self.write(|tx| {
                tx.query_one(
                    "select subject, text_body, html_body from outbox",
                    params![],
                    |row| {
                        Ok(vec![
                            row.get("subject")?,
                            row.get("text_body")?,
                            row.get("html_body")?,
                        ])
                    },
                )
            });
            content.unwrap()
        }
    }

    /// Returns the time as it is stored, in milliseconds.
    fn now() -> Time {
        Time::from_milliseconds(SystemClock.now().milliseconds())
    }

    fn seconds_after(time: Time, seconds: i64) -> Time {
        time.plus_milliseconds(seconds * 1_000)
    }

    #[test]
    fn deletes_the_content_of_a_sent_email() {
        let fixture = Fixture::new();
        let (id, now) = (fixture.queue(now()), now());
        fixture.write(move |tx| mark_sent(tx, id, now));
        assert_eq!(fixture.content(), ["", "", ""]);
    }

    #[test]
    fn deletes_the_content_of_an_abandoned_email() {
        let fixture = Fixture::new();
        let (id, now) = (fixture.queue(now()), now());
        fixture.write(move |tx| mark_failed(tx, id, None, now, "no server"));
        assert_eq!(fixture.content(), ["", "", ""]);
    }

    #[test]
    fn claims_the_oldest_emails_once_until_the_lease_ends() {
        let fixture = Fixture::new();
        let start = now();
        let queued: Vec<MailId> = (0..7)
            .map(|second| fixture.queue(seconds_after(start, second)))
            .collect();
        let now = seconds_after(start, 10);
        let (first_end, second_end) = (seconds_after(now, 60), seconds_after(now, 90));
        assert_eq!(fixture.claim(now, first_end), queued[..5]);
        assert_eq!(fixture.claim(now, second_end), queued[5..]);
        assert_eq!(fixture.claim(now, second_end), []);
        assert_eq!(
            fixture.claim(first_end, seconds_after(first_end, 60)),
            queued[..5]
        );
    }

    #[test]
    fn a_claimed_email_still_waits() {
        let fixture = Fixture::new();
        let start = now();
        fixture.queue(start);
        fixture.claim(start, seconds_after(start, 60));
        let expected = QueueState {
            mails: 1,
            oldest: Some(start),
        };
        assert_eq!(fixture.write(|tx| queue_state(tx)), expected);
    }

    #[test]
    fn an_email_that_is_given_back_is_due_at_once() {
        let fixture = Fixture::new();
        let start = now();
        let id = fixture.queue(start);
        let lease_end = seconds_after(start, 60);
        fixture.claim(start, lease_end);
        fixture.write(move |tx| give_back(tx, id, lease_end));
        assert_eq!(fixture.claim(start, seconds_after(start, 90)), [id]);
    }

    #[test]
    fn a_claim_that_has_ended_changes_nothing_of_the_next_one() {
        let fixture = Fixture::new();
        let start = now();
        let id = fixture.queue(start);
        let (ended, current) = (seconds_after(start, 60), seconds_after(start, 120));
        fixture.claim(start, ended);
        fixture.claim(ended, current);
        fixture.write(move |tx| {
            give_back(tx, id, ended)?;
            reschedule(tx, id, Some(ended), start, "no server")?;
            mark_failed(tx, id, Some(ended), start, "no server")
        });
        assert_eq!(fixture.claim(seconds_after(current, -1), current), []);
        assert_eq!(fixture.attempts(current), 0);
    }

    #[test]
    fn counts_a_failed_attempt_of_a_claim_once() {
        let fixture = Fixture::new();
        let start = now();
        let id = fixture.queue(start);
        let lease_end = seconds_after(start, 60);
        let next = seconds_after(start, 30);
        fixture.claim(start, lease_end);
        fixture.write(move |tx| reschedule(tx, id, Some(lease_end), next, "no server"));
        assert_eq!(fixture.claim(seconds_after(next, -1), lease_end), []);
        assert_eq!(fixture.attempts(next), 1);
    }

    #[test]
    fn a_failure_after_the_email_was_sent_changes_nothing() {
        let fixture = Fixture::new();
        let (id, now) = (fixture.queue(now()), now());
        fixture.write(move |tx| {
            mark_sent(tx, id, now)?;
            reschedule(tx, id, None, now, "no server")?;
            mark_failed(tx, id, None, now, "no server")
        });
        let sent = fixture.write(|tx| {
            tx.query_one(
                "select was_sent, tries, last_error from outbox",
                params![],
                |row| {
                    Ok((
                        row.get::<bool>("was_sent")?,
                        row.get::<u32>("tries")?,
                        row.get::<Option<String>>("last_error")?,
                    ))
                },
            )
        });
        assert_eq!(sent, Some((true, 1, None)));
    }
}
