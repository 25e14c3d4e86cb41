//! DTOs of revisions.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::post::Cover;
use crate::domain::revision::{Revision, RevisionAuthor};

/// A member of the staff who made a revision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevisionAuthor)]
pub struct RevisionAuthorBody {
    id: String,
    username: String,
}

impl From<RevisionAuthor> for RevisionAuthorBody {
    fn from(author: RevisionAuthor) -> Self {
        Self {
            id: author.id.to_string(),
            username: author.username,
        }
    }
}

/// A text that a blog has or had.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Revision)]
pub struct RevisionBody {
    number: u32,
    title: String,
    category: &'static str,
    tags: Vec<String>,
    #[schema(required)]
    featured_image: Option<String>,
    slug: String,
    /// `save`, `publish`, `unpublish`, `restore`, `conflict` for a text that the blog did not get, or `import` for one
    /// that is older than its revisions.
    reason: &'static str,
    /// A revision with a name is kept for ever.
    #[schema(required)]
    name: Option<String>,
    created_at: String,
    /// Whether it is the present text.
    is_current: bool,
    /// Null if they have left, or for a text that is older than the revisions.
    #[schema(required)]
    author: Option<RevisionAuthorBody>,
    /// The bytes of the HTML.
    size: u64,
}

impl From<Revision> for RevisionBody {
    fn from(revision: Revision) -> Self {
        Self {
            number: revision.number,
            title: revision.title,
            category: revision.category.name(),
            tags: revision.tags,
            featured_image: revision.cover.as_ref().map(Cover::url),
            slug: revision.slug.to_string(),
            reason: revision.reason.name(),
            name: revision.name,
            created_at: revision.created_at.to_string(),
            is_current: revision.is_current,
            author: revision.author.map(RevisionAuthorBody::from),
            size: revision.size,
        }
    }
}
