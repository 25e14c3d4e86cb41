//! Deletion of posts.

use super::{NOT_FOUND, any_id};
use crate::actions::publish;
use crate::actions::security_log::{self, Event};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Admin, ClientNetwork, IdOrSlug, Json, State};
use crate::http::{ApiError, AppState};

/// Deletes a post with its comments, likes, bookmarks and views, and the pictures that nothing else uses.
#[utoipa::path(delete, path = "/blogs/{id}", operation_id = "deleteBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    admin: Admin,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = any_id(&state, id_or_slug).await?;
    if state.write(move |tx| publish::remove(tx, id)).await? {
        security_log::record_deletion(Event::PostDeleted, admin.id, &id, network);
        Ok(Json(MessageResponse::new("Post deleted successfully")))
    } else {
        Err(NOT_FOUND)
    }
}
