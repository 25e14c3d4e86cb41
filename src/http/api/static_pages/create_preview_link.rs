//! Making the link by which anybody may read the draft of a static page.

use axum::http::StatusCode;

use super::page_of;
use crate::auth::link_token::LinkToken;
use crate::domain::audit::Action;
use crate::domain::post::Status;
use crate::http::api::posts::create_preview_link::{NewPreviewLink, PreviewLinkResponse};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::audit;
use crate::store::static_pages::preview_links::{self, PagePreviewLink};

/// Makes a link by which anybody may read the draft of a static page until it is published. It replaces an earlier one.
#[utoipa::path(post, path = "/admin/pages/{id}/preview-link", operation_id = "createStaticPagePreviewLink",
    tag = "admin", security(("bearer" = [])), request_body = NewPreviewLink,
    params(("id" = String, Path, description = "The id of the page")),
    responses(
        (status = 201, description = "The link", body = PreviewLinkResponse),
        (status = 400, description = "Not 1 to 30 days"),
        (status = 404, description = "No such page"),
        (status = 409, description = "The page is published already")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<NewPreviewLink>,
) -> Result<(StatusCode, Json<PreviewLinkResponse>), ApiError> {
    let auditor = state.auditor(staff);
    let token = LinkToken::random(state.entropy.as_ref());
    let (hash, created_at) = (token.hash(), auditor.now);
    let expires_at = body.expires_at(created_at)?;
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let page = page_of(tx, &id)?;
            if page.status == Status::Published {
                return Err(ApiError::conflict(
                    ErrorCode::AlreadyPublished,
                    "status",
                    "The page is published already",
                ));
            }
            let link = PagePreviewLink {
                page: page.id,
                created_at,
                expires_at,
            };
            preview_links::replace(tx, link, &hash)?;
            let until = expires_at.to_string();
            let entry = auditor.entry(Action::StaticPagePreviewLinked, &page.id, until);
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    Ok(PreviewLinkResponse::created(&state, &token, expires_at))
}
