//! Password confirmation for actions for which a stolen token must not suffice.

use std::net::IpAddr;

use crate::actions::security_log::{self, Event};
use crate::auth::token::VerifiedToken;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, ValidationError};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, sessions};

const FIELD: &str = "currentPassword";

/// Checks the password of a signed-in account. A wrong one counts towards the login throttle, and returns `mismatch`.
pub(super) async fn check(
    state: &AppState,
    account: Account,
    email: &EmailAddress,
    network: Option<IpAddr>,
    password: String,
    password_hash: String,
    mismatch: ApiError,
) -> Result<(), ApiError> {
    let secret = match account {
        Account::Reader(_) => Secret::ReaderPassword(email),
        Account::Admin(_) => Secret::AdminPassword(email),
    };
    let check = async {
        let is_right = state.passwords.verify(network, password, password_hash).await?;
        is_right.then_some(()).ok_or(mismatch)
    };
    let checked = state.login_throttle.check(secret, network, check).await;
    if checked.as_ref().is_err_and(|error| !error.is_inconclusive()) {
        security_log::record(Event::PasswordRefused, account, network);
    }
    checked
}

/// Returns an error if the session has ended since the request was authorised, for the write that the checked password
/// permits.
pub(super) fn require_session(tx: &Tx<'_>, token: &VerifiedToken) -> Result<(), ApiError> {
    if sessions::is_open(tx, token.subject, token.id, token.epoch)? {
        Ok(())
    } else {
        Err(ApiError::Unauthorized)
    }
}

/// Returns the current password of a form, or an error if it is absent or empty.
pub(super) fn required(password: Option<String>) -> Result<String, ValidationError> {
    password
        .filter(|password| !password.is_empty())
        .ok_or_else(|| ValidationError::new(FIELD, "Please enter your current password"))
}

/// Returns a 403 error that names the field of the wrong password.
pub(super) fn incorrect() -> ApiError {
    ApiError::WrongPassword(ValidationError::new(FIELD, "Incorrect password"))
}
