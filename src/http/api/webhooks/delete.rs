//! Deletion of webhooks.

use super::NO_WEBHOOK;
use crate::actions::security_log::{self, Event};
use crate::actions::webhooks::host_of;
use crate::domain::WebhookId;
use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, webhooks};

/// Deletes a webhook with its deliveries, also those that wait.
#[utoipa::path(delete, path = "/admin/webhooks/{id}", operation_id = "deleteWebhook", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the webhook")),
    responses(
        (status = 200, description = "Deleted", body = MessageResponse),
        (status = 404, description = "No such webhook")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = WebhookId::parse(&id).ok_or(NO_WEBHOOK)?;
    let auditor = state.auditor(staff);
    state
        .write(move |tx| {
            staff.confirm(tx)?;
            let webhook = webhooks::by_id(tx, id)?.ok_or(NO_WEBHOOK)?;
            webhooks::delete(tx, id)?;
            let entry = auditor.entry(Action::WebhookDeleted, &id, host_of(&webhook.url));
            audit::insert(tx, &entry).map_err(ApiError::from)
        })
        .await?;
    security_log::record_staff_action(Event::WebhookDeleted, staff.id, &id, network);
    Ok(Json(MessageResponse::new("The webhook is deleted")))
}
