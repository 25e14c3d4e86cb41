//! Revoking the link by which anybody may read the draft of a static page.

use super::page_of;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;
use crate::store::static_pages::preview_links;

/// Revokes the link of a static page, if it has one.
#[utoipa::path(delete, path = "/admin/pages/{id}/preview-link", operation_id = "revokeStaticPagePreviewLink",
    tag = "admin", security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 200, description = "The page has no link", body = MessageResponse),
        (status = 404, description = "No such page")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let page = page_of(tx, &id)?;
            if preview_links::delete(tx, page.id)? {
                audit::insert(tx, &auditor.entry(Action::StaticPagePreviewRevoked, &page.id, ""))?;
            }
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(Json(MessageResponse::new("The preview link is revoked")))
}
