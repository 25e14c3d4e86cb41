//! The JSON API: one folder per resource, one file per operation.

pub mod admin;
pub mod api_keys;
mod archive_download;
pub mod auth;
pub mod authors;
pub mod autosaves;
pub mod avatars;
pub mod comments;
mod csv_file;
mod dto;
mod email_change;
pub mod follows;
pub mod health;
pub mod identities;
pub mod imports;
mod logout;
pub mod mail_settings;
pub mod manual;
pub mod newsletter;
pub mod notices;
pub mod openapi;
mod passkey_sign_in;
pub mod passkeys;
mod password_change;
mod password_check;
pub mod posts;
mod provider_sign_in;
pub mod redirects;
mod reports;
pub mod revisions;
pub mod search;
pub mod second_factor;
mod second_proof;
mod second_step;
pub mod series;
pub mod sessions;
pub mod setup;
mod sign_in;
pub mod site;
pub mod spam_rules;
pub mod static_pages;
pub mod tags;
pub mod team;
pub mod users;
pub mod webhooks;

pub(super) async fn unknown_path() -> super::ApiError {
    super::ApiError::NotFound("Not found")
}

pub(super) async fn unknown_method() -> super::ApiError {
    super::ApiError::MethodNotAllowed
}
