//! How mails leave the house: handed to a server, or put into files.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use thiserror::Error;

use crate::domain::mail::QueuedMail;
use crate::domain::{MailId, Time};

/// Rights of a mail in a file: it may hold a code.
const OWNER_ONLY: u32 = 0o600;
/// Rights of the folder of such files.
const OWNER_ONLY_FOLDER: u32 = 0o700;

/// Why a mail did not leave.
#[derive(Debug, Error)]
pub enum MailError {
    /// The sender's address in the settings is none.
    #[error("mail.from: {0} is not an address such as Blog <blog@example.org>")]
    Sender(String),
    /// The name of the server in the settings cannot be used.
    #[error("mail.host: {0}")]
    Server(lettre::transport::smtp::Error),
    /// The mail cannot be put into the form that servers take, now or ever.
    #[error("the mail cannot be written: {0}")]
    Unwritable(String),
    /// The server did not take it.
    #[error("the mail server did not take it: {0}")]
    Refused(#[from] lettre::transport::smtp::Error),
    /// The server took too long.
    #[error("the mail server did not take it within {0:?}")]
    TooSlow(Duration),
    /// There is no folder for the files.
    #[error("the folder {folder} for mails cannot be made: {cause}; move away what is in its place")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file could not be written.
    #[error("the file could not be written: {0}")]
    File(#[from] io::Error),
}

impl MailError {
    /// Whether trying again is in vain.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Unwritable(_))
    }
}

/// A server that takes mail.
#[derive(Debug, Clone)]
pub struct SmtpServer<'settings> {
    /// Its name.
    pub host: &'settings str,
    /// Its port.
    pub port: u16,
    /// What to sign in with; empty when it asks for nothing.
    pub username: &'settings str,
    /// What to sign in with.
    pub password: &'settings str,
    /// How the connection is kept secret.
    pub tls: SmtpTls,
    /// How long it may take for a mail.
    pub timeout: Duration,
}

/// How the connection to a mail server is kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpTls {
    /// From the server's greeting on.
    Starttls,
    /// From the first byte.
    Implicit,
    /// Not at all.
    None,
}

/// Sends mails, all from the same sender.
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

enum Way {
    Files(PathBuf),
    Smtp {
        transport: AsyncSmtpTransport<Tokio1Executor>,
        timeout: Duration,
    },
}

impl Mailer {
    /// Puts each mail into a file of `folder`, which is made when it is not there.
    ///
    /// # Errors
    /// When `from` is no address, or the folder cannot be made.
    pub fn to_files(from: &str, folder: &Path) -> Result<Self, MailError> {
        let from = sender(from)?;
        DirBuilder::new()
            .recursive(true)
            .mode(OWNER_ONLY_FOLDER)
            .create(folder)
            .map_err(|cause| MailError::Folder {
                folder: folder.to_owned(),
                cause,
            })?;
        Ok(Self {
            from,
            way: Way::Files(folder.to_owned()),
        })
    }

    /// Hands each mail to a server. The mailer is made and dropped on a Tokio runtime, on which it keeps its
    /// connections.
    ///
    /// # Errors
    /// When `from` is no address, or the server's name cannot be used.
    pub fn to_server(from: &str, server: &SmtpServer<'_>) -> Result<Self, MailError> {
        let transport = match server.tls {
            SmtpTls::Starttls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(server.host),
            SmtpTls::Implicit => AsyncSmtpTransport::<Tokio1Executor>::relay(server.host),
            SmtpTls::None => Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(
                server.host,
            )),
        };
        let mut transport = transport
            .map_err(MailError::Server)?
            .port(server.port)
            .timeout(Some(server.timeout));
        if !server.username.is_empty() {
            transport = transport.credentials(Credentials::new(
                server.username.to_owned(),
                server.password.to_owned(),
            ));
        }
        Ok(Self {
            from: sender(from)?,
            way: Way::Smtp {
                transport: transport.build(),
                timeout: server.timeout,
            },
        })
    }

    /// Sends a mail, and says where it went when that is a place to look at.
    ///
    /// # Errors
    /// When it did not leave.
    pub async fn send(&self, mail: &QueuedMail) -> Result<Option<PathBuf>, MailError> {
        let message = self.message(mail)?;
        match &self.way {
            Way::Smtp { transport, timeout } => {
                // The transport's own limit ends with the connecting: a silent server would hold it for ever.
                tokio::time::timeout(*timeout, transport.send(message))
                    .await
                    .map_err(|_| MailError::TooSlow(*timeout))??;
                Ok(None)
            }
            Way::Files(folder) => {
                let file = folder.join(format!("{}.eml", mail.id));
                write_whole(&file, &message.formatted())?;
                Ok(Some(file))
            }
        }
    }

    fn message(&self, queued: &QueuedMail) -> Result<Message, MailError> {
        let unwritable = |error: &dyn std::error::Error| MailError::Unwritable(error.to_string());
        let mail = &queued.mail;
        let to: Address = mail.to.as_str().parse().map_err(|error| unwritable(&error))?;
        let milliseconds = u64::try_from(queued.created_at.milliseconds()).unwrap_or(0);
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&mail.subject)
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds))
            .message_id(Some(format!("<{}@{}>", queued.id, self.from.email.domain())))
            // Keeps holiday notes from being sent back (RFC 3834).
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            .multipart(MultiPart::alternative_plain_html(
                mail.text.clone(),
                mail.html.clone(),
            ))
            .map_err(|error| unwritable(&error))
    }
}

/// Whether mails can have this sender, such as `Blog <blog@example.org>`. Its name may hold any letters, its address
/// only what every mail server takes.
pub fn is_sender(from: &str) -> bool {
    sender(from).is_ok()
}

fn sender(from: &str) -> Result<Mailbox, MailError> {
    from.parse()
        .ok()
        .filter(|mailbox: &Mailbox| mailbox.email.to_string().is_ascii())
        .ok_or_else(|| MailError::Sender(from.to_owned()))
}

/// Under another name first: whoever watches the folder never finds half a mail.
fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = file.with_extension("part");
    let mut target = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(OWNER_ONLY)
        .open(&draft)?;
    target.write_all(bytes)?;
    target.sync_all()?;
    fs::rename(&draft, file)
}

/// Removes the mails in `folder` that were written before `moment`, also such as were never finished, and gives their
/// number. A folder that is not there has none.
///
/// # Errors
/// When the folder cannot be read, or a file cannot be removed.
pub fn remove_old_files(folder: &Path, moment: Time) -> io::Result<usize> {
    let milliseconds = u64::try_from(moment.milliseconds()).unwrap_or(0);
    let moment = SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut removed = 0;
    for entry in entries {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_file() && is_of_a_mail(&entry.path()) && metadata.modified()? < moment {
            fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Whether a file has a name that only mails have here: somebody may keep others beside them.
fn is_of_a_mail(path: &Path) -> bool {
    let text = |part: Option<&OsStr>| part.and_then(OsStr::to_str).unwrap_or_default().to_owned();
    matches!(text(path.extension()).as_str(), "eml" | "part")
        && MailId::parse(&text(path.file_stem())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;
    use crate::domain::mail::Mail;
    use crate::domain::user::Email;

    #[tokio::test]
    async fn a_mail_in_a_file_has_the_same_name_at_every_try() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = Mailer::to_files("Bits & Bytes <blog@example.org>", folder.path()).unwrap();
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let mail = QueuedMail {
            id: MailId::new(now, &SystemEntropy),
            mail: Mail {
                to: Email::parse("ada@example.org").unwrap(),
                subject: "Grüße · Bits".to_owned(),
                text: "plain words".to_owned(),
                html: "<p>laid out</p>".to_owned(),
            },
            created_at: now,
            tries: 0,
        };
        let first = mailer.send(&mail).await.unwrap();
        let again = mailer.send(&mail).await.unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let text = fs::read_to_string(first.unwrap()).unwrap();
        for part in [
            &format!("Message-ID: <{}@example.org>", mail.id),
            "Date: Sun, 01 Mar 2026 12:00:00",
            "To: ada@example.org",
            "Auto-Submitted: auto-generated",
            "multipart/alternative",
            "plain words",
            "<p>laid out</p>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn removes_the_mails_that_are_old_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let moment = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let make = |name: &str, age_seconds: i64| {
            let milliseconds = moment.plus_milliseconds(-age_seconds * 1_000).milliseconds();
            let time = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(milliseconds).unwrap());
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(time).unwrap();
        };
        let name = |end: &str| format!("{}.{end}", MailId::new(moment, &SystemEntropy));
        let young = name("eml");
        make(&name("eml"), 1);
        make(&name("part"), 1);
        make(&young, -1);
        make("notes.eml", 1);
        make("README", 1);
        assert_eq!(remove_old_files(folder.path(), moment).unwrap(), 2);
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left.len(), 3, "{left:?}");
        assert!(left.contains(&young));
        assert_eq!(
            remove_old_files(&folder.path().join("nowhere"), moment).unwrap(),
            0
        );
    }

    #[test]
    fn a_sender_that_is_no_address_is_named() {
        let error = Mailer::to_files("nobody", Path::new("/nowhere")).err().unwrap();
        assert!(error.to_string().starts_with("mail.from: nobody"), "{error}");
    }
}
