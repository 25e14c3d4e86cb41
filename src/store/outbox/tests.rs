//! Tests of the queue.

use super::*;
use crate::domain::{Clock as _, SystemClock, SystemEntropy};
use crate::store::{Store, StoreOptions};

/// The content of an email, as if encrypted.
const SEALED: &[u8] = b"sealed";
/// The content of an email that an earlier version has queued.
const PLAIN: &str = "
    update outbox set sealed = null, subject = '123456 is your code', text_body = '123456', html_body = '<b>123456</b>',
                      list_unsubscribe = 'https://blog.example.org/unsubscribe/abc'";

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

    /// Queues an email.
    fn queue(&self, created_at: Time) -> MailId {
        let id = MailId::new(created_at, &SystemEntropy);
        let to = EmailAddress::parse("ada@example.org").unwrap();
        self.write(move |tx| insert(tx, id, &to, SEALED, created_at));
        id
    }

    fn claim(&self, now: Time, lease_end: Time) -> Vec<MailId> {
        let claimed = self.write(move |tx| claim(tx, Lane::Account, now, lease_end, 5));
        claimed.iter().map(|mail| mail.email.id).collect()
    }

    fn attempts(&self, now: Time) -> u32 {
        let due = self.write(move |tx| due(tx, Lane::Account, now, 1));
        due.first().unwrap().email.attempts
    }

    /// Whether anything of the content of the only email is left.
    fn has_content(&self) -> bool {
        self.write(|tx| {
            tx.exists(
                "select 1 from outbox where sealed is not null or list_unsubscribe is not null
                 or subject <> '' or text_body <> '' or html_body <> ''",
                params![],
            )
        })
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
fn deletes_the_content_of_an_email_that_was_sent_or_given_up() {
    for is_sent in [true, false] {
        for is_plain in [true, false] {
            let fixture = Fixture::new();
            let (id, now) = (fixture.queue(now()), now());
            if is_plain {
                fixture.write(|tx| tx.execute(PLAIN, params![]));
            }
            assert!(fixture.has_content());
            fixture.write(move |tx| {
                if is_sent {
                    mark_sent(tx, id, now)
                } else {
                    mark_failed(tx, id, None, now, "no server")
                }
            });
            assert!(!fixture.has_content(), "sent: {is_sent}, plain: {is_plain}");
        }
    }
}

#[test]
fn returns_the_content_as_it_was_queued() {
    let fixture = Fixture::new();
    let now = now();
    fixture.queue(now);
    let due = || fixture.write(move |tx| due(tx, Lane::Account, now, 1)).remove(0);
    let sealed = due();
    assert_eq!(sealed.sealed.as_deref(), Some(SEALED));
    assert_eq!(
        (sealed.email.mail.subject.as_str(), sealed.email.unsubscribe_url),
        ("", None)
    );
    fixture.write(|tx| tx.execute(PLAIN, params![]));
    let plain = due();
    assert_eq!(plain.sealed, None);
    assert_eq!(plain.email.mail.text, "123456");
    assert!(plain.email.unsubscribe_url.is_some());
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
