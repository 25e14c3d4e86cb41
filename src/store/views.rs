//! How often posts are opened, by how many sessions, on which devices.

use std::collections::HashMap;

use super::engine::{StoreError, Tx, params};
use crate::domain::{PostId, Time};

/// The same session on the same post counts at most once in this time (rulings §4).
const REPEAT_MILLISECONDS: i64 = 30_000;
/// A session that did not open a post for so long is a new reader of it again (rulings §7).
pub const SESSION_MILLISECONDS: i64 = 24 * 3_600_000;
/// So many unique readers a day may one network add to a post (rulings §7).
const UNIQUES_OF_NETWORK: i64 = 20;

/// What a post was opened on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// Under 768 px wide (product.md §7).
    Mobile,
    /// Anything wider.
    Desktop,
}

impl Device {
    fn name(self) -> &'static str {
        match self {
            Self::Mobile => "mobile",
            Self::Desktop => "desktop",
        }
    }
}

/// Who opened a post.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    /// A hash of the name of the session.
    pub session: i64,
    /// A keyed hash of the client network and the day, where the network is known.
    pub network: Option<i64>,
    /// What it was opened on.
    pub device: Device,
}

/// Counts that a visitor opened a published post, unless their session has just counted. Gives whether there is such a
/// post. Past what its network may add on a day a new session counts as a view, and no more as a unique reader.
pub fn record(tx: &mut Tx<'_>, post: PostId, visitor: Visitor, now: Time) -> Result<bool, StoreError> {
    let Visitor {
        session,
        network,
        device,
    } = visitor;
    let post = post.to_string();
    let last_seen_at: Option<Option<i64>> = tx.query_one(
        "select s.last_seen_at
         from posts p left join post_sessions s on s.post_id = p.id and s.session = ?2
         where p.id = ?1 and p.status = 'published'",
        params![post, session],
        |row| row.get(0),
    )?;
    let Some(last_seen_at) = last_seen_at else {
        return Ok(false);
    };
    let unseen_for = last_seen_at.map(|seen| now.milliseconds() - seen);
    if unseen_for.is_some_and(|unseen| unseen < REPEAT_MILLISECONDS) {
        return Ok(true);
    }
    // It may not have been forgotten yet.
    let is_new = unseen_for.is_none_or(|unseen| unseen >= SESSION_MILLISECONDS);
    let is_unique = i64::from(is_new && may_add(tx, &post, network, now)?);
    tx.execute(
        "insert into post_sessions (post_id, session, last_seen_at) values (?1, ?2, ?3)
         on conflict (post_id, session) do update set last_seen_at = excluded.last_seen_at",
        params![post, session, now.milliseconds()],
    )?;
    tx.execute(
        "update posts set view_total = view_total + 1, view_unique = view_unique + ?2 where id = ?1",
        params![post, is_unique],
    )?;
    tx.execute(
        "insert into daily_views (day, device, views, uniques) values (?1, ?2, 1, ?3)
         on conflict (day, device) do update
         set views = views + 1, uniques = uniques + excluded.uniques",
        params![now.day(), device.name(), is_unique],
    )?;
    Ok(true)
}

/// Takes one of the unique readers that a network may add to a post today, and gives whether there was one left.
fn may_add(tx: &mut Tx<'_>, post: &str, network: Option<i64>, now: Time) -> Result<bool, StoreError> {
    let Some(network) = network else {
        return Ok(true);
    };
    let added = tx.execute(
        "insert into post_networks (post_id, network, day, uniques) values (?1, ?2, ?3, 1)
         on conflict (post_id, network) do update set uniques = uniques + 1 where uniques < ?4",
        params![post, network, now.day(), UNIQUES_OF_NETWORK],
    )?;
    Ok(added > 0)
}

/// Forgets at most `limit` sessions that were last seen before `moment`, and gives their number.
pub fn forget_sessions(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET_SESSIONS, params![moment.milliseconds(), limit])
}

pub(super) const FORGET_SESSIONS: &str = "
    delete from post_sessions where (post_id, session) in
        (select post_id, session from post_sessions where last_seen_at < ?1 limit ?2)";

/// Forgets at most `limit` networks of days before `day`, and gives their number.
pub fn forget_networks(tx: &mut Tx<'_>, day: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET_NETWORKS, params![day, limit])
}

pub(super) const FORGET_NETWORKS: &str = "
    delete from post_networks where (post_id, network) in
        (select post_id, network from post_networks where day < ?1 limit ?2)";

/// What a day saw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DailyViews {
    /// Days since 1970-01-01 UTC.
    pub day: i64,
    /// Times that a post was opened.
    pub views: u64,
    /// Sessions that were new on a post.
    pub uniques: u64,
    /// Of `views`, those on a narrow screen.
    pub mobile: u64,
    /// Of `views`, those on a wide one.
    pub desktop: u64,
}

/// The days from `first` to `last`, each with what it saw, also when that was nothing.
pub fn daily(tx: &Tx<'_>, first: i64, last: i64) -> Result<Vec<DailyViews>, StoreError> {
    let seen = tx.query_all(
        "select day, sum(views) as views, sum(uniques) as uniques,
                sum(case when device = 'mobile' then views else 0 end) as mobile,
                sum(case when device = 'desktop' then views else 0 end) as desktop
         from daily_views where day between ?1 and ?2 group by day",
        params![first, last],
        |row| {
            Ok(DailyViews {
                day: row.get("day")?,
                views: row.get("views")?,
                uniques: row.get("uniques")?,
                mobile: row.get("mobile")?,
                desktop: row.get("desktop")?,
            })
        },
    )?;
    let mut seen: HashMap<i64, DailyViews> = seen.into_iter().map(|day| (day.day, day)).collect();
    let filled = |day| {
        seen.remove(&day).unwrap_or(DailyViews {
            day,
            ..DailyViews::default()
        })
    };
    Ok((first..=last).map(filled).collect())
}
