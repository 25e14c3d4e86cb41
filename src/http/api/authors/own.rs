//! What the caller says of themselves on their page.

use super::dto::OwnAuthorResponse;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::authors;

/// Returns what the caller says of themselves on their page as an author.
#[utoipa::path(get, path = "/admin/settings/author", operation_id = "ownAuthor", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "The author", body = OwnAuthorResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
) -> Result<Json<OwnAuthorResponse>, ApiError> {
    let profile = state
        .read(move |tx| authors::profile(tx, staff.author()))
        .await?
        .ok_or(ApiError::Unauthorized)?;
    Ok(Json(OwnAuthorResponse::new(profile, &state)))
}
