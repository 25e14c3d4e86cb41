//! The notices of an event of which many people are told, in steps.

use std::collections::BTreeSet;

use super::recipients::{Event, Recipient, insert, recipients, tell};
use super::reviews::moderators;
use crate::domain::notice::NoticeKind;
use crate::domain::{AccountId, CommentId, PostId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

/// Joins a comment to the notices of its post that are not read. Those who have another notice of the comment keep both as
/// they are.
pub(in crate::store) const FOLD: &str = concat!(
    "update notifications
     set count = count + 1, comment_id = ?3, actor = ?4, at = ?5,
         mail_at = case when account in ",
    each_text!("?6"),
    " then coalesce(mail_at, ?7) else mail_at end
     where kind = 'thread' and read_at is null and post_id = ?2 and account in ",
    each_text!("?1"),
    " and not exists (select 1 from notifications other
                       where other.account = notifications.account and other.comment_id = ?3)"
);

/// Tells followers of a post of a comment on it. A person has one notice for all comments since they last read one.
pub fn tell_of_thread(
    tx: &mut Tx<'_>,
    followers: &BTreeSet<AccountId>,
    (post, comment): (PostId, CommentId),
    now: Time,
) -> Result<(), StoreError> {
    let actor: Option<AccountId> = tx
        .query_value::<Option<AccountId>>(
            "select coalesce(user_id, admin_id) from comments where id = ?1",
            params![comment],
        )?
        .flatten();
    let event = Event {
        kind: NoticeKind::Thread,
        name: &comment.to_string(),
        actor,
        post: Some(post),
        comment: Some(comment),
        detail: "",
        count: 1,
        now,
    };
    let recipients = recipients(tx, followers, &event)?;
    let texts = |told: &mut dyn Iterator<Item = &Recipient>| {
        let ids: Vec<String> = told.map(|recipient| recipient.account.to_string()).collect();
        strings(&ids)
    };
    let all = texts(&mut recipients.iter());
    let mailed = texts(&mut recipients.iter().filter(|recipient| recipient.gets_mail));
    tx.execute(
        FOLD,
        params![all, post, comment, actor, now, mailed, event.mail_at()],
    )?;
    insert(tx, &recipients, &event)
}

/// Tells followers of the authors and tags of a post of its publication.
pub fn tell_of_post(
    tx: &mut Tx<'_>,
    followers: &BTreeSet<AccountId>,
    post: PostId,
    now: Time,
) -> Result<(), StoreError> {
    let actor: Option<AccountId> = tx
        .query_value::<Option<AccountId>>("select author_id from posts where id = ?1", params![post])?
        .flatten();
    let event = Event {
        kind: NoticeKind::Post,
        name: &post.to_string(),
        actor,
        post: Some(post),
        comment: None,
        detail: "",
        count: 1,
        now,
    };
    tell(tx, followers, &event)
}

/// Tells editors and administrators how many comments wait for them. It takes the place of what they have not read.
pub fn tell_moderators(tx: &mut Tx<'_>, waiting: u64, now: Time) -> Result<(), StoreError> {
    let accounts = moderators(tx)?;
    for account in &accounts {
        tx.execute(
            "delete from notifications where account = ?1 and kind = 'moderation' and read_at is null",
            params![account],
        )?;
    }
    let event = Event {
        kind: NoticeKind::Moderation,
        name: NoticeKind::Moderation.name(),
        actor: None,
        post: None,
        comment: None,
        detail: "",
        count: waiting.max(1),
        now,
    };
    tell(tx, &accounts, &event)
}
