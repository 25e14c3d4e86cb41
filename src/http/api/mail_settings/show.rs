//! The settings of the mail server as they are.

use super::dto::{MailSettingsBody, MailSettingsResponse};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::mail_settings;

/// Returns the settings of the mail server, without its password.
#[utoipa::path(get, path = "/admin/mail", operation_id = "mailSettings", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The settings", body = MailSettingsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
) -> Result<Json<MailSettingsResponse>, ApiError> {
    let stored = state.read(mail_settings::load).await?;
    Ok(Json(MailSettingsResponse {
        success: true,
        settings: MailSettingsBody::new(&state.mail_settings, &stored),
    }))
}
