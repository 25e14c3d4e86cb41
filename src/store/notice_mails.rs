//! What the mails of notices say: the notices with the posts, the comments and the names that they are about.

use std::collections::HashMap;

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::domain::comment::CommentState;
use crate::domain::notice::NoticeKind;
use crate::domain::post::Status;
use crate::domain::user::EmailAddress;
use crate::domain::{AccountId, CommentId, NoticeId, PostId, Slug, Time};
use crate::store::Tx;

/// A notice with what it is about.
#[derive(Debug, Clone)]
pub struct MailedNotice {
    /// The notice's id.
    pub id: NoticeId,
    /// Who is told.
    pub account: AccountId,
    /// Its kind.
    pub kind: NoticeKind,
    /// The name of the person whose act it is about.
    pub actor: Option<String>,
    /// The events that it stands for.
    pub count: u64,
    /// What a review came to; empty for other kinds.
    pub detail: String,
    /// The post.
    pub post: Option<MailedPost>,
    /// The comment.
    pub comment: Option<MailedComment>,
}

/// The post of a notice.
#[derive(Debug, Clone)]
pub struct MailedPost {
    /// Its id.
    pub id: PostId,
    /// The readable part of its URL.
    pub slug: Slug,
    /// Its title.
    pub title: String,
    /// The beginning of its text.
    pub excerpt: String,
    /// Whether readers see it.
    pub status: Status,
}

/// The comment of a notice.
#[derive(Debug, Clone)]
pub struct MailedComment {
    /// Its id.
    pub id: CommentId,
    /// Its text.
    pub content: String,
    /// Its state.
    pub state: CommentState,
}

macro_rules! select_notices {
    ($rest:expr) => {
        concat!(
            "select n.id, n.account, n.kind, n.count, n.detail, coalesce(u.name, a.username, h.name) as actor_name,
                    p.id as post_id, p.slug, p.title, p.excerpt, p.status,
                    c.id as comment_id, c.content, c.state
             from notifications n
             left join users u on u.id = n.actor
             left join admins a on a.id = n.actor
             left join authors h on h.id = n.actor
             left join posts p on p.id = n.post_id
             left join comments c on c.id = n.comment_id ",
            $rest
        )
    };
}

pub(super) const DUE: &str =
    select_notices!("where n.mail_at is not null and n.mail_at <= ?1 order by n.mail_at, n.id limit ?2");

/// Returns the notices whose mails are due, the earliest first.
pub fn due(tx: &Tx<'_>, now: Time, limit: u32) -> Result<Vec<MailedNotice>, StoreError> {
    tx.query_all(DUE, params![now, limit], notice)
}

/// Whether the mail of a notice is due.
pub fn is_any_due(tx: &Tx<'_>, now: Time) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from notifications where mail_at is not null and mail_at <= ?1 limit 1",
        params![now],
    )
}

/// Records that the mails of these notices were written, or that there are to be none.
pub fn written(tx: &mut Tx<'_>, notices: &[NoticeId]) -> Result<(), StoreError> {
    let ids: Vec<String> = notices.iter().map(NoticeId::to_string).collect();
    tx.execute(WRITTEN, params![strings(&ids)])?;
    Ok(())
}

pub(super) const WRITTEN: &str = concat!(
    "update notifications set mail_at = null where id in ",
    each_text!("?1")
);

pub(super) const OF_PERIOD: &str = select_notices!(
    "where n.account = ?1 and n.at >= ?2 and n.at < ?3 order by n.at desc, n.id desc limit ?4"
);

/// Returns the notices of an account from `from` until before `to`, the latest first.
pub fn of_period(
    tx: &Tx<'_>,
    account: AccountId,
    from: Time,
    to: Time,
    limit: u32,
) -> Result<Vec<MailedNotice>, StoreError> {
    tx.query_all(OF_PERIOD, params![account, from, to, limit], notice)
}

pub(super) const ADDRESSES: &str = concat!(
    "select u.id, u.email, 0 as is_staff from ",
    each_text!("?1"),
    " as wanted join users u on u.id = wanted.value
     where u.verified_at is not null and u.is_banned = 0 and (u.banned_until is null or u.banned_until <= ?2)
       and not exists (select 1 from suppressed s where s.email = u.email)
     union all
     select a.id, a.email, 1 from ",
    each_text!("?1"),
    " as wanted join admins a on a.id = wanted.value
     where not exists (select 1 from suppressed s where s.email = a.email)"
);

/// The address of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountAddress {
    /// The address.
    pub email: EmailAddress,
    /// Whether the account is that of a member of the staff.
    pub is_staff: bool,
}

/// Returns the addresses of those accounts who may be mailed: verified, not suppressed, and not those of banned readers.
pub fn addresses(
    tx: &Tx<'_>,
    accounts: &[AccountId],
    now: Time,
) -> Result<HashMap<AccountId, AccountAddress>, StoreError> {
    let ids: Vec<String> = accounts.iter().map(AccountId::to_string).collect();
    let found = tx.query_all(ADDRESSES, params![strings(&ids), now], |row| {
        let address = AccountAddress {
            email: row.get("email")?,
            is_staff: row.get("is_staff")?,
        };
        Ok((row.get("id")?, address))
    })?;
    Ok(found.into_iter().collect())
}

fn notice(row: &Row<'_>) -> Result<MailedNotice, StoreError> {
    let post: Option<PostId> = row.get("post_id")?;
    let comment: Option<CommentId> = row.get("comment_id")?;
    Ok(MailedNotice {
        id: row.get("id")?,
        account: row.get("account")?,
        kind: row.get("kind")?,
        actor: row.get("actor_name")?,
        count: row.get("count")?,
        detail: row.get("detail")?,
        post: match post {
            Some(id) => Some(MailedPost {
                id,
                slug: row.get("slug")?,
                title: row.get("title")?,
                excerpt: row.get("excerpt")?,
                status: row.get("status")?,
            }),
            None => None,
        },
        comment: match comment {
            Some(id) => Some(MailedComment {
                id,
                content: row.get("content")?,
                state: row.get("state")?,
            }),
            None => None,
        },
    })
}
