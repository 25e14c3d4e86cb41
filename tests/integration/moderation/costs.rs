//! The lists of moderators on a site with ten thousand comments: they cost about as much as with a hundred.

use std::time::{Duration, Instant};

use axum::http::Method;

use super::Forum;
use crate::support::database;

/// How often each response is measured; the fastest counts, since others disturb the machine.
const MEASUREMENTS: usize = 10;
/// What a response may cost beyond the allowed multiple, as noise.
const NOISE: Duration = Duration::from_millis(4);

impl Forum {
    /// Adds comments of a reader in all states and with reports, by one statement.
    fn add_many(&self, count: u32) {
        let (post, ada, bo) = (self.site.post_id("post-1"), self.ada.id, self.bo.id);
        let numbers = if database::is_postgres() {
            format!("select number from generate_series(0, {}) as number", count - 1)
        } else {
            format!(
                "with recursive numbers (number) as (select 0 union all select number + 1 from numbers
                                                     where number < {count} - 1)
                 select number from numbers"
            )
        };
        let id = "'0198c0de-0000-7000-8000-' || substr('000000000000' || number, length('' || number) + 1)";
        let comments = format!(
            "insert into comments (id, post_id, user_id, content, content_folded, created_at, root_id, path, state, removed_at)
             select {id}, '{post}', '{ada}', 'One of many', 'one of many', number, {id}, replace({id}, '-', ''),
                    case number % 3 when 0 then 'visible' when 1 then 'held' else 'removed' end,
                    case number % 3 when 2 then number end
             from ({numbers}) as numbers"
        );
        let reports = format!(
            "insert into comment_reports (comment_id, user_id, reason, note, at)
             select id, '{bo}', 'spam', '', 1 from comments where state <> 'removed' and created_at % 2 = 0"
        );
        for sql in [&comments, &reports] {
            database::execute(self.site.folder(), sql);
        }
        if database::is_postgres() {
            database::execute(self.site.folder(), "analyze");
        }
    }

    async fn cost(&self, path: &str) -> Duration {
        let mut least = Duration::MAX;
        for _ in 0..MEASUREMENTS {
            let start = Instant::now();
            let response = self.site.request(Method::GET, path, &self.root.token, None).await;
            least = least.min(start.elapsed());
            response.assert_status_ok();
        }
        least
    }
}

#[tokio::test]
async fn the_first_page_of_each_list_costs_no_more_with_ten_thousand_comments() {
    let (few, many) = (Forum::new(), Forum::new());
    few.add_many(100);
    many.add_many(10_000);
    for query in [
        "",
        "?state=held",
        "?reported=true",
        "?state=visible",
        "?state=removed",
    ] {
        let path = format!("/api/admin/comments{query}");
        let (usual, cost) = (few.cost(&path).await, many.cost(&path).await);
        println!("{path}: {cost:?} instead of {usual:?}");
        // The removed ones are counted in their index each time.
        let multiple = if query.contains("removed") { 8 } else { 3 };
        assert!(
            cost <= usual * multiple + NOISE,
            "{path}: {cost:?} instead of {usual:?}"
        );
    }
}
