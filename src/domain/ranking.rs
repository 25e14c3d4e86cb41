//! What puts one post before another (product.md §9, rulings §4).

use super::Time;

const LIKE_WEIGHT: u64 = 2;
const COMMENT_WEIGHT: u64 = 3;
/// So many days make a post worth ten times the popularity of an older one.
const DAYS_PER_TENFOLD: f64 = 7.0;

/// How much a post is liked and talked about: likes × 2 + comments × 3.
pub fn popularity(likes: u64, comments: u64) -> u64 {
    likes * LIKE_WEIGHT + comments * COMMENT_WEIGHT
}

/// The order of the trending list, highest first: log10(max(popularity, 1)) + created in days / 7.
pub fn trending(popularity: u64, created_at: Time) -> f64 {
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
        assert_eq!(popularity(5, 7), 31);
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
