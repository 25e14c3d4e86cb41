//! The settings of the mail server that administrators change in the panel, where the configuration has none.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use url::Host;

use super::ValidationError;
use super::hidden_characters::contains_hidden_characters;

/// The longest name of a host (RFC 1035).
const HOST_LENGTH_MAX: usize = 253;
const TEXT_LENGTH_MAX: usize = 320;

/// The encryption of the connection to a mail server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encryption {
    /// Upgraded to TLS after the server's greeting.
    #[default]
    Starttls,
    /// TLS from the first byte.
    Tls,
    /// Unencrypted.
    None,
}

impl Encryption {
    /// The name in the configuration and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Starttls => "starttls",
            Self::Tls => "tls",
            Self::None => "none",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Starttls, Self::Tls, Self::None]
            .into_iter()
            .find(|encryption| encryption.name() == text)
    }
}

/// The settings of a mail server as they are sent.
#[derive(Clone)]
pub struct MailFields {
    /// The name or address of the server.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The encryption, by [`Encryption::name`].
    pub encryption: String,
    /// The name for signing in; empty if the server asks for none.
    pub username: String,
    /// The password; `None` for the one that is stored.
    pub password: Option<String>,
    /// The sender, such as `Blog <blog@example.org>`.
    pub from: String,
}

/// The settings of a mail server without its password.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MailServer {
    /// The name or address of the server.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The encryption of the connection.
    pub encryption: Encryption,
    /// The name for signing in; empty if the server asks for none.
    pub username: String,
    /// The sender.
    pub from: String,
}

/// What the panel has stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredMail {
    /// The server; `None` if the configuration holds.
    pub server: Option<MailServer>,
    /// Its password, sealed, in hexadecimal; empty for none.
    pub sealed_password: String,
}

impl MailServer {
    /// Validates the settings of a server. Whether the sender is an address, the mailer knows: `is_sender` says it.
    ///
    /// # Errors
    /// When a field is invalid.
    pub fn parse(fields: &MailFields, is_sender: fn(&str) -> bool) -> Result<Self, ValidationError> {
        let host = fields.host.trim();
        if host.len() > HOST_LENGTH_MAX || !is_host(host) {
            let message = "Enter the name or address of the mail server, such as smtp.example.org";
            return ValidationError::reject("mail.host", message);
        }
        if fields.port == 0 {
            return ValidationError::reject("mail.port", "The port must be between 1 and 65535");
        }
        let Some(encryption) = Encryption::parse(&fields.encryption) else {
            return ValidationError::reject(
                "mail.encryption",
                "The encryption must be starttls, tls or none",
            );
        };
        let from = fields.from.trim();
        if !is_text(from) || !is_sender(from) {
            let message = "Enter an address such as Blog <blog@example.org>";
            return ValidationError::reject("mail.from", message);
        }
        let username = fields.username.trim();
        if !is_text(username) {
            return ValidationError::reject("mail.username", "The name must be at most 320 characters");
        }
        if fields
            .password
            .as_deref()
            .is_some_and(|password| !is_text(password))
        {
            return ValidationError::reject("mail.password", "The password must be at most 320 characters");
        }
        Ok(Self {
            host: host.to_owned(),
            port: fields.port,
            encryption,
            username: username.to_owned(),
            from: from.to_owned(),
        })
    }

    /// Whether a password that was given for this server may be sent to the other one: it must not go to another host,
    /// nor over a connection that is less protected.
    pub fn shares_password_with(&self, other: &Self) -> bool {
        self.host == other.host
            && self.port == other.port
            && self.username == other.username
            && (other.encryption != Encryption::None || self.encryption == Encryption::None)
    }

    /// Returns the names of the fields that differ from those of `other`.
    pub fn changed_from(&self, other: &Self) -> Vec<&'static str> {
        let fields = [
            ("host", self.host != other.host),
            ("port", self.port != other.port),
            ("encryption", self.encryption != other.encryption),
            ("username", self.username != other.username),
            ("from", self.from != other.from),
        ];
        let changed = fields.into_iter().filter(|(_, is_changed)| *is_changed);
        changed.map(|(name, _)| name).collect()
    }
}

/// Whether a text is a valid host name or IP address.
pub fn is_host(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok() || Host::parse(text).is_ok()
}

fn is_text(text: &str) -> bool {
    text.chars().count() <= TEXT_LENGTH_MAX && !contains_hidden_characters(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> MailFields {
        MailFields {
            host: " smtp.example.org ".to_owned(),
            port: 587,
            encryption: "starttls".to_owned(),
            username: "blog".to_owned(),
            password: Some("secret".to_owned()),
            from: "Blog <blog@example.org>".to_owned(),
        }
    }

    #[test]
    fn rejects_what_no_mail_server_has() {
        let is_sender = |text: &str| text.contains('@');
        let parsed = |change: fn(&mut MailFields)| {
            let mut fields = fields();
            change(&mut fields);
            MailServer::parse(&fields, is_sender).map_err(|error| error.field)
        };
        assert_eq!(parsed(|_| ()).unwrap().host, "smtp.example.org");
        for (found, field) in [
            (parsed(|fields| fields.host = "no host".to_owned()), "mail.host"),
            (parsed(|fields| fields.host.clear()), "mail.host"),
            (parsed(|fields| fields.port = 0), "mail.port"),
            (
                parsed(|fields| fields.encryption = "ssl".to_owned()),
                "mail.encryption",
            ),
            (
                parsed(|fields| fields.username = "x".repeat(321)),
                "mail.username",
            ),
            (
                parsed(|fields| fields.password = Some("a\r\nb".to_owned())),
                "mail.password",
            ),
            (parsed(|fields| fields.from = "nobody".to_owned()), "mail.from"),
        ] {
            assert_eq!(found.unwrap_err(), field);
        }
    }

    #[test]
    fn a_password_stays_with_its_server() {
        let server = MailServer::parse(&fields(), |_| true).unwrap();
        let other = |change: fn(&mut MailServer)| {
            let mut other = server.clone();
            change(&mut other);
            server.shares_password_with(&other)
        };
        assert!(other(|other| other.from = "Other <other@example.org>".to_owned()));
        assert!(!other(|other| other.host = "evil.example.org".to_owned()));
        assert!(!other(|other| other.port = 25));
        assert!(!other(|other| other.encryption = Encryption::None));
        assert!(!other(|other| other.username = "somebody".to_owned()));
    }
}
