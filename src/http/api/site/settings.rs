//! The settings as they are.

use super::dto::{SiteSettingsBody, SiteSettingsResponse};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::site;

/// Returns the settings of the site, and which of them the environment sets.
#[utoipa::path(get, path = "/admin/site", operation_id = "siteSettings", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The settings", body = SiteSettingsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
) -> Result<Json<SiteSettingsResponse>, ApiError> {
    let stored = state.read(site::load).await?;
    let settings = SiteSettingsBody::new(state.settings.defaults(), &stored);
    Ok(Json(SiteSettingsResponse::new(settings)))
}
