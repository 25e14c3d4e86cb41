//! Creation of static pages.

use axum::http::StatusCode;

use super::dto::PageFields;
use super::require_free_slug;
use super::saving::{self, SavedPageResponse};
use crate::actions::static_pages::{self as actions, PageChange};
use crate::domain::StaticPageId;
use crate::domain::audit::Action;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Creates a static page. The one with the slug `about` is at `/about`.
#[utoipa::path(post, path = "/admin/pages", operation_id = "createStaticPage", tag = "admin",
    security(("bearer" = [])), request_body = PageFields,
    responses(
        (status = 201, description = "The page", body = SavedPageResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 409, description = "Another page has the slug")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(fields): Json<PageFields>,
) -> Result<(StatusCode, Json<SavedPageResponse>), ApiError> {
    let prepared = saving::prepare(&state, fields.into()).await?;
    let auditor = state.auditor(staff);
    let id = StaticPageId::new(auditor.now, state.entropy.as_ref());
    let saved = state
        .write(move |tx| {
            staff.confirm(tx)?;
            require_free_slug(tx, None, &prepared)?;
            let change = PageChange {
                admin: staff.id,
                at: auditor.now,
            };
            actions::create(tx, &prepared, id, change)?;
            let status = prepared.status().name();
            audit::insert(tx, &auditor.entry(Action::StaticPageCreated, &id, status))?;
            saving::load(tx, id)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(SavedPageResponse::new(saved))))
}
