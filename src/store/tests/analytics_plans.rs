//! Tests of the plans of the queries of where the readers of a post come from, and what else it got.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::{post_analytics, reads, referrers};

#[test]
fn the_figures_of_a_post_are_read_in_its_own_rows() {
    const OF_SPAN: &str = "USING PRIMARY KEY (post_seq=? AND day>? AND day<?)";
    for sql in [post_analytics::VIEWS, reads::OF_POST, referrers::VIEWS_OF_POST] {
        assert_uses_index(sql, OF_SPAN);
    }
    assert_uses_index(referrers::HOSTS_OF_DAY, "SEARCH post_referrers USING");
    assert_uses_index(
        post_analytics::COMMENTS,
        "comments_post (post_id=? AND created_at>?)",
    );
    assert_uses_index(post_analytics::FOLLOWERS, "follows_target (kind=? AND target=?)");
    // Sorts the sites of the span.
    let steps = plan(referrers::OF_POST);
    assert!(steps.iter().any(|step| step.contains(OF_SPAN)), "{steps:#?}");
    assert!(!scans_a_table(&steps), "{steps:#?}");
}

#[test]
fn marks_of_a_span_are_read_in_the_order_of_their_times() {
    assert_uses_index(
        post_analytics::LIKES,
        "COVERING INDEX post_likes_latest (created_at>?)",
    );
    assert_uses_index(
        post_analytics::BOOKMARKS,
        "COVERING INDEX post_bookmarks_latest (created_at>?)",
    );
}

#[test]
fn deletions_of_old_days_use_an_index_on_the_day() {
    assert_uses_index(referrers::FORGET, "post_referrers_day (day<?)");
    assert_uses_index(reads::FORGET, "post_reads_day (day<?)");
}
