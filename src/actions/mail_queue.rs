//! The queue of mails. What a mail says holds codes and links: it is stored encrypted, so that nobody can use them with
//! the database alone.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::auth::sealing::{SealError, SealingKey};
use crate::auth::secret::SigningSecret;
use crate::domain::outgoing_email::{EmailMessage, NoticeEmail, QueuedEmail};
use crate::domain::user::EmailAddress;
use crate::domain::{Entropy, MailId, Time};
use crate::store::outbox::{self, StoredEmail};
use crate::store::{StoreError, Tx};

/// Puts mails into the outbox, and opens those that it holds.
pub struct MailQueue {
    key: SealingKey,
    entropy: Arc<dyn Entropy>,
}

/// What is encrypted of a mail: also the URL that ends those of its kind, which works for everybody who has it.
#[derive(Serialize, Deserialize)]
struct Content<Text> {
    subject: Text,
    text: Text,
    html: Text,
    unsubscribe_url: Option<Text>,
}

/// An error of queueing a mail.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be brought into the form that is encrypted.
    #[error("a mail could not be queued")]
    Content(#[from] serde_json::Error),
    /// The mail could not be encrypted.
    #[error("a mail could not be encrypted")]
    Seal(#[from] SealError),
}

/// A mail of the outbox that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OpenError {
    /// The site has another secret now, or the row was changed.
    #[error("its content was encrypted with another secret of the site")]
    OtherSecret,
    /// The content is in no form that this version of the program knows.
    #[error("its content is in an unknown form")]
    UnknownForm,
}

impl MailQueue {
    /// Creates the queue of the site with this secret.
    pub fn new(secret: &SigningSecret, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            key: SealingKey::derive(secret, "queued mails"),
            entropy,
        }
    }

    /// Queues a mail about an account. One that was moved here without its address gets none.
    pub fn add(&self, tx: &mut Tx<'_>, mail: &EmailMessage, now: Time) -> Result<(), QueueError> {
        if mail.to.is_of_moved() {
            return Ok(());
        }
        let id = MailId::new(now, self.entropy.as_ref());
        let sealed = self.seal(id, mail, None)?;
        Ok(outbox::insert(tx, id, &mail.to, &sealed, now)?)
    }

    /// Queues any other mail, and returns whether it did: nobody gets one about the same event twice, and neither an
    /// address that refused a mail for good nor an account that was moved here without its address gets one.
    pub fn add_notice(&self, tx: &mut Tx<'_>, notice: &NoticeEmail, now: Time) -> Result<bool, QueueError> {
        if notice.mail.to.is_of_moved() {
            return Ok(false);
        }
        let id = MailId::new(now, self.entropy.as_ref());
        let sealed = self.seal(id, &notice.mail, Some(&notice.unsubscribe_url))?;
        Ok(outbox::insert_notice(tx, id, notice, &sealed, now)?)
    }

    /// Decrypts a mail of the outbox. One that an earlier version has queued is not encrypted.
    pub fn open(&self, stored: StoredEmail) -> Result<QueuedEmail, OpenError> {
        let StoredEmail { email, sealed } = stored;
        let Some(sealed) = sealed else {
            return Ok(email);
        };
        let opened = self
            .key
            .open(context(email.id, &email.mail.to).as_bytes(), &sealed)
            .map_err(|SealError| OpenError::OtherSecret)?;
        // The error of the parser could quote the content.
        let content: Content<String> = serde_json::from_slice(&opened).map_err(|_| OpenError::UnknownForm)?;
        Ok(QueuedEmail {
            mail: EmailMessage {
                to: email.mail.to,
                subject: content.subject,
                text: content.text,
                html: content.html,
            },
            unsubscribe_url: content.unsubscribe_url,
            ..email
        })
    }

    fn seal(
        &self,
        id: MailId,
        mail: &EmailMessage,
        unsubscribe_url: Option<&str>,
    ) -> Result<Vec<u8>, QueueError> {
        let plaintext = serde_json::to_vec(&Content {
            subject: mail.subject.as_str(),
            text: &mail.text,
            html: &mail.html,
            unsubscribe_url,
        })?;
        Ok(self.key.seal(
            context(id, &mail.to).as_bytes(),
            &plaintext,
            self.entropy.as_ref(),
        )?)
    }
}

/// What a mail is sealed for: its row and its recipient, so that nobody who can write to the database has it sent to
/// another address.
fn context(id: MailId, to: &EmailAddress) -> String {
    format!("{id} {to}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;
    use crate::domain::outgoing_email::MailKind;

    const URL: &str = "https://blog.example.org/unsubscribe/abc";

    fn queue(secret: &str) -> MailQueue {
        MailQueue::new(&SigningSecret::from_text(secret), Arc::new(SystemEntropy))
    }

    fn mail(subject: &str, text: &str, html: &str) -> EmailMessage {
        EmailMessage {
            to: EmailAddress::parse("ada@example.org").unwrap(),
            subject: subject.to_owned(),
            text: text.to_owned(),
            html: html.to_owned(),
        }
    }

    /// Returns a mail as the outbox has it.
    fn stored(id: MailId, sealed: Vec<u8>) -> StoredEmail {
        StoredEmail {
            email: QueuedEmail::about_account(id, mail("", "", ""), Time::from_milliseconds(1)),
            sealed: Some(sealed),
        }
    }

    fn id() -> MailId {
        MailId::new(Time::from_milliseconds(1), &SystemEntropy)
    }

    #[test]
    fn opens_a_mail_with_the_same_secret_row_and_recipient_alone() {
        let (ours, id) = (queue("one secret"), id());
        let code = mail("123456 is your code", "Your code:\n123456", "<b>\"123456\"</b>");
        let sealed = ours.seal(id, &code, Some(URL)).unwrap();
        assert!(!sealed.windows(6).any(|window| window == b"123456"));
        assert!(!sealed.windows(11).any(|window| window == b"unsubscribe"));

        let opened = ours.open(stored(id, sealed.clone())).unwrap();
        assert_eq!(opened.mail, code);
        assert_eq!(opened.unsubscribe_url.as_deref(), Some(URL));
        assert_eq!((opened.id, opened.kind), (id, MailKind::Account));

        let other = queue("another secret").open(stored(id, sealed.clone()));
        assert_eq!(other.unwrap_err(), OpenError::OtherSecret);
        let moved = ours.open(stored(self::id(), sealed.clone()));
        assert_eq!(moved.unwrap_err(), OpenError::OtherSecret);
        let mut diverted = stored(id, sealed);
        diverted.email.mail.to = EmailAddress::parse("eve@example.org").unwrap();
        assert_eq!(ours.open(diverted).unwrap_err(), OpenError::OtherSecret);
        assert_eq!(
            ours.open(stored(id, Vec::new())).unwrap_err(),
            OpenError::OtherSecret
        );
    }

    #[test]
    fn takes_the_content_of_an_earlier_version_as_it_is() {
        let plain = mail("123456 is your code", "123456", "<b>123456</b>");
        let email = QueuedEmail {
            unsubscribe_url: Some(URL.to_owned()),
            ..QueuedEmail::about_account(id(), plain.clone(), Time::from_milliseconds(1))
        };
        let opened = queue("a secret")
            .open(StoredEmail { email, sealed: None })
            .unwrap();
        assert_eq!(opened.mail, plain);
        assert_eq!(opened.unsubscribe_url.as_deref(), Some(URL));
    }

    #[test]
    fn says_nothing_of_a_content_that_it_does_not_understand() {
        let (ours, id) = (queue("a secret"), id());
        let mut mail = stored(id, Vec::new());
        let context = context(id, &mail.email.mail.to);
        let sealed = ours.key.seal(context.as_bytes(), b"123456", &SystemEntropy);
        mail.sealed = Some(sealed.unwrap());
        let error = ours.open(mail).unwrap_err();
        assert_eq!(error.to_string(), "its content is in an unknown form");
    }
}
