//! When posts no longer take the comments of readers.

use super::Time;
use super::clock::DAY_MILLISECONDS;

/// The rule by which posts close for comments without a decision of their authors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CommentClosing {
    /// The days from the first publication to the end; 0 for no end.
    after_days: u32,
}

impl CommentClosing {
    /// Closes posts this many days after their first publication; never for 0.
    pub fn after_days(after_days: u32) -> Self {
        Self { after_days }
    }

    /// Whether a post is closed for comments at this time: by its authors, or because it is too old.
    pub fn is_closed(self, by_authors: bool, published_at: Time, now: Time) -> bool {
        by_authors || self.closes_at(published_at).is_some_and(|end| now >= end)
    }

    /// Returns the time at which a post that is open now closes by its age.
    pub fn closes_later(self, by_authors: bool, published_at: Time, now: Time) -> Option<Time> {
        self.closes_at(published_at)
            .filter(|end| !by_authors && now < *end)
    }

    fn closes_at(self, published_at: Time) -> Option<Time> {
        let milliseconds = i64::from(self.after_days) * DAY_MILLISECONDS;
        (milliseconds > 0).then(|| published_at.plus_milliseconds(milliseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(milliseconds: i64) -> Time {
        Time::from_milliseconds(0).plus_milliseconds(milliseconds)
    }

    #[test]
    fn closes_a_post_at_the_end_of_its_last_day() {
        let closing = CommentClosing::after_days(30);
        let end = 30 * DAY_MILLISECONDS;
        for (at, is_closed) in [(0, false), (end - 1, false), (end, true), (end + 1, true)] {
            assert_eq!(closing.is_closed(false, after(0), after(at)), is_closed, "{at}");
            let later = (!is_closed).then(|| after(end));
            assert_eq!(closing.closes_later(false, after(0), after(at)), later, "{at}");
        }
    }

    #[test]
    fn closes_no_post_by_its_age_without_a_number_of_days() {
        let now = after(i64::MAX);
        assert!(!CommentClosing::default().is_closed(false, after(0), now));
        assert_eq!(
            CommentClosing::after_days(0).closes_later(false, after(0), now),
            None
        );
    }

    #[test]
    fn a_post_that_its_authors_closed_stays_closed_at_any_age() {
        let closing = CommentClosing::after_days(1);
        for at in [0, DAY_MILLISECONDS, 2 * DAY_MILLISECONDS] {
            assert!(closing.is_closed(true, after(0), after(at)));
            assert_eq!(closing.closes_later(true, after(0), after(at)), None);
        }
    }

    #[test]
    fn the_longest_time_does_not_overflow() {
        let closing = CommentClosing::after_days(u32::MAX);
        assert!(!closing.is_closed(false, after(0), after(DAY_MILLISECONDS)));
    }
}
