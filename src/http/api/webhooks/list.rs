//! The list of webhooks.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::WebhookBody;
use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::webhooks;

/// A page of webhooks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhooksResponse {
    success: bool,
    webhooks: Vec<WebhookBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the webhooks, newest first.
#[utoipa::path(get, path = "/admin/webhooks", operation_id = "webhooks", tag = "admin",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of webhooks", body = WebhooksResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<WebhooksResponse>, ApiError> {
    let page = state.read(move |tx| webhooks::list(tx, paging)).await?;
    Ok(Json(WebhooksResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        webhooks: page.items.into_iter().map(WebhookBody::from).collect(),
    }))
}
