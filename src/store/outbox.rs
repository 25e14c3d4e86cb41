//! The queue of emails. An email is stored in the transaction that causes it, so that none is lost.

use super::engine::{StoreError, params};
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
    tx.query_all(DUE, params![now, limit], |row| {
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
    })
}

pub(super) const DUE: &str = "
    select id, recipient, subject, text_body, html_body, created_at, tries from outbox
    where done_at is null and next_try_at <= ?1
    order by next_try_at, rowid limit ?2";

/// Marks an email as sent, and deletes its content, which may contain a code.
pub fn mark_sent(tx: &mut Tx<'_>, id: MailId, now: Time) -> Result<(), StoreError> {
    finish(tx, id, now, true, None)
}

/// Marks an email as failed for good, and deletes its content.
pub fn mark_failed(tx: &mut Tx<'_>, id: MailId, now: Time, cause: &str) -> Result<(), StoreError> {
    finish(tx, id, now, false, Some(cause))
}

fn finish(
    tx: &mut Tx<'_>,
    id: MailId,
    now: Time,
    was_sent: bool,
    cause: Option<&str>,
) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set done_at = ?2, was_sent = ?3, last_error = ?4, tries = tries + 1,
                           subject = '', text_body = '', html_body = ''
         where id = ?1",
        params![id, now, was_sent, cause],
    )?;
    Ok(())
}

/// Counts a failed try, and schedules the next one for `next_try_at`.
pub fn reschedule(tx: &mut Tx<'_>, id: MailId, next_try_at: Time, cause: &str) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set tries = tries + 1, next_try_at = ?2, last_error = ?3 where id = ?1",
        params![id, next_try_at, cause],
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

    /// Returns the stored subject, text and HTML of an email with a code, after `finish`.
    fn content_after(finish: fn(&mut Tx<'_>, MailId, Time) -> Result<(), StoreError>) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
        let now = SystemClock.now();
        let id = MailId::new(now, &SystemEntropy);
        let mail = EmailMessage {
            to: EmailAddress::parse("ada@example.org").unwrap(),
            subject: "123456 is your code".to_owned(),
            text: "123456".to_owned(),
            html: "<b>123456</b>".to_owned(),
        };
        let content: Result<_, StoreError> = store.write_blocking(move |tx| {
            insert(tx, id, &mail, now)?;
            finish(tx, id, now)?;
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
        content.unwrap().unwrap()
    }

    #[test]
    fn deletes_the_content_of_a_sent_email() {
        assert_eq!(content_after(mark_sent), ["", "", ""]);
    }

    #[test]
    fn deletes_the_content_of_an_abandoned_email() {
        let give_up = |tx: &mut Tx<'_>, id, now| mark_failed(tx, id, now, "no server");
        assert_eq!(content_after(give_up), ["", "", ""]);
    }
}
