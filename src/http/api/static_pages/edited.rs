//! A static page with its text, for the editor.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::EditablePage;
use super::{page_of, saving};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::static_pages;

/// A static page with its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditableStaticPageResponse)]
pub struct EditablePageResponse {
    success: bool,
    page: EditablePage,
}

/// Returns a static page, draft or published, with its text as it is saved.
#[utoipa::path(get, path = "/admin/pages/{id}", operation_id = "editableStaticPage", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 200, description = "The page", body = EditablePageResponse),
        (status = 404, description = "No such page")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
    reservation: Reservation,
) -> Result<Json<EditablePageResponse>, ApiError> {
    let page = state
        .read(move |tx| {
            let page = page_of(tx, &id)?;
            reservation.raise_to(2 * static_pages::html_size(tx, page.id)?)?;
            saving::load(tx, page.id)
        })
        .await?;
    Ok(Json(EditablePageResponse {
        success: true,
        page: EditablePage::new(page),
    }))
}
