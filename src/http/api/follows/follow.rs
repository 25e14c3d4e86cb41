//! Following an author, a tag, a series or a post.

use super::dto::{FollowResponse, FollowTargetBody};
use super::parse;
use crate::http::extract::{Json, OnboardedReader, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::follows::{self, Followed};

/// Follows an author, a tag, a series or the comments on a blog. What the caller follows already stays as it is. A reader
/// follows at most 500.
#[utoipa::path(put, path = "/follows", operation_id = "follow", tag = "notices",
    security(("bearer" = [])), request_body = FollowTargetBody,
    responses(
        (status = 200, description = "The caller follows it", body = FollowResponse),
        (status = 400, description = "An unknown kind, or no target"),
        (status = 403, description = "Not a reader, or the profile is not complete yet"),
        (status = 404, description = "No such author, tag, series or published blog"),
        (status = 409, description = "The caller follows 500 already")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    Json(body): Json<FollowTargetBody>,
) -> Result<Json<FollowResponse>, ApiError> {
    let (kind, target) = parse(body.kind.as_deref(), body.target.as_deref())?;
    let now = state.clock.now();
    let followed = state
        .write(move |tx| follows::add(tx, reader, kind, &target, now))
        .await?;
    match followed {
        Followed::Yes => Ok(Json(FollowResponse::new(true))),
        Followed::UnknownTarget => Err(ApiError::NotFound("There is nothing of this name to follow")),
        Followed::TooMany => Err(ApiError::conflict(
            ErrorCode::TooManyFollows,
            "target",
            "You follow 500 authors, tags, series and posts already. Stop following one first.",
        )),
    }
}
