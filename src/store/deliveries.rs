//! Who was sent what: each recipient gets the mail of a period once.

use super::engine::{StoreError, params};
use crate::domain::Time;
use crate::domain::notice::Recipient;
use crate::store::Tx;

/// Records a delivery. Returns `false` if it was recorded before.
pub fn insert(
    tx: &mut Tx<'_>,
    kind: &str,
    period: &str,
    recipient: Recipient,
    now: Time,
) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into deliveries (kind, period, recipient, at) values (?1, ?2, ?3, ?4)
         on conflict (kind, period, recipient) do nothing",
        params![kind, period, recipient, now],
    )?;
    Ok(inserted > 0)
}

pub(super) const FORGET: &str = "
    delete from deliveries
    where exists (select 1 from (select kind, period, recipient from deliveries where at < ?1 order by at limit ?2) as old
                  where old.kind = deliveries.kind and old.period = deliveries.period
                    and old.recipient = deliveries.recipient)";

/// Deletes at most `limit` deliveries from before `moment`, and returns their number.
pub fn delete_before(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    // Without this the statement would look at each delivery.
    if !tx.exists("select 1 from deliveries where at < ?1 limit 1", params![moment])? {
        return Ok(0);
    }
    tx.execute(FORGET, params![moment, limit])
}
