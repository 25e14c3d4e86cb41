//! The pictures that readers choose from.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::ProfileImage;
use crate::http::answers::lasting;
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
pub async fn list(State(state): State<AppState>) -> Result<Response, ApiError> {
    let presets = state.store.read(avatars::all).await?;
    Ok(lasting(Json(AvatarsAnswer {
        success: true,
        avatars: presets.into_iter().map(ProfileImage::from).collect(),
    })))
}
