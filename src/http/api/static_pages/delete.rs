//! Deletion of static pages.

use super::page_of;
use crate::actions::static_pages;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Deletes a static page with its revisions, and the pictures that nothing else uses.
#[utoipa::path(delete, path = "/admin/pages/{id}", operation_id = "deleteStaticPage", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
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
            static_pages::remove(tx, page.id)?;
            let entry = auditor.entry(Action::StaticPageDeleted, &page.id, page.title);
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The page is deleted")))
}
