//! What readers did with posts in a window of time.
//!
//! A window moves on by itself, so its figures follow no commits: they are counted when somebody asks for them. Where that
//! takes long, they are kept for some time, so that counting occupies a small part of one thread however often they are
//! asked for.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use super::Derived;
use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::post::PostCounters;
use crate::domain::ranking::{self, ActivityWindow};
use crate::store::engine::{Row, StoreError, Transaction, params};

/// Figures are kept this many times as long as counting them took.
const KEPT_FACTOR: u128 = 20;
/// The longest time for which figures are kept or a response shows them, in milliseconds: the window moves on.
const KEPT_MAX: i64 = 60_000;

/// The figures of each window that were counted last.
#[derive(Debug, Default)]
pub(in crate::store) struct SharedActivity([Mutex<Option<Arc<Scores>>>; ActivityWindow::EACH.len()]);

/// The scores of the posts that readers liked, commented on or read in a window.
#[derive(Debug)]
pub(in crate::store) struct Scores {
    /// By row number.
    pub(in crate::store) by_post: HashMap<i64, u64>,
    counted_at: Time,
    /// The time for which the figures are kept, in milliseconds.
    kept_for: i64,
}

/// The figures of a window for one read.
#[derive(Debug)]
pub(in crate::store) struct Activity {
    pub(in crate::store) scores: Arc<Scores>,
    /// When they are out of date even if nothing happens.
    pub(in crate::store) expires_at: Time,
}

impl Scores {
    /// Whether the figures may be used again. A clock that was set back makes them old.
    fn is_fresh(&self, now: Time) -> bool {
        (0..self.kept_for).contains(&(now.milliseconds() - self.counted_at.milliseconds()))
    }
}

/// Returns the figures of a window that begins with `first_day`. Waits for whoever counts the same.
pub(in crate::store) fn read(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    window: ActivityWindow,
    first_day: i64,
    now: Time,
) -> Result<Activity, StoreError> {
    let Some(derived) = derived else {
        return Ok(Activity::new(count(transaction, first_day, now)?, now));
    };
    let mut last = derived.activity.0[window as usize].lock();
    if let Some(kept) = last.as_ref().filter(|kept| kept.is_fresh(now)) {
        return Ok(Activity {
            scores: kept.clone(),
            expires_at: kept.counted_at.plus_milliseconds(kept.kept_for),
        });
    }
    let activity = Activity::new(count(transaction, first_day, now)?, now);
    *last = Some(activity.scores.clone());
    Ok(activity)
}

impl Activity {
    fn new(scores: Scores, now: Time) -> Self {
        Self {
            scores: Arc::new(scores),
            expires_at: now.plus_milliseconds(KEPT_MAX),
        }
    }
}

/// Selects the likes and visible comments since a time, and the readers from a day on, of each post that has any. What
/// happened in the window is read first: grouped at once, all that ever happened would be read in the order of the posts.
pub(in crate::store) const SINCE: &str = "
    with liked as materialized (
             select post_id from post_likes where created_at >= ?1),
         said as materialized (
             select post_id from comments where created_at >= ?1 and state = 'visible'),
         seen as materialized (
             select post_seq, uniques from post_days where day >= ?2),
         acts as (
             select post_id, count(*) as likes, 0 as comments from liked group by post_id
             union all
             select post_id, 0, count(*) from said group by post_id),
         counted as (
             select p.seq, acts.likes, acts.comments, 0 as readers from acts join posts p on p.id = acts.post_id
             union all
             select post_seq, 0, 0, sum(uniques) from seen group by post_seq)
    select seq, cast(sum(likes) as bigint) as likes, cast(sum(comments) as bigint) as comments,
           cast(sum(readers) as bigint) as readers
    from counted group by seq";

fn count(transaction: Transaction<'_>, first_day: i64, now: Time) -> Result<Scores, StoreError> {
    let begin = Instant::now();
    let since = Time::from_milliseconds(first_day * DAY_MILLISECONDS);
    let score = |row: &Row<'_>| {
        let counts = PostCounters {
            likes: row.get("likes")?,
            comments: row.get("comments")?,
            views: 0,
            unique_views: row.get("readers")?,
        };
        Ok((row.get("seq")?, ranking::activity(&counts)))
    };
    let scores = transaction.query_all(SINCE, params![since, first_day], score)?;
    let kept_for = i64::try_from(begin.elapsed().as_millis() * KEPT_FACTOR).unwrap_or(KEPT_MAX);
    Ok(Scores {
        by_post: scores.into_iter().filter(|(_, score)| *score > 0).collect(),
        counted_at: now,
        kept_for: kept_for.min(KEPT_MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_figures_again_for_their_time_and_never_after_the_clock_was_set_back() {
        let at = Time::from_milliseconds(1_000_000);
        let kept_for = |milliseconds| Scores {
            by_post: HashMap::new(),
            counted_at: at,
            kept_for: milliseconds,
        };
        let scores = kept_for(400);
        for (passed, expected) in [(0, true), (399, true), (400, false), (-1, false)] {
            assert_eq!(
                scores.is_fresh(at.plus_milliseconds(passed)),
                expected,
                "{passed}"
            );
        }
        // What is counted within a millisecond is counted each time.
        assert!(!kept_for(0).is_fresh(at));
    }
}
