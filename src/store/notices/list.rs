//! The notices of an account, and which of them were read.

use crate::domain::notice::NoticeKind;
use crate::domain::post::Status;
use crate::domain::{AccountId, Avatar, CommentId, NoticeId, Page, Paging, PostId, Slug, Time, avatar};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, each_text, params, strings};
use crate::store::users;

/// The person whose act a notice is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account's id.
    pub id: AccountId,
    /// The display name.
    pub name: String,
    /// The profile picture.
    pub avatar: Option<Avatar>,
}

/// The post that a notice is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostOfNotice {
    /// The post's id.
    pub id: PostId,
    /// Its slug.
    pub slug: Slug,
    /// Its title.
    pub title: String,
    /// Whether readers can see it.
    pub status: Status,
}

/// A notice as it is displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedNotice {
    /// The notice's id.
    pub id: NoticeId,
    /// Its kind.
    pub kind: NoticeKind,
    /// The person whose act it is about.
    pub actor: Option<Actor>,
    /// The post that it is about.
    pub post: Option<PostOfNotice>,
    /// The comment that it is about, of several the newest.
    pub comment: Option<CommentId>,
    /// The number of events that it stands for.
    pub count: u64,
    /// What a review came to; empty for other kinds.
    pub detail: String,
    /// When it happened.
    pub at: Time,
    /// When it was read.
    pub read_at: Option<Time>,
}

/// A filter of notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// Whose they are.
    pub account: AccountId,
    /// Whether only those are listed that are not read.
    is_unread: bool,
}

impl Filter {
    /// Returns the filter of all notices of an account, or of those that are not read.
    pub fn of(account: AccountId, is_unread: bool) -> Self {
        Self { account, is_unread }
    }
}

/// Notices that were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadNotices {
    /// Those with these ids.
    These(Vec<String>),
    /// All up to this time.
    UpTo(Time),
}

/// Selects the notices of an account `?1`. What they are about is still displayed: a comment that is visible, and a post
/// that is published or in review.
macro_rules! notices {
    ($columns:literal, $joins:literal, $condition:literal, $rest:literal) => {
        concat!(
            "select ",
            $columns,
            " from notifications n
             left join posts p on p.id = n.post_id
             left join comments c on c.id = n.comment_id ",
            $joins,
            " where n.account = ?1 and (n.comment_id is null or c.state = 'visible')
                and (n.post_id is null or p.status = 'published' or n.kind = 'review')",
            $condition,
            $rest
        )
    };
}

macro_rules! listed {
    ($condition:literal) => {
        notices!(
            "n.id, n.kind, n.comment_id, n.count, n.detail, n.at, n.read_at, n.actor,
             coalesce(u.name, s.username) as actor_name, s.id as staff_id,
             a.url as avatar_url, a.name as avatar_name, a.description as avatar_description,
             p.id as post_id, p.slug, p.title, p.status",
            "left join users u on u.id = n.actor
             left join avatars a on a.slug = u.avatar
             left join admins s on s.id = n.actor",
            $condition,
            " order by n.at desc, n.id desc limit ?2 offset ?3"
        )
    };
}

pub(in crate::store) const ALL: &str = listed!("");
pub(in crate::store) const UNREAD: &str = listed!(" and n.read_at is null");
pub(in crate::store) const TOTAL: &str = notices!("count(*)", "", "", "");
pub(in crate::store) const UNREAD_TOTAL: &str = notices!("count(*)", "", " and n.read_at is null", "");

/// Returns a page of notices, newest first.
pub fn list(tx: &Tx<'_>, filter: Filter, paging: Paging) -> Result<Page<ListedNotice>, StoreError> {
    let (page, total) = if filter.is_unread {
        (UNREAD, UNREAD_TOTAL)
    } else {
        (ALL, TOTAL)
    };
    let items = tx.query_all(
        page,
        params![filter.account, paging.limit, paging.offset()],
        notice,
    )?;
    let total = tx.query_value(total, params![filter.account])?.unwrap_or(0);
    Ok(Page { items, total, paging })
}

/// Returns the number of the notices of an account that are not read.
pub fn unread(tx: &Tx<'_>, account: AccountId) -> Result<u64, StoreError> {
    let unread = tx.query_value(
        "select unread_notices from users where id = ?1
         union all select unread_notices from admins where id = ?1",
        params![account],
    )?;
    Ok(unread.unwrap_or(0))
}

pub(in crate::store) const MARK_THESE: &str = concat!(
    "update notifications set read_at = ?2 where account = ?1 and read_at is null and id in ",
    each_text!("?3")
);
pub(in crate::store) const MARK_ALL: &str =
    "update notifications set read_at = ?2 where account = ?1 and read_at is null and at <= ?3";

/// Marks notices of an account as read. Those that were read before keep their time.
pub fn mark_read(
    tx: &mut Tx<'_>,
    account: AccountId,
    read: &ReadNotices,
    now: Time,
) -> Result<(), StoreError> {
    match read {
        ReadNotices::These(ids) => tx.execute(MARK_THESE, params![account, now, strings(ids)])?,
        ReadNotices::UpTo(time) => tx.execute(MARK_ALL, params![account, now, time])?,
    };
    Ok(())
}

fn notice(row: &Row<'_>) -> Result<ListedNotice, StoreError> {
    Ok(ListedNotice {
        id: row.get("id")?,
        kind: row.get("kind")?,
        actor: actor(row)?,
        post: post(row)?,
        comment: row.get("comment_id")?,
        count: row.get("count")?,
        detail: row.get("detail")?,
        at: row.get("at")?,
        read_at: row.get("read_at")?,
    })
}

fn actor(row: &Row<'_>) -> Result<Option<Actor>, StoreError> {
    let id: Option<AccountId> = row.get("actor")?;
    let (Some(id), Some(name)) = (id, row.get("actor_name")?) else {
        return Ok(None);
    };
    let is_staff = row.get::<Option<String>>("staff_id")?.is_some();
    let avatar = if is_staff {
        Some(avatar::administrator())
    } else {
        users::avatar(row)?
    };
    Ok(Some(Actor { id, name, avatar }))
}

fn post(row: &Row<'_>) -> Result<Option<PostOfNotice>, StoreError> {
    let Some(id) = row.get("post_id")? else {
        return Ok(None);
    };
    Ok(Some(PostOfNotice {
        id,
        slug: row.get("slug")?,
        title: row.get("title")?,
        status: row.get("status")?,
    }))
}
