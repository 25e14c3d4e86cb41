//! The figures of a post as a file for spreadsheets.

use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::analytics::date;
use super::post_analytics::{AnalyticsQuery, load};
use crate::domain::ValidationError;
use crate::http::api::csv_file;
use crate::http::extract::{IdOrSlug, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::post_analytics::PostDay;
use crate::store::referrers::Referrer;

const DAY_COLUMNS: [&str; 6] = ["date", "views", "readers", "mobile", "desktop", "finished"];
const REFERRER_COLUMNS: [&str; 2] = ["host", "views"];
/// The most sites in a file. Beside them, nobody came from more than a few.
const REFERRERS_MAX: u32 = 400;

/// The table that the file has.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// `days`, which is also the default, or `referrers`.
    table: Option<String>,
}

/// Returns the days of a blog, earliest first, or the sites that led to it, those with most views first, as CSV (RFC 4180).
#[utoipa::path(get, path = "/blogs/{id}/analytics/export", operation_id = "exportBlogAnalytics", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post"), AnalyticsQuery, ExportQuery),
    responses(
        (status = 200, description = "A line for each day or site, below one with the names of the columns",
            body = String, content_type = "text/csv"),
        (status = 400, description = "The span or the table is none of those"),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Query(query): Query<AnalyticsQuery>,
    Query(export): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let span = query.span()?;
    let is_of_referrers = match export.table.as_deref() {
        None | Some("days") => false,
        Some("referrers") => true,
        Some(_) => return Err(ValidationError::new("table", "table can be days or referrers").into()),
    };
    let (_, analytics) = load(&state, staff, id_or_slug, span, REFERRERS_MAX).await?;
    if is_of_referrers {
        csv_file::of_rows(
            "referrers.csv",
            REFERRER_COLUMNS,
            &analytics.referrers,
            referrer_cells,
        )
    } else {
        csv_file::of_rows("analytics.csv", DAY_COLUMNS, &analytics.days, day_cells)
    }
}

fn day_cells(PostDay { views, finished }: &PostDay) -> [String; DAY_COLUMNS.len()] {
    [
        date(views.day),
        views.views.to_string(),
        views.uniques.to_string(),
        views.mobile.to_string(),
        views.desktop.to_string(),
        finished.to_string(),
    ]
}

fn referrer_cells(Referrer { host, views }: &Referrer) -> [String; REFERRER_COLUMNS.len()] {
    [host.clone(), views.to_string()]
}
