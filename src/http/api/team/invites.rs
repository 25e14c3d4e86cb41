//! The invitations that nobody has used yet.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::InviteBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::invites;

/// A page of invitations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitesResponse {
    success: bool,
    invites: Vec<InviteBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the invitations that are still good, newest first.
#[utoipa::path(get, path = "/admin/invites", operation_id = "invites", tag = "team",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of invitations", body = InvitesResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<InvitesResponse>, ApiError> {
    let now = state.clock.now();
    let page = state.read(move |tx| invites::list(tx, now, paging)).await?;
    Ok(Json(InvitesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        invites: page.items.into_iter().map(InviteBody::from).collect(),
    }))
}
