//! The ranking of posts (product.md §9, rulings §4).

use super::post::{Order, PostCounters};
use super::{Time, ValidationError};

const LIKE_WEIGHT: u64 = 2;
const COMMENT_WEIGHT: u64 = 3;
/// The age difference in days that equals ten times the popularity.
const DAYS_PER_TENFOLD: f64 = 7.0;

/// A span of time up to now whose activity ranks posts. Days are those of UTC, since readers are counted by day: a span
/// begins with a whole day, and is never shorter than its name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActivityWindow {
    /// Today and the day before.
    Day,
    /// Today and the seven days before.
    Week,
    /// Today and the thirty days before.
    Month,
    /// All time.
    All,
}

impl ActivityWindow {
    /// All windows, the shortest first.
    pub const EACH: [Self; 4] = [Self::Day, Self::Week, Self::Month, Self::All];

    /// Returns the window with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        Self::EACH
            .into_iter()
            .find(|window| window.name() == name)
            .ok_or_else(|| ValidationError::new("window", "window is day, week, month or all"))
    }

    /// The name in the API and in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::All => "all",
        }
    }

    /// Returns the first day of the window, in days since 1970-01-01 UTC; `None` for all time.
    pub fn first_day(self, now: Time) -> Option<i64> {
        let days_before = match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::All => return None,
        };
        Some(now.day() - days_before)
    }
}

/// Returns the sort key of a post in an order, highest first; ties go to the newer post, except in
/// [`Order::Oldest`]. Counts are exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "no post has 2^53 likes or views")]
pub fn sort_key(order: Order, counts: &PostCounters, created_at: Time) -> f64 {
    match order {
        Order::Newest | Order::Oldest => 0.0,
        Order::MostViewed => counts.views as f64,
        Order::MostReaders => counts.unique_views as f64,
        Order::MostLiked => counts.likes as f64,
        Order::MostCommented => counts.comments as f64,
        Order::Popular => popularity(counts) as f64,
        Order::Trending => trending(popularity(counts), created_at),
        Order::MostActive => activity(counts) as f64,
        Order::PersonalBase => (counts.likes + counts.comments * 2) as f64,
    }
}

/// The popularity: likes × 2 + comments × 3.
fn popularity(counts: &PostCounters) -> u64 {
    counts.likes * LIKE_WEIGHT + counts.comments * COMMENT_WEIGHT
}

/// The activity of readers: likes × 2 + comments × 3 + readers.
pub fn activity(counts: &PostCounters) -> u64 {
    popularity(counts) + counts.unique_views
}

/// The trending score: log10(max(popularity, 1)) + days since 1970 / 7.
fn trending(popularity: u64, created_at: Time) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no post has 2^53 likes")]
    let popularity = popularity.max(1) as f64;
    popularity.log10() + created_at.days() / DAYS_PER_TENFOLD
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEK: i64 = 7 * 86_400_000;

    #[test]
    fn popularity_counts_likes_twice_and_comments_three_times() {
        let counts = PostCounters {
            likes: 5,
            comments: 7,
            ..PostCounters::default()
        };
        assert_eq!(popularity(&counts), 31);
    }

    #[test]
    fn activity_adds_readers_to_popularity() {
        let counts = PostCounters {
            likes: 1,
            comments: 1,
            views: 90,
            unique_views: 4,
        };
        assert_eq!(activity(&counts), 9);
    }

    #[test]
    fn a_window_begins_with_a_whole_day() {
        let now = Time::parse("2026-03-31T00:00:00Z").unwrap();
        let first = |window: ActivityWindow| window.first_day(now).map(|day| now.day() - day);
        assert_eq!(
            ActivityWindow::EACH.map(first),
            [Some(1), Some(7), Some(30), None]
        );
        let late = Time::parse("2026-03-31T23:59:59Z").unwrap();
        assert_eq!(
            ActivityWindow::Day.first_day(late),
            ActivityWindow::Day.first_day(now)
        );
        for window in ActivityWindow::EACH {
            assert_eq!(ActivityWindow::parse(window.name()), Ok(window));
        }
        assert_eq!(ActivityWindow::parse("Day").unwrap_err().field, "window");
    }

    #[test]
    fn a_week_of_age_equals_ten_times_the_popularity() {
        let now = Time::from_milliseconds(2_900 * WEEK);
        let older = Time::from_milliseconds(2_899 * WEEK);
        assert!((trending(100, older) - trending(10, now)).abs() < 1e-9);
        assert!(trending(101, older) > trending(10, now));
    }

    #[test]
    fn trending_of_a_post_without_likes_depends_on_its_date_alone() {
        let now = Time::from_milliseconds(WEEK);
        assert!((trending(0, now) - 1.0).abs() < 1e-12);
        assert!((trending(1, now) - 1.0).abs() < 1e-12);
    }
}
