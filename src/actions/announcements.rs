//! The steps by which many people are told of an event: a post, a comment on a post that they follow, or comments that
//! wait for a moderator.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::actions::mail_queue::QueueError;
use crate::domain::notice::NoticeKind;
use crate::domain::{AccountId, Clock, PostId, Time};
use crate::store::announcements::{self, Announced, Announcement};
use crate::store::{Store, StoreError, Tx, comments, notices, subscribers};

/// People who are told in one step. It occupies the writer for some milliseconds.
const STEP: u32 = 500;
/// Subscribers who get their mails in one step, of which each is rendered.
const SUBSCRIBERS_STEP: u32 = 100;

/// The beginning of the place of an announcement whose followers have all been told: the id of a subscriber of the
/// newsletter follows.
const SUBSCRIBERS: &str = "subscribers:";

/// Writes the mails about a post to the next subscribers of the newsletter, after the one with this id and at most so many.
/// Returns the id of the last one, or `None` when there are no more.
pub type TellSubscribers =
    dyn Fn(&mut Tx<'_>, PostId, &str, u32, Time) -> Result<Option<String>, QueueError> + Send + Sync;

/// Takes a step of each announcement whose time has come until there is none, and returns the time of the next one. It can
/// be interrupted and repeated, also by several nodes at once: a step and the place where the next one begins are one
/// write. Blocks the thread.
///
/// # Errors
/// If the database cannot be read or written, or a mail cannot be encrypted.
pub fn tell_due(
    store: &Store,
    clock: &dyn Clock,
    tell_subscribers: &Arc<TellSubscribers>,
) -> Result<Option<Time>, QueueError> {
    loop {
        let now = clock.now();
        let (due, next) = store.read_blocking(move |tx| {
            let due = announcements::due(tx, now)?;
            Ok::<_, StoreError>((due, announcements::next(tx)?))
        })?;
        if due.is_none() {
            return Ok(next);
        }
        let tell_subscribers = tell_subscribers.clone();
        store.write_blocking(move |tx| step(tx, now, &*tell_subscribers))?;
    }
}

/// Takes a step of the first announcement whose time has come, as the transaction sees it.
fn step(tx: &mut Tx<'_>, now: Time, tell_subscribers: &TellSubscribers) -> Result<(), QueueError> {
    let Some(announcement) = announcements::due(tx, now)? else {
        return Ok(());
    };
    match announcement.event {
        Announced::Moderation => {
            let waiting = comments::waiting(tx)?;
            if waiting > 0 {
                notices::tell_moderators(tx, waiting, now)?;
            }
            announcements::finish(tx, &announcement.id)?;
        }
        Announced::Comment(post, comment) => tell_followers(
            tx,
            &announcement,
            (NoticeKind::Thread, post),
            now,
            |tx, followers| notices::tell_of_thread(tx, followers, (post, comment), now),
        )?,
        Announced::Post(post) => match announcement.after.strip_prefix(SUBSCRIBERS) {
            Some(after) => match tell_subscribers(tx, post, after, SUBSCRIBERS_STEP, now)? {
                Some(last) => {
                    announcements::advance(tx, &announcement.id, &format!("{SUBSCRIBERS}{last}"))?;
                }
                None => announcements::finish(tx, &announcement.id)?,
            },
            None => tell_followers(
                tx,
                &announcement,
                (NoticeKind::Post, post),
                now,
                |tx, followers| notices::tell_of_post(tx, followers, post, now),
            )?,
        },
    }
    Ok(())
}

/// Tells the next followers, and notes the last one or that there are no more. After those of a post come the subscribers
/// of the newsletter, whose mails wait as those of the followers do.
fn tell_followers(
    tx: &mut Tx<'_>,
    announcement: &Announcement,
    (kind, post): (NoticeKind, PostId),
    now: Time,
    tell: impl FnOnce(&mut Tx<'_>, &BTreeSet<AccountId>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let followers = announcements::followers(tx, kind, post, &announcement.after, STEP)?;
    let last = followers.last().map(AccountId::to_string);
    let is_full = followers.len() == STEP as usize;
    let followers: BTreeSet<AccountId> = followers.into_iter().collect();
    tell(tx, &followers)?;
    match last {
        Some(last) if is_full => announcements::advance(tx, &announcement.id, &last),
        _ if kind == NoticeKind::Post && subscribers::any_wants_each(tx)? => {
            let due_at = now.plus_milliseconds(notices::MAIL_DELAY_MILLISECONDS);
            announcements::postpone(tx, &announcement.id, SUBSCRIBERS, due_at)
        }
        _ => announcements::finish(tx, &announcement.id),
    }
}
