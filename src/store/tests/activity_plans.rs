//! Tests of the plans of the queries of what readers did in a span of time.

use super::plans::{plan, scans_a_table};
use crate::store::derived::activity::SINCE;

#[test]
fn activity_is_found_by_its_time() {
    let steps = plan(SINCE);
    for index in [
        "post_likes USING COVERING INDEX post_likes_latest (created_at>?)",
        "comments USING INDEX comments_newest (created_at>?)",
        "post_days USING COVERING INDEX post_days_day (day>?)",
        "p USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)",
    ] {
        assert!(
            steps.iter().any(|step| step.contains(index)),
            "{index}\n{steps:#?}"
        );
    }
    assert!(!scans_a_table(&steps), "{steps:#?}");
}
