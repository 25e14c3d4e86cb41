//! A series with all its posts, for those who manage it.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::SeriesBody;
use super::managed_by;
use crate::domain::post::{PostSummary, Status};
use crate::domain::series::Series;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, posts, series};

/// A post of a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeriesPost)]
pub struct SeriesPostBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    slug: String,
    /// Null for the draft of somebody else, which the caller may not read.
    #[schema(required)]
    title: Option<String>,
    /// `draft` or `published`.
    status: &'static str,
}

impl SeriesPostBody {
    fn new(post: PostSummary, staff: Staff) -> Self {
        let is_readable = staff.role.covers_all_posts() || post.is_by(staff.author());
        let is_public = post.status == Status::Published;
        Self {
            underscore_id: post.id.to_string(),
            id: post.id.to_string(),
            slug: if is_readable || is_public {
                post.slug.to_string()
            } else {
                post.id.to_string()
            },
            title: (is_readable || is_public).then_some(post.title),
            status: post.status.name(),
        }
    }
}

/// A series with all its posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedSeriesResponse {
    success: bool,
    series: SeriesBody,
    /// All posts of the series, drafts too, in their order.
    #[serde(rename = "blogs")]
    posts: Vec<SeriesPostBody>,
}

impl ManagedSeriesResponse {
    pub(super) fn new(found: (Series, Vec<PostSummary>), staff: Staff, state: &AppState) -> Self {
        let (series, posts) = found;
        let posts = posts.into_iter().map(|post| SeriesPostBody::new(post, staff));
        Self {
            success: true,
            posts: posts.collect(),
            series: SeriesBody::new(series, state),
        }
    }
}

/// Returns the series of a path with all its posts.
pub(super) fn load(
    tx: &Tx<'_>,
    staff: Staff,
    id_or_slug: &str,
) -> Result<(Series, Vec<PostSummary>), ApiError> {
    let series = managed_by(tx, staff, id_or_slug)?;
    let ids = series::post_ids(tx, series.id)?;
    let posts = posts::by_ids(tx, &ids)?;
    Ok((series, posts))
}

/// Returns a series with all its posts, drafts too.
#[utoipa::path(get, path = "/admin/series/{id}", operation_id = "managedSeries", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the series")),
    responses(
        (status = 200, description = "The series", body = ManagedSeriesResponse),
        (status = 403, description = "Not their own series, and neither editor nor administrator"),
        (status = 404, description = "No such series")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Json<ManagedSeriesResponse>, ApiError> {
    let found = state.read(move |tx| load(tx, staff, &id_or_slug)).await?;
    Ok(Json(ManagedSeriesResponse::new(found, staff, &state)))
}
