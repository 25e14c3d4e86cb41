//! What is thrown away when its time is over.

use std::io;
use std::path::Path;

use crate::domain::Time;
use crate::mail;
use crate::store::{
    Store, StoreError, Touched, Tx, codes, email_undos, networks, outbox, sessions, users, views,
};

const DAY_MILLISECONDS: i64 = 24 * 3_600_000;
/// An account whose address nobody verified is removed after this (rulings §3).
const UNVERIFIED_DAYS: i64 = 1;
/// The same for one whose codes strangers block: they cannot keep it longer.
const UNVERIFIED_DAYS_MAX: i64 = 7;
/// Codes count towards the day's limit; after that nothing asks for them.
const CODE_DAYS: i64 = 2;
/// A client network from which nobody has signed in for so long is a stranger's again (rulings §7).
const NETWORK_DAYS: i64 = 90;
/// Mails that were sent or given up are kept for the operator to look at.
const MAIL_DAYS: i64 = 30;
/// Rows that one write forgets: it holds the writer for some milliseconds, and others come in between.
const BATCH: u32 = 500;

/// How much was thrown away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swept {
    /// Accounts that nobody verified.
    pub accounts: usize,
    /// One-time codes.
    pub codes: usize,
    /// Client networks that accounts knew.
    pub known_networks: usize,
    /// Mails that were done with.
    pub mails: usize,
    /// Sessions that opened a post.
    pub sessions: usize,
    /// Networks that they came from.
    pub networks: usize,
    /// Notes of tokens that have expired anyway.
    pub tokens: usize,
    /// Changes of an email that cannot be undone any more.
    pub email_undos: usize,
}

/// Throws away what is over by `now`.
///
/// # Errors
/// When the database cannot be written.
pub async fn sweep(store: &Store, now: Time) -> Result<Swept, StoreError> {
    let before = move |days: i64| now.plus_milliseconds(-days * DAY_MILLISECONDS);
    let (accounts, codes, tokens, email_undos, known_networks) = store
        .write_touching(Touched::Nothing, move |tx| {
            // Codes are over by the largest time that was ever seen.
            let seen = codes::largest_time(tx)?.max(now);
            codes::note_time(tx, seen)?;
            let codes_before = seen.plus_milliseconds(-CODE_DAYS * DAY_MILLISECONDS);
            Ok::<_, StoreError>((
                users::remove_unverified(tx, before(UNVERIFIED_DAYS), before(UNVERIFIED_DAYS_MAX))?,
                codes::forget(tx, codes_before)?,
                sessions::forget(tx, now)?,
                email_undos::forget(tx, now)?,
                networks::forget(tx, before(NETWORK_DAYS))?,
            ))
        })
        .await?;
    let unseen_since = now.plus_milliseconds(-views::SESSION_MILLISECONDS);
    Ok(Swept {
        accounts,
        codes,
        tokens,
        email_undos,
        known_networks,
        mails: in_batches(store, move |tx| outbox::forget(tx, before(MAIL_DAYS), BATCH)).await?,
        sessions: in_batches(store, move |tx| views::forget_sessions(tx, unseen_since, BATCH)).await?,
        networks: in_batches(store, move |tx| views::forget_networks(tx, now.day(), BATCH)).await?,
    })
}

/// Forgets rows, a batch in each write, until none is left, and gives their number.
async fn in_batches(
    store: &Store,
    forget: impl Fn(&mut Tx<'_>) -> Result<usize, StoreError> + Clone + Send + 'static,
) -> Result<usize, StoreError> {
    let mut total = 0;
    loop {
        let forgotten = store.write_touching(Touched::Nothing, forget.clone()).await?;
        total += forgotten;
        if forgotten < BATCH as usize {
            return Ok(total);
        }
    }
}

/// Removes the mails that became files [`MAIL_DAYS`] ago, and gives their number. It works on files, and so blocks.
///
/// # Errors
/// When the folder cannot be read, or a file cannot be removed.
pub fn sweep_outbox_folder(folder: &Path, now: Time) -> io::Result<usize> {
    mail::remove_old_files(folder, now.plus_milliseconds(-MAIL_DAYS * DAY_MILLISECONDS))
}
