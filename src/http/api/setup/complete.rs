//! The setup itself: the first administrator and the first settings.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::check_token;
use crate::actions::demo;
use crate::actions::security_log::{self, Event};
use crate::actions::setup::FirstSettings;
use crate::domain::admin::AdminName;
use crate::domain::error_chain::error_chain;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, AdminId, Password, Role};
use crate::http::api::dto::AdminBody;
use crate::http::api::mail_settings::dto::MailServerFields;
use crate::http::api::sign_in::{self, FIRST_EPOCH};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::admins::{self, NewAdmin};

/// The account of the first administrator.
#[derive(Deserialize, ToSchema)]
pub struct FirstAdmin {
    /// 2 to 100 characters.
    username: String,
    email: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
}

/// The first settings of the site.
#[derive(Deserialize, ToSchema)]
pub struct FirstSite {
    /// At most 60 characters.
    name: String,
    /// At most 300 characters; empty for none.
    description: String,
    /// A colour as `#rrggbb`; empty for the usual one.
    accent: String,
}

/// What a site begins with.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupRequest {
    /// The part of the address after the `#`.
    token: String,
    admin: FirstAdmin,
    site: FirstSite,
    /// Null to set it later, or if the configuration does.
    #[serde(default)]
    #[schema(required)]
    mail: Option<MailServerFields>,
    /// Whether to write sample posts, readers and comments.
    sample_content: bool,
}

/// What became of the sample posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SampleOutcome {
    /// They were not wanted.
    None,
    /// They are there.
    Made,
    /// They could not be written. The site is set up without them.
    Failed,
}

/// The first administrator, signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupDone {
    success: bool,
    message: &'static str,
    token: String,
    admin: AdminBody,
    sample_content: SampleOutcome,
}

/// Makes the first administrator, stores the settings, and signs the administrator in: all of it or nothing. The token is
/// used up. Sample posts are written afterwards.
#[utoipa::path(post, path = "/setup", operation_id = "setUp", tag = "setup", request_body = SetupRequest,
    responses(
        (status = 201, description = "The first administrator, signed in", body = SetupDone),
        (status = 400, description = "The token is not valid, or a field is invalid"),
        (status = 404, description = "The site has an administrator")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientDevice { network, device }: ClientDevice,
    Json(body): Json<SetupRequest>,
) -> Result<(StatusCode, Json<SetupDone>), ApiError> {
    // Before the fields: nobody without the token makes the site hash a password.
    let token = check_token(&state, network, &body.token).await?;
    let username = AdminName::parse(&body.admin.username)?;
    let email = EmailAddress::parse(&body.admin.email)?;
    let own = [username.as_str(), email.as_str()];
    let password = Password::parse("password", &body.admin.password, &own)?;
    let password_hash = state.passwords.hash(network, password).await?;
    let now = state.clock.now();
    let id = AdminId::new(now, state.entropy.as_ref());
    let new = NewAdmin {
        id,
        username,
        email,
        password_hash,
        role: Role::Admin,
        created_at: now,
    };
    let settings = FirstSettings {
        name: body.site.name,
        description: body.site.description,
        accent: body.site.accent,
        mail: body.mail.map(MailServerFields::into_fields),
    };
    let (account, auditor, site) = (Account::Admin(id), state.auditor(id), state.clone());
    let (admin, session) = state
        .write(move |tx| {
            let owners = (site.settings.defaults(), site.mail_settings.as_ref());
            site.setup
                .complete(tx, &token, &new, settings, owners, &auditor)?;
            let session = sign_in::begin_first(tx, &site, account, FIRST_EPOCH, device, now)?;
            let admin = admins::by_id(tx, id)?.ok_or(ApiError::Unauthorized)?;
            Ok::<_, ApiError>((admin, session))
        })
        .await?;
    security_log::record(Event::AdminCreated, account, network);
    sign_in::record(&state, account, network, false);
    let sample_content = if body.sample_content {
        write_sample(&state).await
    } else {
        SampleOutcome::None
    };
    let response = SetupDone {
        success: true,
        message: "Your site is set up",
        token: session,
        admin: admin.into(),
        sample_content,
    };
    Ok((StatusCode::CREATED, Json(response)))
}

/// Writes the sample posts. It goes on if the client has gone away.
async fn write_sample(state: &AppState) -> SampleOutcome {
    let site = state.clone();
    let seeding =
        spawn_blocking(move || demo::seed(&site.store, site.clock.as_ref(), site.entropy.as_ref(), false));
    match seeding.await {
        Ok(Ok(_)) => SampleOutcome::Made,
        Ok(Err(error)) => {
            tracing::error!(
                error = error_chain(&error),
                "the sample posts could not be written"
            );
            SampleOutcome::Failed
        }
        Err(error) => {
            tracing::error!(%error, "writing the sample posts failed");
            SampleOutcome::Failed
        }
    }
}
