//! A look at what there is to set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::check_token;
use crate::http::api::mail_settings::dto::MailSettingsBody;
use crate::http::api::site::dto::SiteSettingsBody;
use crate::http::extract::{ClientNetwork, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, mail_settings, site};

/// The token of the first start.
#[derive(Deserialize, ToSchema)]
pub struct SetupCheck {
    /// The part of the address after the `#`.
    token: String,
}

/// What there is to set up.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetupResponse {
    /// Always true.
    success: bool,
    /// The site as it is, and what of it the environment sets.
    site: SiteSettingsBody,
    /// How mails are sent, and whether the configuration says it.
    mail: MailSettingsBody,
}

/// Checks the token that the start of a site without an administrator prints, and returns what the site would be called.
/// Once there is an administrator, the answer is 404.
#[utoipa::path(post, path = "/setup/check", operation_id = "checkSetup", tag = "setup", request_body = SetupCheck,
    responses(
        (status = 200, description = "The token is valid", body = SetupResponse),
        (status = 400, description = "The token is wrong, was replaced or has expired"),
        (status = 404, description = "The site has an administrator")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<SetupCheck>,
) -> Result<Json<SetupResponse>, ApiError> {
    check_token(&state, network, &body.token).await?;
    let (site, mail) = state
        .read(|tx| Ok::<_, StoreError>((site::load(tx)?, mail_settings::load(tx)?)))
        .await?;
    Ok(Json(SetupResponse {
        success: true,
        site: SiteSettingsBody::new(state.settings.defaults(), &site),
        mail: MailSettingsBody::new(&state.mail_settings, &mail),
    }))
}
