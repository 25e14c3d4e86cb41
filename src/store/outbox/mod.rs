//! The queue of emails. An email is stored in the transaction that causes it, so that none is lost.

use super::engine::{Row, StoreError, params};
use crate::domain::outgoing_email::{EmailMessage, NoticeEmail, QueuedEmail};
use crate::domain::user::EmailAddress;
use crate::domain::{MailId, Time};
use crate::store::Tx;

/// A part of the queue, which is delivered on its own: nothing in one waits for anything in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// The emails about accounts.
    Account,
    /// All others.
    Notices,
}

/// An email of the queue, as it is stored.
#[derive(Debug, Clone)]
pub struct StoredEmail {
    /// The email. Where its content is encrypted, its subject and its bodies are empty, and no URL ends those of its kind.
    pub email: QueuedEmail,
    /// Its encrypted content; `None` for an email that an earlier version has queued.
    pub sealed: Option<Vec<u8>>,
}

/// Queues an email about an account, whose content is encrypted. It is due immediately, even if the clock is set back.
pub fn insert(
    tx: &mut Tx<'_>,
    id: MailId,
    to: &EmailAddress,
    sealed: &[u8],
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into outbox (id, recipient, subject, text_body, html_body, sealed, created_at, next_try_at, kind)
         values (?1, ?2, '', '', '', ?3, ?4, 0, 'account')",
        params![id, to, sealed, now],
    )?;
    Ok(())
}

/// Queues any other email, whose content is encrypted in `sealed`, and returns whether it did: nobody gets one about the
/// same event twice, and an address that refused an email for good gets none.
pub fn insert_notice(
    tx: &mut Tx<'_>,
    id: MailId,
    notice: &NoticeEmail,
    sealed: &[u8],
    now: Time,
) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into outbox (id, recipient, subject, text_body, html_body, sealed, created_at, next_try_at,
                             kind, dedupe_key, thread, comment_id)
         select cast(?1 as text), cast(?2 as text), '', '', '', ?3, cast(?4 as bigint), 0, cast(?5 as text),
                cast(?6 as text), cast(?7 as text), cast(?8 as text)
         where not exists (select 1 from suppressed where email = ?2)
         on conflict (dedupe_key) where dedupe_key is not null do nothing",
        params![
            id,
            notice.mail.to,
            sealed,
            now,
            notice.kind,
            notice.dedupe_key,
            notice.thread,
            notice.comment
        ],
    )?;
    Ok(inserted > 0)
}

macro_rules! due {
    ($lane:literal) => {
        concat!(
            "select id, recipient, subject, text_body, html_body, sealed, created_at, tries, kind, list_unsubscribe,
                    thread
             from outbox
             where done_at is null and kind ",
            $lane,
            " 'account' and next_try_at <= ?1
             order by next_try_at, created_at, id limit ?2"
        )
    };
}

pub(super) const DUE: &str = due!("=");
pub(super) const DUE_NOTICES: &str = due!("<>");

/// Returns the emails of a lane that are due, the longest overdue first.
pub fn due(tx: &Tx<'_>, lane: Lane, now: Time, limit: u32) -> Result<Vec<StoredEmail>, StoreError> {
    let sql = match lane {
        Lane::Account => DUE,
        Lane::Notices => DUE_NOTICES,
    };
    tx.query_all(sql, params![now, limit], queued)
}

/// Whether an email of a lane is due.
pub fn is_any_due(tx: &Tx<'_>, lane: Lane, now: Time) -> Result<bool, StoreError> {
    let sql = match lane {
        Lane::Account => {
            "select 1 from outbox where done_at is null and kind = 'account' and next_try_at <= ?1 limit 1"
        }
        Lane::Notices => {
            "select 1 from outbox where done_at is null and kind <> 'account' and next_try_at <= ?1 limit 1"
        }
    };
    tx.exists(sql, params![now])
}

macro_rules! claim {
    ($lane:literal) => {
        concat!(
            "update outbox set next_try_at = ?2
             where id in (select id from outbox
                          where done_at is null and kind ",
            $lane,
            " 'account' and next_try_at <= ?1
                          order by next_try_at, created_at, id limit ?3)
             returning id, recipient, subject, text_body, html_body, sealed, created_at, tries, kind, list_unsubscribe,
                       thread"
        )
    };
}

pub(super) const CLAIM: &str = claim!("=");
pub(super) const CLAIM_NOTICES: &str = claim!("<>");

/// Claims the emails of a lane that are due, the longest overdue first: until the end of the lease they are due for nobody
/// else. It is the time of their next attempt, unless whoever claimed them comes first.
pub fn claim(
    tx: &mut Tx<'_>,
    lane: Lane,
    now: Time,
    lease_end: Time,
    limit: u32,
) -> Result<Vec<StoredEmail>, StoreError> {
    let sql = match lane {
        Lane::Account => CLAIM,
        Lane::Notices => CLAIM_NOTICES,
    };
    let mut claimed = tx.query_all(sql, params![now, lease_end, limit], queued)?;
    // Statements that write return their rows in any order.
    claimed.sort_by_key(|mail| (mail.email.created_at, mail.email.id));
    Ok(claimed)
}

/// Returns how many emails that are not about accounts were sent or given up after `since`.
pub fn notices_sent_since(tx: &Tx<'_>, since: Time) -> Result<u64, StoreError> {
    let sent = tx.query_value(NOTICES_SENT, params![since])?;
    Ok(sent.unwrap_or(0))
}

pub(super) const NOTICES_SENT: &str = "
    select count(*) from outbox where done_at is not null and kind <> 'account' and done_at > ?1";

/// Whether an email that was read as due is still to be sent: it was not withdrawn meanwhile.
pub fn is_queued(tx: &Tx<'_>, id: MailId) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from outbox where id = ?1 and done_at is null",
        params![id],
    )
}

fn queued(row: &Row<'_>) -> Result<StoredEmail, StoreError> {
    let email = QueuedEmail {
        id: row.get("id")?,
        mail: EmailMessage {
            to: row.get("recipient")?,
            subject: row.get("subject")?,
            text: row.get("text_body")?,
            html: row.get("html_body")?,
        },
        kind: row.get("kind")?,
        unsubscribe_url: row.get("list_unsubscribe")?,
        thread: row.get("thread")?,
        created_at: row.get("created_at")?,
        attempts: row.get("tries")?,
    };
    Ok(StoredEmail {
        email,
        sealed: row.get("sealed")?,
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
                           subject = '', text_body = '', html_body = '', list_unsubscribe = null, sealed = null
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
mod tests;
