//! The series of a post.

use serde::Deserialize;
use utoipa::ToSchema;

use super::changed::{self, ChangedPostResponse};
use super::{any_post, require_may_change};
use crate::actions::series as actions;
use crate::domain::ValidationError;
use crate::domain::audit::Action;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, series};

/// The series that a post is to be in.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BlogSeriesChoice)]
pub struct SeriesChoice {
    /// The id or slug of the series, at the end of which the post is put; null for none.
    series: Option<String>,
}

/// Puts a post at the end of a series, or takes it out of the one that it is in. Authors choose among their own series for
/// their own posts.
#[utoipa::path(put, path = "/blogs/{id}/series", operation_id = "setBlogSeries", tag = "admin",
    security(("bearer" = [])), request_body = SeriesChoice,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post with its series", body = ChangedPostResponse),
        (status = 400, description = "There is no such series, it is somebody else's, or it has 100 posts"),
        (status = 403, description = "Not their own post"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<SeriesChoice>,
) -> Result<Json<ChangedPostResponse>, ApiError> {
    let auditor = state.auditor(staff);
    let post = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_change(staff, &post)?;
            let chosen = body.series.as_deref();
            let series = chosen.map(|reference| series::by_id_or_slug(tx, reference));
            let series = series.transpose()?.flatten();
            let is_usable = series.as_ref().is_none_or(|series| {
                staff.role.covers_all_posts()
                    || series.is_of(staff.author())
                    || post.series == Some(series.id)
            });
            if series.is_some() != chosen.is_some() || !is_usable {
                return Err(ValidationError::new("series", "There is no such series of yours").into());
            }
            let id = series.map(|series| series.id);
            actions::set_of_post(tx, &post, id, auditor.now)?;
            let detail = id.map_or_else(String::new, |id| id.to_string());
            audit::insert(tx, &auditor.entry(Action::PostSeriesChanged, &post.id, detail))?;
            changed::reload(tx, post.id)
        })
        .await?;
    Ok(Json(ChangedPostResponse::new(post, &state)))
}
