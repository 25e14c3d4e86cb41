//! Mails that are to be sent: written in the transaction that causes them, so that none is lost.

use super::engine::{StoreError, Tx, params};
use super::parsed;
use crate::domain::mail::{Mail, QueuedMail};
use crate::domain::user::Email;
use crate::domain::{MailId, Time};

/// Queues a mail, which is due at once, whatever the clock says later.
pub fn insert(tx: &mut Tx<'_>, id: MailId, mail: &Mail, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into outbox (id, recipient, subject, text_body, html_body, created_at, next_try_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        params![
            id.to_string(),
            mail.to.as_str(),
            mail.subject,
            mail.text,
            mail.html,
            now.milliseconds()
        ],
    )?;
    Ok(())
}

/// The mails whose time has come, the longest waiting first.
pub fn due(tx: &Tx<'_>, now: Time, limit: u32) -> Result<Vec<QueuedMail>, StoreError> {
    tx.query_all(DUE, params![now.milliseconds(), limit], |row| {
        Ok(QueuedMail {
            id: parsed(row, "id", MailId::parse)?,
            mail: Mail {
                to: Email::from_stored(row.get("recipient")?),
                subject: row.get("subject")?,
                text: row.get("text_body")?,
                html: row.get("html_body")?,
            },
            created_at: Time::from_milliseconds(row.get("created_at")?),
            tries: row.get("tries")?,
        })
    })
}

pub(super) const DUE: &str = "
    select id, recipient, subject, text_body, html_body, created_at, tries from outbox
    where done_at is null and next_try_at <= ?1
    order by next_try_at, rowid limit ?2";

/// The mail was sent. What it said is forgotten, since it may have held a code.
pub fn sent(tx: &mut Tx<'_>, id: MailId, now: Time) -> Result<(), StoreError> {
    done(tx, id, now, true, None)
}

/// The mail will never be sent.
pub fn give_up(tx: &mut Tx<'_>, id: MailId, now: Time, cause: &str) -> Result<(), StoreError> {
    done(tx, id, now, false, Some(cause))
}

fn done(
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
        params![id.to_string(), now.milliseconds(), was_sent, cause],
    )?;
    Ok(())
}

/// The mail could not be sent now, and will be tried again at `next_try_at`.
pub fn postpone(tx: &mut Tx<'_>, id: MailId, next_try_at: Time, cause: &str) -> Result<(), StoreError> {
    tx.execute(
        "update outbox set tries = tries + 1, next_try_at = ?2, last_error = ?3 where id = ?1",
        params![id.to_string(), next_try_at.milliseconds(), cause],
    )?;
    Ok(())
}

/// What has not gone out yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// How many mails.
    pub mails: u64,
    /// When the oldest of them was written.
    pub oldest: Option<Time>,
}

/// The mails that wait.
pub fn waiting(tx: &Tx<'_>) -> Result<Waiting, StoreError> {
    let waiting = tx.query_one(
        "select count(*) as mails, min(created_at) as oldest from outbox where done_at is null",
        params![],
        |row| {
            let oldest: Option<i64> = row.get("oldest")?;
            Ok(Waiting {
                mails: row.get("mails")?,
                oldest: oldest.map(Time::from_milliseconds),
            })
        },
    )?;
    Ok(waiting.unwrap_or(Waiting {
        mails: 0,
        oldest: None,
    }))
}

/// Forgets at most `limit` mails that were done with before `moment`, and gives their number.
pub fn forget(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![moment.milliseconds(), limit])
}

pub(super) const FORGET: &str = "
    delete from outbox where id in (select id from outbox where done_at < ?1 limit ?2)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Clock as _, SystemClock, SystemEntropy};
    use crate::store::{Store, StoreOptions};

    /// What the outbox still knows of a mail that said a code: its subject, its text and its HTML.
    fn remembered_after(done: fn(&mut Tx<'_>, MailId, Time) -> Result<(), StoreError>) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
        let now = SystemClock.now();
        let id = MailId::new(now, &SystemEntropy);
        let mail = Mail {
            to: Email::parse("ada@example.org").unwrap(),
            subject: "123456 is your code".to_owned(),
            text: "123456".to_owned(),
            html: "<b>123456</b>".to_owned(),
        };
        let remembered: Result<_, StoreError> = store.write_blocking(move |tx| {
            insert(tx, id, &mail, now)?;
            done(tx, id, now)?;
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
        remembered.unwrap().unwrap()
    }

    #[test]
    fn a_mail_that_was_sent_is_forgotten_with_the_code_in_its_subject() {
        assert_eq!(remembered_after(sent), ["", "", ""]);
    }

    #[test]
    fn a_mail_that_is_given_up_is_forgotten_with_the_code_in_its_subject() {
        let give_up = |tx: &mut Tx<'_>, id, now| give_up(tx, id, now, "no server");
        assert_eq!(remembered_after(give_up), ["", "", ""]);
    }
}
