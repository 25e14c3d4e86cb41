//! Updating a post.

use super::saving::{self, SavedPostResponse};
use super::{addresses, any_post, planning, require_may_save, require_may_send};
use crate::actions::publish::{self, CoverRule};
use crate::domain::audit::Action;
use crate::http::extract::{DraftBody, DraftForm, DraftJson, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Updates a post. Its slug, its canonical address and its featured image stay when none is sent; a post that was
/// imported without an image needs none. A slug that it had before leads to it for ever. A contributor's change of a
/// draft with a time of publication removes the time and hands the draft in for review.
#[utoipa::path(put, path = "/blogs/update/{id}", operation_id = "updateBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The updated post", body = SavedPostResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 403, description = "Not their own post, or the role does not allow to publish or to choose addresses"),
        (status = 404, description = "No such post"),
        (status = 409, description = "Another post has the slug, or had it before")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    DraftBody(draft): DraftBody,
) -> Result<Json<SavedPostResponse>, ApiError> {
    let post = state.read(move |tx| any_post(tx, &id_or_slug)).await?;
    require_may_send(staff, Some(&post), &draft)?;
    let prepared = saving::prepare(&state, draft, CoverRule::for_update(post.cover.is_some())).await?;
    let auditor = state.auditor(staff.id);
    let saved = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let current = any_post(tx, &post.id.to_string())?;
            let (status, publish_at) = (prepared.status(), prepared.publish_at());
            require_may_save(staff, Some(&current), status)?;
            addresses::require_may_set(tx, staff, Some(&current), prepared.addresses())?;
            planning::require_may_plan(staff, Some(&current), publish_at)?;
            publish::update(tx, &prepared, post.id, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::PostUpdated, &post.id, status.name()))?;
            planning::apply(tx, staff, Some(&current), (post.id, status), publish_at, &auditor)?;
            saving::load(tx, post.id)
        })
        .await?;
    Ok(Json(SavedPostResponse::new(&state, saved)))
}
