//! The time at which a draft is to be published, without a change of its text.

use serde::Deserialize;
use utoipa::ToSchema;

use super::changed::{self, ChangedPostResponse};
use super::{already_published, any_post, planning, require_may_save};
use crate::domain::post::Status;
use crate::domain::{PublishAtChange, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State, text_or_null};
use crate::http::{ApiError, AppState};

/// The time at which a draft is to be published.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScheduleBlog)]
pub struct SchedulePost {
    /// An RFC 3339 time with an offset, in the future and at most two years ahead; null removes the time.
    #[serde(default, deserialize_with = "text_or_null")]
    #[schema(required)]
    publish_at: Option<String>,
}

/// Sets, moves or removes the time at which a draft is published by itself.
#[utoipa::path(put, path = "/blogs/{id}/schedule", operation_id = "scheduleBlog", tag = "admin",
    security(("bearer" = [])), request_body = SchedulePost,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post", body = ChangedPostResponse),
        (status = 400, description = "Not a time in the future and within two years"),
        (status = 403, description = "Not their own post, or the role does not allow to publish"),
        (status = 404, description = "No such post"),
        (status = 409, description = "The post is published already")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<SchedulePost>,
) -> Result<Json<ChangedPostResponse>, ApiError> {
    let auditor = state.auditor(staff);
    let change = PublishAtChange::parse(body.publish_at.as_deref(), Status::Draft, auditor.now)?;
    if change == PublishAtChange::Keep {
        return ValidationError::reject("publishAt", "publishAt is a time, or null").map_err(ApiError::from);
    }
    let post = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_save(staff, Some(&post), Status::Published)?;
            if post.status == Status::Published {
                return Err(already_published("publishAt"));
            }
            planning::apply(tx, staff, Some(&post), (post.id, post.status), change, &auditor)?;
            changed::reload(tx, post.id)
        })
        .await?;
    Ok(Json(ChangedPostResponse::new(post, &state)))
}
