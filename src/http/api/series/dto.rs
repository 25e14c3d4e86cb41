//! DTOs of series.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::series::SeriesFields;
use crate::domain::collection::CollectionDescription;
use crate::domain::series::{Series, SeriesTitle};
use crate::domain::{Page, Slug, ValidationError};
use crate::http::AppState;
use crate::http::api::posts::dto::AuthorBody;

/// A series of blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Series)]
pub struct SeriesBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The last part of the path of its page, `/series/{slug}`.
    pub(in crate::http) slug: String,
    pub(in crate::http) title: String,
    /// What it is about; empty for nothing.
    pub(in crate::http) description: String,
    /// Whose it is. Without an id if they have left.
    pub(in crate::http) author: AuthorBody,
    /// The number of published blogs in it.
    pub(in crate::http) post_count: u64,
    created_at: String,
    pub(in crate::http) updated_at: String,
}

impl SeriesBody {
    pub(super) fn new(series: Series, state: &AppState) -> Self {
        Self {
            underscore_id: series.id.to_string(),
            id: series.id.to_string(),
            slug: series.slug.to_string(),
            title: series.title,
            description: series.description,
            author: AuthorBody::new(series.author, state),
            post_count: series.posts,
            created_at: series.created_at.to_string(),
            updated_at: series.updated_at.to_string(),
        }
    }
}

/// The fields of a series that people enter. On a change, what is absent stays.
#[derive(Deserialize, ToSchema)]
pub struct SeriesInput {
    /// One line of 1 to 200 characters.
    title: Option<String>,
    /// One line of at most 500 characters.
    description: Option<String>,
    /// Lower-case words joined by hyphens, at most 120 characters. Absent in a new series: derived from the title.
    slug: Option<String>,
}

impl SeriesInput {
    pub(super) fn parse(&self) -> Result<SeriesFields, ValidationError> {
        let description = self.description.as_deref();
        Ok(SeriesFields {
            title: self.title.as_deref().map(SeriesTitle::parse).transpose()?,
            description: description.map(CollectionDescription::parse).transpose()?,
            slug: self.slug.as_deref().map(Slug::parse).transpose()?,
        })
    }
}

/// A series that was made or changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedSeriesResponse {
    success: bool,
    series: SeriesBody,
}

impl ChangedSeriesResponse {
    pub(super) fn new(series: Series, state: &AppState) -> Self {
        Self {
            success: true,
            series: SeriesBody::new(series, state),
        }
    }
}

/// A page of series.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesListResponse {
    success: bool,
    series: Vec<SeriesBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

impl SeriesListResponse {
    pub(super) fn new(page: Page<Series>, state: &AppState) -> Self {
        Self {
            success: true,
            total: page.total,
            page: page.paging.page,
            total_pages: page.total_pages(),
            series: page
                .items
                .into_iter()
                .map(|series| SeriesBody::new(series, state))
                .collect(),
        }
    }
}
