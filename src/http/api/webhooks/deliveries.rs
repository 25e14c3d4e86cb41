//! The deliveries of a webhook.

use serde::Serialize;
use utoipa::ToSchema;

use super::NO_WEBHOOK;
use super::dto::DeliveryBody;
use crate::domain::{Paging, WebhookId};
use crate::http::extract::{IdOrSlug, Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::webhooks;

/// A page of deliveries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveriesResponse {
    success: bool,
    deliveries: Vec<DeliveryBody>,
    total: u64,
    page: u32,
    total_pages: u64,
}

/// Lists the last 100 deliveries of a webhook, newest first.
#[utoipa::path(get, path = "/admin/webhooks/{id}/deliveries", operation_id = "webhookDeliveries", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the webhook"), PagingQuery),
    responses(
        (status = 200, description = "A page of deliveries", body = DeliveriesResponse),
        (status = 404, description = "No such webhook")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    IdOrSlug(id): IdOrSlug,
    paging: Paging,
) -> Result<Json<DeliveriesResponse>, ApiError> {
    let id = WebhookId::parse(&id).ok_or(NO_WEBHOOK)?;
    let page = state
        .read(move |tx| {
            webhooks::by_id(tx, id)?.ok_or(NO_WEBHOOK)?;
            Ok::<_, ApiError>(webhooks::deliveries(tx, id, paging)?)
        })
        .await?;
    Ok(Json(DeliveriesResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        deliveries: page.items.into_iter().map(DeliveryBody::from).collect(),
    }))
}
