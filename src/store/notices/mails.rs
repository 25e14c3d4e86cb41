//! The mails of notices that are to be written.

use crate::domain::notice::NoticeKind;
use crate::domain::{AccountId, CommentId, NoticeId, PostId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// A notice whose mail is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// The notice.
    pub id: NoticeId,
    /// Its kind.
    pub kind: NoticeKind,
    /// Who gets the mail.
    pub account: AccountId,
    /// The person whose act it is about.
    pub actor: Option<AccountId>,
    /// The post that it is about.
    pub post: Option<PostId>,
    /// The comment that it is about.
    pub comment: Option<CommentId>,
    /// The number of events that it stands for.
    pub count: u64,
    /// What a review came to; empty for other kinds.
    pub detail: String,
    /// When it happened.
    pub at: Time,
}

pub(in crate::store) const DUE: &str = "
    select id, kind, account, actor, post_id, comment_id, count, detail, at from notifications
    where mail_at is not null and mail_at <= ?1 order by mail_at, id limit ?2";

pub(in crate::store) const NEXT: &str =
    "select mail_at from notifications where mail_at is not null order by mail_at, id limit 1";

pub(in crate::store) const SUPPRESSED: &str = "
    select 1 from users u join suppressed s on s.email = u.email where u.id = ?1
    union all
    select 1 from admins a join suppressed s on s.email = a.email where a.id = ?1";

/// Returns the notices whose mails are due, the earliest first.
pub fn due_mails(tx: &Tx<'_>, now: Time, limit: u32) -> Result<Vec<DueMail>, StoreError> {
    tx.query_all(DUE, params![now, limit], |row| {
        Ok(DueMail {
            id: row.get("id")?,
            kind: row.get("kind")?,
            account: row.get("account")?,
            actor: row.get("actor")?,
            post: row.get("post_id")?,
            comment: row.get("comment_id")?,
            count: row.get("count")?,
            detail: row.get("detail")?,
            at: row.get("at")?,
        })
    })
}

/// Returns the earliest time at which a mail is due.
pub fn next_mail(tx: &Tx<'_>) -> Result<Option<Time>, StoreError> {
    tx.query_value(NEXT, params![])
}

/// Records that the mail of a notice was written, or that there is to be none.
pub fn mail_written(tx: &mut Tx<'_>, id: NoticeId) -> Result<(), StoreError> {
    tx.execute(
        "update notifications set mail_at = null where id = ?1",
        params![id],
    )?;
    Ok(())
}

/// Whether the address of an account has refused a mail for good.
pub fn is_suppressed(tx: &Tx<'_>, account: AccountId) -> Result<bool, StoreError> {
    tx.exists(SUPPRESSED, params![account])
}
