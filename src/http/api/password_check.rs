//! The password once more, before what a stolen token alone must not do.

use std::net::IpAddr;

use crate::actions::security_log::{Event, Record};
use crate::domain::{Account, Invalid};
use crate::http::guesses::Secret;
use crate::http::{ApiError, AppState};

const FIELD: &str = "currentPassword";

/// Checks what somebody signed in gave as their password; wrong ones are counted as those of logins are.
/// `refused` is said to a wrong one.
pub(super) async fn check(
    state: &AppState,
    account: Account,
    secret: Secret<'_>,
    network: Option<IpAddr>,
    given: String,
    password_hash: String,
    refused: ApiError,
) -> Result<(), ApiError> {
    let check = async {
        let is_right = state.passwords.verify(network, given, password_hash).await?;
        is_right.then_some(()).ok_or(refused)
    };
    let checked = state.guesses.check(secret, network, check).await;
    if checked.as_ref().is_err_and(|error| !error.leaves_guess_open()) {
        Record::own(Event::PasswordRefused, account).from(network).write();
    }
    checked
}

/// The present password of a form, which must be there.
pub(super) fn given(password: Option<String>) -> Result<String, Invalid> {
    password
        .filter(|password| !password.is_empty())
        .ok_or_else(|| Invalid::new(FIELD, "Please enter your current password"))
}

/// 403, with the field that holds the wrong password.
pub(super) fn incorrect() -> ApiError {
    ApiError::Refused(Invalid::new(FIELD, "Incorrect password"))
}
