//! The digests of days and weeks, which people get who follow authors or tags, and subscribers of the newsletter.

use super::links::one_line;
use super::texts::Waiting;
use super::{NoticeMails, periods};
use crate::actions::mail_queue::QueueError;
use crate::domain::notice::{How, NoticeKind, Preferences, Recipient};
use crate::domain::outgoing_email::NoticeEmail;
use crate::domain::post::{Author, PostSummary};
use crate::domain::site::NewsletterSchedule;
use crate::domain::user::EmailAddress;
use crate::domain::{AccountId, AdminId, Time, tag};
use crate::mail::{Link, ListContent, ListedPost};
use crate::store::digests::{Digest, Followed};
use crate::store::{StoreError, Tx, deliveries, digests, notice_mails, posts, preferences, subscribers};

/// The recipients of one write, which occupies the writer for some milliseconds.
const STEP: u32 = 200;
const POSTS_MAX: usize = 20;
const ALSO_MAX: usize = 20;
/// The notices among which those of the wanted kinds are looked for.
const NOTICES_READ_MAX: u32 = 200;
/// The first character of the cursor while subscribers get theirs; no id contains it.
const SUBSCRIBERS: char = 's';

/// Whether there is something to do for the digests of days or weeks.
pub(super) fn is_due(
    tx: &Tx<'_>,
    how: How,
    schedule: &NewsletterSchedule,
    now: Time,
) -> Result<bool, StoreError> {
    let last_end = periods::last_end(how, schedule, now);
    let latest = digests::latest(tx, how)?;
    Ok(latest.is_none_or(|latest| !latest.is_finished || latest.ends_at < last_end))
}

/// Returns the digest that is to be written, which it adds if its time has come.
fn open(
    tx: &mut Tx<'_>,
    how: How,
    schedule: &NewsletterSchedule,
    now: Time,
) -> Result<Option<Digest>, StoreError> {
    let latest = digests::latest(tx, how)?;
    match latest {
        Some(latest) if !latest.is_finished => Ok(Some(latest)),
        Some(latest) if latest.ends_at >= periods::last_end(how, schedule, now) => Ok(None),
        latest => {
            let digest = periods::following(how, schedule, latest.as_ref(), now);
            digests::insert(tx, &digest)?;
            Ok(Some(digest))
        }
    }
}

impl NoticeMails {
    /// Takes a step of the digest that is to be written. The step and the place where the next one begins are one write.
    pub(super) fn write_digests(&self, tx: &mut Tx<'_>, how: How, now: Time) -> Result<(), QueueError> {
        let site = self.site.current();
        let Some(digest) = open(tx, how, &site.newsletter, now)? else {
            return Ok(());
        };
        let posts = posts::announced(tx, digest.starts_at, digest.ends_at)?;
        let next = match digest.after.strip_prefix(SUBSCRIBERS) {
            Some(after) => self.write_to_subscribers(tx, &digest, &posts, after, now)?,
            None => Some(self.write_to_accounts(tx, &digest, &posts, now)?),
        };
        match next {
            Some(after) => digests::advance(tx, &digest, &after)?,
            None => digests::finish(tx, &digest, now)?,
        }
        Ok(())
    }

    /// Returns the place where the next step begins.
    fn write_to_accounts(
        &self,
        tx: &mut Tx<'_>,
        digest: &Digest,
        posts: &[PostSummary],
        now: Time,
    ) -> Result<String, QueueError> {
        let accounts = digests::candidates(tx, digest.how, &digest.after, STEP)?;
        let wishes = preferences::of_all(tx, &accounts)?;
        let addresses = notice_mails::addresses(tx, &accounts, now)?;
        let followed = digests::followed(tx, &accounts)?;
        let waiting = Waiting::load(tx)?;
        for account in &accounts {
            let (Some(address), Some(wishes)) = (addresses.get(account), wishes.get(account)) else {
                continue;
            };
            let also = self.also(tx, *account, digest, wishes, waiting)?;
            let posts = if wishes.how(NoticeKind::Post) == digest.how {
                matching(posts, followed.get(account))
            } else {
                Vec::new()
            };
            self.deliver(
                tx,
                digest,
                (Recipient::Account(*account), Some(address.is_staff)),
                &address.email,
                (&posts, also),
                now,
            )?;
        }
        Ok(match accounts.last() {
            Some(last) if accounts.len() == STEP as usize => last.to_string(),
            _ => SUBSCRIBERS.to_string(),
        })
    }

    /// Returns the place where the next step begins, or `None` after the last one.
    fn write_to_subscribers(
        &self,
        tx: &mut Tx<'_>,
        digest: &Digest,
        posts: &[PostSummary],
        after: &str,
        now: Time,
    ) -> Result<Option<String>, QueueError> {
        let next = subscribers::confirmed_after(tx, digest.how, after, STEP)?;
        let posts: Vec<&PostSummary> = posts.iter().collect();
        for subscriber in &next {
            let recipient = Recipient::Subscriber(subscriber.id);
            self.deliver(
                tx,
                digest,
                (recipient, None),
                &subscriber.email,
                (&posts, Vec::new()),
                now,
            )?;
        }
        let is_full = next.len() == STEP as usize;
        Ok(next
            .last()
            .filter(|_| is_full)
            .map(|last| format!("{SUBSCRIBERS}{}", last.id)))
    }

    /// Writes the mail of a digest to one recipient, unless there is nothing new, or they have theirs. Of an account it is
    /// known whether it is that of a member of the staff.
    fn deliver(
        &self,
        tx: &mut Tx<'_>,
        digest: &Digest,
        (recipient, is_staff): (Recipient, Option<bool>),
        address: &EmailAddress,
        (posts, also): (&[&PostSummary], Vec<Link>),
        now: Time,
    ) -> Result<(), QueueError> {
        if posts.is_empty() && also.is_empty() {
            return Ok(());
        }
        let kind = format!("digest-{}", digest.how.name());
        if !deliveries::insert(tx, &kind, &digest.period, recipient, now)? {
            return Ok(());
        }
        let posts = posts.iter().map(|post| self.listed(post)).collect();
        let content = ListContent {
            settings: is_staff.map(|is_staff| self.settings_url(is_staff)),
            ..self.content_of_digest(digest.how, Some(digest.starts_at), recipient, posts, also)
        };
        let Some(mail) = self.rendered(address, &content) else {
            return Ok(());
        };
        let mail = NoticeEmail {
            dedupe_key: Some(format!("{kind}:{}:{recipient}", digest.period)),
            ..mail
        };
        self.mail_queue.add_notice(tx, &mail, now)?;
        Ok(())
    }

    /// Returns the notices of the period whose kinds the person wants together.
    fn also(
        &self,
        tx: &Tx<'_>,
        account: AccountId,
        digest: &Digest,
        wishes: &Preferences,
        waiting: Waiting,
    ) -> Result<Vec<Link>, StoreError> {
        let is_wanted = |kind: NoticeKind| kind != NoticeKind::Post && wishes.how(kind) == digest.how;
        if !NoticeKind::ALL.into_iter().any(is_wanted) {
            return Ok(Vec::new());
        }
        let notices =
            notice_mails::of_period(tx, account, digest.starts_at, digest.ends_at, NOTICES_READ_MAX)?;
        let links = notices
            .iter()
            .filter(|notice| is_wanted(notice.kind) && super::is_seen(notice))
            .filter_map(|notice| {
                let content = self.content_of_notice(notice, waiting)?;
                let post = notice.post.as_ref().map(|post| format!(": {}", post.title));
                Some(Link {
                    label: format!("{}{}", content.title, post.unwrap_or_default()),
                    link: content.action?.link,
                })
            });
        Ok(links.take(ALSO_MAX).collect())
    }

    /// Returns what a digest says. `since` is when its period began; `None` for the last seven days.
    fn content_of_digest(
        &self,
        how: How,
        since: Option<Time>,
        recipient: Recipient,
        mut posts: Vec<ListedPost>,
        also: Vec<Link>,
    ) -> ListContent {
        let site = self.site.current();
        let days = &site.newsletter.days;
        let (period, often) = match how {
            How::Weekly => (days.period(since), days.how_often()),
            How::Off | How::Each | How::Daily => ("today".to_owned(), "once a day".to_owned()),
        };
        let subject = match posts.len() {
            0 => format!("Your notices {period}"),
            1 => posts[0].title.clone(),
            count => format!("{count} new posts {period}"),
        };
        let (why, label) = match recipient {
            Recipient::Account(_) => ("because you follow authors or tags", "Unsubscribe from new posts"),
            Recipient::Subscriber(_) => (
                "because you subscribed to the newsletter",
                "Unsubscribe from the newsletter",
            ),
        };
        let is_empty = posts.is_empty() && also.is_empty();
        let more = posts.len().saturating_sub(POSTS_MAX);
        posts.truncate(POSTS_MAX);
        ListContent {
            subject: one_line(&format!("{subject} · {}", self.site_name())),
            title: format!("New {period}"),
            text: is_empty.then(|| "There are no new posts.".to_owned()),
            quote: None,
            posts,
            also,
            action: (more > 0).then(|| Link {
                label: format!("{more} more at {}", self.site_name()),
                link: self.url("/"),
            }),
            reason: format!("You get this mail {often} {why} at {}.", self.site_name()),
            unsubscribe: self.unsubscribe(recipient, NoticeKind::Post, None, label),
            settings: None,
        }
    }

    /// Returns a post as a mail lists it.
    pub(super) fn listed(&self, post: &PostSummary) -> ListedPost {
        let authors = std::iter::once(&post.author).chain(&post.co_authors);
        let names: Vec<&str> = authors.filter_map(|author| author.name.as_deref()).collect();
        ListedPost {
            title: post.title.clone(),
            authors: names.join(", "),
            excerpt: post.excerpt.clone(),
            link: self.post_url(post.id, &post.slug),
        }
    }

    /// Returns the mail of a digest with these posts, to look at.
    pub fn sample_of_digest(
        &self,
        how: How,
        recipient: Recipient,
        to: &EmailAddress,
        posts: Vec<ListedPost>,
    ) -> Option<NoticeEmail> {
        self.rendered(
            to,
            &self.content_of_digest(how, None, recipient, posts, Vec::new()),
        )
    }

    /// Writes the newsletter of the last seven days to a member of the staff.
    pub fn write_test(
        &self,
        tx: &mut Tx<'_>,
        staff: AdminId,
        address: &EmailAddress,
        now: Time,
    ) -> Result<(), QueueError> {
        let (from, to) = periods::week_until(now);
        let posts = posts::announced(tx, from, to)?;
        let posts = posts.iter().map(|post| self.listed(post)).collect();
        let content = ListContent {
            settings: Some(self.settings_url(true)),
            ..self.content_of_digest(How::Weekly, None, staff.into(), posts, Vec::new())
        };
        if let Some(mail) = self.rendered(address, &content) {
            self.mail_queue.add_notice(tx, &mail, now)?;
        }
        Ok(())
    }
}

/// Returns the posts by an author, with a tag or of a series that somebody follows.
fn matching<'posts>(posts: &'posts [PostSummary], followed: Option<&Followed>) -> Vec<&'posts PostSummary> {
    let Some(followed) = followed else {
        return Vec::new();
    };
    let follows_author = |author: &Author| {
        author
            .id
            .is_some_and(|id| followed.authors.contains(&id.to_string()))
    };
    posts
        .iter()
        .filter(|post| {
            follows_author(&post.author)
                || post.co_authors.iter().any(follows_author)
                || post.tags.iter().any(|one| followed.tags.contains(&tag::key(one)))
                || post
                    .series
                    .is_some_and(|id| followed.series.contains(&id.to_string()))
        })
        .collect()
}
