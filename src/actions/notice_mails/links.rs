//! The links in mails.

use super::NoticeMails;
use crate::auth::mail_links::Unsubscription;
use crate::domain::notice::{NoticeKind, Recipient};
use crate::domain::{CommentId, PostId, Slug};
use crate::mail::Link;

impl NoticeMails {
    /// The URL of a page of the site.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    pub(super) fn post_url(&self, id: PostId, slug: &Slug) -> String {
        self.url(&self.post_addresses.path(id, slug))
    }

    pub(super) fn comment_url(&self, post: PostId, slug: &Slug, comment: CommentId) -> String {
        format!("{}#comment-{comment}", self.post_url(post, slug))
    }

    /// The link that ends mails of a kind, or those about one followed post.
    pub(super) fn unsubscribe(
        &self,
        recipient: Recipient,
        kind: NoticeKind,
        post: Option<PostId>,
        label: &str,
    ) -> Link {
        let token = self.signer.unsubscription(&Unsubscription {
            recipient,
            kind,
            post,
        });
        Link {
            label: label.to_owned(),
            link: self.url(&format!("/unsubscribe/{token}")),
        }
    }
}

/// The name of the conversation about a post.
pub(super) fn thread_of_post(post: PostId) -> String {
    format!("post-{post}")
}

/// Returns a text as the subject of a mail, one line.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
