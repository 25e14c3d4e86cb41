//! The place of a post in its series.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::series::{Part, Place};

/// Another blog of a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeriesPart)]
pub(in crate::http) struct SeriesPartBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    pub(in crate::http) slug: String,
    pub(in crate::http) title: String,
}

impl From<Part> for SeriesPartBody {
    fn from(part: Part) -> Self {
        Self {
            underscore_id: part.id.to_string(),
            id: part.id.to_string(),
            slug: part.slug.to_string(),
            title: part.title,
        }
    }
}

/// The place of a blog among the published ones of its series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeriesPlace)]
pub(in crate::http) struct SeriesPlaceBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    pub(in crate::http) slug: String,
    pub(in crate::http) title: String,
    /// From 1.
    pub(in crate::http) position: usize,
    /// The number of published blogs of the series.
    pub(in crate::http) total: usize,
    /// The published blog before it.
    #[schema(required)]
    pub(in crate::http) previous: Option<SeriesPartBody>,
    /// The published blog after it.
    #[schema(required)]
    pub(in crate::http) next: Option<SeriesPartBody>,
}

impl From<Place> for SeriesPlaceBody {
    fn from(place: Place) -> Self {
        Self {
            underscore_id: place.id.to_string(),
            id: place.id.to_string(),
            slug: place.slug.to_string(),
            title: place.title,
            position: place.position,
            total: place.total,
            previous: place.previous.map(SeriesPartBody::from),
            next: place.next.map(SeriesPartBody::from),
        }
    }
}
