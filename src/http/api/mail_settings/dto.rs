//! DTOs of the settings of the mail server.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::mail_settings::{MailSettings, MailSettingsError};
use crate::domain::error_chain::error_chain;
use crate::domain::mail_settings::{MailFields, MailServer};
use crate::http::ApiError;
use crate::store::mail_settings::StoredMailSettings;

/// The longest text of a server's error that is shown.
const ERROR_LENGTH_MAX: usize = 500;

/// The settings of a mail server as they are sent.
#[derive(Deserialize, ToSchema)]
#[schema(as = MailServerChange)]
pub struct MailServerFields {
    /// The name or address of the server.
    host: String,
    port: u16,
    /// `starttls`, `tls` or `none`.
    encryption: String,
    /// Empty if the server asks for none.
    username: String,
    /// Null for the one that is stored; empty for none.
    #[serde(default)]
    #[schema(required)]
    password: Option<String>,
    /// The sender, such as `Blog <blog@example.org>`.
    from: String,
}

/// A mail server that the panel has stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailServer)]
pub struct MailServerBody {
    host: String,
    port: u16,
    /// `starttls`, `tls` or `none`.
    encryption: &'static str,
    username: String,
    /// Whether a password is stored. It is never sent.
    password_set: bool,
    from: String,
}

/// The settings of the mail server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailSettings)]
pub struct MailSettingsBody {
    /// Null if mails are sent as the configuration says.
    #[schema(required)]
    server: Option<MailServerBody>,
    /// The variable, or the file and line, where the configuration says how mails are sent, so that it cannot be changed
    /// here.
    #[schema(required)]
    set_by: Option<String>,
    /// How often the settings have been changed.
    version: u32,
}

/// The settings of the mail server.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailSettingsResponse {
    /// Always true.
    pub(super) success: bool,
    pub(super) settings: MailSettingsBody,
}

/// The outcome of a test of the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailTestResponse {
    /// Always true.
    success: bool,
    /// Whether the mail was sent.
    is_sent: bool,
    /// Why it did not.
    #[schema(required)]
    error: Option<String>,
}

impl MailServerFields {
    pub(in crate::http::api) fn into_fields(self) -> MailFields {
        MailFields {
            host: self.host,
            port: self.port,
            encryption: self.encryption,
            username: self.username,
            password: self.password,
            from: self.from,
        }
    }
}

impl MailSettingsBody {
    pub(in crate::http::api) fn new(settings: &MailSettings, stored: &StoredMailSettings) -> Self {
        let password_set = !stored.mail.sealed_password.is_empty();
        let body = |server: &MailServer| MailServerBody {
            host: server.host.clone(),
            port: server.port,
            encryption: server.encryption.name(),
            username: server.username.clone(),
            password_set,
            from: server.from.clone(),
        };
        Self {
            server: settings.server(&stored.mail).map(body),
            set_by: settings.set_by().map(str::to_owned),
            version: stored.version,
        }
    }
}

impl MailTestResponse {
    /// The outcome; an error that is not the mail server's is one of the request.
    pub(in crate::http::api) fn new(result: Result<(), MailSettingsError>) -> Result<Self, ApiError> {
        let error = match result {
            Ok(()) => None,
            Err(MailSettingsError::Mail(error)) => {
                Some(error_chain(&error).chars().take(ERROR_LENGTH_MAX).collect())
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            success: true,
            is_sent: error.is_none(),
            error,
        })
    }
}
