//! The mails about notices, the digests and the newsletter: written into the outbox when their time has come.
//!
//! A mail and the record that it was written are one transaction, so that no failure loses or doubles it.

mod digests;
mod links;
mod periods;
mod posts;
mod texts;

use std::collections::HashMap;
use std::sync::Arc;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::mail_links::MailLinkSigner;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, PostUrlStyle};
use crate::domain::notice::{How, NoticeKind, Preferences};
use crate::domain::outgoing_email::{MailKind, NoticeEmail};
use crate::domain::post::Status;
use crate::domain::site::SiteSource;
use crate::domain::user::EmailAddress;
use crate::domain::{AccountId, NoticeId, Time};
use crate::mail::{EmailTemplates, ListContent};
use crate::store::notice_mails::{AccountAddress, MailedNotice};
use crate::store::{Store, Tx, notice_mails, preferences};

pub use texts::Waiting;

/// The notices of one write, which occupies the writer for some milliseconds.
const BATCH: u32 = 100;

/// Writes the mails of a site.
pub struct NoticeMails {
    templates: EmailTemplates,
    signer: MailLinkSigner,
    site: Arc<dyn SiteSource>,
    origin: String,
    post_addresses: PostUrlStyle,
    mail_queue: Arc<MailQueue>,
}

impl NoticeMails {
    /// Creates the writer of the mails of a site. `secret` signs the links that end them.
    pub fn new(
        site: Arc<dyn SiteSource>,
        config: &Config,
        secret: &SigningSecret,
        mail_queue: Arc<MailQueue>,
    ) -> Self {
        Self {
            templates: EmailTemplates::new(site.clone(), config.server.base_url.as_str()),
            signer: MailLinkSigner::new(secret.clone()),
            site,
            origin: config.server.origin(),
            post_addresses: config.site.post_addresses,
            mail_queue,
        }
    }

    fn site_name(&self) -> String {
        self.site.current().name.clone()
    }

    /// Writes all mails that are due, while `goes_on` returns true.
    ///
    /// # Errors
    /// If the database cannot be read or written, or a mail cannot be encrypted.
    pub async fn write_due(
        self: &Arc<Self>,
        store: &Store,
        now: impl Fn() -> Time + Sync,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Result<(), QueueError> {
        while goes_on() {
            let (mails, now) = (self.clone(), now());
            // Without a write, which all nodes would wait for.
            if !store.read(move |tx| notice_mails::is_any_due(tx, now)).await? {
                break;
            }
            store.write(move |tx| mails.write_notices(tx, now)).await?;
        }
        for how in [How::Daily, How::Weekly] {
            while goes_on() {
                let (mails, now) = (self.clone(), now());
                let schedule = mails.site.current().newsletter.clone();
                let is_due = store.read(move |tx| digests::is_due(tx, how, &schedule, now));
                if !is_due.await? {
                    break;
                }
                store.write(move |tx| mails.write_digests(tx, how, now)).await?;
            }
        }
        Ok(())
    }

    /// Writes the mails of the first notices that are due. There is none about what readers no longer see, nor of a kind
    /// that the person does not want any more.
    fn write_notices(&self, tx: &mut Tx<'_>, now: Time) -> Result<(), QueueError> {
        let due = notice_mails::due(tx, now, BATCH)?;
        if due.is_empty() {
            return Ok(());
        }
        let accounts: Vec<AccountId> = due.iter().map(|notice| notice.account).collect();
        let addresses = notice_mails::addresses(tx, &accounts, now)?;
        let wishes = preferences::of_all(tx, &accounts)?;
        let waiting = Waiting::load(tx)?;
        for notice in &due {
            let Some(address) = addresses.get(&notice.account) else {
                continue;
            };
            if !is_wanted(&wishes, notice) || !is_seen(notice) {
                continue;
            }
            if let Some(mail) = self.mail_of_notice(notice, address, waiting) {
                self.mail_queue.add_notice(tx, &mail, now)?;
            }
        }
        let ids: Vec<NoticeId> = due.iter().map(|notice| notice.id).collect();
        Ok(notice_mails::written(tx, &ids)?)
    }

    /// Returns the mail of a notice; `None` if there is nothing to say.
    pub fn mail_of_notice(
        &self,
        notice: &MailedNotice,
        to: &AccountAddress,
        waiting: Waiting,
    ) -> Option<NoticeEmail> {
        let content = ListContent {
            settings: Some(self.settings_url(to.is_staff)),
            ..self.content_of_notice(notice, waiting)?
        };
        let comment = notice.comment.as_ref().map(|comment| comment.id);
        let event = match (notice.kind, comment, &notice.post) {
            (NoticeKind::Post, _, Some(post)) => post.id.to_string(),
            (_, Some(comment), _) => comment.to_string(),
            _ => notice.id.to_string(),
        };
        let thread = notice.post.as_ref().map(|post| match notice.kind {
            NoticeKind::Review => format!("review-{}", post.id),
            _ => links::thread_of_post(post.id),
        });
        let mail = NoticeEmail {
            kind: MailKind::Notice(notice.kind),
            dedupe_key: Some(format!("{}:{event}:{}", notice.kind.name(), notice.account)),
            thread,
            comment,
            ..self.rendered(&to.email, &content)?
        };
        Some(mail)
    }

    /// Renders a mail. If that fails, the log says so, and the others are not held up by it.
    fn rendered(&self, to: &EmailAddress, content: &ListContent) -> Option<NoticeEmail> {
        match self.templates.list(to, content) {
            Ok(mail) => Some(NoticeEmail {
                mail,
                kind: MailKind::Digest,
                dedupe_key: None,
                unsubscribe_url: content.unsubscribe.link.clone(),
                thread: None,
                comment: None,
            }),
            Err(error) => {
                tracing::error!(%error, "a mail could not be rendered");
                None
            }
        }
    }

    /// The URL of the page on which somebody chooses their mails.
    fn settings_url(&self, is_staff: bool) -> String {
        self.url(if is_staff {
            "/admin/settings"
        } else {
            "/settings/mail"
        })
    }
}

/// Whether a person still wants a mail for each notice of the kind.
fn is_wanted(wishes: &HashMap<AccountId, Preferences>, notice: &MailedNotice) -> bool {
    let how = wishes
        .get(&notice.account)
        .map_or(notice.kind.default_how(), |wishes| wishes.how(notice.kind));
    how == How::Each
}

/// Whether what a notice is about can still be seen.
fn is_seen(notice: &MailedNotice) -> bool {
    use crate::domain::comment::CommentState::Visible;
    let is_comment_visible = notice
        .comment
        .as_ref()
        .is_none_or(|comment| comment.state == Visible);
    let is_public = notice
        .post
        .as_ref()
        .is_none_or(|post| post.status == Status::Published);
    match notice.kind {
        NoticeKind::Reply | NoticeKind::Mention | NoticeKind::Comment => {
            notice.comment.is_some() && is_comment_visible && is_public
        }
        NoticeKind::Thread | NoticeKind::Post => notice.post.is_some() && is_comment_visible && is_public,
        NoticeKind::Review => notice.post.is_some(),
        NoticeKind::Moderation => true,
    }
}
