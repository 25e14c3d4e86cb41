//! Autosaves: what members of the staff write and have not saved yet. One file per operation.

pub mod delete;
pub mod dto;
pub mod list;
pub mod save;
pub mod show;

use crate::domain::autosave::AutosaveKey;
use crate::http::ApiError;

const NOT_FOUND: ApiError = ApiError::NotFound("There is no such unsaved text");

/// Returns the key in the path, which names nothing if it is none.
fn key_of(text: &str) -> Result<AutosaveKey, ApiError> {
    AutosaveKey::parse(text).ok_or(NOT_FOUND)
}
