//! What puts one post before another (product.md §9, rulings §4).

use super::Time;
use super::post::{Counts, Order};

const LIKE_WEIGHT: u64 = 2;
const COMMENT_WEIGHT: u64 = 3;
/// So many days make a post worth ten times the popularity of an older one.
const DAYS_PER_TENFOLD: f64 = 7.0;

/// What puts a post before another in an order, highest first; of equals the newer one is first, but where
/// the oldest is. Counts up to 2^53 are told apart.
#[expect(clippy::cast_precision_loss, reason = "no post has 2^53 likes or views")]
pub fn weight(order: Order, counts: &Counts, created_at: Time) -> f64 {
    match order {
        Order::Newest | Order::Oldest => 0.0,
        Order::MostViewed => counts.views as f64,
        Order::MostReaders => counts.unique_views as f64,
        Order::MostLiked => counts.likes as f64,
        Order::MostCommented => counts.comments as f64,
        Order::Popular => popularity(counts) as f64,
        Order::Trending => trending(popularity(counts), created_at),
        Order::Appealing => (counts.likes + counts.comments * 2) as f64,
    }
}

/// How much a post is liked and talked about: likes × 2 + comments × 3.
fn popularity(counts: &Counts) -> u64 {
    counts.likes * LIKE_WEIGHT + counts.comments * COMMENT_WEIGHT
}

/// log10(max(popularity, 1)) + created in days / 7.
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
    fn likes_count_twice_and_comments_thrice() {
        let counts = Counts {
            likes: 5,
            comments: 7,
            ..Counts::default()
        };
        assert_eq!(popularity(&counts), 31);
    }

    #[test]
    fn a_week_weighs_as_much_as_ten_times_the_popularity() {
        let now = Time::from_milliseconds(2_900 * WEEK);
        let older = Time::from_milliseconds(2_899 * WEEK);
        assert!((trending(100, older) - trending(10, now)).abs() < 1e-9);
        assert!(trending(101, older) > trending(10, now));
    }

    #[test]
    fn a_post_nobody_liked_yet_stands_by_its_date_alone() {
        let now = Time::from_milliseconds(WEEK);
        assert!((trending(0, now) - 1.0).abs() < 1e-12);
        assert!((trending(1, now) - 1.0).abs() < 1e-12);
    }
}
