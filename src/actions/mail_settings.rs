//! The settings of the mail server: as they hold now, their changes in the panel, and the mailer that follows them.
//!
//! The configuration wins: where it says how mails are sent, the panel cannot change it.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use thiserror::Error;

use crate::actions::outbox;
use crate::auth::sealing::{SealError, SealingKey};
use crate::auth::secret::SigningSecret;
use crate::config::Config;
use crate::domain::audit::{Action, Auditor};
use crate::domain::mail_settings::{MailFields, MailServer, StoredMail};
use crate::domain::outgoing_email::{EmailMessage, QueuedEmail};
use crate::domain::{Entropy, MailId, Time, ValidationError};
use crate::mail::{MailError, Mailer, SmtpServer, is_sender};
use crate::store::mail_settings::{self, StoredMailSettings};
use crate::store::{Store, StoreError, Tx, audit};

/// A mail server may take this long for a test.
const TEST_TIMEOUT: Duration = Duration::from_secs(10);
/// What a sealed password is sealed for.
const CONTEXT: &[u8] = b"mail.password";

/// An error of a change.
#[derive(Debug, Error)]
pub enum MailSettingsError {
    /// A field is invalid, or the configuration says how mails are sent.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// The stored password cannot be read.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The mail was not sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The settings of the mail server of a site.
pub struct MailSettings {
    config: Arc<Config>,
    key: SealingKey,
    entropy: Arc<dyn Entropy>,
}

impl MailSettings {
    /// Creates the settings of the site with this configuration and this secret.
    pub fn new(config: Arc<Config>, secret: &SigningSecret, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            config,
            key: SealingKey::derive(secret, "mail settings"),
            entropy,
        }
    }

    /// Where the configuration says how mails are sent, if it does.
    pub fn set_by(&self) -> Option<&str> {
        self.config.mail_set_by.as_deref()
    }

    /// Returns the stored server, if it is the one that mails are sent by.
    pub fn server<'stored>(&self, stored: &'stored StoredMail) -> Option<&'stored MailServer> {
        stored.server.as_ref().filter(|_| self.set_by().is_none())
    }

    /// Creates the mailer of these settings. Must be called on a Tokio runtime.
    ///
    /// # Errors
    /// If the sender, the server or the folder cannot be used, or the password cannot be read.
    pub fn mailer(&self, stored: &StoredMail) -> Result<Mailer, MailSettingsError> {
        let Some(server) = self.server(stored) else {
            return Ok(outbox::mailer(&self.config)?);
        };
        let timeout = Duration::from_secs(self.config.mail.timeout_seconds.get());
        Ok(mailer(server, &self.open(stored)?, timeout)?)
    }

    /// Validates settings, and returns what to store for them: `None` for those of the configuration. A password that is
    /// not sent stays as it is, if the server does.
    ///
    /// # Errors
    /// If a field is invalid, or the configuration says how mails are sent.
    pub fn next(
        &self,
        present: &StoredMail,
        wanted: Option<&MailFields>,
    ) -> Result<StoredMail, MailSettingsError> {
        if let Some(set_by) = self.set_by() {
            let message = format!("How mails are sent is set by {set_by}, and can only be changed there");
            return Err(ValidationError::new("mail", message).into());
        }
        let Some(fields) = wanted else {
            return Ok(StoredMail::default());
        };
        let server = MailServer::parse(fields, is_sender)?;
        let sealed_password = match fields.password.as_deref() {
            Some("") => String::new(),
            Some(password) => self.seal(password)?,
            None if present.sealed_password.is_empty() => String::new(),
            None => {
                let stored = present.server.as_ref();
                if !stored.is_some_and(|stored| stored.shares_password_with(&server)) {
                    let message = "Enter the password again: it was given for other settings of the server";
                    return Err(ValidationError::new("mail.password", message).into());
                }
                present.sealed_password.clone()
            }
        };
        Ok(StoredMail {
            server: Some(server),
            sealed_password,
        })
    }

    /// Stores settings in place of their version `expected`, and returns whether that is the present one.
    pub fn change(
        &self,
        tx: &mut Tx<'_>,
        wanted: Option<&MailFields>,
        expected: u32,
        auditor: &Auditor,
    ) -> Result<bool, MailSettingsError> {
        let present = mail_settings::load(tx)?;
        if present.version != expected {
            return Ok(false);
        }
        let next = self.next(&present.mail, wanted)?;
        if next == present.mail {
            return Ok(true);
        }
        let Some(version) = mail_settings::put(tx, &next, expected, auditor.now)? else {
            return Ok(false);
        };
        let entry = auditor.entry(
            Action::MailChanged,
            &version,
            changed(&present.mail, &next).join(" "),
        );
        audit::insert(tx, &entry)?;
        Ok(true)
    }

    /// Sends a mail by these settings, which need not be stored.
    ///
    /// # Errors
    /// If the mail cannot be sent: a server of the panel has to take it within ten seconds, one of the configuration in the
    /// time that that allows.
    pub async fn test(
        &self,
        settings: &StoredMail,
        mail: EmailMessage,
        now: Time,
    ) -> Result<(), MailSettingsError> {
        let mailer = match self.server(settings) {
            Some(server) => mailer(server, &self.open(settings)?, TEST_TIMEOUT)?,
            None => outbox::mailer(&self.config)?,
        };
        let id = MailId::new(now, self.entropy.as_ref());
        mailer.send(&QueuedEmail::about_account(id, mail, now)).await?;
        Ok(())
    }

    fn seal(&self, password: &str) -> Result<String, SealError> {
        let sealed = self
            .key
            .seal(CONTEXT, password.as_bytes(), self.entropy.as_ref())?;
        Ok(hex::encode(sealed))
    }

    fn open(&self, stored: &StoredMail) -> Result<String, SealError> {
        if stored.sealed_password.is_empty() {
            return Ok(String::new());
        }
        let sealed = hex::decode(&stored.sealed_password).map_err(|_| SealError)?;
        String::from_utf8(self.key.open(CONTEXT, &sealed)?).map_err(|_| SealError)
    }
}

fn mailer(server: &MailServer, password: &str, timeout: Duration) -> Result<Mailer, MailError> {
    let smtp = SmtpServer {
        host: &server.host,
        port: server.port,
        username: &server.username,
        password,
        tls: server.encryption,
        timeout,
    };
    Mailer::to_server(&server.from, &smtp)
}

/// Returns the names of the settings that differ.
fn changed(present: &StoredMail, next: &StoredMail) -> Vec<&'static str> {
    let mut names = match (&present.server, &next.server) {
        (Some(present), Some(next)) => next.changed_from(present),
        (None, Some(next)) => next.changed_from(&MailServer::default()),
        (_, None) => vec!["removed"],
    };
    if next.server.is_some() && present.sealed_password != next.sealed_password {
        names.push("password");
    }
    names
}

/// The mailer of a running site, which follows the stored settings on every node.
pub struct LiveMailer {
    store: Store,
    settings: Arc<MailSettings>,
    /// The mailer with the settings that it was created for.
    current: Mutex<Option<(Arc<StoredMailSettings>, Arc<Mailer>)>>,
}

impl LiveMailer {
    /// Creates the mailer of the site with this store.
    pub fn new(store: Store, settings: Arc<MailSettings>) -> Self {
        Self {
            store,
            settings,
            current: Mutex::default(),
        }
    }

    /// Returns the mailer of the present settings. Must be called on a Tokio runtime.
    ///
    /// # Errors
    /// If the settings cannot be used.
    pub fn current(&self) -> Result<Arc<Mailer>, MailSettingsError> {
        let stored = self.store.mail_settings();
        let mut current = self.current.lock();
        if let Some((settings, mailer)) = current.as_ref()
            && Arc::ptr_eq(settings, &stored)
        {
            return Ok(Arc::clone(mailer));
        }
        let mailer = Arc::new(self.settings.mailer(&stored.mail)?);
        *current = Some((stored, Arc::clone(&mailer)));
        Ok(mailer)
    }

    /// Whether a mailer is that of the present settings.
    pub fn is_current(&self, mailer: &Arc<Mailer>) -> bool {
        let stored = self.store.mail_settings();
        let current = self.current.lock();
        let current = current.as_ref();
        current
            .is_some_and(|(settings, of_them)| Arc::ptr_eq(settings, &stored) && Arc::ptr_eq(of_them, mailer))
    }
}
