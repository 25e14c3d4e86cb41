//! Changes of the settings.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{ChangeSiteBody, SiteSettingsBody, SiteSettingsResponse};
use crate::actions;
use crate::actions::site::SitePictures;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::site;

/// The settings have changed since they were read.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteConflict {
    /// Always false.
    success: bool,
    message: &'static str,
    /// Always `version_conflict`.
    code: ErrorCode,
    /// The present settings.
    settings: SiteSettingsBody,
}

/// Replaces the settings of the site. `version` is that of the settings that were changed. They hold from the next
/// request on, in pages, feeds and mails.
#[utoipa::path(put, path = "/admin/site", operation_id = "changeSiteSettings", tag = "admin",
    security(("bearer" = [])), request_body = ChangeSiteBody,
    responses(
        (status = 200, description = "The settings, with their new version", body = SiteSettingsResponse),
        (status = 400, description = "A field is invalid, a picture cannot be decoded, or the environment sets the field"),
        (status = 409, description = "The settings have changed since they were read", body = SiteConflict)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(mut body): Json<ChangeSiteBody>,
) -> Result<Response, ApiError> {
    let expected = body.version;
    let (logo, icon) = (body.logo.take(), body.icon.take());
    let wanted = body.into_fields(&state.site().newsletter.days)?;
    let pictures = state.image_worker.run(move || SitePictures::read(logo, icon));
    let pictures = pictures.await??;
    let auditor = state.auditor(staff);
    let live = state.settings.clone();
    let (is_changed, settings) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let is_changed =
                actions::site::change(tx, live.defaults(), wanted, &pictures, expected, &auditor)?;
            let settings = SiteSettingsBody::new(live.defaults(), &site::load(tx)?);
            Ok::<_, ApiError>((is_changed, settings))
        })
        .await?;
    if is_changed {
        return Ok(Json(SiteSettingsResponse::new(settings)).into_response());
    }
    let conflict = SiteConflict {
        success: false,
        message: "Somebody else has changed the settings since you opened them",
        code: ErrorCode::VersionConflict,
        settings,
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CONFLICT, headers, Json(conflict)).into_response())
}
