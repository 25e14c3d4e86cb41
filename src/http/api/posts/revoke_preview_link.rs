//! Revoking the link by which anybody may read a draft.

use super::{any_post, require_may_see};
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, preview_links};

/// Revokes the link of a post, if it has one.
#[utoipa::path(delete, path = "/blogs/{id}/preview-link", operation_id = "revokePreviewLink", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post has no link", body = MessageResponse),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            if preview_links::delete(tx, post.id)? {
                audit::insert(tx, &auditor.entry(Action::PostPreviewRevoked, &post.id, ""))?;
            }
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(Json(MessageResponse::new("The preview link is revoked")))
}
