//! The ranking of posts (product.md §9, rulings §4).

use super::Time;
use super::post::{Order, PostCounters};

const LIKE_WEIGHT: u64 = 2;
const COMMENT_WEIGHT: u64 = 3;
/// The age difference in days that equals ten times the popularity.
const DAYS_PER_TENFOLD: f64 = 7.0;

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
        Order::PersonalBase => (counts.likes + counts.comments * 2) as f64,
    }
}

/// The popularity: likes × 2 + comments × 3.
fn popularity(counts: &PostCounters) -> u64 {
    counts.likes * LIKE_WEIGHT + counts.comments * COMMENT_WEIGHT
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
