//! Statistics for the dashboard.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Time;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::posts::{self, Totals};
use crate::store::views::{self, DailyViews};

/// The number of days in the chart, including today (rulings §5).
const DAYS: i64 = 30;

/// The statistics.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalyticsResponse {
    success: bool,
    stats: AnalyticsBody,
}

/// The totals and the views of each day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Analytics)]
pub struct AnalyticsBody {
    total: AnalyticsTotal,
    /// (likes + comments + bookmarks) / views × 100, with one decimal.
    engagement_rate: f64,
    /// The last 30 days, oldest first.
    daily: Vec<AnalyticsDay>,
}

/// The totals.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalyticsTotal {
    total_posts: u64,
    total_views: u64,
}

/// The views of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalyticsDay {
    /// Such as 2026-03-01, in UTC.
    date: String,
    views: u64,
    unique: u64,
    mobile: u64,
    desktop: u64,
}

/// Returns the totals, the engagement rate, and the views of the last 30 days.
#[utoipa::path(get, path = "/blogs/analytics/views", operation_id = "analytics", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The statistics", body = AnalyticsResponse)))]
pub async fn handler(State(state): State<AppState>, _: Staff) -> Result<Json<AnalyticsResponse>, ApiError> {
    let today = state.clock.now().day();
    let (totals, daily) = state
        .read(move |tx| {
            let daily = views::daily(tx, today - DAYS + 1, today)?;
            Ok::<_, StoreError>((posts::totals(tx)?, daily))
        })
        .await?;
    Ok(Json(AnalyticsResponse {
        success: true,
        stats: AnalyticsBody {
            total: AnalyticsTotal {
                total_posts: totals.posts,
                total_views: totals.views,
            },
            engagement_rate: engagement_rate(totals),
            daily: daily.into_iter().map(AnalyticsDay::from).collect(),
        },
    }))
}

fn engagement_rate(totals: Totals) -> f64 {
    if totals.views == 0 {
        return 0.0;
    }
    let interactions = totals.likes + totals.comments + totals.bookmarks;
    #[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
    let rate = interactions as f64 / totals.views as f64 * 100.0;
    (rate * 10.0).round() / 10.0
}

/// Returns a day, counted from 1970-01-01 UTC, as its date.
pub(super) fn date(day: i64) -> String {
    let time = Time::from_day(day).to_string();
    time.chars().take_while(|character| *character != 'T').collect()
}

impl From<DailyViews> for AnalyticsDay {
    fn from(day: DailyViews) -> Self {
        Self {
            date: date(day.day),
            views: day.views,
            unique: day.uniques,
            mobile: day.mobile,
            desktop: day.desktop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_the_engagement_rate_to_one_decimal_and_accepts_zero_views() {
        let totals = |views| Totals {
            posts: 1,
            views,
            likes: 1,
            comments: 2,
            bookmarks: 3,
        };
        assert!(engagement_rate(totals(0)).abs() < f64::EPSILON);
        assert!((engagement_rate(totals(70)) - 8.6).abs() < f64::EPSILON);
        assert!((engagement_rate(totals(3)) - 200.0).abs() < f64::EPSILON);
    }
}
