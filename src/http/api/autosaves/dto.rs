//! DTOs of autosaves.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::autosave::{Autosave, AutosaveSummary};

/// An unsaved text without its fields.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AutosaveSummary)]
pub struct AutosaveSummaryBody {
    /// The id of the blog, or a UUID that the editor made for a new one.
    key: String,
    /// The id of the blog; null for a new one.
    #[schema(required)]
    #[serde(rename = "blog")]
    post: Option<String>,
    /// The revision that the writing began with.
    base_revision: u32,
    title: String,
    saved_at: String,
}

impl From<AutosaveSummary> for AutosaveSummaryBody {
    fn from(summary: AutosaveSummary) -> Self {
        Self {
            key: summary.key.to_string(),
            post: summary.post.map(|id| id.to_string()),
            base_revision: summary.base_revision,
            title: summary.title,
            saved_at: summary.saved_at.to_string(),
        }
    }
}

/// An unsaved text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Autosave)]
pub struct AutosaveBody {
    #[serde(flatten)]
    summary: AutosaveSummaryBody,
    /// HTML; null, as each of the fields below, if it was not sent.
    #[schema(required)]
    content: Option<String>,
    #[schema(required)]
    category: Option<String>,
    #[schema(required)]
    tags: Option<Vec<String>>,
    #[schema(required)]
    featured_image: Option<String>,
    #[schema(required)]
    slug: Option<String>,
    #[schema(required)]
    canonical_url: Option<String>,
    #[schema(required)]
    comments_closed: Option<bool>,
    #[schema(required)]
    announce: Option<bool>,
    /// Whether the blog has a newer text than the one that the writing began with.
    is_outdated: bool,
}

impl AutosaveBody {
    /// `revision` is the number of the present revision of the blog.
    pub(super) fn new(autosave: Autosave, revision: Option<u32>) -> Self {
        let Autosave { summary, fields } = autosave;
        Self {
            is_outdated: revision.is_some_and(|revision| summary.base_revision < revision),
            summary: summary.into(),
            content: fields.content,
            category: fields.category,
            tags: fields.tags,
            featured_image: fields.featured_image,
            slug: fields.slug,
            canonical_url: fields.canonical_url,
            comments_closed: fields.comments_closed,
            announce: fields.announce,
        }
    }
}
