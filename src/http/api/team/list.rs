//! The members of the team.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::MemberBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// A page of the team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamResponse {
    success: bool,
    members: Vec<MemberBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the members of the team, oldest first.
#[utoipa::path(get, path = "/admin/team", operation_id = "team", tag = "team",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of the team", body = TeamResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<TeamResponse>, ApiError> {
    let page = state.read(move |tx| admins::members(tx, paging)).await?;
    Ok(Json(TeamResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        members: page.items.into_iter().map(MemberBody::from).collect(),
    }))
}
