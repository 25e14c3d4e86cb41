//! What happens to posts in public, for all who are told of it by requests.

use super::engine::StoreError;
use super::{pings, webhooks};
use crate::domain::webhook::WebhookEvent;
use crate::domain::{PostId, Time};
use crate::store::Tx;

/// Queues what webhooks, the hub of the feeds and search engines are to be told of a post. A post that is unpublished or
/// removed must still be there.
pub fn record(tx: &mut Tx<'_>, event: WebhookEvent, post: PostId, now: Time) -> Result<(), StoreError> {
    webhooks::post_event(tx, event, post, now)?;
    pings::post_changed(tx, post, now)
}
