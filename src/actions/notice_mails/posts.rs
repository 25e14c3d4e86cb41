//! Mails about a new post to the subscribers who want one for each.

use super::NoticeMails;
use super::links::thread_of_post;
use crate::actions::mail_queue::QueueError;
use crate::domain::notice::{How, NoticeKind, Recipient};
use crate::domain::outgoing_email::{MailKind, NoticeEmail};
use crate::domain::post::{PostSummary, Status};
use crate::domain::{PostId, Time};
use crate::mail::{Link, ListContent};
use crate::store::{Tx, posts, subscribers};

impl NoticeMails {
    /// Writes the mails about a post to the next subscribers after the id `after`, at most `limit`. Returns the id of the
    /// last one, or `None` when all have theirs, or the post is not published any more.
    pub fn tell_subscribers(
        &self,
        tx: &mut Tx<'_>,
        post: PostId,
        after: &str,
        limit: u32,
        now: Time,
    ) -> Result<Option<String>, QueueError> {
        let post = posts::by_id_or_slug(tx, &post.to_string())?;
        let Some(post) = post.filter(|post| post.status == Status::Published) else {
            return Ok(None);
        };
        let next = subscribers::confirmed_after(tx, How::Each, after, limit)?;
        for subscriber in &next {
            let recipient = Recipient::Subscriber(subscriber.id);
            let content = self.content_for_subscriber(&post, recipient);
            let Some(mail) = self.rendered(&subscriber.email, &content) else {
                continue;
            };
            let mail = NoticeEmail {
                kind: MailKind::Notice(NoticeKind::Post),
                dedupe_key: Some(format!("post:{}:{recipient}", post.id)),
                thread: Some(thread_of_post(post.id)),
                ..mail
            };
            self.mail_queue.add_notice(tx, &mail, now)?;
        }
        let is_full = next.len() == limit as usize;
        Ok(next
            .last()
            .filter(|_| is_full)
            .map(|subscriber| subscriber.id.to_string()))
    }

    fn content_for_subscriber(&self, post: &PostSummary, recipient: Recipient) -> ListContent {
        let listed = self.listed(post);
        let by = if listed.authors.is_empty() {
            String::new()
        } else {
            format!(" by {}", listed.authors)
        };
        ListContent {
            subject: super::links::one_line(&post.title),
            title: post.title.clone(),
            text: Some(format!("A new post{by}: {}", post.excerpt)),
            quote: None,
            posts: Vec::new(),
            also: Vec::new(),
            action: Some(Link {
                label: "Read the post".to_owned(),
                link: listed.link,
            }),
            reason: format!(
                "You get this mail because you subscribed to the newsletter of {}.",
                self.site_name()
            ),
            unsubscribe: self.unsubscribe(
                recipient,
                NoticeKind::Post,
                None,
                "Unsubscribe from the newsletter",
            ),
            settings: None,
        }
    }
}
