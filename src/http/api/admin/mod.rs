//! The staff: their accounts and sign-in, and the audit log. One file per operation.

pub mod audit;
pub mod authors;
pub mod calendar;
pub mod change_password;
pub mod export_site;
pub mod login;
pub mod login_second;
pub mod logout;
pub mod logout_everywhere;
pub mod passkey_login;
pub mod profile;
pub mod resend_code;
pub mod settings;
pub mod signup;
pub mod update_settings;
pub mod verify_email;

use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, admin};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::StoreError;
use crate::store::admins::{self, AdminCredentials};

/// Converts a conflict to an error that names the taken field.
pub(super) fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict(column) if column == "admins.username" => {
            ApiError::conflict(ErrorCode::UsernameTaken, "username", "Username is already taken")
        }
        StoreError::Conflict(_) => {
            ApiError::conflict(ErrorCode::EmailTaken, "email", "Email is already registered")
        }
        other => other.into(),
    }
}

async fn credentials(state: &AppState, id: AdminId) -> Result<AdminCredentials, ApiError> {
    let credentials = state.read(move |tx| admins::credentials_of(tx, id)).await?;
    credentials.ok_or(ApiError::Unauthorized)
}

/// Returns the email that is not verified yet, or an error if there is none.
fn pending_email_of(current: &admin::Admin) -> Result<&EmailAddress, ApiError> {
    let none = || {
        ApiError::rejected(
            ErrorCode::NoPendingEmail,
            "otp",
            "There is no new email to verify",
        )
    };
    current.pending_email.as_ref().ok_or_else(none)
}
