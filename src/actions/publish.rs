//! Creating, updating and deleting a post, from the form to the stored rows.

use super::diagrams::{self, DrawnDiagram};
pub use super::embedded_pictures::DraftCover;
use super::embedded_pictures::{self, image_sizes, store_images};
use super::post_addresses::{DraftAddresses, PostAddresses};
use super::revisions::{self, Change};
use crate::content::{self, CompressedHtml};
use crate::domain::post::{Article, Cover, NewPost, PostSummary, Status, Title};
use crate::domain::revision::{Reason, RevisionContent};
use crate::domain::webhook::WebhookEvent;
use crate::domain::{AdminId, Category, PostId, PublishAtChange, Slug, Time, ValidationError, tag};
use crate::media::StoredImage;
use crate::store::media as stored_media;
use crate::store::{Store, StoreError, Tx, announcements, autosaves, pings, post_events, posts, previews};

const REQUIRED: &str = "Title, content and featured image are required";

/// The form as an administrator submitted it.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// 1 to 200 characters.
    pub title: String,
    /// HTML; pictures may be embedded as `data:` URLs.
    pub content: String,
    /// One of the categories.
    pub category: String,
    /// At most 10, of at most 40 characters each.
    pub tags: Vec<String>,
    /// The picture above the text.
    pub cover: DraftCover,
    /// `draft` or `published`.
    pub status: String,
    /// The addresses, where they are chosen.
    pub addresses: DraftAddresses,
    /// When it is to be published; an empty text removes the time, and without one it stays.
    pub publish_at: Option<String>,
    /// The number of the revision that its author changed; `None` from clients that do not know of revisions.
    pub base_revision: Option<u32>,
    /// Whether readers cannot comment on it; `None` leaves that as it is.
    pub comments_closed: Option<bool>,
    /// Whether its followers are told when it is published for the first time; `None` leaves that as it is.
    pub announce: Option<bool>,
}

/// A validated post with its embedded pictures and the drawings of its diagrams.
#[derive(Debug, Clone)]
pub struct Prepared {
    article: Article,
    html: CompressedHtml,
    cover: CoverChange,
    pictures: Vec<StoredImage>,
    drawn: Vec<DrawnDiagram>,
    addresses: PostAddresses,
    publish_at: PublishAtChange,
    comments_closed: Option<bool>,
    announce: Option<bool>,
}

/// The change of the picture above the text.
#[derive(Debug, Clone)]
enum CoverChange {
    Keep,
    Remove,
    Set(Cover),
}

impl Prepared {
    /// The status that the post gets.
    pub fn status(&self) -> Status {
        self.article.status
    }

    /// The addresses that it gets.
    pub fn addresses(&self) -> &PostAddresses {
        &self.addresses
    }

    /// The change of its time of publication.
    pub fn publish_at(&self) -> PublishAtChange {
        self.publish_at
    }

    /// Returns the text of an earlier revision for a post that stays as visible as it is. Draws its diagrams, and reads
    /// the sizes of its pictures.
    pub fn of_revision<E>(store: &Store, content: RevisionContent, status: Status) -> Result<Self, E>
    where
        E: From<ValidationError> + From<StoreError>,
    {
        let cover = content.cover.map_or(CoverChange::Remove, CoverChange::Set);
        let title = Title::parse(&content.title)?;
        let addresses = PostAddresses::of_slug(content.slug);
        let (category, tags, html) = (content.category, content.tags, content.html);
        let (article, html, drawn) = article(
            store,
            &[],
            |html, sizes| content::article(title, category, tags, status, html, sizes),
            html,
        )?;
        Ok(Self {
            article,
            html,
            cover,
            pictures: Vec::new(),
            drawn,
            addresses,
            publish_at: PublishAtChange::Keep,
            comments_closed: None,
            announce: None,
        })
    }

    /// Makes it fit a post that has changed since: it keeps its status, and its slug unless the new one `may_be_set`.
    pub fn adapt(&mut self, post: &PostSummary, may_set_slug: bool) {
        self.article.status = post.status;
        if !may_set_slug {
            self.addresses = PostAddresses::default();
        }
    }

    /// Returns what the post says once it is saved. `post` is what it is now.
    pub fn content_for(&self, post: &PostSummary) -> RevisionContent {
        let cover = match &self.cover {
            CoverChange::Keep => post.cover.clone(),
            CoverChange::Remove => None,
            CoverChange::Set(cover) => Some(cover.clone()),
        };
        let slug = self.addresses.new_slug(Some(post)).unwrap_or(&post.slug);
        self.content_with(cover, slug.clone())
    }

    fn content_with(&self, cover: Option<Cover>, slug: Slug) -> RevisionContent {
        RevisionContent {
            title: self.article.title.as_str().to_owned(),
            html: self.article.html.clone(),
            category: self.article.category,
            tags: self.article.tags.clone(),
            cover,
            slug,
        }
    }
}

/// The requirement on a draft's cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverRule {
    /// A new post needs one.
    Required,
    /// The post has one, which can be replaced but not removed.
    Present,
    /// The post was imported without one, and can stay without.
    Optional,
}

impl CoverRule {
    /// Returns the rule for updates of an existing post.
    pub fn for_update(has_cover: bool) -> Self {
        if has_cover { Self::Present } else { Self::Optional }
    }

    fn refuses(self, given: &DraftCover) -> bool {
        let is_empty = match given {
            DraftCover::Absent => return self == Self::Required,
            DraftCover::Address(address) => address.trim().is_empty(),
            DraftCover::Upload(bytes, _) => bytes.is_empty(),
        };
        is_empty && self != Self::Optional
    }
}

/// Validates a draft, sanitises and renders its text, decodes its pictures and draws its diagrams. CPU-bound; reads the
/// sizes of the pictures that are stored already.
pub fn prepare<E>(store: &Store, draft: &Draft, cover_rule: CoverRule, now: Time) -> Result<Prepared, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    refuse_missing(draft, cover_rule)?;
    let mut pictures = Vec::new();
    let cover = embedded_pictures::cover::<E>(store, &draft.cover, &mut pictures)?;
    let html = embedded_pictures::html_and_pictures(&draft.content, &mut pictures)?;
    if content::is_blank(&html) {
        return Err(ValidationError::new("content", REQUIRED).into());
    }
    let title = Title::parse(&draft.title)?;
    let category = Category::parse(&draft.category)?;
    let tags = tag::parse_all(draft.tags.iter().map(String::as_str))?;
    let status = Status::parse(&draft.status)?;
    let addresses = draft.addresses.parse()?;
    let publish_at = PublishAtChange::parse(draft.publish_at.as_deref(), status, now)?;
    let of_html = |html, sizes: &_| content::article(title, category, tags, status, html, sizes);
    let (article, html, drawn) = article(store, &pictures, of_html, html)?;
    Ok(Prepared {
        article,
        html,
        cover: cover.map_or(CoverChange::Keep, CoverChange::Set),
        pictures,
        drawn,
        addresses,
        publish_at,
        comments_closed: draft.comments_closed,
        announce: draft.announce,
    })
}

/// Derives everything from the sanitised HTML of a post.
fn article(
    store: &Store,
    pictures: &[StoredImage],
    of_html: impl FnOnce(String, &content::ImageSizes) -> Article,
    html: String,
) -> Result<(Article, CompressedHtml, Vec<DrawnDiagram>), StoreError> {
    let mut sizes = image_sizes(store, &html, pictures)?;
    let drawn = diagrams::draw_all(&html);
    diagrams::add_sizes(&mut sizes, &drawn);
    let compressed = revisions::compress(&html)?;
    Ok((of_html(html, &sizes), compressed, drawn))
}

/// Inserts a new post of a member of the staff under the chosen slug, which must be free, else under one derived from its
/// title. Its text is its first revision.
pub fn create(
    tx: &mut Tx<'_>,
    prepared: Prepared,
    id: PostId,
    author: AdminId,
    now: Time,
) -> Result<(), StoreError> {
    store_images(tx, &prepared.pictures, now)?;
    diagrams::store(tx, &prepared.drawn, now)?;
    let slug = prepared.addresses.slug_for(tx, prepared.article.title.as_str())?;
    let cover = match &prepared.cover {
        CoverChange::Set(cover) => Some(cover.clone()),
        CoverChange::Keep | CoverChange::Remove => None,
    };
    let content = prepared.content_with(cover.clone(), slug.clone());
    let media_hashes = content::media_hashes(&content.html);
    let change = Change {
        reason: Reason::of_save(Status::Draft, prepared.article.status),
        admin: author,
        at: now,
    };
    let post = NewPost {
        id,
        slug,
        article: prepared.article,
        cover,
        author: Some(author.into()),
        is_featured: false,
        created_at: now,
        updated_at: now,
    };
    let is_published = post.article.status == Status::Published;
    posts::insert_all(tx, &[post])?;
    prepared.addresses.apply_canonical_url(tx, id)?;
    if let Some(is_closed) = prepared.comments_closed {
        posts::set_comments_closed(tx, id, is_closed)?;
    }
    if let Some(announce) = prepared.announce {
        posts::set_announce(tx, id, announce)?;
    }
    if is_published {
        announcements::of_post(tx, id, now)?;
        post_events::record(tx, WebhookEvent::PostPublished, id, now)?;
    }
    posts::link_media(tx, id, &media_hashes)?;
    revisions::record(tx, id, &content, &prepared.html, &media_hashes, change)
}

/// Updates a post. Its addresses and its cover stay where the draft's are absent. A text that says something else than
/// the present one becomes a revision, for `reason` if there is one; otherwise the change of the status decides. What its
/// editor has autosaved of the post is removed.
pub fn update(
    tx: &mut Tx<'_>,
    prepared: &Prepared,
    post: &PostSummary,
    admin: AdminId,
    reason_given: Option<Reason>,
    now: Time,
) -> Result<(), StoreError> {
    let present = revisions::present(tx, post)?;
    let content = prepared.content_for(post);
    let is_changed = !content.is_same_as(&present);
    if is_changed {
        revisions::record_first(tx, post, &present)?;
    }
    store_images(tx, &prepared.pictures, now)?;
    diagrams::store(tx, &prepared.drawn, now)?;
    let cover = match &prepared.cover {
        CoverChange::Set(cover) => Some(cover),
        CoverChange::Keep | CoverChange::Remove => None,
    };
    if let Some(announce) = prepared.announce {
        posts::set_announce(tx, post.id, announce)?;
    }
    posts::update(tx, post.id, &prepared.article, cover, now)?;
    if matches!(prepared.cover, CoverChange::Remove) {
        posts::remove_cover(tx, post.id)?;
    }
    prepared.addresses.apply(tx, post.id)?;
    if let Some(is_closed) = prepared.comments_closed {
        posts::set_comments_closed(tx, post.id, is_closed)?;
    }
    if !matches!(prepared.cover, CoverChange::Keep) {
        previews::delete(tx, post.id)?;
    }
    let media_hashes = content::media_hashes(&content.html);
    posts::link_media(tx, post.id, &media_hashes)?;
    let by_status = Reason::of_save(post.status, prepared.article.status);
    if is_changed {
        let change = Change {
            reason: reason_given.unwrap_or(by_status),
            admin,
            at: now,
        };
        revisions::record(tx, post.id, &content, &prepared.html, &media_hashes, change)?;
    } else if by_status == Reason::Publish {
        revisions::mark_published(tx, post)?;
    }
    autosaves::delete_of_post(tx, admin, post.id)?;
    if let Some(event) = event(post.status, prepared.article.status) {
        post_events::record(tx, event, post.id, now)?;
        if content.slug != post.slug && post.status == Status::Published {
            pings::page_moved(tx, post.id, &post.slug, now)?;
        }
    }
    stored_media::remove_unused(tx).map(drop)
}

/// Keeps a text whose editor had not seen the present one as a revision beside it, and returns its number.
pub fn keep_conflict(
    tx: &mut Tx<'_>,
    prepared: &Prepared,
    post: &PostSummary,
    admin: AdminId,
    now: Time,
) -> Result<u32, StoreError> {
    store_images(tx, &prepared.pictures, now)?;
    diagrams::store(tx, &prepared.drawn, now)?;
    let content = prepared.content_for(post);
    let media_hashes = content::media_hashes(&content.html);
    let change = Change {
        reason: Reason::Conflict,
        admin,
        at: now,
    };
    let number = revisions::record_beside(tx, post.id, &content, &prepared.html, &media_hashes, change)?;
    stored_media::remove_unused(tx)?;
    Ok(number)
}

/// Removes a post with its dependent rows and the pictures that nothing else uses.
pub fn remove(tx: &mut Tx<'_>, post: &PostSummary, now: Time) -> Result<(), StoreError> {
    if post.status == Status::Published {
        post_events::record(tx, WebhookEvent::PostUnpublished, post.id, now)?;
    }
    posts::remove(tx, post.id)?;
    stored_media::remove_unused(tx).map(drop)
}

/// Returns the event that others are told of when a post is saved.
fn event(from: Status, to: Status) -> Option<WebhookEvent> {
    match (from, to) {
        (Status::Draft, Status::Published) => Some(WebhookEvent::PostPublished),
        (Status::Published, Status::Published) => Some(WebhookEvent::PostUpdated),
        (Status::Published, Status::Draft) => Some(WebhookEvent::PostUnpublished),
        (Status::Draft, Status::Draft) => None,
    }
}

fn refuse_missing(draft: &Draft, cover_rule: CoverRule) -> Result<(), ValidationError> {
    for (field, is_missing) in [
        ("title", draft.title.trim().is_empty()),
        ("content", draft.content.trim().is_empty()),
        ("featuredImage", cover_rule.refuses(&draft.cover)),
    ] {
        if is_missing {
            return ValidationError::reject(field, REQUIRED);
        }
    }
    Ok(())
}
