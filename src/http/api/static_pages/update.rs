//! Changes of static pages.

use axum::response::Response;

use super::conflict::{self, Outcome, RefusedPageChange};
use super::dto::PageFields;
use super::saving::{self, SavedPageResponse};
use super::{page_of, require_free_slug};
use crate::actions::static_pages::{self as actions, PageChange};
use crate::domain::ValidationError;
use crate::domain::audit::Action;
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Changes a static page, which shows at the next request. If it has a newer version than the one that was changed, and
/// that differs from what was sent, nothing changes: what was sent is kept as a revision with the reason `conflict`, and
/// the response has the page as it is now.
#[utoipa::path(put, path = "/admin/pages/{id}", operation_id = "updateStaticPage", tag = "admin",
    security(("bearer" = [])), request_body = PageFields,
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 200, description = "The changed page", body = SavedPageResponse),
        (status = 400, description = "A field is invalid, or a picture cannot be decoded"),
        (status = 404, description = "No such page"),
        (status = 409, description = "The page has changed since it was read, or another page has the slug",
            body = RefusedPageChange)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
    Json(fields): Json<PageFields>,
) -> Result<Response, ApiError> {
    let id = state.read(move |tx| page_of(tx, &id)).await?.id.to_string();
    let base = fields.version;
    let base = base.ok_or_else(|| ValidationError::new("version", "version says what was changed"))?;
    let prepared = saving::prepare(&state, fields.into()).await?;
    let auditor = state.auditor(staff);
    let outcome = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let page = page_of(tx, &id)?;
            let change = PageChange {
                admin: staff.id,
                at: auditor.now,
            };
            if prepared.is_same_as(tx, &page)? {
                return Outcome::saved(tx, &page);
            }
            if conflict::is_outdated(&page, base)? {
                let number = actions::keep_conflict(tx, &prepared, &page, change)?;
                let number_text = number.to_string();
                let entry = auditor.entry(Action::StaticPageConflicted, &page.id, number_text);
                audit::insert(tx, &entry)?;
                return Outcome::refused(tx, &page, Some(number));
            }
            require_free_slug(tx, Some(&page), &prepared)?;
            actions::update(tx, &prepared, &page, None, change)?;
            let status = prepared.status().name();
            audit::insert(tx, &auditor.entry(Action::StaticPageUpdated, &page.id, status))?;
            Outcome::saved(tx, &page)
        })
        .await?;
    Ok(conflict::respond(outcome))
}
