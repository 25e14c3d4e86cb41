//! Making an earlier revision the text of its static page again.

use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::conflict::{self, Outcome, RefusedPageChange};
use super::page_of;
use super::revision::{html_of, revision_of};
use super::saving::SavedPageResponse;
use crate::actions::static_pages::{self as actions, PageChange};
use crate::domain::audit::Action;
use crate::domain::revision::Reason;
use crate::http::extract::{Json, PostRevision, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, static_pages};

/// The page that the caller has seen.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RestoreStaticPage)]
pub struct RestorePage {
    /// The version of the page that the caller believes to be the present one.
    version: u32,
}

/// Makes an earlier revision the text of its static page, with its pictures, as a new revision. The page stays a draft or
/// published. Its slug comes back too, unless another page has it by now.
#[utoipa::path(post, path = "/admin/pages/{id}/revisions/{number}/restore", operation_id = "restoreStaticPage",
    tag = "admin", security(("bearer" = [])), request_body = RestorePage,
    params(
        ("id" = String, Path, description = "The id of the page"),
        ("number" = u32, Path, description = "The number of the revision")),
    responses(
        (status = 200, description = "The page", body = SavedPageResponse),
        (status = 404, description = "No such page or revision"),
        (status = 409, description = "The page has changed since it was read", body = RefusedPageChange)))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    PostRevision { post: id, number }: PostRevision,
    Json(RestorePage { version: base }): Json<RestorePage>,
) -> Result<Response, ApiError> {
    let (page, content) = state
        .read(move |tx| {
            let page = page_of(tx, &id)?;
            let revision = revision_of(tx, page.id, number)?;
            let content = revision.into_content(html_of(tx, page.id, number)?);
            Ok::<_, ApiError>((page, content))
        })
        .await?;
    let (store, slug) = (state.store.clone(), content.slug.clone());
    let prepared = state
        .image_worker
        .run(move || actions::of_revision::<ApiError>(&store, content, page.status));
    let mut prepared = prepared.await??;
    let auditor = state.auditor(staff);
    let outcome = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let current = page_of(tx, &page.id.to_string())?;
            if conflict::is_outdated(&current, base)? {
                return Outcome::refused(tx, &current, None);
            }
            let holder = static_pages::holder_of_slug(tx, &slug)?;
            prepared.adapt(&current, holder.is_none_or(|holder| holder == current.id));
            let change = PageChange {
                admin: staff.id,
                at: auditor.now,
            };
            actions::update(tx, &prepared, &current, Some(Reason::Restore), change)?;
            let entry = auditor.entry(Action::StaticPageRestored, &page.id, number.to_string());
            audit::insert(tx, &entry)?;
            Outcome::saved(tx, &current)
        })
        .await?;
    Ok(conflict::respond(outcome))
}
