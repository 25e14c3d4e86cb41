//! What a post got in a span of days, for its authors and for editors.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::analytics::date;
use super::{any_post, require_may_see};
use crate::domain::ValidationError;
use crate::domain::post::PostSummary;
use crate::http::extract::{IdOrSlug, Json, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::post_analytics::{self, PostAnalytics, PostDay};
use crate::store::referrers::Referrer;

/// The spans that can be chosen, in days.
const SPANS: [u32; 4] = [7, 30, 90, 365];
/// The span if none is chosen.
const DEFAULT_SPAN: u32 = 30;
/// The sites that are named.
const REFERRERS: u32 = 20;

/// The span of days.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnalyticsQuery {
    /// The days up to today in UTC: 7, 30, 90 or 365; 30 if absent.
    days: Option<u32>,
}

/// What a blog got in a span of days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogAnalyticsResponse)]
pub struct PostAnalyticsResponse {
    success: bool,
    blog: AnalysedPost,
    analytics: PostAnalyticsBody,
}

/// The blog that the figures are of.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysedBlog)]
pub struct AnalysedPost {
    #[serde(rename = "_id")]
    id: String,
    slug: String,
    title: String,
    /// `published` or `draft`.
    status: &'static str,
}

/// The figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogAnalytics)]
pub struct PostAnalyticsBody {
    /// The length of the span, with today.
    days: u32,
    views: u64,
    /// Unique views.
    unique: u64,
    /// Readers who read it to its end.
    finished: u64,
    /// Those of 100 readers who read it to its end, with one decimal; null without readers.
    #[schema(required)]
    finished_share: Option<f64>,
    /// Likes that were given in the span and not taken back.
    likes: u64,
    /// Comments of the span that readers see.
    comments: u64,
    /// Bookmarks that were set in the span and are still set.
    bookmarks: u64,
    /// Readers who began to follow the blog in the span and still do.
    followers: u64,
    /// Every day, oldest first.
    daily: Vec<PostAnalyticsDay>,
    /// The other sites that led to most views, at most 20, most first.
    referrers: Vec<ReferrerBody>,
    /// Views that still other sites led to.
    other_referrers: u64,
    /// Views that no other site led to, or of which none is known.
    without_referrer: u64,
}

/// A day of a blog.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlogAnalyticsDay)]
pub struct PostAnalyticsDay {
    /// Such as 2026-03-01, in UTC.
    date: String,
    views: u64,
    unique: u64,
    mobile: u64,
    desktop: u64,
    /// Readers who read it to its end.
    finished: u64,
}

/// A site that led to a blog.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlogReferrer)]
pub struct ReferrerBody {
    /// The name of the site, without `www.`.
    host: String,
    views: u64,
}

/// Returns the views, readers, referrers, likes, comments, bookmarks and new followers of a blog in a span of days.
#[utoipa::path(get, path = "/blogs/{id}/analytics", operation_id = "blogAnalytics", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post"), AnalyticsQuery),
    responses(
        (status = 200, description = "The figures", body = PostAnalyticsResponse),
        (status = 400, description = "The span is none of those"),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Query(query): Query<AnalyticsQuery>,
) -> Result<Json<PostAnalyticsResponse>, ApiError> {
    let span = query.span()?;
    let (post, analytics) = load(&state, staff, id_or_slug, span, REFERRERS).await?;
    Ok(Json(PostAnalyticsResponse {
        success: true,
        blog: AnalysedPost::from(post),
        analytics: PostAnalyticsBody::new(span, analytics),
    }))
}

impl AnalyticsQuery {
    /// Returns the chosen span in days.
    pub(super) fn span(&self) -> Result<u32, ValidationError> {
        let days = self.days.unwrap_or(DEFAULT_SPAN);
        if SPANS.contains(&days) {
            Ok(days)
        } else {
            ValidationError::reject("days", "days can be 7, 30, 90 or 365")
        }
    }
}

/// Loads the figures of a post that the member of the staff may see, with at most `referrers` sites.
pub(super) async fn load(
    state: &AppState,
    staff: Staff,
    id_or_slug: String,
    span: u32,
    referrers: u32,
) -> Result<(PostSummary, PostAnalytics), ApiError> {
    let today = state.clock.now().day();
    let first = today + 1 - i64::from(span);
    let read = state.read(move |tx| {
        let post = any_post(tx, &id_or_slug)?;
        require_may_see(staff, &post)?;
        let analytics = post_analytics::of_post(tx, &post, first, today, referrers)?;
        Ok::<_, ApiError>((post, analytics))
    });
    read.await
}

impl From<PostSummary> for AnalysedPost {
    fn from(post: PostSummary) -> Self {
        Self {
            id: post.id.to_string(),
            slug: post.slug.as_str().to_owned(),
            title: post.title,
            status: post.status.name(),
        }
    }
}

impl PostAnalyticsBody {
    fn new(span: u32, analytics: PostAnalytics) -> Self {
        let views = sum(&analytics.days, |day| day.views.views);
        let unique = sum(&analytics.days, |day| day.views.uniques);
        let finished = sum(&analytics.days, |day| day.finished);
        let named: u64 = analytics.referrers.iter().map(|referrer| referrer.views).sum();
        Self {
            days: span,
            views,
            unique,
            finished,
            finished_share: finished_share(finished, unique),
            likes: analytics.likes,
            comments: analytics.comments,
            bookmarks: analytics.bookmarks,
            followers: analytics.followers,
            daily: analytics.days.into_iter().map(PostAnalyticsDay::from).collect(),
            referrers: analytics.referrers.into_iter().map(ReferrerBody::from).collect(),
            other_referrers: analytics.referred_views.saturating_sub(named),
            without_referrer: views.saturating_sub(analytics.referred_views),
        }
    }
}

fn sum(days: &[PostDay], figure: fn(&PostDay) -> u64) -> u64 {
    days.iter().map(figure).sum()
}

/// Returns those of 100 readers who finished, with one decimal. Somebody who begins before midnight may finish on the first
/// day of the span, so that more can have finished than begun.
fn finished_share(finished: u64, readers: u64) -> Option<f64> {
    if readers == 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
    let share = finished.min(readers) as f64 / readers as f64 * 100.0;
    Some((share * 10.0).round() / 10.0)
}

impl From<PostDay> for PostAnalyticsDay {
    fn from(PostDay { views, finished }: PostDay) -> Self {
        Self {
            date: date(views.day),
            views: views.views,
            unique: views.uniques,
            mobile: views.mobile,
            desktop: views.desktop,
            finished,
        }
    }
}

impl From<Referrer> for ReferrerBody {
    fn from(Referrer { host, views }: Referrer) -> Self {
        Self { host, views }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_the_four_spans_and_is_30_days_by_default() {
        let span = |days| AnalyticsQuery { days }.span();
        assert_eq!(span(None), Ok(30));
        for days in SPANS {
            assert_eq!(span(Some(days)), Ok(days));
        }
        for days in [0, 1, 31, 366, u32::MAX] {
            assert_eq!(span(Some(days)).unwrap_err().field, "days", "{days}");
        }
    }

    #[test]
    fn the_share_of_those_who_finish_is_at_most_100_and_unknown_without_readers() {
        let share = |finished, readers| finished_share(finished, readers).map(|share| share.to_string());
        assert_eq!(share(0, 0), None);
        assert_eq!(share(1, 0), None);
        for (finished, readers, expected) in [(0, 7, "0"), (1, 3, "33.3"), (2, 3, "66.7"), (3, 2, "100")] {
            assert_eq!(share(finished, readers).as_deref(), Some(expected));
        }
    }
}
