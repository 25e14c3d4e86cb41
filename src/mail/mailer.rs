//! Delivery of emails: to an SMTP server, or to files.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use url::Url;

use super::error::MailError;
use super::smtp::{SmtpClient, SmtpServer};
use crate::domain::outgoing_email::{MailKind, QueuedEmail};
use crate::domain::{MailId, Time};

/// The permissions of an email file, which may contain a code.
const OWNER_ONLY: u32 = 0o600;
/// The permissions of the folder of email files.
const OWNER_ONLY_FOLDER: u32 = 0o700;

/// Sends emails, all from the same sender.
pub struct Mailer {
    from: Mailbox,
    delivery: Delivery,
}

enum Delivery {
    Files(PathBuf),
    Smtp(SmtpClient),
}

impl Mailer {
    /// Creates a mailer that writes each email to a file in `folder`, which it creates if necessary.
    ///
    /// # Errors
    /// Fails when `from` is not an address, or the folder cannot be created.
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
            delivery: Delivery::Files(folder.to_owned()),
        })
    }

    /// Creates a mailer that sends each email to a server. It has to be created and dropped on a Tokio runtime, which
    /// its connections use.
    ///
    /// # Errors
    /// Fails when `from` is not an address, or the host name is invalid.
    pub fn to_server(from: &str, server: &SmtpServer<'_>) -> Result<Self, MailError> {
        Ok(Self {
            from: sender(from)?,
            delivery: Delivery::Smtp(SmtpClient::new(server)?),
        })
    }

    /// Sends an email; returns the path of the file if it was written to one.
    ///
    /// # Errors
    /// Fails when the email was not sent.
    pub async fn send(&self, mail: &QueuedEmail) -> Result<Option<PathBuf>, MailError> {
        let message = self.message(mail)?;
        match &self.delivery {
            Delivery::Smtp(client) => {
                client.send(message.envelope(), &message.formatted()).await?;
                Ok(None)
            }
            Delivery::Files(folder) => {
                let file = folder.join(format!("{}.eml", mail.id));
                write_atomically(&file, &message.formatted())?;
                Ok(Some(file))
            }
        }
    }

    fn message(&self, queued: &QueuedEmail) -> Result<Message, MailError> {
        let unwritable = |error: &dyn std::error::Error| MailError::Encoding(error.to_string());
        let mail = &queued.mail;
        let to: Address = mail.to.as_str().parse().map_err(|error| unwritable(&error))?;
        let milliseconds = u64::try_from(queued.created_at.milliseconds()).unwrap_or(0);
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&mail.subject)
            .date(SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds))
            .message_id(Some(format!("<{}@{}>", queued.id, self.from.email.domain())));
        for (name, value) in list_headers(queued, self.from.email.domain()) {
            message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
        message
            .multipart(MultiPart::alternative_plain_html(
                mail.text.clone(),
                mail.html.clone(),
            ))
            .map_err(|error| unwritable(&error))
    }
}

/// Returns the headers by which mail programs know what an email is, and how to end those of its kind.
fn list_headers(queued: &QueuedEmail, domain: &str) -> Vec<(&'static str, String)> {
    // Prevents automatic replies (RFC 3834).
    let mut headers = vec![("Auto-Submitted", "auto-generated".to_owned())];
    if queued.kind == MailKind::Account {
        return headers;
    }
    if let Some(url) = queued
        .unsubscribe_url
        .as_deref()
        .and_then(|url| Url::parse(url).ok())
    {
        headers.push(("List-Unsubscribe", format!("<{url}>")));
        if url.scheme() == "https" {
            // RFC 8058. Without encryption anybody on the way could read the URL.
            headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        if let Some(host) = url.host_str() {
            headers.push(("List-ID", format!("<{}.{host}>", queued.kind.name())));
        }
    }
    if let Some(thread) = &queued.thread {
        // No email has this id. Those that name it are shown as one conversation.
        let conversation = format!("<{thread}@{domain}>");
        headers.push(("In-Reply-To", conversation.clone()));
        headers.push(("References", conversation));
    }
    if queued.kind.is_bulk() {
        headers.push(("Precedence", "bulk".to_owned()));
    }
    headers
}

/// Whether a sender, such as `Blog <blog@example.org>`, is valid. Its name may contain any characters, its address
/// only those that every mail server accepts.
pub fn is_sender(from: &str) -> bool {
    sender(from).is_ok()
}

fn sender(from: &str) -> Result<Mailbox, MailError> {
    from.parse()
        .ok()
        .filter(|mailbox: &Mailbox| mailbox.email.to_string().is_ascii())
        .ok_or_else(|| MailError::Sender(from.to_owned()))
}

/// Writes to a temporary file first: other programs that watch the folder never see an incomplete email.
fn write_atomically(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = file.with_extension("part");
    let mut target = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(OWNER_ONLY)
        .open(&temporary)?;
    target.write_all(bytes)?;
    target.sync_all()?;
    fs::rename(&temporary, file)
}

/// Removes the email files in `folder` that were written before `time`, incomplete ones included, and returns their
/// number. A missing folder counts as empty.
///
/// # Errors
/// Fails when the folder cannot be read, or a file cannot be removed.
pub fn remove_files_before(folder: &Path, time: Time) -> io::Result<usize> {
    let milliseconds = u64::try_from(time.milliseconds()).unwrap_or(0);
    let limit = SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut removed = 0;
    for entry in entries {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_file() && has_email_file_name(&entry.path()) && metadata.modified()? < limit {
            fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Whether a file is named like an email file; the folder may contain others.
fn has_email_file_name(path: &Path) -> bool {
    let text = |part: Option<&OsStr>| part.and_then(OsStr::to_str).unwrap_or_default().to_owned();
    matches!(text(path.extension()).as_str(), "eml" | "part")
        && MailId::parse(&text(path.file_stem())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;
    use crate::domain::outgoing_email::EmailMessage;
    use crate::domain::user::EmailAddress;

    #[tokio::test]
    async fn writes_the_same_file_at_every_attempt() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = Mailer::to_files("Bits & Bytes <blog@example.org>", folder.path()).unwrap();
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let message = EmailMessage {
            to: EmailAddress::parse("ada@example.org").unwrap(),
            subject: "Grüße · Bits".to_owned(),
            text: "plain words".to_owned(),
            html: "<p>laid out</p>".to_owned(),
        };
        let mail = QueuedEmail::about_account(MailId::new(now, &SystemEntropy), message, now);
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

    /// Returns the headers of an email of this kind, whose links have this scheme.
    fn headers(kind: MailKind, scheme: &str, thread: Option<&str>) -> Vec<String> {
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let message = EmailMessage {
            to: EmailAddress::parse("ada@example.org").unwrap(),
            subject: String::new(),
            text: String::new(),
            html: String::new(),
        };
        let url = (kind != MailKind::Account).then(|| format!("{scheme}://blog.example.org/unsubscribe/abc"));
        let queued = QueuedEmail {
            kind,
            unsubscribe_url: url,
            thread: thread.map(str::to_owned),
            ..QueuedEmail::about_account(MailId::new(now, &SystemEntropy), message, now)
        };
        list_headers(&queued, "example.org")
            .into_iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect()
    }

    #[test]
    fn names_the_list_of_every_email_that_can_be_ended() {
        use crate::domain::notice::NoticeKind;
        let automatic = "Auto-Submitted: auto-generated";
        assert_eq!(headers(MailKind::Account, "https", None), [automatic]);
        let reply = headers(MailKind::Notice(NoticeKind::Reply), "https", Some("post-1"));
        assert_eq!(
            reply,
            [
                automatic,
                "List-Unsubscribe: <https://blog.example.org/unsubscribe/abc>",
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
                "List-ID: <reply.blog.example.org>",
                "In-Reply-To: <post-1@example.org>",
                "References: <post-1@example.org>",
            ]
        );
        let digest = headers(MailKind::Digest, "http", None);
        assert_eq!(
            digest,
            [
                automatic,
                "List-Unsubscribe: <http://blog.example.org/unsubscribe/abc>",
                "List-ID: <digest.blog.example.org>",
                "Precedence: bulk",
            ]
        );
    }

    #[test]
    fn removes_only_old_email_files() {
        let folder = tempfile::tempdir().unwrap();
        let limit = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let create_file = |name: &str, age_seconds: i64| {
            let milliseconds = limit.plus_milliseconds(-age_seconds * 1_000).milliseconds();
            let time = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(milliseconds).unwrap());
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(time).unwrap();
        };
        let name = |end: &str| format!("{}.{end}", MailId::new(limit, &SystemEntropy));
        let newer = name("eml");
        create_file(&name("eml"), 1);
        create_file(&name("part"), 1);
        create_file(&newer, -1);
        create_file("notes.eml", 1);
        create_file("README", 1);
        assert_eq!(remove_files_before(folder.path(), limit).unwrap(), 2);
        let mut remaining: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        remaining.sort();
        assert_eq!(remaining.len(), 3, "{remaining:?}");
        assert!(remaining.contains(&newer));
        assert_eq!(
            remove_files_before(&folder.path().join("nowhere"), limit).unwrap(),
            0
        );
    }

    #[test]
    fn rejects_an_invalid_sender() {
        let error = Mailer::to_files("nobody", Path::new("/nowhere")).err().unwrap();
        assert!(error.to_string().starts_with("mail.from: nobody"), "{error}");
    }
}
