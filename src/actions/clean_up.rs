//! Removal of expired rows and files.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::newsletter;
use super::tasks::{self, Task};
use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::import::DAYS_KEPT;
use crate::domain::second_factor::ENROLMENT_MILLISECONDS;
use crate::mail;
use crate::store::{
    Store, StoreError, Tx, audit, codes, comments, commit_log, deliveries, email_undos, imports, invites,
    networks, notices, outbox, passkeys, preview_links, provider_sign_ins, reads, referrers, search,
    second_factors, sessions, static_pages, subscribers, users, views, wrong_guesses,
};

/// Unverified accounts are removed after this (rulings §3).
const UNVERIFIED_DAYS: i64 = 1;
/// The same for accounts whose codes are blocked by unknown clients, which cannot hold them longer than this.
const UNVERIFIED_DAYS_MAX: i64 = 7;
/// Codes count towards the daily limit; after this they are not read any more.
const CODE_DAYS: i64 = 2;
/// A client network without a sign-in for this long is unknown to the account again (rulings §7).
const NETWORK_DAYS: i64 = 90;
/// Mails that were sent or given up are retained for the operator.
const MAIL_DAYS: i64 = 30;
/// Rows of the audit log are kept for this long (the database refuses to delete younger ones).
const AUDIT_DAYS: i64 = 400;
/// A node that has not followed the commits of the others for so long reads everything again.
const COMMIT_DAYS: i64 = 1;
/// Notices are kept for this long.
const NOTICE_DAYS: i64 = 180;
/// The most notices of one person that are kept.
const NOTICES_KEPT: u32 = 500;
/// The texts of comments that a moderator removed are kept for the staff for this long.
const REMOVED_COMMENT_DAYS: i64 = 30;
/// The deliveries of digests are kept for this long.
const DELIVERY_DAYS: i64 = 400;
/// The views of posts by day, where they came from and how many read to the end are kept for this long.
const POST_DAYS: i64 = 400;
/// Rows per write. One batch occupies the writer for some milliseconds; other writes run in between.
const BATCH: u32 = 500;
/// Comments per write: each has a few statements of its own.
const COMMENTS_BATCH: u32 = 100;

/// The numbers of removed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// Accounts that were never verified.
    pub accounts: usize,
    /// One-time codes.
    pub codes: usize,
    /// Known client networks of accounts.
    pub known_networks: usize,
    /// Mails that were sent or given up.
    pub mails: usize,
    /// Sessions of accounts whose tokens have expired.
    pub account_sessions: usize,
    /// Sign-ins that were not completed, and second factors that were not confirmed.
    pub unfinished_factors: usize,
    /// Challenges of passkeys, and states of sign-ins by providers, that were used.
    pub challenges: usize,
    /// Sign-ins by providers that were not finished.
    pub provider_sign_ins: usize,
    /// Sessions that viewed a post.
    pub sessions: usize,
    /// Client networks of views.
    pub networks: usize,
    /// Views, referrers and reads of posts by day.
    pub post_days: usize,
    /// Records of ended tokens that have expired by themselves.
    pub tokens: usize,
    /// Email changes that can no longer be undone.
    pub email_undos: usize,
    /// Invitations that have expired.
    pub invites: usize,
    /// Links for previews that have expired.
    pub preview_links: usize,
    /// Rows of the audit log.
    pub audit: usize,
    /// Texts of comments that a moderator removed.
    pub removed_comments: usize,
    /// Notices that are old, or beyond the newest of a person.
    pub notices: usize,
    /// Records of digests that were sent.
    pub deliveries: usize,
    /// Subscribers who never confirmed.
    pub subscribers: usize,
    /// Counters of wrong guesses that are empty.
    pub wrong_guesses: usize,
    /// Imports that nobody has touched for long.
    pub imports: usize,
    /// Commits that all nodes have followed.
    pub commits: usize,
    /// Words of the search that no post has.
    pub words: usize,
}

/// Removes every row that has expired by `now`.
///
/// # Errors
/// If the database cannot be written.
pub async fn clean_up(store: &Store, now: Time) -> Result<Removed, StoreError> {
    let before = move |days: i64| now.plus_milliseconds(-days * DAY_MILLISECONDS);
    let (accounts, codes, tokens, email_undos, invites, preview_links, known_networks, largest_time) = store
        .write(move |tx| {
            // The expiry of codes and of wrong guesses is measured against the largest time ever recorded.
            let largest_time = codes::largest_time(tx)?.max(now);
            codes::raise_largest_time(tx, largest_time)?;
            let codes_before = largest_time.plus_milliseconds(-CODE_DAYS * DAY_MILLISECONDS);
            Ok::<_, StoreError>((
                users::remove_unverified(tx, before(UNVERIFIED_DAYS), before(UNVERIFIED_DAYS_MAX))?,
                codes::delete_before(tx, codes_before)?,
                sessions::delete_expired(tx, now)?,
                email_undos::delete_expired(tx, now)?,
                invites::delete_expired(tx, now)?,
                preview_links::delete_expired(tx, now)?
                    + static_pages::preview_links::delete_expired(tx, now)?,
                networks::delete_unseen_since(tx, before(NETWORK_DAYS))?,
                largest_time,
            ))
        })
        .await?;
    let (sessions, networks, post_days) = remove_views(store, now).await?;
    Ok(Removed {
        accounts,
        codes,
        tokens,
        email_undos,
        invites,
        preview_links,
        known_networks,
        mails: in_batches(store, BATCH, move |tx| {
            outbox::delete_finished_before(tx, before(MAIL_DAYS), BATCH)
        })
        .await?,
        account_sessions: in_batches(store, BATCH, move |tx| sessions::delete_over(tx, now, BATCH)).await?,
        unfinished_factors: in_batches(store, BATCH, move |tx| {
            second_factors::delete_expired_tickets(tx, now, BATCH)
        })
        .await?
            + in_batches(store, BATCH, move |tx| {
                let begun_before = now.plus_milliseconds(-ENROLMENT_MILLISECONDS);
                second_factors::delete_unconfirmed(tx, begun_before, BATCH)
            })
            .await?,
        challenges: in_batches(store, BATCH, move |tx| {
            passkeys::delete_expired_challenges(tx, now, BATCH)
        })
        .await?,
        provider_sign_ins: in_batches(store, BATCH, move |tx| {
            provider_sign_ins::delete_expired(tx, now, BATCH)
        })
        .await?,
        sessions,
        networks,
        post_days,
        audit: in_batches(store, BATCH, move |tx| {
            audit::delete_before(tx, before(AUDIT_DAYS), BATCH)
        })
        .await?,
        removed_comments: in_batches(store, COMMENTS_BATCH, move |tx| {
            comments::forget_removed(tx, before(REMOVED_COMMENT_DAYS), COMMENTS_BATCH)
        })
        .await?,
        notices: in_batches(store, BATCH, move |tx| {
            notices::remove_older_than(tx, before(NOTICE_DAYS), BATCH)
        })
        .await?
            + in_batches(store, BATCH, move |tx| {
                notices::remove_beyond(tx, NOTICES_KEPT, BATCH)
            })
            .await?,
        deliveries: in_batches(store, BATCH, move |tx| {
            deliveries::delete_before(tx, before(DELIVERY_DAYS), BATCH)
        })
        .await?,
        subscribers: in_batches(store, BATCH, move |tx| {
            subscribers::delete_unconfirmed_before(tx, before(newsletter::CONFIRMATION_DAYS), BATCH)
        })
        .await?,
        wrong_guesses: in_batches(store, BATCH, move |tx| {
            wrong_guesses::delete_empty(tx, largest_time, BATCH)
        })
        .await?,
        imports: old_imports(store, before(DAYS_KEPT), now).await?,
        commits: if store.is_shared() {
            in_batches(store, BATCH, move |tx| {
                commit_log::delete_before(tx, before(COMMIT_DAYS), BATCH)
            })
            .await?
        } else {
            0
        },
        words: remove_unused_words(store).await?,
    })
}

/// Removes imports that have not changed since then: whoever has their files and works on them does the rest.
async fn old_imports(store: &Store, before: Time, now: Time) -> Result<usize, StoreError> {
    in_batches(store, BATCH, move |tx| {
        imports::remove_unchanged_since(tx, before, now, BATCH)
    })
    .await
}

/// Removes expired rows once in each interval: of several nodes, the first one that asks after it does. Returns `None`
/// to the others.
///
/// # Errors
/// If the database cannot be written.
pub async fn clean_up_if_due(
    store: &Store,
    now: Time,
    interval: Duration,
) -> Result<Option<Removed>, StoreError> {
    if tasks::is_due(store, Task::CleanUp, now, interval).await? {
        clean_up(store, now).await.map(Some)
    } else {
        Ok(None)
    }
}

/// Removes the sessions and networks that viewed posts, and the views of old days. Returns the number of each.
async fn remove_views(store: &Store, now: Time) -> Result<(usize, usize, usize), StoreError> {
    let inactive_since = now.plus_milliseconds(-views::SESSION_MILLISECONDS);
    Ok((
        in_batches(store, BATCH, move |tx| {
            views::delete_sessions_before(tx, inactive_since, BATCH)
        })
        .await?,
        in_batches(store, BATCH, move |tx| {
            views::delete_networks_before(tx, now.day(), BATCH)
        })
        .await?,
        remove_post_days(store, now.day() - POST_DAYS).await?,
    ))
}

/// Removes what is known of posts from days before `day`, and returns the number of rows.
async fn remove_post_days(store: &Store, day: i64) -> Result<usize, StoreError> {
    let views = in_batches(store, BATCH, move |tx| {
        views::delete_post_days_before(tx, day, BATCH)
    });
    let referrers = in_batches(store, BATCH, move |tx| referrers::delete_before(tx, day, BATCH));
    let reads = in_batches(store, BATCH, move |tx| reads::delete_before(tx, day, BATCH));
    Ok(views.await? + referrers.await? + reads.await?)
}

/// Removes the words of the search that no post has, in batches: a post may get one of them meanwhile.
async fn remove_unused_words(store: &Store) -> Result<usize, StoreError> {
    let unused = store.read(search::unused_words).await?;
    let mut total = 0;
    for batch in unused.chunks(BATCH as usize) {
        total += store.write(move |tx| search::remove_words(tx, &batch)).await?;
    }
    Ok(total)
}

/// Removes rows in batches of this size, one per write, until none is left, and returns their number.
async fn in_batches(
    store: &Store,
    batch: u32,
    remove: impl Fn(&mut Tx<'_>) -> Result<usize, StoreError> + Clone + Send + 'static,
) -> Result<usize, StoreError> {
    let mut total = 0;
    loop {
        let removed = store.write(remove.clone()).await?;
        total += removed;
        if removed < batch as usize {
            return Ok(total);
        }
    }
}

/// Removes mail files older than [`MAIL_DAYS`] days, and returns their number. Blocks on file I/O.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn clean_up_outbox_folder(folder: &Path, now: Time) -> io::Result<usize> {
    mail::remove_files_before(folder, now.plus_milliseconds(-MAIL_DAYS * DAY_MILLISECONDS))
}
