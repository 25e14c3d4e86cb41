//! Creating, updating and deleting a static page, from the form to the stored rows.

use super::diagrams::{self, DrawnDiagram};
use super::embedded_pictures::{self, image_sizes, store_images};
use super::revisions::compress;
use crate::content::{self, CompressedHtml};
use crate::domain::post::{RenderedArticle, Status, Title};
use crate::domain::revision::Reason;
use crate::domain::static_page::{Description, PageContent, StaticPage};
use crate::domain::{AdminId, Slug, StaticPageId, Time, ValidationError};
use crate::media::StoredImage;
use crate::store::static_pages::revisions::{self, NewPageRevision};
use crate::store::static_pages::{self, StoredPage};
use crate::store::{Store, StoreError, Tx, media};

const REQUIRED: &str = "Title and content are required";

/// The form as an editor submitted it.
#[derive(Debug, Clone, Default)]
pub struct PageDraft {
    /// 1 to 200 characters.
    pub title: String,
    /// The readable part of the URL; `None` for the present one, or for a new page one from its title.
    pub slug: Option<String>,
    /// At most 300 characters.
    pub description: String,
    /// HTML; pictures may be embedded as `data:` URLs.
    pub content: String,
    /// `draft` or `published`.
    pub status: String,
}

/// A validated page with its embedded pictures and the drawings of its diagrams.
#[derive(Debug, Clone)]
pub struct PreparedPage {
    title: Title,
    slug: Option<Slug>,
    description: Description,
    status: Status,
    html: String,
    excerpt: String,
    compressed: CompressedHtml,
    rendered: Option<RenderedArticle>,
    pictures: Vec<StoredImage>,
    drawn: Vec<DrawnDiagram>,
}

/// A change of a page by a member of the staff.
#[derive(Debug, Clone, Copy)]
pub struct PageChange {
    /// Who makes it.
    pub admin: AdminId,
    /// When.
    pub at: Time,
}

/// Validates a draft, sanitises and renders its text, decodes its pictures and draws its diagrams. CPU-bound; reads the
/// sizes of the pictures that are stored already.
///
/// # Errors
/// If a field is invalid, or the database cannot be read.
pub fn prepare<E>(store: &Store, draft: &PageDraft) -> Result<PreparedPage, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    for (field, text) in [("title", &draft.title), ("content", &draft.content)] {
        if text.trim().is_empty() {
            return Err(ValidationError::new(field, REQUIRED).into());
        }
    }
    let mut pictures = Vec::new();
    let html = embedded_pictures::html_and_pictures(&draft.content, &mut pictures)?;
    if content::is_blank(&html) {
        return Err(ValidationError::new("content", REQUIRED).into());
    }
    let title = Title::parse(&draft.title)?;
    let slug = draft.slug.as_deref().map(Slug::parse).transpose()?;
    let description = Description::parse(&draft.description)?;
    let status = Status::parse(&draft.status)?;
    Ok(complete(
        store,
        (title, slug, description, status),
        html,
        pictures,
    )?)
}

/// Returns the text of an earlier revision for a page that stays as visible as it is. CPU-bound.
///
/// # Errors
/// If the database cannot be read.
pub fn of_revision<E>(store: &Store, revision: PageContent, status: Status) -> Result<PreparedPage, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    let title = Title::parse(&revision.title)?;
    let description = Description::parse(&revision.description)?;
    let fields = (title, Some(revision.slug), description, status);
    Ok(complete(store, fields, revision.html, Vec::new())?)
}

/// Derives everything from the sanitised HTML of a page.
fn complete(
    store: &Store,
    (title, slug, description, status): (Title, Option<Slug>, Description, Status),
    html: String,
    pictures: Vec<StoredImage>,
) -> Result<PreparedPage, StoreError> {
    let mut sizes = image_sizes(store, &html, &pictures)?;
    let drawn = diagrams::draw_all(&html);
    diagrams::add_sizes(&mut sizes, &drawn);
    Ok(PreparedPage {
        title,
        slug,
        description,
        status,
        excerpt: content::excerpt_of_html(&html),
        compressed: compress(&html)?,
        rendered: content::render_if_images_stored(&html, &sizes),
        html,
        pictures,
        drawn,
    })
}

impl PreparedPage {
    /// The status that the page gets.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Makes it fit a page that has changed since: it keeps its status, and its slug unless the new one may be set.
    pub fn adapt(&mut self, page: &StaticPage, may_set_slug: bool) {
        self.status = page.status;
        if !may_set_slug {
            self.slug = None;
        }
    }

    /// Returns the slug if it is not the one that the page has. `page` is `None` for a new one.
    pub fn new_slug(&self, page: Option<&StaticPage>) -> Option<&Slug> {
        let slug = self.slug.as_ref();
        slug.filter(|slug| page.is_none_or(|page| page.slug != **slug))
    }

    /// Whether the page would stay as it is.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_same_as(&self, tx: &Tx<'_>, page: &StaticPage) -> Result<bool, StoreError> {
        Ok(self.status == page.status
            && self.new_slug(Some(page)).is_none()
            && self.title.as_str() == page.title
            && self.description.as_str() == page.description
            && static_pages::html(tx, page.id)?.as_deref() == Some(self.html.as_str()))
    }

    fn stored<'a>(&'a self, slug: &'a Slug) -> StoredPage<'a> {
        StoredPage {
            slug,
            title: &self.title,
            description: &self.description,
            excerpt: &self.excerpt,
            html: &self.html,
            status: self.status,
            rendered: self.rendered.as_ref(),
        }
    }

    /// Stores the text as the newest revision, and returns its number.
    fn record(
        &self,
        tx: &mut Tx<'_>,
        page: StaticPageId,
        slug: Slug,
        reason: Reason,
        change: PageChange,
    ) -> Result<u32, StoreError> {
        let content = PageContent {
            title: self.title.as_str().to_owned(),
            description: self.description.as_str().to_owned(),
            slug,
            html: self.html.clone(),
        };
        let revision = NewPageRevision {
            content: &content,
            html: &self.compressed,
            media_hashes: &content::media_hashes(&self.html),
            admin: Some(change.admin),
            reason,
            created_at: change.at,
        };
        revisions::insert(tx, page, &revision)
    }

    /// Stores the pictures and the drawings, which revisions refer to.
    fn store_media(&self, tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
        store_images(tx, &self.pictures, now)?;
        diagrams::store(tx, &self.drawn, now)
    }
}

/// Inserts a new page under the chosen slug, which must be free, else under one derived from its title. Its text is its
/// first revision.
///
/// # Errors
/// If the database cannot be written.
pub fn create(
    tx: &mut Tx<'_>,
    prepared: &PreparedPage,
    id: StaticPageId,
    change: PageChange,
) -> Result<(), StoreError> {
    let slug = match &prepared.slug {
        Some(slug) => slug.clone(),
        None => static_pages::free_slug(tx, &Slug::from_title(prepared.title.as_str()))?,
    };
    prepared.store_media(tx, change.at)?;
    static_pages::insert(tx, id, &prepared.stored(&slug), change.at, change.at)?;
    let reason = Reason::of_save(Status::Draft, prepared.status);
    let number = prepared.record(tx, id, slug, reason, change)?;
    static_pages::set_version(tx, id, number)
}

/// Updates a page, whose slug stays unless there is another one, which must be free. Unless nothing changes, the page as it
/// is then becomes a revision, for `reason_given` if there is one; otherwise the change of the status decides.
///
/// # Errors
/// If the database cannot be written.
pub fn update(
    tx: &mut Tx<'_>,
    prepared: &PreparedPage,
    page: &StaticPage,
    reason_given: Option<Reason>,
    change: PageChange,
) -> Result<(), StoreError> {
    if prepared.is_same_as(tx, page)? {
        return Ok(());
    }
    let slug = prepared.slug.clone().unwrap_or_else(|| page.slug.clone());
    prepared.store_media(tx, change.at)?;
    static_pages::update(tx, page.id, &prepared.stored(&slug), change.at)?;
    let reason = reason_given.unwrap_or(Reason::of_save(page.status, prepared.status));
    let number = prepared.record(tx, page.id, slug, reason, change)?;
    static_pages::set_version(tx, page.id, number)?;
    revisions::prune(tx, page.id)?;
    media::remove_unused(tx).map(drop)
}

/// Keeps a text whose editor had not seen the present one as a revision beside it, and returns its number.
///
/// # Errors
/// If the database cannot be written.
pub fn keep_conflict(
    tx: &mut Tx<'_>,
    prepared: &PreparedPage,
    page: &StaticPage,
    change: PageChange,
) -> Result<u32, StoreError> {
    prepared.store_media(tx, change.at)?;
    let slug = prepared.slug.clone().unwrap_or_else(|| page.slug.clone());
    let number = prepared.record(tx, page.id, slug, Reason::Conflict, change)?;
    revisions::prune(tx, page.id)?;
    media::remove_unused(tx)?;
    Ok(number)
}

/// Removes a page with its revisions and the pictures that nothing else uses.
///
/// # Errors
/// If the database cannot be written.
pub fn remove(tx: &mut Tx<'_>, id: StaticPageId) -> Result<(), StoreError> {
    static_pages::delete(tx, id)?;
    media::remove_unused(tx)?;
    Ok(())
}
