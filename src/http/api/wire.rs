//! What people and pictures look like on the wire, in whatever answer they stand.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Avatar;

/// A picture of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileImage {
    /// Where it is.
    pub url: String,
    /// What it is called.
    pub name: String,
    /// One sentence on it.
    pub description: String,
}

impl From<Avatar> for ProfileImage {
    fn from(avatar: Avatar) -> Self {
        Self {
            url: avatar.url,
            name: avatar.name,
            description: avatar.description,
        }
    }
}
