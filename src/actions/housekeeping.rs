//! What is thrown away when its time is over.

use crate::domain::Time;
use crate::store::{Store, StoreError, Touched, codes, outbox, users};

const DAY_MILLISECONDS: i64 = 24 * 3_600_000;
/// An account whose address nobody verified is removed after this (rulings §3).
const UNVERIFIED_DAYS: i64 = 1;
/// Codes count towards the day's limit; after that nothing asks for them.
const CODE_DAYS: i64 = 2;
/// Mails that were sent or given up are kept for the operator to look at.
const MAIL_DAYS: i64 = 30;

/// How much was thrown away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swept {
    /// Accounts that nobody verified.
    pub accounts: usize,
    /// One-time codes.
    pub codes: usize,
    /// Mails that were done with.
    pub mails: usize,
}

/// Throws away what is over by `now`.
///
/// # Errors
/// When the database cannot be written.
pub async fn sweep(store: &Store, now: Time) -> Result<Swept, StoreError> {
    let before = move |days: i64| now.plus_milliseconds(-days * DAY_MILLISECONDS);
    store
        .write_touching(Touched::Nothing, move |tx| {
            Ok(Swept {
                accounts: users::remove_unverified(tx, before(UNVERIFIED_DAYS))?,
                codes: codes::forget(tx, before(CODE_DAYS))?,
                mails: outbox::forget(tx, before(MAIL_DAYS))?,
            })
        })
        .await
}
