//! Deletion of posts.

use super::{any_post, require_may_change};
use crate::actions::publish;
use crate::actions::security_log::{self, Event};
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Deletes a post with its comments, likes, bookmarks and views, and the pictures that nothing else uses.
#[utoipa::path(delete, path = "/blogs/{id}", operation_id = "deleteBlog", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let auditor = state.auditor(staff);
    let id = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_change(staff, &post)?;
            publish::remove(tx, &post, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::PostDeleted, &post.id, post.title))?;
            Ok::<_, ApiError>(post.id)
        })
        .await?;
    security_log::record_staff_action(Event::PostDeleted, staff.id, &id, network);
    Ok(Json(MessageResponse::new("Post deleted successfully")))
}
