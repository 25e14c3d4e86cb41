//! Making an earlier revision the text of its post again.

use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{content_of, post_of};
use crate::actions::publish::{self, Prepared};
use crate::domain::PublishAtChange;
use crate::domain::audit::Action;
use crate::domain::revision::Reason;
use crate::http::api::posts::addresses::may_restore_slug;
use crate::http::api::posts::conflict::{self, Change, Conflict, RefusedChange};
use crate::http::api::posts::planning;
use crate::http::api::posts::saving::{self, SavedPostResponse};
use crate::http::extract::{Json, PostRevision, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// The text that the caller has seen.
#[derive(Default, Deserialize, ToSchema)]
pub struct RestoreRevision {
    /// The number of the revision that the caller believes to be the present one. Absent: whichever it is.
    #[schema(minimum = 0)]
    revision: Option<u32>,
}

/// Makes an earlier revision the text of its post, with its pictures, as a new revision. The post stays a draft or
/// published. Its slug comes back too where the role may choose it, and no other post has it by now.
#[utoipa::path(post, path = "/blogs/{id}/revisions/{number}/restore", operation_id = "restoreRevision", tag = "admin",
    security(("bearer" = [])), request_body = RestoreRevision,
    params(
        ("id" = String, Path, description = "The id or slug of the post"),
        ("number" = u32, Path, description = "The number of the revision")),
    responses(
        (status = 200, description = "The post", body = SavedPostResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post or revision"),
        (status = 409, description = "The text has changed since it was read", body = RefusedChange)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    PostRevision { post, number }: PostRevision,
    body: Option<Json<RestoreRevision>>,
) -> Result<Response, ApiError> {
    let base = body.and_then(|Json(body)| body.revision);
    let (post, content) = state
        .read(move |tx| {
            let post = post_of(tx, staff, &post)?;
            let content = content_of(tx, &post, number)?;
            Ok::<_, ApiError>((post, content))
        })
        .await?;
    let (store, slug) = (state.store.clone(), content.slug.clone());
    let prepared = state
        .image_worker
        .run(move || Prepared::of_revision::<ApiError>(&store, content, post.status));
    let mut prepared = prepared.await??;
    let auditor = state.auditor(staff);
    let change = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let current = post_of(tx, staff, &post.id.to_string())?;
            if conflict::is_outdated(&current, base)? {
                return Conflict::load(tx, &current, None);
            }
            prepared.adapt(&current, may_restore_slug(tx, staff, &current, &slug)?);
            publish::update(
                tx,
                &prepared,
                &current,
                staff.id,
                Some(Reason::Restore),
                auditor.now,
            )?;
            let entry = auditor.entry(Action::PostRestored, &post.id, number.to_string());
            audit::insert(tx, &entry)?;
            // Whoever may not publish it ends its plan by this too.
            let saved = (post.id, current.status);
            planning::apply(tx, staff, Some(&current), saved, PublishAtChange::Keep, &auditor)?;
            saving::load(tx, post.id).map(|saved| Change::Saved(Box::new(saved)))
        })
        .await?;
    Ok(conflict::respond(&state, change))
}
