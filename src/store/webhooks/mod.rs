//! Webhooks, and what they are told.

mod deliveries;
mod events;

pub use deliveries::{
    Attempt, Claimed, Recorded, claim, deliveries, delivery_by_id, is_any_due, record, send_again,
};
pub use events::{comment_event, post_event, user_joined};

use super::engine::{Row, StoreError, params};
use crate::domain::webhook::Webhook;
use crate::domain::{Page, Paging, Time, WebhookId};
use crate::store::Tx;

macro_rules! select_webhooks {
    ($rest:literal) => {
        concat!(
            "select id, url, events, created_at, failures, off_at from webhooks ",
            $rest
        )
    };
}

pub(super) const NEWEST: &str = select_webhooks!("order by created_at desc, id desc limit ?1 offset ?2");

/// Stores a webhook, which is on.
pub fn insert(tx: &mut Tx<'_>, webhook: &Webhook) -> Result<(), StoreError> {
    tx.execute(
        "insert into webhooks (id, url, events, created_at) values (?1, ?2, ?3, ?4)",
        params![
            webhook.id,
            webhook.url,
            webhook.events.names().join(" "),
            webhook.created_at
        ],
    )?;
    Ok(())
}

/// Changes the address and the events of a webhook. The one that is switched on counts its failures anew; the one that is
/// switched off gives up what was to be delivered.
pub fn update(tx: &mut Tx<'_>, webhook: &Webhook, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update webhooks set url = ?2, events = ?3, failures = ?4, off_at = ?5 where id = ?1",
        params![
            webhook.id,
            webhook.url,
            webhook.events.names().join(" "),
            webhook.failures,
            webhook.off_at
        ],
    )?;
    if webhook.off_at.is_some() {
        deliveries::give_up_all(tx, webhook.id, now)?;
    }
    Ok(())
}

/// Returns the number of webhooks.
pub fn count(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let count = tx.query_value("select count(*) from webhooks", params![])?;
    Ok(count.unwrap_or(0))
}

/// Returns a page of the webhooks, newest first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<Webhook>, StoreError> {
    let items = tx.query_all(NEWEST, params![paging.limit, paging.offset()], webhook)?;
    let total = count(tx)?;
    Ok(Page { items, total, paging })
}

/// Returns the webhook with this id.
pub fn by_id(tx: &Tx<'_>, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
    tx.query_one(select_webhooks!("where id = ?1"), params![id], webhook)
}

/// Deletes a webhook with its deliveries.
pub fn delete(tx: &mut Tx<'_>, id: WebhookId) -> Result<(), StoreError> {
    tx.execute("delete from webhooks where id = ?1", params![id])?;
    Ok(())
}

fn webhook(row: &Row<'_>) -> Result<Webhook, StoreError> {
    Ok(Webhook {
        id: row.get("id")?,
        url: row.get("url")?,
        events: row.get("events")?,
        created_at: row.get("created_at")?,
        failures: row.get("failures")?,
        off_at: row.get("off_at")?,
    })
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::NEWEST;
    pub(in crate::store) use super::deliveries::{CLAIM, DUE, OF_WEBHOOK, TRIM};
}
