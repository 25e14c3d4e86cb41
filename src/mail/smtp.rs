//! Connections to a mail server. They know at which step the server refused a mail: only a refusal of the recipient or of
//! the content says something about the address.

use std::time::{Duration, Instant};

use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use parking_lot::Mutex;

use super::error::MailError;
use crate::domain::mail_settings::Encryption;

/// Servers close a connection that is idle for some minutes.
const IDLE_MAX: Duration = Duration::from_mins(1);
/// Replies that ask the client to sign in (RFC 4954); they say nothing about the recipient.
const AUTHENTICATION_REPLIES: [u16; 4] = [530, 534, 535, 538];

/// An SMTP server.
#[derive(Debug, Clone)]
pub struct SmtpServer<'settings> {
    /// The host name.
    pub host: &'settings str,
    /// The port.
    pub port: u16,
    /// The user name; empty when the server requires none.
    pub username: &'settings str,
    /// The password.
    pub password: &'settings str,
    /// The encryption of the connection.
    pub tls: Encryption,
    /// The time limit for sending an email.
    pub timeout: Duration,
}

/// A mail server, with the connections to it that are open and idle.
pub(super) struct SmtpClient {
    host: String,
    port: u16,
    credentials: Option<Credentials>,
    tls: Encryption,
    parameters: Option<TlsParameters>,
    timeout: Duration,
    idle: Mutex<Vec<IdleConnection>>,
}

struct IdleConnection {
    connection: AsyncSmtpConnection,
    since: Instant,
}

impl SmtpClient {
    pub(super) fn new(server: &SmtpServer<'_>) -> Result<Self, MailError> {
        let parameters = match server.tls {
            Encryption::None => None,
            Encryption::Starttls | Encryption::Tls => {
                Some(TlsParameters::new(server.host.to_owned()).map_err(MailError::Server)?)
            }
        };
        Ok(Self {
            host: server.host.to_owned(),
            port: server.port,
            credentials: (!server.username.is_empty())
                .then(|| Credentials::new(server.username.to_owned(), server.password.to_owned())),
            tls: server.tls,
            parameters,
            timeout: server.timeout,
            idle: Mutex::default(),
        })
    }

    /// Sends a mail. A server that is silent ends it after the timeout, and with it the connection.
    pub(super) async fn send(&self, envelope: &Envelope, mail: &[u8]) -> Result<(), MailError> {
        let sending = async {
            let mut connection = self.connection().await?;
            let sent = deliver(&mut connection, envelope, mail).await;
            if sent.is_ok() {
                self.idle.lock().push(IdleConnection {
                    connection,
                    since: Instant::now(),
                });
            } else {
                connection.abort().await;
            }
            sent
        };
        tokio::time::timeout(self.timeout, sending)
            .await
            .map_err(|_| MailError::Timeout(self.timeout))?
    }

    /// Returns an idle connection that is still open, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, MailError> {
        loop {
            let Some(mut idle) = self.idle.lock().pop() else {
                return Ok(self.connect().await?);
            };
            if idle.since.elapsed() < IDLE_MAX && idle.connection.test_connected().await {
                return Ok(idle.connection);
            }
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
        let hello = ClientId::default();
        let server = (self.host.as_str(), self.port);
        let from_first_byte = match self.tls {
            Encryption::Tls => self.parameters.clone(),
            Encryption::Starttls | Encryption::None => None,
        };
        let timeout = Some(self.timeout);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, timeout, &hello, from_first_byte, None).await?;
        if self.tls == Encryption::Starttls
            && let Some(parameters) = &self.parameters
        {
            connection.starttls(parameters.clone(), &hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

async fn deliver(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope,
    mail: &[u8],
) -> Result<(), MailError> {
    let options = options(connection, envelope, mail)?;
    let from: Option<Address> = envelope.from().cloned();
    connection.command(Mail::new(from, options)).await?;
    for to in envelope.to() {
        let recipient = connection.command(Rcpt::new(to.clone(), Vec::new())).await;
        recipient.map_err(about_address)?;
    }
    connection.command(Data).await.map_err(about_address)?;
    let content = match std::str::from_utf8(mail) {
        // In one write: the operating system holds back a short second one until the server has acknowledged the first.
        Ok(text) => connection.command(with_end(text)).await,
        Err(_) => connection.message(mail).await,
    };
    content.map_err(about_address)?;
    Ok(())
}

/// Returns a mail with its end, a line with nothing but a dot. Lines that begin with one get another (RFC 5321, 4.5.2).
fn with_end(mail: &str) -> String {
    let mut text = String::with_capacity(mail.len() + 64);
    for line in mail.split_inclusive('\n') {
        if line.starts_with('.') {
            text.push('.');
        }
        text.push_str(line);
    }
    if !text.ends_with("\r\n") {
        text.push_str("\r\n");
    }
    text.push_str(".\r\n");
    text
}

/// The options that a mail needs because of its characters.
fn options(
    connection: &AsyncSmtpConnection,
    envelope: &Envelope,
    mail: &[u8],
) -> Result<Vec<MailParameter>, MailError> {
    let mut options = Vec::new();
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    let has_unusual_address = addresses.any(|address| !address.to_string().is_ascii());
    for (applies, extension, option) in [
        (
            has_unusual_address,
            Extension::SmtpUtfEight,
            MailParameter::SmtpUtfEight,
        ),
        (
            !mail.is_ascii(),
            Extension::EightBitMime,
            MailParameter::Body(MailBodyParameter::EightBitMime),
        ),
    ] {
        if !applies {
            continue;
        }
        if !connection.server_info().supports_feature(extension) {
            return Err(MailError::Unsupported(extension.to_string()));
        }
        options.push(option);
    }
    Ok(options)
}

/// Returns the error of a step that is about the recipient: a reply of the class 5xx is for good.
fn about_address(error: lettre::transport::smtp::Error) -> MailError {
    let is_refusal = error.is_permanent()
        && error
            .status()
            .is_some_and(|status| !AUTHENTICATION_REPLIES.contains(&u16::from(status)));
    if is_refusal {
        MailError::Refused(error)
    } else {
        MailError::Smtp(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_a_mail_with_a_dot_that_no_line_of_it_can_be() {
        assert_eq!(with_end("a\r\nb"), "a\r\nb\r\n.\r\n");
        assert_eq!(with_end("a\r\n"), "a\r\n.\r\n");
        assert_eq!(with_end(".\r\n..a\n.b\r\n"), "..\r\n...a\n..b\r\n.\r\n");
    }
}
