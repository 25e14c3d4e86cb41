//! Deletion of redirects.

use super::NO_REDIRECT;
use crate::domain::RedirectId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, redirects};

/// Deletes a redirect. At its address there is nothing then.
#[utoipa::path(delete, path = "/admin/redirects/{id}", operation_id = "deleteRedirect", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the redirect")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such redirect")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = RedirectId::parse(&id).ok_or(NO_REDIRECT)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let path = redirects::by_id(tx, id)?.ok_or(NO_REDIRECT)?.redirect.path;
            redirects::delete(tx, id)?;
            let entry = auditor.entry(Action::RedirectDeleted, &id, path.as_str());
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    Ok(Json(MessageResponse::new("The redirect is deleted")))
}
