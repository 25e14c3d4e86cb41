//! The calendar of the staff: what was published, and what is to be.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::post::{PostSummary, Status};
use crate::domain::{Time, ValidationError};
use crate::http::api::posts::dto::AuthorBody;
use crate::http::extract::{Json, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::posts;

const DAYS_MAX: i64 = 92;

/// The span of time.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CalendarQuery {
    /// An RFC 3339 time.
    #[param(required)]
    from: Option<String>,
    /// A later one, at most 92 days later. Posts at this time itself are not in the span.
    #[param(required)]
    to: Option<String>,
}

/// A post in the calendar.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CalendarBlog)]
pub struct CalendarPost {
    id: String,
    title: String,
    slug: String,
    /// `draft` or `published`.
    status: &'static str,
    /// When it was published first, or, for a draft, when it is to be published.
    at: String,
    /// `none`, `submitted` or `changesRequested`.
    review: &'static str,
    author: AuthorBody,
    /// All authors, the first one included.
    authors: Vec<AuthorBody>,
}

/// The posts of a span of time.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalendarResponse {
    success: bool,
    /// The earliest first, at most 1,000.
    posts: Vec<CalendarPost>,
}

/// Lists the posts that were published in a span of time, and the drafts that are to be published in it: all for
/// editors and administrators, their own for the others.
#[utoipa::path(get, path = "/admin/calendar", operation_id = "calendar", tag = "admin",
    security(("bearer" = [])), params(CalendarQuery),
    responses((status = 200, description = "The posts", body = CalendarResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Query(query): Query<CalendarQuery>,
) -> Result<Json<CalendarResponse>, ApiError> {
    let (from, to) = span(&query)?;
    let author = (!staff.role.covers_all_posts()).then(|| staff.author());
    let posts = state
        .read(move |tx| posts::calendar(tx, from, to, author))
        .await?;
    Ok(Json(CalendarResponse {
        success: true,
        posts: posts
            .into_iter()
            .map(|post| CalendarPost::new(post, &state))
            .collect(),
    }))
}

fn span(query: &CalendarQuery) -> Result<(Time, Time), ValidationError> {
    let error = |field| ValidationError::new(field, format!("{field} is an RFC 3339 time with an offset"));
    let time = |field, text: &Option<String>| {
        let parse = |text: &String| Time::parse(text).ok_or_else(|| error(field));
        text.as_ref().map(parse).transpose()
    };
    let (from, to) = (time("from", &query.from)?, time("to", &query.to)?);
    let (from, to) = (from.ok_or_else(|| error("from"))?, to.ok_or_else(|| error("to"))?);
    if to <= from || to > from.plus_milliseconds(DAYS_MAX * DAY_MILLISECONDS) {
        return ValidationError::reject("to", "to is after from, and at most 92 days later");
    }
    Ok((from, to))
}

impl CalendarPost {
    fn new(post: PostSummary, state: &AppState) -> Self {
        let at = match post.status {
            Status::Published => post.created_at,
            // A draft is in the calendar by this time.
            Status::Draft => post.publish_at.unwrap_or(post.created_at),
        };
        let authors = post.authors().cloned();
        Self {
            id: post.id.to_string(),
            slug: post.slug.to_string(),
            status: post.status.name(),
            at: at.to_string(),
            review: post.review.name(),
            authors: authors.map(|author| AuthorBody::new(author, state)).collect(),
            title: post.title,
            author: AuthorBody::new(post.author, state),
        }
    }
}
