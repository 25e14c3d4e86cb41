//! Changes of the settings of the mail server.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::{MailServerFields, MailSettingsBody, MailSettingsResponse};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::mail_settings;

/// The settings of the mail server as they are sent.
#[derive(Deserialize, ToSchema)]
#[schema(as = MailSettingsChange)]
pub struct ChangeMailBody {
    /// Null to send mails as the configuration says.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    mail: Option<MailServerFields>,
    /// The version of the settings that were changed.
    version: u32,
}

/// The settings have changed since they were read.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailConflict {
    /// Always false.
    success: bool,
    message: &'static str,
    /// Always `version_conflict`.
    code: ErrorCode,
    /// The present settings.
    settings: MailSettingsBody,
}

/// Replaces the settings of the mail server. `version` is that of the settings that were changed. The next mail is sent by
/// them, on every node. A password that was stored stays if it is not sent, and the server is the same.
#[utoipa::path(put, path = "/admin/mail", operation_id = "changeMailSettings", tag = "admin",
    security(("bearer" = [])), request_body = ChangeMailBody,
    responses(
        (status = 200, description = "The settings, with their new version", body = MailSettingsResponse),
        (status = 400, description = "A field is invalid, or the configuration says how mails are sent"),
        (status = 409, description = "The settings have changed since they were read", body = MailConflict)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<ChangeMailBody>,
) -> Result<Response, ApiError> {
    let wanted = body.mail.map(MailServerFields::into_fields);
    let auditor = state.auditor(staff.id);
    let settings = state.mail_settings.clone();
    let (is_changed, settings) = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let is_changed = settings.change(tx, wanted.as_ref(), body.version, &auditor)?;
            let present = MailSettingsBody::new(&settings, &mail_settings::load(tx)?);
            Ok::<_, ApiError>((is_changed, present))
        })
        .await?;
    if is_changed {
        let response = MailSettingsResponse {
            success: true,
            settings,
        };
        return Ok(Json(response).into_response());
    }
    let conflict = MailConflict {
        success: false,
        message: "Somebody else has changed the settings since you opened them",
        code: ErrorCode::VersionConflict,
        settings,
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CONFLICT, headers, Json(conflict)).into_response())
}
