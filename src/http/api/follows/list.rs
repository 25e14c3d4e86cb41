//! What the caller follows.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{FollowBody, FollowTargetBody};
use super::parse;
use crate::domain::Paging;
use crate::domain::follow::FollowKind;
use crate::http::extract::{Json, OnboardedReader, PagingQuery, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::follows::{self, Filter};

/// A page of what the caller follows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowsResponse {
    success: bool,
    follows: Vec<FollowBody>,
    total: u64,
    page: u32,
    total_pages: u64,
    /// With `kind` and `target`: whether the caller follows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    following: Option<bool>,
}

/// Lists what the caller follows, the latest first: all, those of a kind, or with `kind` and `target` at most that one.
#[utoipa::path(get, path = "/follows", operation_id = "follows", tag = "notices",
    security(("bearer" = [])), params(FollowTargetBody, PagingQuery),
    responses(
        (status = 200, description = "A page of what the caller follows", body = FollowsResponse),
        (status = 400, description = "An unknown kind, or a target without a kind"),
        (status = 403, description = "Not a reader, or the profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    OnboardedReader(reader): OnboardedReader,
    Query(query): Query<FollowTargetBody>,
    paging: Paging,
) -> Result<Json<FollowsResponse>, ApiError> {
    let filter = match (query.kind.as_deref(), query.target.as_deref()) {
        (None | Some(""), None) => Filter::All,
        (Some(kind), None) => Filter::Kind(FollowKind::parse(kind)?),
        (kind, target @ Some(_)) => {
            let (kind, target) = parse(kind, target)?;
            Filter::Target(kind, target)
        }
    };
    let is_about_one = matches!(filter, Filter::Target(..));
    let page = state
        .read(move |tx| follows::list(tx, reader, &filter, paging))
        .await?;
    Ok(Json(FollowsResponse {
        success: true,
        following: is_about_one.then_some(page.total > 0),
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        follows: page
            .items
            .into_iter()
            .map(|follow| FollowBody::new(follow, &state))
            .collect(),
    }))
}
