//! The slider of the home page: adding and removing posts.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{NOT_FOUND, any_id};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Admin, IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::posts;

/// Whether the post is in the slider of the home page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeatureBlog)]
pub struct FeaturePost {
    is_featured: bool,
}

/// Adds a post to the slider of the home page, or removes it.
#[utoipa::path(patch, path = "/blogs/{id}", operation_id = "featureBlog", tag = "admin",
    security(("bearer" = [])), request_body = FeaturePost,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "Updated", body = MessageResponse),
        (status = 400, description = "A field has the wrong type"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Admin,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<FeaturePost>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = any_id(&state, id_or_slug).await?;
    let exists = state
        .write(move |tx| posts::set_featured(tx, id, body.is_featured))
        .await?;
    if !exists {
        return Err(NOT_FOUND);
    }
    Ok(Json(MessageResponse::new(if body.is_featured {
        "Post is featured now"
    } else {
        "Post is no longer featured"
    })))
}
