//! Readers: what others see of them, and what they change themselves. A file an operation.

mod change_password;
mod comments;
mod list;
mod profile;
mod profile_picture;
mod remove;
mod update_profile;

pub use change_password::*;
pub use comments::*;
pub use list::*;
pub use profile::*;
pub use profile_picture::*;
pub use remove::*;
pub use update_profile::*;

use super::wire::ChosenImage;
use crate::domain::avatar::{PRESETS, Preset};
use crate::domain::{Invalid, UserId};
use crate::http::extract::Reader;
use crate::http::{ApiError, AppState};
use crate::store::Tx;
use crate::store::users::{self, Credentials};

const NOT_FOUND: ApiError = ApiError::NotFound("User not found");
pub(super) const NOT_YOURS: &str = "Not authorized to update this profile";

/// The caller, when the account in the path is their own.
fn own(reader: Reader, id: &str) -> Result<UserId, ApiError> {
    if UserId::parse(id) == Some(reader.id) {
        Ok(reader.id)
    } else {
        Err(ApiError::Forbidden(NOT_YOURS.to_owned()))
    }
}

/// What the caller proves their password against.
async fn credentials(state: &AppState, id: UserId) -> Result<Credentials, ApiError> {
    let known = state.store.read(move |tx| users::credentials_of(tx, id)).await?;
    known.ok_or(ApiError::Unauthorized)
}

/// Refuses a write whose password was checked before all sessions of the account ended.
fn same_epoch(tx: &Tx<'_>, id: UserId, epoch: i64) -> Result<(), ApiError> {
    let standing = users::standing(tx, id)?;
    let is_same = standing.is_some_and(|standing| standing.token_epoch == epoch);
    is_same.then_some(()).ok_or(ApiError::Unauthorized)
}

/// The preset that somebody chose.
pub(super) fn chosen(image: &ChosenImage) -> Result<&'static Preset, Invalid> {
    PRESETS
        .iter()
        .find(|preset| preset.url() == image.url)
        .ok_or_else(|| Invalid::new("profileImage", "Please choose one of the profile pictures"))
}
