//! DTOs of webhooks.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::webhook::{Delivery, Webhook};

/// A webhook, without the key that signs what it is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The address that is told.
    url: String,
    /// `post.published`, `post.updated`, `post.unpublished`, `comment.visible`, `comment.held`, `user.joined`.
    events: Vec<&'static str>,
    created_at: String,
    is_on: bool,
    /// When it was switched off, by an administrator or after 50 failures in a row; null while it is on.
    #[schema(required)]
    off_at: Option<String>,
    /// The calls that failed since the last one that succeeded.
    failures: u32,
}

impl From<Webhook> for WebhookBody {
    fn from(webhook: Webhook) -> Self {
        Self {
            underscore_id: webhook.id.to_string(),
            id: webhook.id.to_string(),
            url: webhook.url,
            events: webhook.events.names(),
            created_at: webhook.created_at.to_string(),
            is_on: webhook.off_at.is_none(),
            off_at: webhook.off_at.map(|at| at.to_string()),
            failures: webhook.failures,
        }
    }
}

/// An event for a webhook.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct DeliveryBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The id of the event: the same for all webhooks and all calls.
    event_id: String,
    event: &'static str,
    /// When the event happened.
    at: String,
    /// `waiting`, `delivered` or `failed`.
    state: &'static str,
    /// The number of calls.
    tries: u32,
    /// When it is called next; null when it is delivered or failed.
    #[schema(required)]
    next_try_at: Option<String>,
    /// When it was delivered or given up.
    #[schema(required)]
    done_at: Option<String>,
    /// The status of the last response.
    #[schema(required)]
    status: Option<u16>,
    /// The cause of the last failure.
    #[schema(required)]
    error: Option<String>,
}

impl From<Delivery> for DeliveryBody {
    fn from(delivery: Delivery) -> Self {
        let state = match (delivery.done_at, delivery.was_delivered) {
            (None, _) => "waiting",
            (Some(_), true) => "delivered",
            (Some(_), false) => "failed",
        };
        let next_try_at = delivery.done_at.is_none().then_some(delivery.next_try_at);
        Self {
            underscore_id: delivery.id.to_string(),
            id: delivery.id.to_string(),
            event_id: delivery.event_id.to_string(),
            event: delivery.event.name(),
            at: delivery.at.to_string(),
            state,
            tries: delivery.tries,
            next_try_at: next_try_at.map(|at| at.to_string()),
            done_at: delivery.done_at.map(|at| at.to_string()),
            status: delivery.status,
            error: delivery.error,
        }
    }
}
