//! What the mail of a notice says.

use super::NoticeMails;
use super::links::one_line;
use crate::domain::notice::{NoticeKind, Recipient};
use crate::mail::{Link, ListContent, quote};
use crate::store::notice_mails::{MailedComment, MailedNotice, MailedPost};
use crate::store::{StoreError, Tx, comments};

/// The comments that wait for a moderator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    /// The held comments.
    pub held: u64,
    /// The comments with open reports.
    pub reported: u64,
}

impl Waiting {
    pub(super) fn load(tx: &Tx<'_>) -> Result<Self, StoreError> {
        let totals = comments::queue_totals(tx)?;
        Ok(Self {
            held: totals.held,
            reported: totals.reported,
        })
    }
}

impl NoticeMails {
    pub(super) fn content_of_notice(&self, notice: &MailedNotice, waiting: Waiting) -> Option<ListContent> {
        let actor = notice.actor.as_deref().unwrap_or("Somebody");
        let (post, comment) = (notice.post.as_ref(), notice.comment.as_ref());
        match notice.kind {
            NoticeKind::Reply => self.about_comment(
                notice,
                (post?, comment?),
                format!("{actor} replied to your comment"),
                "Show the reply",
            ),
            NoticeKind::Mention => self.about_comment(
                notice,
                (post?, comment?),
                format!("{actor} mentioned you"),
                "Show the comment",
            ),
            NoticeKind::Comment => self.about_comment(
                notice,
                (post?, comment?),
                format!("{actor} commented on your post"),
                "Show the comment",
            ),
            NoticeKind::Thread => self.about_thread(notice, post?, comment, actor),
            NoticeKind::Post => Some(self.about_post(notice, post?, actor)),
            NoticeKind::Moderation => self.about_moderation(notice, waiting),
            NoticeKind::Review => Some(self.about_review(notice, post?, actor)),
        }
    }

    /// The parts that do not depend on the event.
    fn base(&self, notice: &MailedNotice, subject: &str) -> ListContent {
        let recipient = Recipient::Account(notice.account);
        let followed = notice.post.as_ref().map(|post| post.id);
        let followed = followed.filter(|_| notice.kind == NoticeKind::Thread);
        let (reason, label) = reason(notice.kind);
        ListContent {
            subject: one_line(subject),
            title: String::new(),
            text: None,
            quote: None,
            posts: Vec::new(),
            also: Vec::new(),
            action: None,
            reason: format!("{reason} at {}.", self.site_name()),
            unsubscribe: self.unsubscribe(recipient, notice.kind, followed, label),
            settings: None,
        }
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "as the other functions that write about a kind of notices"
    )]
    fn about_comment(
        &self,
        notice: &MailedNotice,
        (post, comment): (&MailedPost, &MailedComment),
        title: String,
        label: &str,
    ) -> Option<ListContent> {
        Some(ListContent {
            title,
            text: Some(format!("On “{}”:", post.title)),
            quote: Some(quote(&comment.content)),
            action: Some(Link {
                label: label.to_owned(),
                link: self.comment_url(post.id, &post.slug, comment.id),
            }),
            ..self.base(notice, &format!("Re: {}", post.title))
        })
    }

    /// Several comments since the person last read one are one mail, which quotes the newest.
    fn about_thread(
        &self,
        notice: &MailedNotice,
        post: &MailedPost,
        comment: Option<&MailedComment>,
        actor: &str,
    ) -> Option<ListContent> {
        let title = if notice.count > 1 {
            format!("{} new comments on a post that you follow", notice.count)
        } else {
            format!("{actor} commented on a post that you follow")
        };
        let Some(comment) = comment else {
            return Some(ListContent {
                title,
                text: Some(post.title.clone()),
                action: Some(Link {
                    label: "Show the comments".to_owned(),
                    link: format!("{}#comments", self.post_url(post.id, &post.slug)),
                }),
                ..self.base(notice, &format!("Re: {}", post.title))
            });
        };
        self.about_comment(notice, (post, comment), title, "Show the comment")
    }

    fn about_post(&self, notice: &MailedNotice, post: &MailedPost, actor: &str) -> ListContent {
        ListContent {
            title: post.title.clone(),
            text: Some(format!("A new post by {actor}: {}", post.excerpt)),
            action: Some(Link {
                label: "Read the post".to_owned(),
                link: self.post_url(post.id, &post.slug),
            }),
            ..self.base(notice, &post.title)
        }
    }

    /// Nothing, if the comments were dealt with meanwhile.
    fn about_moderation(&self, notice: &MailedNotice, waiting: Waiting) -> Option<ListContent> {
        let counted = |count: u64, what: &str| match count {
            0 => None,
            1 => Some(format!("1 comment {what}")),
            count => Some(format!("{count} comments {what}")),
        };
        let parts = [
            counted(waiting.held, "held back"),
            counted(waiting.reported, "reported by readers"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return None;
        }
        let title = "Comments wait for a moderator";
        Some(ListContent {
            title: title.to_owned(),
            text: Some(format!("{}.", parts.join(", "))),
            action: Some(Link {
                label: "Open the comments".to_owned(),
                link: self.url("/admin/comments"),
            }),
            ..self.base(notice, &format!("{title} · {}", self.site_name()))
        })
    }

    fn about_review(&self, notice: &MailedNotice, post: &MailedPost, actor: &str) -> ListContent {
        let title = match notice.detail.as_str() {
            "submitted" => format!("{actor} submitted a draft for review"),
            "approved" => format!("{actor} approved your draft"),
            "changesRequested" => format!("{actor} asks for changes to your draft"),
            _ => format!("{actor} wrote a note on a draft"),
        };
        ListContent {
            title,
            text: Some(post.title.clone()),
            action: Some(Link {
                label: "Open the draft".to_owned(),
                link: self.url(&format!("/admin/edit-blog/{}", post.id)),
            }),
            ..self.base(notice, &format!("Review: {}", post.title))
        }
    }
}

/// Why somebody gets a mail of a kind, and the label of the link that ends them.
fn reason(kind: NoticeKind) -> (&'static str, &'static str) {
    match kind {
        NoticeKind::Reply => (
            "You get this mail because somebody replied to you",
            "Unsubscribe from replies",
        ),
        NoticeKind::Mention => (
            "You get this mail because somebody mentioned you",
            "Unsubscribe from mentions",
        ),
        NoticeKind::Thread => (
            "You get this mail because you follow the comments on this post",
            "Unsubscribe from this post",
        ),
        NoticeKind::Comment => (
            "You get this mail because you wrote the post",
            "Unsubscribe from comments on your posts",
        ),
        NoticeKind::Post => (
            "You get this mail because you follow the author or a tag of this post",
            "Unsubscribe from new posts",
        ),
        NoticeKind::Moderation => (
            "You get this mail because you moderate comments",
            "Unsubscribe from mails for moderators",
        ),
        NoticeKind::Review => (
            "You get this mail because you take part in the review of a draft",
            "Unsubscribe from reviews",
        ),
    }
}
