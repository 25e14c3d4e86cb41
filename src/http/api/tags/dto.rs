//! DTOs of tags.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::post::Cover;
use crate::domain::tag::Tag;
use crate::store::tags::Managed;

/// A tag of blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tag)]
pub struct TagBody {
    /// The name in lower case, by which tags are compared.
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The last part of the path of its page, `/tag/{slug}`.
    pub(in crate::http) slug: String,
    /// How it is written.
    pub(in crate::http) name: String,
    /// What it is about; empty for nothing.
    pub(in crate::http) description: String,
    /// The picture of its page.
    #[schema(required)]
    pub(in crate::http) cover: Option<String>,
    /// The same picture at most 480 px wide, if this site stores it.
    #[schema(required)]
    pub(in crate::http) cover_small: Option<String>,
    /// The number of published blogs that have it.
    pub(in crate::http) post_count: u64,
}

impl From<Tag> for TagBody {
    fn from(tag: Tag) -> Self {
        Self {
            underscore_id: tag.key.clone(),
            id: tag.key,
            slug: tag.slug.to_string(),
            name: tag.name,
            description: tag.description,
            cover: tag.cover.as_ref().map(Cover::url),
            cover_small: tag.cover.as_ref().and_then(Cover::small_url),
            post_count: tag.posts,
        }
    }
}

/// A tag in the list of editors.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManagedTag)]
pub struct ManagedTag {
    #[serde(flatten)]
    tag: TagBody,
    /// The number of drafts that have it.
    #[serde(rename = "draftCount")]
    draft_count: u64,
}

impl From<Managed> for ManagedTag {
    fn from(managed: Managed) -> Self {
        Self {
            draft_count: managed.drafts,
            tag: managed.tag.into(),
        }
    }
}

/// A tag that was changed, or that another one was merged into.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedTagResponse)]
pub struct ChangedTagResponse {
    success: bool,
    tag: TagBody,
    /// The number of posts, published and not, whose tags say something else than before.
    posts: usize,
}

impl ChangedTagResponse {
    pub(super) fn new(tag: Tag, posts: usize) -> Self {
        Self {
            success: true,
            tag: tag.into(),
            posts,
        }
    }
}
