//! Planned posts are published by one of several nodes.

use std::thread;

use blog_app::domain::Clock as _;

use super::SharedDatabase;
use crate::planned_publication::store_planned;
use crate::support::publish_due;

const POSTS: u32 = 120;

#[test]
fn two_nodes_publish_each_post_once() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let sites = runtime.block_on(async { [database.site(), database.site()] });
    let (start, author) = (database.clock.now(), sites[0].admin("root").id.into());
    let at = move |number: u32| start.plus_milliseconds(i64::from(number) + 1);
    store_planned(&sites[0].store, author, start, POSTS, at);
    database.clock.advance_seconds(1);
    thread::scope(|scope| {
        for site in &sites {
            scope.spawn(|| publish_due(&site.store, &database.clock));
        }
    });
    // One that skipped what the other one published may have ended before it.
    for site in &sites {
        assert_eq!(publish_due(&site.store, &database.clock), None);
    }
    for sql in [
        "select count(*) from audit where action = 'post.published'",
        "select count(distinct target) from audit where action = 'post.published'",
        "select count(*) from posts where status = 'published' and publish_at is null",
    ] {
        assert_eq!(database.query(sql), [POSTS.to_string()], "{sql}");
    }
    runtime.block_on(async {
        sites[0].follow(&sites[1].store).await;
        sites[1].follow(&sites[0].store).await;
        for site in &sites {
            assert_eq!(site.get("/api/blogs?page=1&limit=1").await["total"], POSTS);
            assert!(
                site.server
                    .get("/blog/planned-119")
                    .await
                    .status_code()
                    .is_success()
            );
        }
    });
}
