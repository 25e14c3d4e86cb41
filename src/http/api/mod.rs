//! The API: a file a resource.

pub mod admin;
pub mod auth;
pub mod avatars;
pub mod blogs;
mod email_change;
pub mod health;
mod logout;
pub mod openapi;
mod password_check;
pub mod users;
mod wire;

/// Refuses every path that is not part of the API, in the API's form.
pub(super) async fn unknown_path() -> super::ApiError {
    super::ApiError::NotFound("Not found")
}

/// Refuses a method that a path does not know.
pub(super) async fn unknown_method() -> super::ApiError {
    super::ApiError::MethodNotAllowed
}
