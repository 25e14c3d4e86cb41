//! Changes of webhooks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::NO_WEBHOOK;
use super::dto::WebhookBody;
use crate::actions::security_log::{self, Event};
use crate::actions::webhooks::host_of;
use crate::domain::WebhookId;
use crate::domain::audit::Action;
use crate::domain::webhook::{self, WebhookEvents};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, webhooks};

/// What changes of a webhook; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookChange {
    url: Option<String>,
    events: Option<Vec<String>>,
    /// Whether it is called. One that is switched off is told nothing of what happens meanwhile.
    is_on: Option<bool>,
}

/// The changed webhook.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    success: bool,
    message: &'static str,
    webhook: WebhookBody,
}

/// Changes a webhook, or switches it on or off. Its key stays the same.
#[utoipa::path(patch, path = "/admin/webhooks/{id}", operation_id = "changeWebhook", tag = "admin",
    security(("bearer" = [])), request_body = WebhookChange,
    params(("id" = String, Path, description = "The id of the webhook")),
    responses(
        (status = 200, description = "The changed webhook", body = WebhookResponse),
        (status = 400, description = "An invalid field"),
        (status = 404, description = "No such webhook")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<WebhookChange>,
) -> Result<Json<WebhookResponse>, ApiError> {
    let id = WebhookId::parse(&id).ok_or(NO_WEBHOOK)?;
    let allows_private = state.webhooks.allows_private();
    let url = body.url.as_deref();
    let url = url
        .map(|url| webhook::parse_url(url, allows_private))
        .transpose()?;
    let events = body.events.as_ref();
    let events = events
        .map(|names| WebhookEvents::parse(names.iter().map(String::as_str)))
        .transpose()?;
    let auditor = state.auditor(staff);
    let webhook = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let mut webhook = webhooks::by_id(tx, id)?.ok_or(NO_WEBHOOK)?;
            if let Some(url) = url {
                webhook.url = url.into();
            }
            if let Some(events) = events {
                webhook.events = events;
            }
            match (body.is_on, webhook.off_at) {
                (Some(true), Some(_)) => (webhook.off_at, webhook.failures) = (None, 0),
                (Some(false), None) => webhook.off_at = Some(auditor.now),
                _ => {}
            }
            webhooks::update(tx, &webhook, auditor.now)?;
            let entry = auditor.entry(Action::WebhookChanged, &id, host_of(&webhook.url));
            audit::insert(tx, &entry)?;
            Ok::<_, ApiError>(webhook)
        })
        .await?;
    security_log::record_staff_action(Event::WebhookChanged, staff.id, &id, network);
    Ok(Json(WebhookResponse {
        success: true,
        message: match webhook.off_at {
            None => "The webhook is saved",
            Some(_) => "The webhook is saved. It is off",
        },
        webhook: webhook.into(),
    }))
}
