//! What a post got in a span of days.

use std::collections::HashMap;

use super::engine::{StoreError, params};
use super::reads;
use super::referrers::{self, Referrer};
use super::views::{self, DailyViews};
use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::post::PostSummary;
use crate::store::Tx;

/// A day of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostDay {
    /// The views.
    pub views: DailyViews,
    /// Readers who read it to its end.
    pub finished: u64,
}

/// What a post got in a span of days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostAnalytics {
    /// Every day, the earliest first.
    pub days: Vec<PostDay>,
    /// The sites that led to most views, most first.
    pub referrers: Vec<Referrer>,
    /// The views that any other site led to, those of `referrers` as well.
    pub referred_views: u64,
    /// Likes that were given in these days and not taken back.
    pub likes: u64,
    /// Comments of these days that readers see.
    pub comments: u64,
    /// Bookmarks that were set in these days and are still set.
    pub bookmarks: u64,
    /// Readers who began to follow the post in these days and still do.
    pub followers: u64,
}

/// Returns what a post got from the day `first` to the day `last`, today, with at most `limit` sites. Days are counted
/// from 1970-01-01 UTC.
pub fn of_post(
    tx: &Tx<'_>,
    post: &PostSummary,
    first: i64,
    last: i64,
    limit: u32,
) -> Result<PostAnalytics, StoreError> {
    let since = Time::from_milliseconds(first * DAY_MILLISECONDS);
    let count = |sql| -> Result<u64, StoreError> {
        let count: Option<u64> = tx.query_value(sql, params![post.id, since])?;
        Ok(count.unwrap_or_default())
    };
    // In a file the marks of all posts in the span are read; what a younger post has, it got in the span.
    let (likes, bookmarks) = if post.created_at >= since {
        let bookmarks: Option<u64> = tx.query_value(ALL_BOOKMARKS, params![post.seq])?;
        (post.counts.likes, bookmarks.unwrap_or_default())
    } else {
        (count(LIKES)?, count(BOOKMARKS)?)
    };
    Ok(PostAnalytics {
        days: days(tx, post.seq, first, last)?,
        referrers: referrers::of_post(tx, post.seq, first, last, limit)?,
        referred_views: referrers::views_of_post(tx, post.seq, first, last)?,
        likes,
        comments: count(COMMENTS)?,
        bookmarks,
        followers: count(FOLLOWERS)?,
    })
}

fn days(tx: &Tx<'_>, post_seq: i64, first: i64, last: i64) -> Result<Vec<PostDay>, StoreError> {
    let views = tx.query_all(VIEWS, params![post_seq, first, last], DailyViews::from_row)?;
    let finished: HashMap<i64, u64> = reads::of_post(tx, post_seq, first, last)?.into_iter().collect();
    let with_reads = |views: DailyViews| PostDay {
        views,
        finished: finished.get(&views.day).copied().unwrap_or_default(),
    };
    let days = views::every_day(views, first, last);
    Ok(days.into_iter().map(with_reads).collect())
}

pub(super) const VIEWS: &str = "
    select day, cast(sum(views) as bigint) as views, cast(sum(uniques) as bigint) as uniques,
           cast(sum(case when device = 'mobile' then views else 0 end) as bigint) as mobile,
           cast(sum(case when device = 'desktop' then views else 0 end) as bigint) as desktop
    from post_days where post_seq = ?1 and day between ?2 and ?3 group by day";
pub(super) const LIKES: &str = "select count(*) from post_likes where post_id = ?1 and created_at >= ?2";
pub(super) const BOOKMARKS: &str =
    "select count(*) from post_bookmarks where post_id = ?1 and created_at >= ?2";
pub(super) const ALL_BOOKMARKS: &str = "select bookmark_count from posts where seq = ?1";
pub(super) const COMMENTS: &str =
    "select count(*) from comments where post_id = ?1 and created_at >= ?2 and state = 'visible'";
pub(super) const FOLLOWERS: &str =
    "select count(*) from follows where kind = 'post' and target = ?1 and at >= ?2";
