//! Accounts of readers: registration, verification, sign-in and password reset. One file per operation.

pub mod complete_onboarding;
pub mod finish;
pub mod forgot_password;
pub mod login;
pub mod login_second;
pub mod logout;
pub mod logout_everywhere;
pub mod passkey_login;
pub mod passkey_options;
pub mod provider_callback;
pub mod provider_start;
pub mod register;
pub mod resend_otp;
pub mod reset_password;
pub mod send_link_code;
pub mod undo_email_change;
pub mod verify_otp;
pub mod verify_token;

use std::net::IpAddr;

use crate::actions::one_time_codes::{CheckOutcome, SendOutcome};
use crate::actions::security_log::{self, Event};
use crate::domain::{Account, ValidationError};
use crate::http::{ApiError, ErrorCode};
use crate::store::StoreError;

const UNKNOWN_EMAIL: &str = "Email is not registered";
const WRONG_PASSWORD: &str = "Incorrect password";
pub(super) const EMAIL_TAKEN: &str = "Email is already registered";

pub(super) fn require_sent(sending: SendOutcome) -> Result<(), ApiError> {
    match sending {
        SendOutcome::Sent => Ok(()),
        SendOutcome::TooSoon(seconds) => Err(ApiError::TooMany(
            ErrorCode::CodeSentRecently,
            "Please wait before requesting another code",
            Some(seconds),
        )),
        SendOutcome::DailyLimit(seconds) => Err(ApiError::TooMany(
            ErrorCode::DailyCodeLimit,
            "Too many codes were requested today. Please try again tomorrow.",
            Some(seconds),
        )),
    }
}

/// Returns an error unless the entered code is right (rulings §3).
pub(super) fn require_right_code(verdict: CheckOutcome) -> Result<(), ApiError> {
    let refuse = |code, message: &str| Err(ApiError::rejected(code, "otp", message));
    match verdict {
        CheckOutcome::Right => Ok(()),
        CheckOutcome::Wrong => refuse(ErrorCode::InvalidCode, "Invalid verification code"),
        CheckOutcome::Expired => refuse(ErrorCode::CodeExpired, "Verification code has expired"),
        CheckOutcome::TooManyTries => Err(ApiError::TooMany(
            ErrorCode::TooManyAttempts,
            "Too many attempts. Please request a new code.",
            None,
        )),
    }
}

/// Converts the error of a code that does not have six digits.
pub(super) fn invalid_code(error: ValidationError) -> ApiError {
    ApiError::Rejected(ErrorCode::InvalidCode, error)
}

/// Logs a refused secret, unless the error says nothing against it.
pub(super) fn log_refusal(event: Event, error: &ApiError, account: Option<Account>, network: Option<IpAddr>) {
    if !error.is_inconclusive() {
        security_log::record_visitor(event, account, network);
    }
}

/// Converts a conflict to an error that names the taken email.
pub(super) fn email_taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict(column) if column == "users.email" => {
            ApiError::conflict(ErrorCode::EmailTaken, "email", EMAIL_TAKEN)
        }
        other => other.into(),
    }
}
