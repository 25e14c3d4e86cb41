//! The posts and static pages of a site, from their folders to what is stored here.

use serde::de::DeserializeOwned;

use super::entries::{Body, Entry, NewPageBody, NewPostBody, NewText};
use super::preparer::Preparer;
use crate::actions::embedded_pictures::image_sizes;
use crate::actions::moving::entries::UsedPicture;
use crate::actions::moving::report::ReportItem;
use crate::actions::moving::rules;
use crate::actions::revisions;
use crate::content::{self, ImageSizes};
use crate::domain::post::{AUTHORS_MAX, CONTENT_BYTES_MAX, Cover, RenderedArticle, Review, Status, Title};
use crate::domain::static_page::{self, Description};
use crate::domain::{AuthorId, PostId, Slug, StaticPageId, Time, ValidationError, tag};
use crate::moving::item::{Change, Kind};
use crate::moving::site::{
    HTML, MARKDOWN, PageFields, PostFields, TextFolder, picture_hash, read_front_matter,
};
use crate::store::posts::PostHistory;
use crate::store::{StoreError, posts, static_pages};

/// The most slugs that something had before.
const FORMER_SLUGS_MAX: usize = 1_000;

/// Why a text is not taken.
enum Refusal {
    /// It is here already.
    Here,
    Reason(String),
    Store(StoreError),
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Reason(reason)
    }
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Self {
        Self::Reason(reason.to_owned())
    }
}

impl From<ValidationError> for Refusal {
    fn from(invalid: ValidationError) -> Self {
        Self::Reason(invalid.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(failure: StoreError) -> Self {
        Self::Store(failure)
    }
}

/// A text with its pictures, before what only a post or only a page has.
struct Read {
    html: String,
    pictures: Vec<UsedPicture>,
    refused: Vec<ReportItem>,
    sizes: ImageSizes,
    changes: Vec<Change>,
}

impl Preparer<'_> {
    /// Makes a post ready.
    pub(super) fn post(&mut self, folder: &TextFolder) -> Result<Entry, StoreError> {
        let mut report = ReportItem::new(Kind::Post, &folder.path, "");
        let text = self.post_text(folder, &mut report);
        self.entry(folder, report, text)
    }

    /// Makes a static page ready.
    pub(super) fn page(&mut self, folder: &TextFolder) -> Result<Entry, StoreError> {
        let mut report = ReportItem::new(Kind::Page, &folder.path, "");
        let text = self.page_text(folder, &mut report);
        self.entry(folder, report, text)
    }

    /// Returns the entry of a text. `report` is that of one that is refused.
    fn entry(
        &self,
        folder: &TextFolder,
        report: ReportItem,
        text: Result<NewText, Refusal>,
    ) -> Result<Entry, StoreError> {
        match text {
            Ok(mut text) => {
                for file in [MARKDOWN, HTML] {
                    self.note_change(&format!("{}/{file}", folder.path), &mut text.report);
                }
                Ok(Entry::Text(Box::new(text)))
            }
            Err(Refusal::Here) => Ok(Entry::Done(report.skipped())),
            Err(Refusal::Reason(reason)) => Ok(Entry::Done(report.refused(reason))),
            Err(Refusal::Store(failure)) => Err(failure),
        }
    }

    fn post_text(&mut self, folder: &TextFolder, report: &mut ReportItem) -> Result<NewText, Refusal> {
        let (fields, exported) = self.files::<PostFields>(folder)?;
        report.title.clone_from(&fields.title);
        let id = PostId::parse(&fields.id).ok_or("It has no id")?;
        let here = self.store.read_blocking(move |tx| posts::slugs_of(tx, &[id]))?;
        if let Some((_, slug)) = here.first() {
            report.address = self.options.post_addresses.path(id, slug);
            return Err(Refusal::Here);
        }
        let Read {
            html,
            pictures,
            refused,
            sizes,
            mut changes,
        } = self.text(folder, &exported)?;
        let slug = Slug::parse(&fields.slug)?;
        let (created_at, updated_at) = times(&fields.created_at, &fields.updated_at)?;
        let (status, history) = self.history(&fields, &mut changes)?;
        let title = Title::parse(&fields.title)?;
        let tags = tag::parse_all(fields.tags.iter().map(String::as_str))
            .unwrap_or_else(|_| rules::tags(&fields.tags, &mut changes));
        let category = [fields.category.clone()];
        let category = self.options.categories.choose(&category, &tags, &mut changes);
        let media_hashes = content::media_hashes(&html);
        let size = html.len() * 4 + 2_000;
        let mut article = content::article(title, category, tags, status, html, &sizes);
        if !content::diagrams(&article.html).is_empty() {
            // A worker draws them, and renders the text with them.
            article.rendered = None;
        }
        let mut report = report.clone();
        report.address = self.options.post_addresses.path(id, &slug);
        report.status = match history.publish_at {
            Some(_) => "scheduled",
            None => status.name(),
        };
        let body = NewPostBody {
            id,
            article,
            authors: authors(&fields)?,
            cover: cover(fields.cover.as_deref(), &pictures, &mut changes),
            former_slugs: slugs(&fields.former_slugs),
            is_featured: fields.featured,
            comments_closed: !fields.comments_open,
            canonical_url: rules::canonical_url(fields.canonical_url.as_deref(), &mut changes),
            history,
        };
        report.changes = changes.into_iter().map(Into::into).collect();
        Ok(NewText {
            slug,
            body: Body::Post(Box::new(body)),
            created_at,
            updated_at,
            pictures,
            media_hashes,
            report,
            refused,
            size,
        })
    }

    fn page_text(&mut self, folder: &TextFolder, report: &mut ReportItem) -> Result<NewText, Refusal> {
        let (fields, exported) = self.files::<PageFields>(folder)?;
        report.title.clone_from(&fields.title);
        let id = StaticPageId::parse(&fields.id).ok_or("It has no id")?;
        let here = self.store.read_blocking(move |tx| static_pages::by_id(tx, id))?;
        if let Some(page) = here {
            report.address = static_page::path(page.slug.as_str());
            return Err(Refusal::Here);
        }
        let Read {
            html,
            pictures,
            refused,
            sizes,
            mut changes,
        } = self.text(folder, &exported)?;
        let slug = Slug::parse(&fields.slug)?;
        let (created_at, updated_at) = times(&fields.created_at, &fields.updated_at)?;
        let status = self.status(&fields.status, &mut changes)?;
        let mut report = report.clone();
        report.address = static_page::path(slug.as_str());
        report.status = status.name();
        report.changes = changes.into_iter().map(Into::into).collect();
        let media_hashes = content::media_hashes(&html);
        let size = html.len() * 4 + 2_000;
        let body = NewPageBody {
            id,
            title: Title::parse(&fields.title)?,
            description: Description::parse(&fields.description)?,
            excerpt: content::excerpt_of_html(&html),
            compressed: revisions::compress(&html)?,
            rendered: rendered(&html, &sizes),
            html,
            status,
        };
        Ok(NewText {
            slug,
            body: Body::Page(Box::new(body)),
            created_at,
            updated_at,
            pictures,
            media_hashes,
            report,
            refused,
            size,
        })
    }

    /// Returns the fields of a text and its HTML, as they were exported.
    fn files<Fields: DeserializeOwned>(&self, folder: &TextFolder) -> Result<(Fields, String), Refusal> {
        let (markdown, exported) = self.archive.text(folder)?;
        Ok((read_front_matter(&markdown)?, exported))
    }

    /// Reads a text with its pictures. What is no HTML of this site is taken out of it.
    fn text(&mut self, folder: &TextFolder, exported: &str) -> Result<Read, Refusal> {
        if exported.contains('\0') {
            return Err("The content cannot hold the character U+0000".into());
        }
        let html = content::sanitise(exported).map_err(|reason| reason.to_string())?;
        if html.len() > CONTENT_BYTES_MAX {
            return Err("The content must be at most 1 MiB large".into());
        }
        if content::is_blank(&html) {
            return Err("It has no text".into());
        }
        let mut changes = Vec::new();
        if html != exported {
            changes.push(Change::new(
                "text",
                "It held what texts of this site have in another form, or not at all",
            ));
        }
        let (pictures, refused) = self.pictures(folder);
        let mut sizes = image_sizes(self.store, &html, &[])?;
        for used in &pictures {
            used.picture.add_size(&mut sizes);
        }
        Ok(Read {
            html,
            pictures,
            refused,
            sizes,
            changes,
        })
    }

    fn status(&self, name: &str, changes: &mut Vec<Change>) -> Result<Status, ValidationError> {
        let status = Status::parse(name)?;
        if self.options.as_drafts && status == Status::Published {
            changes.push(Change::new(
                "status",
                "It was published, and is a draft as wished",
            ));
            return Ok(Status::Draft);
        }
        Ok(status)
    }

    /// Returns the status of a post and what has happened to it.
    fn history(
        &self,
        fields: &PostFields,
        changes: &mut Vec<Change>,
    ) -> Result<(Status, PostHistory), Refusal> {
        let status = self.status(&fields.status, changes)?;
        let publish_at = optional_time(fields.publish_at.as_deref(), "publishAt")?;
        let is_planned = status == Status::Draft && fields.status == status.name();
        let publish_at = publish_at.filter(|_| is_planned);
        if publish_at.is_some() && self.options.as_drafts {
            changes.push(Change::new("status", "It was planned, and is a draft as wished"));
        }
        let history = PostHistory {
            first_published_at: optional_time(fields.first_published_at.as_deref(), "firstPublishedAt")?,
            publish_at: publish_at.filter(|_| !self.options.as_drafts),
            review: match status {
                Status::Draft => Review::parse(&fields.review)?,
                Status::Published => Review::None,
            },
            announce: fields.announce,
            announced_at: optional_time(fields.announced_at.as_deref(), "announcedAt")?,
        };
        Ok((status, history))
    }
}

/// Returns when a text was made and changed.
fn times(created_at: &str, updated_at: &str) -> Result<(Time, Time), String> {
    Ok((time(created_at, "createdAt")?, time(updated_at, "updatedAt")?))
}

/// Parses a time. `field` is its name.
pub(super) fn time(text: &str, field: &str) -> Result<Time, String> {
    Time::parse(text).ok_or_else(|| format!("{field} is no time such as 2026-04-19T08:00:00Z"))
}

/// Parses a time that may be absent.
pub(super) fn optional_time(text: Option<&str>, field: &str) -> Result<Option<Time>, String> {
    text.map(|text| time(text, field)).transpose()
}

/// Returns the authors in their order, each once.
fn authors(fields: &PostFields) -> Result<Vec<(AuthorId, String)>, Refusal> {
    let mut authors: Vec<(AuthorId, String)> = Vec::new();
    for author in &fields.authors {
        let id = AuthorId::parse(&author.id).ok_or("An author has no id")?;
        if !authors.iter().any(|(other, _)| *other == id) {
            authors.push((id, author.name.clone()));
        }
    }
    if authors.len() > AUTHORS_MAX {
        return Err("It has more than 5 authors".into());
    }
    Ok(authors)
}

/// Returns the cover: a picture beside the text, or an address elsewhere.
fn cover(given: Option<&str>, pictures: &[UsedPicture], changes: &mut Vec<Change>) -> Option<Cover> {
    let given = given?;
    if let Some(hash) = picture_hash(given) {
        let picture = pictures.iter().find(|used| used.picture.hash() == hash);
        if let Some(used) = picture {
            return Some(Cover::Media {
                hash: hash.to_owned(),
                small_hash: used.picture.small_hash().map(str::to_owned),
            });
        }
    } else if let Ok(cover) = Cover::from_address(given) {
        return Some(cover);
    }
    changes.push(Change::new(
        "cover",
        format!("{given} is not there; it has none now"),
    ));
    None
}

/// Returns the slugs that something had before, as far as they are valid.
pub(super) fn slugs(former: &[String]) -> Vec<Slug> {
    let slugs = former.iter().filter_map(|slug| Slug::parse(slug).ok());
    slugs.take(FORMER_SLUGS_MAX).collect()
}

/// Returns a text as its page shows it. One with diagrams is rendered once a worker has drawn them.
fn rendered(html: &str, sizes: &ImageSizes) -> Option<RenderedArticle> {
    if content::diagrams(html).is_empty() {
        content::render_if_images_stored(html, sizes)
    } else {
        None
    }
}
