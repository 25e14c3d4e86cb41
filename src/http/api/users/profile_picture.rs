//! Another picture.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{chosen, own};
use crate::domain::Avatar;
use crate::http::api::wire::{ChosenImage, ProfileImage};
use crate::http::error::ErrorBody;
use crate::http::extract::{Json as JsonBody, Reader, Reference};
use crate::http::{ApiError, AppState};
use crate::store::users;

/// The preset that the caller chose.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPicture {
    profile_image: ChosenImage,
}

/// The caller's picture as it is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureAnswer {
    success: bool,
    profile_image: ProfileImage,
}

/// Gives the caller another of the preset pictures.
#[utoipa::path(patch, path = "/users/{id}/profile-picture", operation_id = "updateProfilePicture", tag = "users",
    security(("bearer" = [])), request_body = NewPicture,
    params(("id" = String, Path, description = "The caller's own id")),
    responses(
        (status = 200, description = "The picture", body = PictureAnswer),
        (status = 400, description = "Not one of the presets", body = ErrorBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "Somebody else's account", body = ErrorBody),
        (status = 413, description = "Too large a request", body = ErrorBody),
        (status = 415, description = "Not JSON", body = ErrorBody)))]
pub async fn profile_picture(
    State(state): State<AppState>,
    reader: Reader,
    Reference(id): Reference,
    JsonBody(body): JsonBody<NewPicture>,
) -> Result<Json<PictureAnswer>, ApiError> {
    let id = own(reader, &id)?;
    let avatar = chosen(&body.profile_image)?;
    let now = state.clock.now();
    state
        .store
        .write(move |tx| users::set_avatar(tx, id, avatar, now))
        .await?;
    Ok(Json(PictureAnswer {
        success: true,
        profile_image: Avatar::from(avatar).into(),
    }))
}
