//! Ten thousand comments on a post: its pages cost about as much as those of a post with fifty.

use std::time::{Duration, Instant};

use blog_app::domain::CommentId;

use super::Discussion;
use crate::support::comments::LONGEST_LINE;
use crate::support::{database, post};

/// The least number of measurements of a response. The fastest counts, since other work delays some.
const MEASUREMENTS: usize = 12;
/// The greatest number: on a busy machine all of a dozen may be delayed.
const MEASUREMENTS_MAX: usize = 120;
/// The comments of the one thread of a post.
const LONG_THREAD: usize = 3_000;
/// What a response may cost beyond the allowed multiple, as noise.
const NOISE: Duration = Duration::from_millis(3);

impl Discussion {
    /// Returns the time of a response to this path.
    async fn time(&self, path: &str) -> Duration {
        let start = Instant::now();
        let response = self.site.server.get(path).await;
        let time = start.elapsed();
        response.assert_status_ok();
        time
    }

    /// Asserts that `many` takes at most the `multiple` of the time of `few`. Both are measured in turn, so that other work
    /// delays both.
    async fn assert_costs_at_most(&self, many: &str, few: &str, multiple: u32) {
        let is_fine = |cost: Duration, usual: Duration| cost <= usual * multiple + NOISE;
        let (mut cost, mut usual) = (self.time(many).await, self.time(few).await);
        for measurement in 1..MEASUREMENTS_MAX {
            cost = cost.min(self.time(many).await);
            usual = usual.min(self.time(few).await);
            if measurement >= MEASUREMENTS && is_fine(cost, usual) {
                break;
            }
        }
        println!("{many}: {cost:?}, {few}: {usual:?}");
        assert!(is_fine(cost, usual), "{many}: {cost:?} instead of {usual:?}");
    }
}

#[tokio::test]
async fn pages_of_ten_thousand_comments_cost_no_more_than_those_of_fifty() {
    let site = Discussion::configured(&[("SERVER__CACHE_MEGABYTES", "0")]);
    site.site.import(&[post(3)]);
    let add = |slug, count, thread| site.site.add_comments(slug, site.ada.id, count, thread);
    let many = add("post-1", 10_000, LONGEST_LINE);
    let few = add("post-2", 50, LONGEST_LINE);
    let long = add("post-3", LONG_THREAD, LONG_THREAD);
    if database::is_postgres() {
        database::execute(site.site.folder(), "analyze");
    }
    let path = |slug: &str, query: &str| format!("/api/blogs/{slug}/comments?view=threads&limit=2{query}");
    for sort in ["newest", "oldest", "mostLiked"] {
        let query = format!("&sort={sort}");
        let usual = path("post-2", &query);
        // A page of the same number of threads.
        for slug in ["post-1", "post-3"] {
            site.assert_costs_at_most(&path(slug, &query), &usual, 3).await;
        }
    }
    let flat = |slug: &str| format!("/api/blogs/{slug}/comments?limit=20");
    site.assert_costs_at_most(&flat("post-1"), &flat("post-2"), 3)
        .await;
    // A comment in the middle, at depth 10, with the pages on which it is found.
    let single = |id: &CommentId| format!("/api/blogs/comments/{id}");
    let replies = |id: &CommentId| format!("/api/blogs/comments/{id}/replies");
    let (middle, usual) = (238 * LONGEST_LINE + 10, LONGEST_LINE + 10);
    site.assert_costs_at_most(&single(&many[middle]), &single(&few[usual]), 3)
        .await;
    site.assert_costs_at_most(&replies(&many[middle - 10]), &replies(&few[usual - 10]), 3)
        .await;
    site.assert_costs_at_most(&replies(&many[middle]), &replies(&few[usual]), 3)
        .await;
    // In one long thread a page costs a count of its index, which is a few milliseconds.
    site.assert_costs_at_most(&single(&long[LONG_THREAD / 2 + 10]), &single(&few[usual]), 10)
        .await;
    site.assert_costs_at_most(&replies(&long[0]), &replies(&few[usual - 10]), 10)
        .await;
    let middle = site.get(&format!("/blogs/comments/{}", many[middle])).await;
    assert_eq!((&middle["page"], &middle["repliesPage"]), (&12.into(), &1.into()));
    site.site.assert_counts_are_correct();
}
