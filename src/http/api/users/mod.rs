//! Readers: their profiles, account settings and bans. One file per operation.

pub mod admin_list;
pub mod author_request;
pub mod ban;
pub mod change_password;
pub mod delete;
pub mod export;
pub mod list;
mod managed;
pub mod mute;
pub mod mutes;
pub mod preferences;
pub mod profile;
pub mod report;
pub mod set_preferences;
pub mod standing;
pub mod unmute;
pub mod update_profile;
pub mod update_profile_picture;

use std::borrow::Cow;

use super::dto::ChosenAvatar;
use crate::domain::avatar::{PRESETS, Preset};
use crate::domain::{UserId, ValidationError};
use crate::http::extract::Reader;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::users::{self, Credentials};

pub(super) const NOT_FOUND: ApiError = ApiError::NotFound("User not found");
pub(super) const NOT_AUTHORIZED: ApiError = ApiError::Forbidden(
    ErrorCode::NotOwner,
    Cow::Borrowed("Not authorized to update this profile"),
);

/// Returns the caller's id if the account in the path is their own.
fn require_own(reader: Reader, id: &str) -> Result<UserId, ApiError> {
    if UserId::parse(id) == Some(reader.id) {
        Ok(reader.id)
    } else {
        Err(NOT_AUTHORIZED)
    }
}

async fn credentials(state: &AppState, id: UserId) -> Result<Credentials, ApiError> {
    let credentials = state.read(move |tx| users::credentials_by_id(tx, id)).await?;
    credentials.ok_or(ApiError::Unauthorized)
}

/// Returns the chosen preset, or an error if there is none with this URL.
pub(super) fn chosen_preset(image: &ChosenAvatar) -> Result<&'static Preset, ValidationError> {
    PRESETS
        .iter()
        .find(|preset| preset.url() == image.url)
        .ok_or_else(|| ValidationError::new("profileImage", "Please choose one of the profile pictures"))
}
