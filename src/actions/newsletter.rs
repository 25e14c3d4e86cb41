//! Subscriptions to the newsletter, which take effect once the address confirms them, and links that end mails.

use std::sync::Arc;

use thiserror::Error;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::mail_links::{MailLinkSigner, Unsubscription};
use crate::auth::secret::SigningSecret;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::notice::{How, NoticeKind, Recipient};
use crate::domain::user::EmailAddress;
use crate::domain::{Entropy, SubscriberId, Time};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::{StoreError, Tx, preferences, subscribers, suppressed};

/// A link that confirms is good for this long, and an address that does not confirm is forgotten then.
pub const CONFIRMATION_DAYS: i64 = 7;
/// An address that asks again gets no other mail within this time.
const PAUSE_MILLISECONDS: i64 = 3_600_000;

/// Takes subscriptions to the newsletter.
pub struct Newsletter {
    templates: EmailTemplates,
    signer: MailLinkSigner,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

/// An error of a subscription.
#[derive(Debug, Error)]
pub enum NewsletterError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

impl Newsletter {
    /// Creates the newsletter of a site. `secret` signs the links in its mails.
    pub fn new(
        templates: EmailTemplates,
        secret: &SigningSecret,
        mail_queue: Arc<MailQueue>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            templates,
            signer: MailLinkSigner::new(secret.clone()),
            mail_queue,
            entropy,
        }
    }

    /// Stores an address, and queues the mail by which it confirms. An address that has confirmed, that asked within the
    /// last hour or that takes no mail gets none.
    pub fn subscribe(
        &self,
        tx: &mut Tx<'_>,
        email: &EmailAddress,
        how: How,
        now: Time,
    ) -> Result<(), NewsletterError> {
        if suppressed::contains(tx, email)? {
            return Ok(());
        }
        let id = match subscribers::by_email(tx, email)? {
            Some(known) if known.confirmed_at.is_some() => return Ok(()),
            Some(known) if now < known.created_at.plus_milliseconds(PAUSE_MILLISECONDS) => return Ok(()),
            Some(known) => {
                subscribers::ask_again(tx, known.id, how, now)?;
                known.id
            }
            None => {
                let id = SubscriberId::new(now, self.entropy.as_ref());
                if !subscribers::insert(tx, id, email, how, now)? {
                    return Ok(());
                }
                id
            }
        };
        let expires_at = now.plus_milliseconds(CONFIRMATION_DAYS * DAY_MILLISECONDS);
        let token = self.signer.confirmation(id, expires_at);
        let mail = self
            .templates
            .newsletter_confirmation(email, &token, CONFIRMATION_DAYS)?;
        self.mail_queue.add(tx, &mail, now)?;
        Ok(())
    }

    /// Returns the subscriber whom the link of a mail confirms; `None` if the site has not made it, or it has expired.
    pub fn confirmed_by(&self, token: &str, now: Time) -> Option<SubscriberId> {
        self.signer.parse_confirmation(token, now)
    }

    /// Returns the mails that a link ends; `None` if the site has not made it.
    pub fn ended_by(&self, token: &str) -> Option<Unsubscription> {
        self.signer.parse_unsubscription(token)
    }
}

/// Ends the mails of a link, or with `all` every mail to its recipient that is not about their account. Ending them again
/// changes nothing.
pub fn unsubscribe(tx: &mut Tx<'_>, mails: &Unsubscription, all: bool) -> Result<(), StoreError> {
    let account = match mails.recipient {
        Recipient::Subscriber(id) => return subscribers::delete(tx, id).map(drop),
        Recipient::Account(id) => id,
    };
    if !preferences::is_account(tx, account)? {
        return Ok(());
    }
    match mails.post {
        _ if all => preferences::set(tx, account, &NoticeKind::ALL.map(|kind| (kind, How::Off))),
        Some(post) => preferences::unfollow_post(tx, account, post),
        None => preferences::set(tx, account, &[(mails.kind, How::Off)]),
    }
}
