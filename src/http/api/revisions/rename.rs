//! Names of revisions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::RevisionBody;
use super::{NOT_FOUND, post_of, revision_of};
use crate::domain::audit::Action;
use crate::domain::revision::RevisionName;
use crate::http::extract::{Json, PostRevision, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, revisions};

/// The name of a revision.
#[derive(Deserialize, ToSchema)]
pub struct RevisionNaming {
    /// At most 100 characters; null or an empty text removes the name.
    #[schema(required)]
    #[serde(deserialize_with = "Option::deserialize")]
    name: Option<String>,
}

/// A revision after it got its name.
#[derive(Debug, Serialize, ToSchema)]
pub struct RenamedRevisionResponse {
    success: bool,
    revision: RevisionBody,
}

/// Names a revision, which is then kept for ever, or removes its name.
#[utoipa::path(patch, path = "/blogs/{id}/revisions/{number}", operation_id = "renameRevision", tag = "admin",
    security(("bearer" = [])), request_body = RevisionNaming,
    params(
        ("id" = String, Path, description = "The id or slug of the post"),
        ("number" = u32, Path, description = "The number of the revision")),
    responses(
        (status = 200, description = "The revision", body = RenamedRevisionResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post or revision")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    PostRevision { post, number }: PostRevision,
    Json(body): Json<RevisionNaming>,
) -> Result<Json<RenamedRevisionResponse>, ApiError> {
    let name = RevisionName::parse(body.name.as_deref().unwrap_or_default())?;
    let auditor = state.auditor(staff);
    let revision = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = post_of(tx, staff, &post)?;
            if !revisions::rename(tx, post.id, number, name.as_ref())? {
                return Err(NOT_FOUND);
            }
            let entry = auditor.entry(Action::RevisionNamed, &post.id, number.to_string());
            audit::insert(tx, &entry)?;
            revision_of(tx, &post, number)
        })
        .await?;
    Ok(Json(RenamedRevisionResponse {
        success: true,
        revision: revision.into(),
    }))
}
