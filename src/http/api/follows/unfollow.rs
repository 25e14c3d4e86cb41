//! Ending to follow an author, a tag, a series or a post.

use super::dto::{FollowResponse, FollowTargetBody};
use super::parse;
use crate::domain::ValidationError;
use crate::domain::follow::FollowKind;
use crate::http::extract::{Json, OnboardedReader, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::follows;

/// Stops following an author, a tag, a series or the comments on a blog. What the caller does not follow stays so. `kind` and
/// `target` may be in the body or in the query; those of the body take precedence.
#[utoipa::path(delete, path = "/follows", operation_id = "unfollow", tag = "notices",
    security(("bearer" = [])), request_body = Option<FollowTargetBody>, params(FollowTargetBody),
    responses(
        (status = 200, description = "The caller does not follow it", body = FollowResponse),
        (status = 400, description = "An unknown kind, or no target"),
        (status = 403, description = "Not a reader, or the profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    Query(query): Query<FollowTargetBody>,
    body: Option<Json<Option<FollowTargetBody>>>,
) -> Result<Json<FollowResponse>, ApiError> {
    query.kind.as_deref().map(FollowKind::parse).transpose()?;
    ValidationError::reject_null_character("target", query.target.as_deref())?;
    let body = body.and_then(|Json(body)| body).unwrap_or_default();
    let kind = body.kind.or(query.kind);
    let target = body.target.or(query.target);
    let (kind, target) = parse(kind.as_deref(), target.as_deref())?;
    state
        .write(move |tx| follows::remove(tx, reader, kind, &target))
        .await?;
    Ok(Json(FollowResponse::new(false)))
}
