//! A test of the settings of the mail server.

use serde::Deserialize;
use utoipa::ToSchema;

use super::dto::{MailServerFields, MailTestResponse};
use crate::domain::audit::Action;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{admins, audit, mail_settings};

/// The settings to be tested.
#[derive(Deserialize, ToSchema)]
pub struct TestMailBody {
    /// Null for those that hold now.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    mail: Option<MailServerFields>,
}

/// Mails the caller a test, with settings that need not be stored: at most five an hour.
#[utoipa::path(post, path = "/admin/mail/test", operation_id = "testMailSettings", tag = "admin",
    security(("bearer" = [])), request_body = TestMailBody,
    responses(
        (status = 200, description = "Whether it was sent", body = MailTestResponse),
        (status = 400, description = "A field is invalid"),
        (status = 429, description = "Too many tests")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<TestMailBody>,
) -> Result<Json<MailTestResponse>, ApiError> {
    let wanted = body.mail.map(MailServerFields::into_fields);
    let (auditor, settings) = (state.auditor(staff.id), state.mail_settings.clone());
    let (id, now) = (staff.id, auditor.now);
    let (stored, address) = state
        .read(move |tx| {
            let present = mail_settings::load(tx)?.mail;
            let stored = match &wanted {
                Some(_) => settings.next(&present, wanted.as_ref())?,
                None => present,
            };
            let address = admins::email(tx, id)?.ok_or(ApiError::Unauthorized)?;
            Ok::<_, ApiError>((stored, address))
        })
        .await?;
    state.mail_tests.count(Some(id))?;
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            audit::insert(tx, &auditor.entry(Action::MailTested, &id, ""))?;
            Ok::<_, ApiError>(())
        })
        .await?;
    let mail = state.templates.test(&address).map_err(ApiError::internal)?;
    let tested = state.mail_settings.test(&stored, mail, now).await;
    MailTestResponse::new(tested).map(Json)
}
