//! The notices of the caller.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::NoticeBody;
use crate::domain::Paging;
use crate::http::extract::{Json, OnboardedAccount, PagingQuery, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::notices::{self, Filter};

/// The filter of the list of notices.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NoticesQuery {
    /// Whether only those that are not read are listed.
    unread: Option<bool>,
}

/// A page of notices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationsResponse)]
pub struct NoticesResponse {
    success: bool,
    notifications: Vec<NoticeBody>,
    total: u64,
    /// The number of those that are not read.
    unread: u64,
    page: u32,
    total_pages: u64,
}

/// Lists what the caller, a reader or a member of the staff, is told, newest first. At most the newest 500 of the last
/// 180 days are kept.
#[utoipa::path(get, path = "/notifications", operation_id = "notifications", tag = "notices",
    security(("bearer" = [])), params(NoticesQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of notices", body = NoticesResponse),
        (status = 403, description = "The profile is not complete yet")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: OnboardedAccount,
    Query(query): Query<NoticesQuery>,
    paging: Paging,
) -> Result<Json<NoticesResponse>, ApiError> {
    let filter = Filter::of(caller.account(), query.unread.unwrap_or_default());
    let (page, unread) = state
        .read(move |tx| {
            let page = notices::list(tx, filter, paging)?;
            Ok::<_, StoreError>((page, notices::unread(tx, filter.account)?))
        })
        .await?;
    Ok(Json(NoticesResponse {
        success: true,
        total: page.total,
        unread,
        page: paging.page,
        total_pages: page.total_pages(),
        notifications: page.items.into_iter().map(NoticeBody::from).collect(),
    }))
}
