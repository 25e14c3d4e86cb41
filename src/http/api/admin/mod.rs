//! Administrators: who they are, how they sign in, and whom and what they moderate. A file an operation,
//! or two that belong together.

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

use crate::domain::Invalid;
use crate::http::ApiError;
use crate::store::StoreError;

/// A username or address that is another administrator's already.
fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict(column) if column == "admins.username" => {
            ApiError::Conflict(Invalid::new("username", "Username is already taken"))
        }
        StoreError::Conflict(_) => ApiError::Conflict(Invalid::new("email", "Email is already registered")),
        other => other.into(),
    }
}
