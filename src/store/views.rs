//! Views of posts, by session and device.

use std::collections::HashMap;

use super::commits::Change;
use super::engine::{Row, StoreError, params};
use super::referrers;
use crate::domain::{PostId, ReferrerHost, Time};
use crate::store::Tx;

/// The time in which a session counts at most once on a post (rulings §4).
const REPEAT_MILLISECONDS: i64 = 30_000;
/// The time without a view after which a session counts as a new unique view of a post (rulings §7).
pub const SESSION_MILLISECONDS: i64 = 24 * 3_600_000;
/// The most unique views of a post that one network adds in a day (rulings §7).
const UNIQUES_OF_NETWORK_MAX: i64 = 20;

/// The kind of device of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// A screen of less than 768 px width (product.md §7).
    Mobile,
    /// A wider screen.
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

/// The client of a view, a reader or a visitor.
#[derive(Debug, Clone, Copy)]
pub struct ViewClient {
    /// A hash of the session's name.
    pub session: i64,
    /// A keyed hash of the client network and the day, if the network is known.
    pub network: Option<i64>,
    /// The kind of device.
    pub device: Device,
}

/// Counts a view of a published post, unless the session has counted in the last 30 seconds. Returns whether the post
/// exists. Beyond the daily maximum of a network, a new session counts as a view, but not as a unique view. `referrer` is
/// the site that led to the post.
pub fn record(
    tx: &mut Tx<'_>,
    post: PostId,
    visitor: ViewClient,
    referrer: Option<&ReferrerHost>,
    now: Time,
) -> Result<bool, StoreError> {
    let ViewClient {
        session,
        network,
        device,
    } = visitor;
    let found: Option<(i64, Option<i64>, Option<bool>)> = tx.query_one(
        "select p.seq, s.last_seen_at, s.may_finish
         from posts p left join post_sessions s on s.post_id = p.id and s.session = ?2
         where p.id = ?1 and p.status = 'published'",
        params![post, session],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    let Some((seq, last_seen_at, could_finish)) = found else {
        return Ok(false);
    };
    let unseen_for = last_seen_at.map(|seen| now.milliseconds() - seen);
    if unseen_for.is_some_and(|unseen| unseen < REPEAT_MILLISECONDS) {
        return Ok(true);
    }
    // An expired session may not have been deleted yet.
    let is_new = unseen_for.is_none_or(|unseen| unseen >= SESSION_MILLISECONDS);
    let is_unique = is_new && count_unique_of_network(tx, post, network, now)?;
    // Only those who count as readers can count as those who read the post to its end, each once.
    let may_finish = if is_new {
        is_unique
    } else {
        could_finish == Some(true)
    };
    tx.execute(
        "insert into post_sessions (post_id, session, last_seen_at, may_finish) values (?1, ?2, ?3, ?4)
         on conflict (post_id, session) do update
         set last_seen_at = excluded.last_seen_at, may_finish = excluded.may_finish",
        params![post, session, now, may_finish],
    )?;
    tx.execute(
        "update posts set view_total = view_total + 1, view_unique = view_unique + ?2 where id = ?1",
        params![post, is_unique],
    )?;
    tx.changed(Change::PostViews(post));
    tx.execute(
        "insert into daily_views (day, device, views, uniques) values (?1, ?2, 1, ?3)
         on conflict (day, device) do update
         set views = daily_views.views + 1, uniques = daily_views.uniques + excluded.uniques",
        params![now.day(), device.name(), is_unique],
    )?;
    tx.execute(
        "insert into post_days (post_seq, day, device, views, uniques) values (?1, ?2, ?3, 1, ?4)
         on conflict (post_seq, day, device) do update
         set views = post_days.views + 1, uniques = post_days.uniques + excluded.uniques",
        params![seq, now.day(), device.name(), is_unique],
    )?;
    if let Some(referrer) = referrer {
        referrers::count(tx, seq, referrer, is_unique, now.day())?;
    }
    Ok(true)
}

/// Counts a unique view of a network on a post today. Returns `false` if the network has reached
/// [`UNIQUES_OF_NETWORK_MAX`].
fn count_unique_of_network(
    tx: &mut Tx<'_>,
    post: PostId,
    network: Option<i64>,
    now: Time,
) -> Result<bool, StoreError> {
    let Some(network) = network else {
        return Ok(true);
    };
    let added = tx.execute(
        "insert into post_networks (post_id, network, day, uniques) values (?1, ?2, ?3, 1)
         on conflict (post_id, network) do update
         set uniques = post_networks.uniques + 1 where post_networks.uniques < ?4",
        params![post, network, now.day(), UNIQUES_OF_NETWORK_MAX],
    )?;
    Ok(added > 0)
}

/// Deletes at most `limit` sessions that were last seen before `moment`, and returns their number.
pub fn delete_sessions_before(tx: &mut Tx<'_>, moment: Time, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET_SESSIONS, params![moment, limit])
}

pub(super) const FORGET_SESSIONS: &str = "
    delete from post_sessions where (post_id, session) in
        (select post_id, session from post_sessions where last_seen_at < ?1 limit ?2)";

/// Deletes at most `limit` networks of days before `day`, and returns their number.
pub fn delete_networks_before(tx: &mut Tx<'_>, day: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET_NETWORKS, params![day, limit])
}

pub(super) const FORGET_NETWORKS: &str = "
    delete from post_networks where (post_id, network) in
        (select post_id, network from post_networks where day < ?1 limit ?2)";

/// Deletes at most `limit` rows with the views of a post on a day before `day`, and returns their number.
pub fn delete_post_days_before(tx: &mut Tx<'_>, day: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET_POST_DAYS, params![day, limit])
}

pub(super) const FORGET_POST_DAYS: &str = "
    delete from post_days where (post_seq, day, device) in
        (select post_seq, day, device from post_days where day < ?1 limit ?2)";

/// The views of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DailyViews {
    /// The day, in days since 1970-01-01 UTC.
    pub day: i64,
    /// All views.
    pub views: u64,
    /// Unique views.
    pub uniques: u64,
    /// The part of `views` on [`Device::Mobile`].
    pub mobile: u64,
    /// The part of `views` on [`Device::Desktop`].
    pub desktop: u64,
}

/// Returns the views of every day from `first` to `last`, including days without views.
pub fn daily(tx: &Tx<'_>, first: i64, last: i64) -> Result<Vec<DailyViews>, StoreError> {
    let days = tx.query_all(
        "select day, cast(sum(views) as bigint) as views, cast(sum(uniques) as bigint) as uniques,
                cast(sum(case when device = 'mobile' then views else 0 end) as bigint) as mobile,
                cast(sum(case when device = 'desktop' then views else 0 end) as bigint) as desktop
         from daily_views where day between ?1 and ?2 group by day",
        params![first, last],
        DailyViews::from_row,
    )?;
    Ok(every_day(days, first, last))
}

/// Returns the views of every day from `first` to `last`, of which those without views are not in `days`.
pub(super) fn every_day(days: Vec<DailyViews>, first: i64, last: i64) -> Vec<DailyViews> {
    let mut days: HashMap<i64, DailyViews> = days.into_iter().map(|views| (views.day, views)).collect();
    let views_of = |day| {
        days.remove(&day).unwrap_or(DailyViews {
            day,
            ..DailyViews::default()
        })
    };
    (first..=last).map(views_of).collect()
}

impl DailyViews {
    pub(super) fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            day: row.get("day")?,
            views: row.get("views")?,
            uniques: row.get("uniques")?,
            mobile: row.get("mobile")?,
            desktop: row.get("desktop")?,
        })
    }
}
