//! Events that are sent again.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::DeliveryBody;
use crate::domain::audit::Action;
use crate::domain::{ValidationError, WebhookDeliveryId};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{audit, webhooks};

const NO_DELIVERY: ApiError = ApiError::NotFound("There is no such delivery");

/// The new delivery.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeliveryResponse {
    success: bool,
    message: &'static str,
    delivery: DeliveryBody,
}

/// Sends the event of a delivery once more, as a new delivery of the same event.
#[utoipa::path(post, path = "/admin/webhook-deliveries/{id}/send-again", operation_id = "sendWebhookAgain", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the delivery")),
    responses(
        (status = 200, description = "The new delivery", body = DeliveryResponse),
        (status = 404, description = "No such delivery"),
        (status = 409, description = "The webhook is off")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<DeliveryResponse>, ApiError> {
    let id = WebhookDeliveryId::parse(&id).ok_or(NO_DELIVERY)?;
    let auditor = state.auditor(staff);
    let delivery = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let earlier = webhooks::delivery_by_id(tx, id)?.ok_or(NO_DELIVERY)?;
            let webhook = webhooks::by_id(tx, earlier.webhook)?.ok_or(NO_DELIVERY)?;
            if webhook.off_at.is_some() {
                let error = ValidationError::new("id", "Switch the webhook on first");
                return Err(ApiError::Conflict(ErrorCode::WebhookOff, error));
            }
            let id = webhooks::send_again(tx, &earlier, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::WebhookSentAgain, &id, ""))?;
            webhooks::delivery_by_id(tx, id)?.ok_or(NO_DELIVERY)
        })
        .await?;
    Ok(Json(DeliveryResponse {
        success: true,
        message: "The event is sent again",
        delivery: delivery.into(),
    }))
}
