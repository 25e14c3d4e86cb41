//! Changes of what the caller says of themselves on their page.

use serde::Deserialize;
use utoipa::ToSchema;

use super::dto::OwnAuthorResponse;
use crate::domain::audit::Action;
use crate::domain::user::Bio;
use crate::http::api::dto::SocialLinksInput;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, authors};

/// What an author says of themselves.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAuthorChange {
    /// At most 500 characters.
    bio: String,
    /// Absent: none.
    #[serde(default)]
    social_links: SocialLinksInput,
}

/// Sets what the caller says of themselves on their page as an author.
#[utoipa::path(put, path = "/admin/settings/author", operation_id = "setOwnAuthor", tag = "admin",
    security(("bearer" = [])), request_body = OwnAuthorChange,
    responses(
        (status = 200, description = "The changed author", body = OwnAuthorResponse),
        (status = 400, description = "A field is invalid")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<OwnAuthorChange>,
) -> Result<Json<OwnAuthorResponse>, ApiError> {
    let (bio, links) = (Bio::parse(&body.bio)?, body.social_links.parse()?);
    let auditor = state.auditor(staff);
    let profile = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            authors::set_profile(tx, staff.author(), &bio, &links)?;
            audit::insert(tx, &auditor.entry(Action::AccountProfileChanged, &staff.id, ""))?;
            authors::profile(tx, staff.author())?.ok_or(ApiError::Unauthorized)
        })
        .await?;
    Ok(Json(OwnAuthorResponse::new(profile, &state)))
}
