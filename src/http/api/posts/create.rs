//! Creating a post.

use axum::http::StatusCode;

use super::saving::{self, SavedPostResponse};
use super::{addresses, planning, require_may_save, require_may_send};
use crate::actions::publish::{self, CoverRule};
use crate::domain::PostId;
use crate::domain::audit::Action;
use crate::http::extract::{DraftBody, DraftForm, DraftJson, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Creates a post. Title, content and featured image are required, for a draft too; the slug is derived
/// from the title unless it is given.
#[utoipa::path(post, path = "/blogs/create", operation_id = "createBlog", tag = "admin",
    security(("bearer" = [])),
    request_body(content((DraftJson = "application/json"), (DraftForm = "multipart/form-data"))),
    responses(
        (status = 201, description = "The post", body = SavedPostResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 403, description = "The role does not allow to publish, at once or at a time, or to choose addresses"),
        (status = 409, description = "Another post has the slug, or had it before")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    DraftBody(draft): DraftBody,
) -> Result<(StatusCode, Json<SavedPostResponse>), ApiError> {
    require_may_send(staff, None, &draft)?;
    let prepared = saving::prepare(&state, draft, CoverRule::Required).await?;
    let auditor = state.auditor(staff);
    let id = PostId::new(auditor.now, state.entropy.as_ref());
    let saved = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let (status, publish_at) = (prepared.status(), prepared.publish_at());
            require_may_save(staff, None, status)?;
            addresses::require_may_set(tx, staff, None, prepared.addresses())?;
            planning::require_may_plan(staff, None, publish_at)?;
            publish::create(tx, prepared, id, staff.id, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::PostCreated, &id, status.name()))?;
            planning::apply(tx, staff, None, (id, status), publish_at, &auditor)?;
            saving::load(tx, id)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(SavedPostResponse::new(&state, saved))))
}
