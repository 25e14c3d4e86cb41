//! Readers of the newsletter without an account.

use super::engine::{Row, StoreError, params};
use crate::domain::notice::How;
use crate::domain::user::EmailAddress;
use crate::domain::{Page, Paging, SubscriberId, Time};
use crate::store::Tx;

/// The most subscribers.
pub const SUBSCRIBERS_MAX: u64 = 50_000;

/// A subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscriber {
    /// The id.
    pub id: SubscriberId,
    /// The address.
    pub email: EmailAddress,
    /// How they get the newsletter.
    pub how: How,
    /// When they asked for it last.
    pub created_at: Time,
    /// When they confirmed the address.
    pub confirmed_at: Option<Time>,
}

macro_rules! select_subscribers {
    ($rest:literal) => {
        concat!(
            "select id, email, how, created_at, confirmed_at from subscribers ",
            $rest
        )
    };
}

/// Returns the subscriber with this address.
pub fn by_email(tx: &Tx<'_>, email: &EmailAddress) -> Result<Option<Subscriber>, StoreError> {
    tx.query_one(
        select_subscribers!("where email = ?1"),
        params![email],
        subscriber,
    )
}

/// Returns the subscriber with this id.
pub fn by_id(tx: &Tx<'_>, id: SubscriberId) -> Result<Option<Subscriber>, StoreError> {
    tx.query_one(select_subscribers!("where id = ?1"), params![id], subscriber)
}

/// Adds an address that is not confirmed. Returns `false` if there are [`SUBSCRIBERS_MAX`] already.
pub fn insert(
    tx: &mut Tx<'_>,
    id: SubscriberId,
    email: &EmailAddress,
    how: How,
    now: Time,
) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into subscribers (id, email, how, created_at)
         select cast(?1 as text), cast(?2 as text), cast(?3 as text), cast(?4 as bigint)
         where (select count(*) from subscribers) < ?5",
        params![id, email, how, now, SUBSCRIBERS_MAX],
    )?;
    Ok(inserted > 0)
}

/// Records that an address that is not confirmed asked once more.
pub fn ask_again(tx: &mut Tx<'_>, id: SubscriberId, how: How, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update subscribers set how = ?2, created_at = ?3 where id = ?1 and confirmed_at is null",
        params![id, how, now],
    )?;
    Ok(())
}

/// Confirms an address, and returns whether the subscriber is known. Confirming again changes nothing.
pub fn confirm(tx: &mut Tx<'_>, id: SubscriberId, now: Time) -> Result<bool, StoreError> {
    let confirmed = tx.execute(
        "update subscribers set confirmed_at = coalesce(confirmed_at, ?2) where id = ?1",
        params![id, now],
    )?;
    Ok(confirmed > 0)
}

/// Deletes a subscriber, and returns whether there was one.
pub fn delete(tx: &mut Tx<'_>, id: SubscriberId) -> Result<bool, StoreError> {
    Ok(tx.execute("delete from subscribers where id = ?1", params![id])? > 0)
}

pub(super) const CONFIRMED_AFTER: &str = select_subscribers!(
    "where id > ?1 and how = ?2 and confirmed_at is not null
       and not exists (select 1 from suppressed refused where refused.email = subscribers.email)
     order by id limit ?3"
);

/// Returns the confirmed subscribers of one way after an id whose addresses are not suppressed, in the order of their ids.
pub fn confirmed_after(
    tx: &Tx<'_>,
    how: How,
    after: &str,
    limit: u32,
) -> Result<Vec<Subscriber>, StoreError> {
    tx.query_all(CONFIRMED_AFTER, params![after, how, limit], subscriber)
}

/// Whether a confirmed subscriber wants a mail for each post.
pub fn any_wants_each(tx: &Tx<'_>) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from subscribers where how = 'each' and confirmed_at is not null limit 1",
        params![],
    )
}

pub(super) const NEWEST: &str = select_subscribers!("order by id desc limit ?1 offset ?2");

/// Returns a page of the subscribers, the newest first.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<Subscriber>, StoreError> {
    let items = tx.query_all(NEWEST, params![paging.limit, paging.offset()], subscriber)?;
    let (confirmed, unconfirmed) = totals(tx)?;
    Ok(Page {
        items,
        total: confirmed + unconfirmed,
        paging,
    })
}

/// Returns the numbers of subscribers who are confirmed, and who are not.
pub fn totals(tx: &Tx<'_>) -> Result<(u64, u64), StoreError> {
    let totals = tx.query_one(
        "select (select count(*) from subscribers where confirmed_at is not null) as confirmed,
                (select count(*) from subscribers where confirmed_at is null) as unconfirmed",
        params![],
        |row| Ok((row.get("confirmed")?, row.get("unconfirmed")?)),
    )?;
    Ok(totals.unwrap_or_default())
}

pub(super) const FORGET: &str = "
    delete from subscribers
    where id in (select id from subscribers where confirmed_at is null and created_at < ?1 limit ?2)";

/// Deletes at most `limit` addresses that asked before `moment` and never confirmed, and returns their number.
pub fn delete_unconfirmed_before(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![moment, limit])
}

fn subscriber(row: &Row<'_>) -> Result<Subscriber, StoreError> {
    Ok(Subscriber {
        id: row.get("id")?,
        email: row.get("email")?,
        how: row.get("how")?,
        created_at: row.get("created_at")?,
        confirmed_at: row.get("confirmed_at")?,
    })
}
