//! Who is told of an event, and who of them gets a mail.

use std::collections::BTreeSet;

use super::MAIL_DELAY_MILLISECONDS;
use crate::domain::moderation::FOR_GOOD_MILLISECONDS;
use crate::domain::notice::{How, NoticeKind};
use crate::domain::notice_event::notice_id;
use crate::domain::{AccountId, CommentId, PostId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

/// An event that people are told of.
#[derive(Debug, Clone, Copy)]
pub struct Event<'event> {
    /// The kind of the notices.
    pub kind: NoticeKind,
    /// The name of the event among those of its time: the id of the comment, the post or the note.
    pub name: &'event str,
    /// The person whose act it is, who is not told.
    pub actor: Option<AccountId>,
    /// The post that it is about.
    pub post: Option<PostId>,
    /// The comment that it is about.
    pub comment: Option<CommentId>,
    /// What a review came to; empty for other kinds.
    pub detail: &'event str,
    /// The number of events that it stands for.
    pub count: u64,
    /// When it happened.
    pub now: Time,
}

/// Somebody who is told of an event.
pub(in crate::store) struct Recipient {
    pub(in crate::store) account: AccountId,
    /// Whether they get a mail of it.
    pub(in crate::store) gets_mail: bool,
}

/// Selects those of the accounts `?1` who are told of an event of the kind `?2` by the actor `?3` at the time `?4`. Readers
/// who are banned or silenced for good are not, nor those who mute the actor.
pub(in crate::store) const RECIPIENTS: &str = concat!(
    "select u.id, preference.how, refused.email as refused
     from ",
    each_text!("?1"),
    " as wanted
     join users u on u.id = wanted.value
     left join mail_preferences preference on preference.account = u.id and preference.kind = ?2
     left join suppressed refused on refused.email = u.email
     where u.verified_at is not null and u.is_banned = 0
       and (u.banned_until is null or u.banned_until <= ?4)
       and (u.silenced_until is null or u.silenced_until < ?5)
       and not exists (select 1 from user_mutes muted
                       where muted.user_id = u.id and muted.muted_id = cast(?3 as text))
     union all
     select a.id, preference.how, refused.email
     from ",
    each_text!("?1"),
    " as wanted
     join admins a on a.id = wanted.value
     left join mail_preferences preference on preference.account = a.id and preference.kind = ?2
     left join suppressed refused on refused.email = a.email"
);

/// Returns those of the given accounts who are told of an event.
pub(in crate::store) fn recipients(
    tx: &Tx<'_>,
    accounts: &BTreeSet<AccountId>,
    event: &Event<'_>,
) -> Result<Vec<Recipient>, StoreError> {
    let ids: Vec<String> = accounts
        .iter()
        .filter(|account| Some(**account) != event.actor)
        .map(AccountId::to_string)
        .collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let parameters = params![
        strings(&ids),
        event.kind,
        event.actor,
        event.now,
        FOR_GOOD_MILLISECONDS
    ];
    tx.query_all(RECIPIENTS, parameters, |row| {
        let how: Option<How> = row.get("how")?;
        let how = how.unwrap_or_else(|| event.kind.default_how());
        let is_refused = row.get::<Option<String>>("refused")?.is_some();
        Ok(Recipient {
            account: row.get("id")?,
            gets_mail: how == How::Each && !is_refused,
        })
    })
}

impl Event<'_> {
    /// When the mail about it is to be written. Comments for moderators have waited already.
    pub(in crate::store) fn mail_at(&self) -> Time {
        match self.kind {
            NoticeKind::Moderation => self.now,
            _ => self.now.plus_milliseconds(MAIL_DELAY_MILLISECONDS),
        }
    }
}

/// Tells those of the accounts of an event who may know of it. Who has a notice of the comment already gets no other one.
pub fn tell(tx: &mut Tx<'_>, accounts: &BTreeSet<AccountId>, event: &Event<'_>) -> Result<(), StoreError> {
    let recipients = recipients(tx, accounts, event)?;
    insert(tx, &recipients, event)
}

/// The ids of the notice and of the account, and `1` if there is a mail, without anything between them.
pub(in crate::store) const INSERT: &str = concat!(
    "insert into notifications (id, account, kind, actor, post_id, comment_id, detail, at, mail_at, count)
     select substr(told.value, 1, 36), substr(told.value, 37, 36), ?2, ?3, ?4, ?5, ?6, ?7,
            case when substr(told.value, 73, 1) = '1' then cast(?8 as bigint) end, ?9
     from ",
    each_text!("?1"),
    " as told where true on conflict do nothing"
);

/// Stores the notices of an event.
pub(in crate::store) fn insert(
    tx: &mut Tx<'_>,
    recipients: &[Recipient],
    event: &Event<'_>,
) -> Result<(), StoreError> {
    if recipients.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = recipients
        .iter()
        .map(|recipient| {
            let id = notice_id(event.now, recipient.account, event.name);
            format!("{id}{}{}", recipient.account, u8::from(recipient.gets_mail))
        })
        .collect();
    tx.execute(
        INSERT,
        params![
            strings(&rows),
            event.kind,
            event.actor,
            event.post,
            event.comment,
            event.detail,
            event.now,
            event.mail_at(),
            event.count,
        ],
    )?;
    Ok(())
}
