//! What everybody may know of the settings.

use super::dto::{PublicSiteBody, PublicSiteResponse};
use crate::http::AppState;
use crate::http::extract::{Json, State};

/// Returns the name of the site, its links, its colours and its announcement.
#[utoipa::path(get, path = "/site", operation_id = "site", tag = "site",
    responses((status = 200, description = "The site as readers see it", body = PublicSiteResponse)))]
pub async fn handler(State(state): State<AppState>) -> Json<PublicSiteResponse> {
    let site = state.site();
    Json(PublicSiteResponse {
        success: true,
        site: PublicSiteBody::new(&site, state.clock.now()),
    })
}
