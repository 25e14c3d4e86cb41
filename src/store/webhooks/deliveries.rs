//! The deliveries of events to webhooks.

use crate::domain::retries::next_try;
use crate::domain::webhook::{DELIVERIES_KEPT, Delivery, FAILURES_MAX, Subject, delivery_id};
use crate::domain::{Page, Paging, PostId, Time, WebhookDeliveryId, WebhookId};
use crate::store::Tx;
use crate::store::engine::{Row, StoreError, params};

/// The cause that is recorded of what was to be delivered to a webhook that is switched off.
const SWITCHED_OFF: &str = "the webhook was switched off";
/// The longest cause that is kept, in characters.
const CAUSE_LENGTH_MAX: usize = 300;

macro_rules! columns {
    () => {
        "id, webhook_id, event_id, event, at, post_id, post_slug, post_title, comment_id, user_id, created_at, tries,
         next_try_at, done_at, was_delivered, status, error"
    };
}

/// A delivery that the caller alone tries, until the end of its lease.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// The delivery.
    pub delivery: Delivery,
    /// The address of the webhook.
    pub url: String,
    /// The end of the lease.
    pub lease_end: Time,
}

pub(in crate::store) const DUE: &str = "
    select 1 from webhook_deliveries d
    where d.done_at is null and d.next_try_at <= ?1
      and not exists (select 1 from webhook_deliveries busy
                      where busy.webhook_id = d.webhook_id and busy.done_at is null and busy.claimed_until > ?1)
    limit 1";

/// Whether a delivery is due to a webhook to which nobody delivers at present.
pub fn is_any_due(tx: &Tx<'_>, now: Time) -> Result<bool, StoreError> {
    tx.exists(DUE, params![now])
}

pub(in crate::store) const CLAIM: &str = concat!(
    "update webhook_deliveries set claimed_until = ?2
     where id = (select d.id from webhook_deliveries d
                 where d.done_at is null and d.next_try_at <= ?1
                   and not exists (select 1 from webhook_deliveries busy
                                   where busy.webhook_id = d.webhook_id and busy.done_at is null
                                     and busy.claimed_until > ?1)
                 order by d.next_try_at, d.id limit 1)
     returning ",
    columns!()
);

/// Claims the delivery that has been due for longest, one at a time for each webhook, so that a slow receiver holds up
/// none but itself.
pub fn claim(tx: &mut Tx<'_>, now: Time, lease_end: Time) -> Result<Option<Claimed>, StoreError> {
    let Some(delivery) = tx.query_one(CLAIM, params![now, lease_end], delivery)? else {
        return Ok(None);
    };
    let url = tx.query_value(
        "select url from webhooks where id = ?1",
        params![delivery.webhook],
    )?;
    Ok(url.map(|url| Claimed {
        delivery,
        url,
        lease_end,
    }))
}

/// The outcome of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The status of the response, if there was one.
    pub status: Option<u16>,
    /// The cause of a failure; `None` if the receiver took the event.
    pub error: Option<String>,
}

/// The effect of a recorded try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// The lease had ended, and somebody else has the delivery, or the webhook is gone: nothing was recorded.
    Outdated,
    /// It was delivered, or will be tried again, or was given up.
    Recorded,
    /// It was the last of many failures in a row: the webhook is switched off.
    SwitchedOff,
}

/// Records a try, and what follows from it for the webhook.
pub fn record(
    tx: &mut Tx<'_>,
    claimed: &Claimed,
    attempt: &Attempt,
    now: Time,
) -> Result<Recorded, StoreError> {
    let Delivery {
        id, webhook, tries, ..
    } = claimed.delivery;
    let is_delivered = attempt.error.is_none();
    let next_try_at = if is_delivered {
        None
    } else {
        next_try(tries + 1, now)
    };
    let cause: Option<String> = attempt
        .error
        .as_ref()
        .map(|cause| cause.chars().take(CAUSE_LENGTH_MAX).collect());
    let recorded = tx.execute(
        "update webhook_deliveries
         set tries = tries + 1, claimed_until = 0, was_delivered = ?3, status = ?4, error = ?5,
             next_try_at = coalesce(?6, next_try_at),
             done_at = case when cast(?6 as bigint) is null then cast(?7 as bigint) end
         where id = ?1 and done_at is null and claimed_until = ?2",
        params![
            id,
            claimed.lease_end,
            is_delivered,
            attempt.status,
            cause,
            next_try_at,
            now
        ],
    )?;
    if recorded == 0 {
        return Ok(Recorded::Outdated);
    }
    trim(tx, webhook)?;
    if is_delivered {
        tx.execute(
            "update webhooks set failures = 0 where id = ?1 and failures > 0",
            params![webhook],
        )?;
        return Ok(Recorded::Recorded);
    }
    let failures: Option<u32> = tx.query_value(
        "update webhooks set failures = failures + 1 where id = ?1 and off_at is null returning failures",
        params![webhook],
    )?;
    if failures.is_none_or(|failures| failures < FAILURES_MAX) {
        return Ok(Recorded::Recorded);
    }
    tx.execute(
        "update webhooks set off_at = ?2 where id = ?1",
        params![webhook, now],
    )?;
    give_up_all(tx, webhook, now)?;
    Ok(Recorded::SwitchedOff)
}

/// Gives up everything that was to be delivered to a webhook.
pub(super) fn give_up_all(tx: &mut Tx<'_>, webhook: WebhookId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update webhook_deliveries set done_at = ?2, claimed_until = 0, error = ?3
         where webhook_id = ?1 and done_at is null",
        params![webhook, now, SWITCHED_OFF],
    )?;
    trim(tx, webhook)
}

pub(in crate::store) const TRIM: &str = "
    delete from webhook_deliveries
    where webhook_id = ?1 and done_at is not null
      and id <= (select id from webhook_deliveries where webhook_id = ?1 order by id desc limit 1 offset ?2)";

/// Removes what was delivered or given up before the newest deliveries of a webhook.
fn trim(tx: &mut Tx<'_>, webhook: WebhookId) -> Result<(), StoreError> {
    tx.execute(TRIM, params![webhook, DELIVERIES_KEPT])?;
    Ok(())
}

macro_rules! select_deliveries {
    ($rest:literal) => {
        concat!("select ", columns!(), " from webhook_deliveries ", $rest)
    };
}

pub(in crate::store) const OF_WEBHOOK: &str =
    select_deliveries!("where webhook_id = ?1 order by id desc limit ?2 offset ?3");

/// Returns a page of the newest deliveries of a webhook.
pub fn deliveries(tx: &Tx<'_>, webhook: WebhookId, paging: Paging) -> Result<Page<Delivery>, StoreError> {
    let kept = u64::from(DELIVERIES_KEPT);
    let left = kept.saturating_sub(paging.offset());
    let limit = u64::from(paging.limit).min(left);
    let items = tx.query_all(OF_WEBHOOK, params![webhook, limit, paging.offset()], delivery)?;
    let total: Option<u64> = tx.query_value(
        "select count(*) from webhook_deliveries where webhook_id = ?1",
        params![webhook],
    )?;
    Ok(Page {
        items,
        total: total.unwrap_or(0).min(kept),
        paging,
    })
}

/// Returns the delivery with this id.
pub fn delivery_by_id(tx: &Tx<'_>, id: WebhookDeliveryId) -> Result<Option<Delivery>, StoreError> {
    tx.query_one(select_deliveries!("where id = ?1"), params![id], delivery)
}

/// Queues the event of a delivery once more, under the same id of the event. Returns the id of the new delivery.
pub fn send_again(tx: &mut Tx<'_>, earlier: &Delivery, now: Time) -> Result<WebhookDeliveryId, StoreError> {
    let id = delivery_id(now, earlier.webhook, earlier.event_id);
    tx.execute(
        "insert into webhook_deliveries (id, webhook_id, event_id, event, at, post_id, post_slug, post_title, comment_id,
                                         user_id, created_at, next_try_at)
         select cast(?2 as text), webhook_id, event_id, event, at, post_id, post_slug, post_title, comment_id, user_id,
                cast(?3 as bigint), cast(?3 as bigint)
         from webhook_deliveries where id = ?1
         on conflict (id) do nothing",
        params![earlier.id, id, now],
    )?;
    Ok(id)
}

fn delivery(row: &Row<'_>) -> Result<Delivery, StoreError> {
    let post: Option<PostId> = row.get("post_id")?;
    let post = match post {
        Some(post) => Some((post, row.get("post_slug")?, row.get("post_title")?)),
        None => None,
    };
    Ok(Delivery {
        id: row.get("id")?,
        webhook: row.get("webhook_id")?,
        event_id: row.get("event_id")?,
        event: row.get("event")?,
        at: row.get("at")?,
        subject: Subject {
            post,
            comment: row.get("comment_id")?,
            user: row.get("user_id")?,
        },
        created_at: row.get("created_at")?,
        tries: row.get("tries")?,
        next_try_at: row.get("next_try_at")?,
        done_at: row.get("done_at")?,
        was_delivered: row.get("was_delivered")?,
        status: row.get("status")?,
        error: row.get("error")?,
    })
}
