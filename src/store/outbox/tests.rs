//! Tests of the queue.

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
        let claimed = self.write(move |tx| claim(tx, Lane::Account, now, lease_end, 5));
        claimed.iter().map(|mail| mail.id).collect()
    }

    fn attempts(&self, now: Time) -> u32 {
        let due = self.write(move |tx| due(tx, Lane::Account, now, 1));
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
