//! Changes of an account's email, for readers and administrators.

use std::net::IpAddr;

use super::auth::{EMAIL_TAKEN, require_sent};
use super::password_check;
use crate::actions::one_time_codes::SendOutcome;
use crate::actions::security_log::{self, Event};
use crate::actions::spam;
use crate::domain::code::Purpose;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, NetworkHash, Time, ValidationError};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{StoreError, Tx, admins, users};

/// The email addresses of an account.
pub(super) struct Addresses<'a> {
    pub(super) current: &'a EmailAddress,
    /// The address that is not verified yet.
    pub(super) pending: Option<&'a EmailAddress>,
}

/// Parses the email of a form. The current one is always valid, even if only an earlier version accepted it.
pub(super) fn parse_email(text: &str, current: &EmailAddress) -> Result<EmailAddress, ValidationError> {
    if current.equals_text(text) {
        Ok(current.clone())
    } else {
        EmailAddress::parse(text)
    }
}

/// Checks the current password of a form with a new email. It is required for one.
pub(super) async fn confirm(
    state: &AppState,
    account: Account,
    current: &EmailAddress,
    network: Option<IpAddr>,
    password: Option<String>,
    hash: String,
) -> Result<(), ApiError> {
    let password = password_check::required(password)?;
    let mismatch = password_check::incorrect();
    password_check::check(state, account, current, network, password, hash, mismatch).await
}

/// Requests the change to the email of a form: sets it as the pending one, mails it a code, and notifies the current
/// email. The current email cancels a pending change.
pub(super) fn request_or_cancel(
    tx: &mut Tx<'_>,
    state: &AppState,
    account: Account,
    addresses: &Addresses<'_>,
    email: &EmailAddress,
    network: &NetworkHash,
    now: Time,
) -> Result<(), ApiError> {
    if email == addresses.current {
        return Ok(set_pending(tx, account, None, now)?);
    }
    let is_taken = match account {
        Account::Reader(_) => users::credentials_by_email(tx, email)?.is_some(),
        Account::Admin(_) => admins::credentials(tx, email)?.is_some(),
    };
    if is_taken {
        return Err(ApiError::conflict(ErrorCode::EmailTaken, "email", EMAIL_TAKEN));
    }
    if matches!(account, Account::Reader(_)) {
        spam::check_email(tx, email)?;
    }
    set_pending(tx, account, Some(email), now)?;
    match state
        .codes
        .send(tx, account, Purpose::ChangeEmail, email, network)?
    {
        SendOutcome::Sent => Ok(state
            .email_changes
            .notify_of_request(tx, addresses.current, now)?),
        // The code sent a moment ago is still valid.
        SendOutcome::TooSoon(_) if addresses.pending == Some(email) => Ok(()),
        outcome => require_sent(outcome),
    }
}

/// Logs a requested or cancelled change, and starts the sending of its emails.
pub(super) fn record(
    state: &AppState,
    account: Account,
    network: Option<IpAddr>,
    is_new: bool,
    is_pending: bool,
) {
    let event = match (is_new, is_pending) {
        (true, _) => Event::EmailChangeRequested,
        (false, true) => Event::EmailChangeCancelled,
        (false, false) => return,
    };
    security_log::record(event, account, network);
    state.email_is_due.notify_one();
}

fn set_pending(
    tx: &mut Tx<'_>,
    account: Account,
    email: Option<&EmailAddress>,
    now: Time,
) -> Result<(), StoreError> {
    match account {
        Account::Reader(id) => users::set_pending_email(tx, id, email, now),
        Account::Admin(id) => admins::set_pending_email(tx, id, email),
    }
}
