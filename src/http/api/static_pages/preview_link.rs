//! The link by which anybody may read the draft of a static page, as its editors see it.

use super::page_of;
use crate::http::api::posts::preview_link::PresentPreviewLinkResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::static_pages::preview_links;

/// Returns when the present link of a static page was made and when it expires. The link itself is not known any more.
#[utoipa::path(get, path = "/admin/pages/{id}/preview-link", operation_id = "staticPagePreviewLink", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 200, description = "The link, or null", body = PresentPreviewLinkResponse),
        (status = 404, description = "No such page")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<PresentPreviewLinkResponse>, ApiError> {
    let now = state.clock.now();
    let link = state
        .read(move |tx| {
            let page = page_of(tx, &id)?;
            preview_links::of_page(tx, page.id, now).map_err(ApiError::from)
        })
        .await?;
    let times = link.map(|link| (link.created_at, link.expires_at));
    Ok(Json(PresentPreviewLinkResponse::new(times)))
}
