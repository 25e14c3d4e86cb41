//! Changes of the profile picture.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{chosen_preset, require_own};
use crate::domain::Avatar;
use crate::http::api::dto::{ChosenAvatar, ProfileImage};
use crate::http::extract::{IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// The chosen preset avatar.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPicture {
    profile_image: ChosenAvatar,
}

/// The new profile picture of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureResponse {
    success: bool,
    profile_image: ProfileImage,
}

/// Sets the caller's profile picture to a preset avatar.
#[utoipa::path(patch, path = "/users/{id}/profile-picture", operation_id = "updateProfilePicture", tag = "users",
    security(("bearer" = [])), request_body = NewPicture,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The new picture", body = PictureResponse),
        (status = 400, description = "Not one of the presets"),
        (status = 403, description = "Another reader's account")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<NewPicture>,
) -> Result<Json<PictureResponse>, ApiError> {
    let id = require_own(reader, &id)?;
    let avatar = chosen_preset(&body.profile_image)?;
    let now = state.clock.now();
    state
        .write(move |tx| users::set_avatar(tx, id, avatar, now))
        .await?;
    Ok(Json(PictureResponse {
        success: true,
        profile_image: Avatar::from(avatar).into(),
    }))
}
