//! The preset avatars.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::dto::ProfileImage;
use crate::http::extract::{Json, State};
use crate::http::{ApiError, AppState};
use crate::store::avatars;

/// The preset avatars.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvatarsResponse {
    success: bool,
    avatars: Vec<ProfileImage>,
}

/// Lists the preset avatars in display order.
#[utoipa::path(get, path = "/avatars", operation_id = "listAvatars", tag = "users",
    responses((status = 200, description = "The preset avatars", body = AvatarsResponse)))]
pub async fn handler(State(state): State<AppState>) -> Result<Json<AvatarsResponse>, ApiError> {
    let presets = state.read(avatars::all).await?;
    Ok(Json(AvatarsResponse {
        success: true,
        avatars: presets.into_iter().map(ProfileImage::from).collect(),
    }))
}
