//! The pictures that readers choose from.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::ProfileImage;
use crate::http::{ApiError, AppState};
use crate::store::avatars;

/// The preset avatars.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvatarsAnswer {
    success: bool,
    avatars: Vec<ProfileImage>,
}

/// The preset avatars, in the order in which they are shown.
#[utoipa::path(get, path = "/avatars", operation_id = "listAvatars", tag = "users",
    responses((status = 200, description = "The presets", body = AvatarsAnswer)))]
pub async fn list(State(state): State<AppState>) -> Result<Json<AvatarsAnswer>, ApiError> {
    let presets = state.store.read(avatars::all).await?;
    Ok(Json(AvatarsAnswer {
        success: true,
        avatars: presets.into_iter().map(ProfileImage::from).collect(),
    }))
}
