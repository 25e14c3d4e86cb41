//! Mails with an invented text, to look at.

use std::sync::Arc;

use anyhow::Context as _;
use clap::ValueEnum;

use crate::actions::mail_queue::MailQueue;
use crate::actions::notice_mails::{NoticeMails, Waiting};
use crate::actions::site;
use crate::auth::secret::SigningSecret;
use crate::config::Config;
use crate::domain::code::{Code, Purpose};
use crate::domain::comment::CommentState;
use crate::domain::notice::{How, NoticeKind, Recipient};
use crate::domain::outgoing_email::EmailMessage;
use crate::domain::post::Status;
use crate::domain::user::EmailAddress;
use crate::domain::{
    AccountId, Clock as _, CommentId, NoticeId, PostId, Slug, SubscriberId, SystemClock, SystemEntropy,
};
use crate::mail::{EmailTemplates, ListedPost};
use crate::store::notice_mails::{AccountAddress, MailedComment, MailedNotice, MailedPost};

/// A kind of mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SampleKind {
    /// A reply to a comment
    Reply,
    /// A comment that mentions somebody
    Mention,
    /// A comment on a post that somebody follows
    Thread,
    /// A comment on one's own post
    Comment,
    /// A new post
    Post,
    /// The posts of a day
    Daily,
    /// The posts of a week
    Weekly,
    /// Comments that wait for a moderator
    Moderation,
    /// A step of a review
    Review,
    /// The confirmation of a subscription
    Newsletter,
    /// A one-time code
    Code,
    /// A sign-in from a device that the account did not know
    NewDevice,
    /// A passkey that was added
    NewPasskey,
    /// An account elsewhere that can sign in from now on
    NewIdentity,
}

impl SampleKind {
    pub(super) fn render(self, config: &Config) -> anyhow::Result<EmailMessage> {
        let to = EmailAddress::parse("reader@example.org")?;
        let site = Arc::new(site::of_config(config));
        let templates = EmailTemplates::new(site.clone(), config.server.base_url.as_str());
        let secret = SigningSecret::random(&SystemEntropy);
        let queue = MailQueue::new(&secret, Arc::new(SystemEntropy));
        let mails = NoticeMails::new(site, config, &secret, Arc::new(queue));
        let kind = match self {
            Self::Reply => NoticeKind::Reply,
            Self::Mention => NoticeKind::Mention,
            Self::Thread => NoticeKind::Thread,
            Self::Comment => NoticeKind::Comment,
            Self::Post => NoticeKind::Post,
            Self::Moderation => NoticeKind::Moderation,
            Self::Review => NoticeKind::Review,
            Self::Daily => return digest(&mails, config, &to, How::Daily),
            Self::Weekly => return digest(&mails, config, &to, How::Weekly),
            Self::Newsletter => return Ok(templates.newsletter_confirmation(&to, "sample", 7)?),
            Self::NewDevice => {
                let now = SystemClock.now();
                return Ok(templates.new_device(&to, "Firefox on Linux", now, false)?);
            }
            Self::NewPasskey => {
                let now = SystemClock.now();
                return Ok(templates.passkey_changed(&to, true, now, false)?);
            }
            Self::NewIdentity => {
                let now = SystemClock.now();
                return Ok(templates.identity_changed(&to, "Example", true, now)?);
            }
            Self::Code => {
                let code = Code::parse("123456").context("the sample is a code")?;
                return Ok(templates.code(&to, Purpose::VerifyEmail, &code)?);
            }
        };
        let waiting = Waiting { held: 3, reported: 1 };
        let address = AccountAddress {
            email: to,
            is_staff: matches!(kind, NoticeKind::Moderation | NoticeKind::Review),
        };
        let mail = mails.mail_of_notice(&notice(kind)?, &address, waiting);
        Ok(mail.context("the sample has no mail")?.mail)
    }
}

fn notice(kind: NoticeKind) -> anyhow::Result<MailedNotice> {
    let now = SystemClock.now();
    let is_draft = kind == NoticeKind::Review;
    let is_about_post = kind != NoticeKind::Moderation;
    let quotes = matches!(
        kind,
        NoticeKind::Reply | NoticeKind::Mention | NoticeKind::Thread | NoticeKind::Comment
    );
    Ok(MailedNotice {
        id: NoticeId::new(now, &SystemEntropy),
        account: AccountId::new(now, &SystemEntropy),
        kind,
        actor: Some("Grace Hopper".to_owned()),
        count: 1,
        detail: if is_draft { "submitted" } else { "" }.to_owned(),
        post: is_about_post.then_some(MailedPost {
            id: PostId::new(now, &SystemEntropy),
            slug: Slug::parse("a-sample-post")?,
            title: "A sample post".to_owned(),
            excerpt:
                "The first sentences of the post stand here, so that people can tell whether it is for them…"
                    .to_owned(),
            status: if is_draft {
                Status::Draft
            } else {
                Status::Published
            },
        }),
        comment: quotes.then(|| MailedComment {
            id: CommentId::new(now, &SystemEntropy),
            content: "Thank you, that is what I was looking for.\nDoes it work with the other one too?"
                .to_owned(),
            state: CommentState::Visible,
        }),
    })
}

fn digest(mails: &NoticeMails, config: &Config, to: &EmailAddress, how: How) -> anyhow::Result<EmailMessage> {
    let recipient = Recipient::Subscriber(SubscriberId::new(SystemClock.now(), &SystemEntropy));
    let posts = [
        ("A sample post", "Grace Hopper"),
        ("Another one", "Ada Lovelace, Alan Turing"),
    ];
    let posts = posts.map(|(title, authors)| ListedPost {
        title: title.to_owned(),
        authors: authors.to_owned(),
        excerpt:
            "The first sentences of the post stand here, so that people can tell whether it is for them…"
                .to_owned(),
        link: config.server.origin(),
    });
    let mail = mails.sample_of_digest(how, recipient, to, posts.into());
    Ok(mail.context("the sample has no mail")?.mail)
}
