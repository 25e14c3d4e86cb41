//! How often posts are opened, by how many sessions, on which devices.

use std::collections::HashMap;

use super::engine::{StoreError, Tx, params};
use crate::domain::{PostId, Time};

/// The same session on the same post counts at most once in this time (rulings §4).
const REPEAT_MILLISECONDS: i64 = 30_000;

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

/// Counts that `session` (a hash of its name) opened a published post, unless it has just counted. Gives whether
/// there is such a post.
pub fn record(
    tx: &mut Tx<'_>,
    post: PostId,
    session: i64,
    device: Device,
    now: Time,
) -> Result<bool, StoreError> {
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
    if last_seen_at.is_some_and(|seen| now.milliseconds() - seen < REPEAT_MILLISECONDS) {
        return Ok(true);
    }
    let is_new = i64::from(last_seen_at.is_none());
    tx.execute(
        "insert into post_sessions (post_id, session, last_seen_at) values (?1, ?2, ?3)
         on conflict (post_id, session) do update set last_seen_at = excluded.last_seen_at",
        params![post, session, now.milliseconds()],
    )?;
    tx.execute(
        "update posts set view_total = view_total + 1, view_unique = view_unique + ?2 where id = ?1",
        params![post, is_new],
    )?;
    tx.execute(
        "insert into daily_views (day, device, views, uniques) values (?1, ?2, 1, ?3)
         on conflict (day, device) do update
         set views = views + 1, uniques = uniques + excluded.uniques",
        params![now.day(), device.name(), is_new],
    )?;
    Ok(true)
}

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
