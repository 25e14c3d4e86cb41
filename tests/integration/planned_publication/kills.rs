//! The real program, killed while it publishes.

use std::path::Path;

use blog_app::domain::{Clock as _, SystemClock, Time};
use blog_app::store::admins;
use serde_json::Value;

use super::store_planned;
use crate::support::program::{RunningSite, create_admin, environment, expect_success};
use crate::support::{database, wait_until};

const POSTS: u32 = 500;
/// The time between two posts: all together six seconds.
const STEP_MILLISECONDS: i64 = 12;
/// Time to store the posts and to start the program before the first one is due.
const LEAD_MILLISECONDS: i64 = 3_000;
/// The program is killed when so many posts are published.
const KILLED_AT: [u32; 3] = [60, 200, 340];

/// The plan of the test.
#[derive(Clone, Copy)]
struct Plan {
    first: Time,
}

impl Plan {
    fn time_of(self, number: u32) -> Time {
        self.first
            .plus_milliseconds(STEP_MILLISECONDS * i64::from(number))
    }

    /// The number of the last post that is due at this time.
    fn last_due(self, now: Time) -> Option<u32> {
        (0..POSTS).rev().find(|number| self.time_of(*number) <= now)
    }
}

fn slug(number: u32) -> String {
    format!("planned-{number:03}")
}

/// Returns the number of the newest published post, as visitors see it.
fn newest(site: &RunningSite) -> Option<u32> {
    let list: Value = serde_json::from_str(&site.get("/api/blogs?page=1&limit=1&sort=newest")).unwrap();
    let slug = list["blogs"][0]["slug"].as_str()?;
    Some(slug.strip_prefix("planned-").unwrap().parse().unwrap())
}

/// Asserts that the page, the feed and the sitemap have the post, and maybe later ones.
fn assert_public(site: &RunningSite, number: u32) {
    let page = site.get(&format!("/blog/{}", slug(number)));
    assert!(
        page.contains(&format!("The zebra text of number {number}.")),
        "{number}"
    );
    let sitemap = site.get("/sitemap.xml");
    assert!(sitemap.contains(&format!("/blog/{}<", slug(number))), "{number}");
    let feed = site.get("/feed.xml");
    let is_in_feed = (number..POSTS).any(|later| feed.contains(&format!("/blog/{}\"", slug(later))));
    assert!(is_in_feed, "{number}: {feed}");
}

/// Starts the program, whose first responses have to show every post that was due before.
fn start(data: &Path, plan: Plan) -> RunningSite {
    let due = plan.last_due(SystemClock.now());
    let unlimited = environment(&[("RATE_LIMIT__ENABLED", "false")]);
    let site = RunningSite::start_with(data, &unlimited);
    if let Some(due) = due {
        assert_public(&site, due);
        assert!(newest(&site) >= Some(due), "{due}");
    }
    site
}

#[test]
fn five_hundred_planned_posts_are_each_published_once_over_three_kills() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    expect_success(&create_admin(data, "root", "correct horse battery"));
    let plan = Plan {
        first: SystemClock.now().plus_milliseconds(LEAD_MILLISECONDS),
    };
    {
        let store = database::open(data, 1);
        let admin = store
            .read_blocking(|tx| admins::by_email_or_username(tx, "root"))
            .unwrap();
        store_planned(
            &store,
            admin.unwrap().id.into(),
            SystemClock.now(),
            POSTS,
            move |number| plan.time_of(number),
        );
    }
    for killed_at in KILLED_AT {
        let site = start(data, plan);
        let mut last = None;
        wait_until(|| {
            let present = newest(&site);
            if present != last {
                assert_public(&site, present.unwrap());
                last = present;
            }
            present >= Some(killed_at)
        });
        site.kill();
    }
    let site = start(data, plan);
    wait_until(|| newest(&site) == Some(POSTS - 1));
    assert_all_published_once(data, plan);
    let sitemap = site.get("/sitemap.xml");
    for number in 0..POSTS {
        assert!(sitemap.contains(&format!("/blog/{}<", slug(number))), "{number}");
    }
    assert_public(&site, POSTS - 1);
    assert_eq!(site.stop(), Some(0));
    expect_success(&crate::support::program::run(data, &["check"]));
}

fn assert_all_published_once(data: &Path, plan: Plan) {
    let all = POSTS.to_string();
    for sql in [
        "select count(*) from posts where status = 'published' and publish_at is null",
        "select count(*) from audit where action = 'post.published' and actor is null and detail = 'scheduled'",
        "select count(distinct target) from audit where action = 'post.published'",
        "select count(*) from posts p join audit a on a.target = p.id and a.action = 'post.published'",
    ] {
        assert_eq!(database::query(data, sql), std::slice::from_ref(&all), "{sql}");
    }
    let dates = "select created_at from posts where created_at = first_published_at order by slug";
    let expected: Vec<String> = (0..POSTS)
        .map(|number| plan.time_of(number).milliseconds().to_string())
        .collect();
    assert_eq!(database::query(data, dates), expected);
}
