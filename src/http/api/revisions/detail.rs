//! A revision with its text.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::RevisionBody;
use super::{html_of, post_of, reserve, revision_of};
use crate::http::extract::{Json, PostRevision, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};

/// A revision with its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionResponse {
    success: bool,
    revision: RevisionBody,
    /// HTML.
    content: String,
}

/// Returns a revision of a post with its text.
#[utoipa::path(get, path = "/blogs/{id}/revisions/{number}", operation_id = "revision", tag = "admin",
    security(("bearer" = [])),
    params(
        ("id" = String, Path, description = "The id or slug of the post"),
        ("number" = u32, Path, description = "The number of the revision")),
    responses(
        (status = 200, description = "The revision", body = RevisionResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post or revision")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    PostRevision { post, number }: PostRevision,
    reservation: Reservation,
) -> Result<Json<RevisionResponse>, ApiError> {
    let (revision, content) = state
        .read(move |tx| {
            let post = post_of(tx, staff, &post)?;
            let revision = revision_of(tx, &post, number)?;
            reserve(&reservation, [&revision], 2)?;
            let html = html_of(tx, &post, number)?;
            Ok::<_, ApiError>((revision, html))
        })
        .await?;
    Ok(Json(RevisionResponse {
        success: true,
        revision: revision.into(),
        content,
    }))
}
