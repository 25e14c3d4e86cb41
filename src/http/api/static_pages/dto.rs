//! DTOs of static pages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::static_pages::PageDraft;
use crate::domain::post::RenderedArticle;
use crate::domain::static_page::{PageRevision, StaticPage};
use crate::http::api::posts::text::ReadingBody;
use crate::http::api::revisions::dto::RevisionAuthorBody;

/// A published page in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaticPageSummary)]
pub(in crate::http) struct PageSummaryBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    slug: String,
    /// The path of its page: `/page/{slug}`, or `/about`.
    pub(in crate::http) path: String,
    pub(in crate::http) title: String,
    /// What its editors wrote about it, else the first 150 characters of its text.
    pub(in crate::http) description: String,
    created_at: String,
    pub(in crate::http) updated_at: String,
}

impl From<&StaticPage> for PageSummaryBody {
    fn from(page: &StaticPage) -> Self {
        Self {
            underscore_id: page.id.to_string(),
            id: page.id.to_string(),
            slug: page.slug.to_string(),
            path: page.path(),
            title: page.title.clone(),
            description: page.summary().to_owned(),
            created_at: page.created_at.to_string(),
            updated_at: page.updated_at.to_string(),
        }
    }
}

/// A page as readers see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StaticPage)]
pub(in crate::http) struct PageBody {
    #[serde(flatten)]
    pub(in crate::http) summary: PageSummaryBody,
    reading: ReadingBody,
}

impl PageBody {
    pub(in crate::http) fn new(page: &StaticPage, text: RenderedArticle) -> Self {
        Self {
            summary: page.into(),
            reading: text.into(),
        }
    }
}

/// A page or draft in a list of the staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedStaticPage)]
pub(super) struct ManagedPage {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    slug: String,
    /// The path of its page: `/page/{slug}`, or `/about`.
    path: String,
    title: String,
    /// For search engines and link previews; empty for the beginning of the text.
    description: String,
    /// `draft` or `published`.
    status: &'static str,
    /// Rises with each change.
    version: u32,
    created_at: String,
    updated_at: String,
}

impl From<StaticPage> for ManagedPage {
    fn from(page: StaticPage) -> Self {
        Self {
            underscore_id: page.id.to_string(),
            id: page.id.to_string(),
            path: page.path(),
            slug: page.slug.to_string(),
            title: page.title,
            description: page.description,
            status: page.status.name(),
            version: page.version,
            created_at: page.created_at.to_string(),
            updated_at: page.updated_at.to_string(),
        }
    }
}

/// A page with its text, for the editor.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditableStaticPage)]
pub(super) struct EditablePage {
    #[serde(flatten)]
    page: ManagedPage,
    /// HTML.
    content: String,
}

impl EditablePage {
    pub(super) fn new((page, content): (StaticPage, String)) -> Self {
        Self {
            page: page.into(),
            content,
        }
    }
}

/// A page as it is written.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = StaticPageDraft)]
pub struct PageFields {
    /// 1 to 200 characters.
    title: String,
    /// Lower-case words joined by hyphens, at most 120 characters. Absent: as it is, or derived from the title.
    slug: Option<String>,
    /// For search engines and link previews: at most 300 characters; empty for the beginning of the text.
    description: String,
    /// HTML, at most 1 MiB; pictures in it may be `data:` addresses.
    content: String,
    /// `draft` or `published`.
    status: String,
    /// On update, where it is required: the version of the page that was changed.
    #[schema(minimum = 0)]
    pub(super) version: Option<u32>,
}

impl From<PageFields> for PageDraft {
    fn from(fields: PageFields) -> Self {
        Self {
            title: fields.title,
            slug: fields.slug,
            description: fields.description,
            content: fields.content,
            status: fields.status,
        }
    }
}

/// A text that a page has or had.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaticPageRevision)]
pub(super) struct PageRevisionBody {
    number: u32,
    title: String,
    description: String,
    slug: String,
    /// `save`, `publish`, `unpublish`, `restore`, or `conflict` for a text that the page did not get.
    reason: &'static str,
    created_at: String,
    /// Whether it is the page as it is now.
    is_current: bool,
    /// Null if they have left.
    #[schema(required)]
    author: Option<RevisionAuthorBody>,
    /// The bytes of the HTML.
    size: u64,
}

impl From<PageRevision> for PageRevisionBody {
    fn from(revision: PageRevision) -> Self {
        Self {
            number: revision.number,
            title: revision.title,
            description: revision.description,
            slug: revision.slug.to_string(),
            reason: revision.reason.name(),
            created_at: revision.created_at.to_string(),
            is_current: revision.is_current,
            author: revision.author.map(RevisionAuthorBody::from),
            size: revision.size,
        }
    }
}
