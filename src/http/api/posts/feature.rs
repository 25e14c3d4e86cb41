//! The slider of the home page: adding and removing posts.

use serde::Deserialize;
use utoipa::ToSchema;

use super::any_post;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, posts};

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
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<FeaturePost>,
) -> Result<Json<MessageResponse>, ApiError> {
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let id = any_post(tx, &id_or_slug)?.id;
            posts::set_featured(tx, id, body.is_featured)?;
            let action = if body.is_featured {
                Action::PostFeatured
            } else {
                Action::PostUnfeatured
            };
            audit::insert(tx, &auditor.entry(action, &id, "")).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new(if body.is_featured {
        "Post is featured now"
    } else {
        "Post is no longer featured"
    })))
}
