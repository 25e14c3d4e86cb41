//! Administrators: their accounts, sign-in and moderation. One file per operation, or for two related ones.

mod author;
mod comments;
mod email;
mod login;
mod logout;
mod profile;
mod settings;
mod signup;
mod users;

pub use author::*;
pub use comments::*;
pub use email::*;
pub use login::*;
pub use logout::*;
pub use profile::*;
pub use settings::*;
pub use signup::*;
pub use users::*;

use crate::domain::ValidationError;
use crate::http::ApiError;
use crate::store::StoreError;

/// Converts a conflict to an error that names the taken field.
fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict(column) if column == "admins.username" => {
            ApiError::Conflict(ValidationError::new("username", "Username is already taken"))
        }
        StoreError::Conflict(_) => {
            ApiError::Conflict(ValidationError::new("email", "Email is already registered"))
        }
        other => other.into(),
    }
}
