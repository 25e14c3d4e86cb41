//! Creation of webhooks.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::WebhookBody;
use crate::actions::security_log::{self, Event};
use crate::actions::webhooks::host_of;
use crate::domain::audit::Action;
use crate::domain::webhook::{self, WEBHOOKS_MAX, Webhook, WebhookEvents};
use crate::domain::{ValidationError, WebhookId};
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, webhooks};

/// The webhook to be made.
#[derive(Deserialize, ToSchema)]
pub struct NewWebhook {
    /// The address that is told: https, and on the public internet unless the operator allows private networks.
    url: String,
    /// At least one of `post.published`, `post.updated`, `post.unpublished`, `comment.visible`, `comment.held`,
    /// `user.joined`.
    events: Vec<String>,
}

/// The webhook, with its key, which is shown this once.
#[derive(Serialize, ToSchema)]
pub struct NewWebhookResponse {
    success: bool,
    message: &'static str,
    /// The key of the HMAC in the header `X-Blog-Signature`.
    key: String,
    webhook: WebhookBody,
}

/// Makes a webhook. The key that signs what it is told is in this response alone.
#[utoipa::path(post, path = "/admin/webhooks", operation_id = "createWebhook", tag = "admin",
    security(("bearer" = [])), request_body = NewWebhook,
    responses(
        (status = 201, description = "The webhook", body = NewWebhookResponse),
        (status = 400, description = "An invalid field, or too many webhooks")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<NewWebhook>,
) -> Result<(StatusCode, Json<NewWebhookResponse>), ApiError> {
    let now = state.clock.now();
    let webhook = Webhook {
        id: WebhookId::new(now, state.entropy.as_ref()),
        url: webhook::parse_url(&body.url, state.webhooks.allows_private())?.into(),
        events: WebhookEvents::parse(body.events.iter().map(String::as_str))?,
        created_at: now,
        failures: 0,
        off_at: None,
    };
    let (id, auditor) = (webhook.id, state.auditor(staff));
    let webhook = state
        .write(move |tx| {
            staff.confirm(tx)?;
            if webhooks::count(tx)? >= WEBHOOKS_MAX {
                let message = "The site has as many webhooks as it may. Delete one first";
                return Err(ValidationError::new("url", message).into());
            }
            webhooks::insert(tx, &webhook)?;
            let entry = auditor.entry(Action::WebhookCreated, &webhook.id, host_of(&webhook.url));
            audit::insert(tx, &entry)?;
            Ok::<_, ApiError>(webhook)
        })
        .await?;
    security_log::record_staff_action(Event::WebhookCreated, staff.id, &id, network);
    let response = NewWebhookResponse {
        success: true,
        message: "Copy the key now. It is not shown again",
        key: state.webhooks.key(id).expose().to_owned(),
        webhook: webhook.into(),
    };
    Ok((StatusCode::CREATED, Json(response)))
}
