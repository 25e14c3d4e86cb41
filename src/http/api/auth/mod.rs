//! Accounts of readers: from the first mailed code to a new password. A file an operation.

mod complete_onboarding;
mod forgot_password;
mod login;
mod logout;
mod register;
mod resend_otp;
mod reset_password;
mod undo_email_change;
mod verify_otp;
mod verify_token;

pub use complete_onboarding::*;
pub use forgot_password::*;
pub use login::*;
pub use logout::*;
pub use register::*;
pub use resend_otp::*;
pub use reset_password::*;
pub use undo_email_change::*;
pub use verify_otp::*;
pub use verify_token::*;

use std::net::IpAddr;

use crate::actions::one_time_codes::{Sending, Verdict};
use crate::actions::security_log::{Actor, Event, Record};
use crate::domain::{Account, Invalid};
use crate::http::ApiError;

const UNKNOWN_EMAIL: &str = "Email is not registered";
const WRONG_PASSWORD: &str = "Incorrect password";
pub(super) const EMAIL_TAKEN: &str = "Email is already registered";

/// What the wish for a code is answered with when none went out.
pub(super) fn refused_sending(sending: Sending) -> Result<(), ApiError> {
    match sending {
        Sending::Sent => Ok(()),
        Sending::TooSoon(seconds) => Err(ApiError::TooMany(
            "Please wait before requesting another code",
            Some(seconds),
        )),
        Sending::TooMany(seconds) => Err(ApiError::TooMany(
            "Too many codes were requested today. Please try again tomorrow.",
            Some(seconds),
        )),
    }
}

/// What a typed code is answered with when it was not the right one (rulings §3).
pub(super) fn refused_code(verdict: Verdict) -> Result<(), ApiError> {
    let refuse = |message: &str| Err(Invalid::new("otp", message).into());
    match verdict {
        Verdict::Right => Ok(()),
        Verdict::Wrong => refuse("Invalid verification code"),
        Verdict::Expired => refuse("Verification code has expired"),
        Verdict::Dead => Err(ApiError::TooMany(
            "Too many attempts. Please request a new code.",
            None,
        )),
    }
}

/// Logs that a sign-in was refused; a fault of the site is none.
pub(super) fn sign_in_failed(error: &ApiError, account: Option<Account>, network: Option<IpAddr>) {
    refused_for(Event::SignInFailed, error, account, network);
}

/// Logs that a mailed code was refused; a fault of the site is none.
pub(super) fn code_refused(error: &ApiError, account: Option<Account>, network: Option<IpAddr>) {
    refused_for(Event::CodeRefused, error, account, network);
}

/// Logs that a secret was refused; a fault of the site is no refusal.
pub(super) fn refused_for(event: Event, error: &ApiError, account: Option<Account>, network: Option<IpAddr>) {
    if !error.leaves_guess_open() {
        Record::by(event, Actor::Visitor)
            .of(account)
            .from(network)
            .write();
    }
}

/// A unique address that is somebody's already.
pub(super) fn email_taken(error: crate::store::StoreError) -> ApiError {
    match error {
        crate::store::StoreError::Conflict(column) if column == "users.email" => {
            ApiError::Conflict(Invalid::new("email", EMAIL_TAKEN))
        }
        other => other.into(),
    }
}
