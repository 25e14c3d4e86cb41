//! Another address for an account, of a reader or an administrator.

use super::auth::{EMAIL_TAKEN, refused_sending};
use crate::actions::one_time_codes::Sending;
use crate::actions::security_log::Event;
use crate::domain::code::Purpose;
use crate::domain::user::Email;
use crate::domain::{Account, Invalid, NetworkHash, Time};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, Tx, admins, users};

/// The addresses of an account.
pub(super) struct Addresses<'a> {
    pub(super) present: &'a Email,
    /// The one that waits for its code.
    pub(super) pending: Option<&'a Email>,
}

/// The address of a form: a new one has to reach somebody, the present one may be as an earlier version took it.
pub(super) fn given(text: &str, present: &Email) -> Result<Email, Invalid> {
    if present.is_written(text) {
        Ok(present.clone())
    } else {
        Email::parse(text)
    }
}

/// Mails a code to an address that somebody wants, and tells the present one.
pub(super) fn ask_for(
    tx: &mut Tx<'_>,
    state: &AppState,
    account: Account,
    known: &Addresses<'_>,
    email: &Email,
    network: &NetworkHash,
    now: Time,
) -> Result<(), ApiError> {
    let is_taken = match account {
        Account::Reader(_) => users::credentials(tx, email)?.is_some(),
        Account::Admin(_) => admins::credentials(tx, email)?.is_some(),
    };
    if is_taken {
        return Err(ApiError::Conflict(Invalid::new("email", EMAIL_TAKEN)));
    }
    set_pending(tx, account, Some(email), now)?;
    match state
        .codes
        .send(tx, account, Purpose::ChangeEmail, email, network)?
    {
        Sending::Sent => Ok(state.email_changes.announce(tx, known.present, now)?),
        // The code that went out a moment ago still holds.
        Sending::TooSoon(_) if known.pending == Some(email) => Ok(()),
        refused => refused_sending(refused),
    }
}

/// Notes the address that waits for its code, or that none does.
pub(super) fn set_pending(
    tx: &mut Tx<'_>,
    account: Account,
    email: Option<&Email>,
    now: Time,
) -> Result<(), StoreError> {
    match account {
        Account::Reader(id) => users::set_pending_email(tx, id, email, now),
        Account::Admin(id) => admins::set_pending_email(tx, id, email),
    }
}

/// The event for the security log when an address was given: another one, or the present one while another one waits.
pub(super) fn event(is_new: bool, is_awaited: bool) -> Option<Event> {
    match (is_new, is_awaited) {
        (true, _) => Some(Event::EmailChangeRequested),
        (false, true) => Some(Event::EmailChangeCalledOff),
        (false, false) => None,
    }
}
