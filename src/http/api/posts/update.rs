//! Updating a post.

use axum::response::Response;

use super::conflict::{self, Change, Conflict, RefusedChange};
use super::saving::{self, SavedPostResponse};
use super::{addresses, any_post, planning, require_may_save, require_may_send};
use crate::actions::publish::{self, CoverRule};
use crate::actions::revisions;
use crate::domain::audit::Action;
use crate::http::extract::{DraftBody, DraftForm, DraftJson, IdOrSlug, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Updates a post. Its slug, its canonical address and its featured image stay when none is sent; a post that was imported
/// without an image needs none. A slug that it had before leads to it for ever. What the caller has autosaved of the post
/// is removed. A contributor's change of a draft with a time of publication removes the time and hands the draft in for
/// review.
///
/// With a `revision` that is no longer the newest, nothing changes if the texts differ: what was sent is kept as a
/// revision with the reason `conflict`, and the response has the present text.
#[utoipa::path(put, path = "/blogs/update/{id}", operation_id = "updateBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The updated post", body = SavedPostResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 403, description = "Not their own post, or the role does not allow to publish or to choose addresses"),
        (status = 404, description = "No such post"),
        (status = 409, description = "The text has changed since it was read, or another post has the slug, or had it before",
            body = RefusedChange)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    DraftBody(draft): DraftBody,
) -> Result<Response, ApiError> {
    let post = state.read(move |tx| any_post(tx, &id_or_slug)).await?;
    require_may_send(staff, Some(&post), &draft)?;
    let base = draft.base_revision;
    let prepared = saving::prepare(&state, draft, CoverRule::for_update(post.cover.is_some())).await?;
    let auditor = state.auditor(staff);
    let change = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let current = any_post(tx, &post.id.to_string())?;
            let (status, publish_at) = (prepared.status(), prepared.publish_at());
            require_may_save(staff, Some(&current), status)?;
            if conflict::is_outdated(&current, base)?
                && !prepared
                    .content_for(&current)
                    .is_same_as(&revisions::present(tx, &current)?)
            {
                let number = publish::keep_conflict(tx, &prepared, &current, staff.id, auditor.now)?;
                let entry = auditor.entry(Action::PostConflicted, &post.id, number.to_string());
                audit::insert(tx, &entry)?;
                return Conflict::load(tx, &current, Some(number));
            }
            addresses::require_may_set(tx, staff, Some(&current), prepared.addresses())?;
            planning::require_may_plan(staff, Some(&current), publish_at)?;
            publish::update(tx, &prepared, &current, staff.id, None, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::PostUpdated, &post.id, status.name()))?;
            planning::apply(tx, staff, Some(&current), (post.id, status), publish_at, &auditor)?;
            saving::load(tx, post.id).map(|saved| Change::Saved(Box::new(saved)))
        })
        .await?;
    Ok(conflict::respond(&state, change))
}
