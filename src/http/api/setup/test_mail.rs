//! A test of mail settings before they are stored.

use serde::Deserialize;
use utoipa::ToSchema;

use super::check_token;
use crate::domain::mail_settings::StoredMail;
use crate::domain::user::EmailAddress;
use crate::http::api::mail_settings::dto::{MailServerFields, MailTestResponse};
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState};

/// Mail settings, and where a test of them goes.
#[derive(Deserialize, ToSchema)]
pub struct SetupMailTest {
    /// The part of the address after the `#`.
    token: String,
    mail: MailServerFields,
    /// The recipient.
    to: String,
}

/// Mails a test with settings that are not stored: at most five an hour.
#[utoipa::path(post, path = "/setup/mail-test", operation_id = "testSetupMail", tag = "setup",
    request_body = SetupMailTest,
    responses(
        (status = 200, description = "Whether it was sent", body = MailTestResponse),
        (status = 400, description = "The token is not valid, or a field is invalid"),
        (status = 404, description = "The site has an administrator"),
        (status = 429, description = "Too many tests")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<SetupMailTest>,
) -> Result<Json<MailTestResponse>, ApiError> {
    check_token(&state, network, &body.token).await?;
    let to = EmailAddress::parse(&body.to)?;
    let fields = body.mail.into_fields();
    let settings = state.mail_settings.next(&StoredMail::default(), Some(&fields))?;
    state.mail_tests.count(None)?;
    let mail = state.templates.test(&to).map_err(ApiError::internal)?;
    let tested = state.mail_settings.test(&settings, mail, state.clock.now()).await;
    MailTestResponse::new(tested).map(Json)
}
