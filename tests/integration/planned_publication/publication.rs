//! What happens when the time of a draft has come.

use axum::http::Method;
use blog_app::content;
use blog_app::domain::search::SearchTerms;
use blog_app::domain::{Clock as _, Time};
use blog_app::store::{StoreError, posts};
use serde_json::{Value, json};

use super::{
    DAY_LATER, HOUR_LATER, blog, created, draft, opened, plans_in_the_log, schedule, store_planned, update,
};
use crate::support::{Site, blocking, database, post};

const HOUR_SECONDS: i64 = 3_600;

/// Whether each of the places for visitors shows the post.
async fn shown(site: &Site, slug: &str) -> Vec<bool> {
    let mut shown = Vec::new();
    for path in [
        "/",
        "/treasure",
        "/treasure?search=zebra",
        "/feed.xml",
        "/feed/system-design.xml",
        "/sitemap.xml",
        "/api/blogs",
        "/api/blogs?page=1&limit=5&sort=newest",
        "/api/blogs?search=zebra",
        "/api/blogs?tag=plans&page=1",
        "/api/blogs?category=System%20Design&page=1",
    ] {
        let response = site.server.get(path).await;
        response.assert_status_ok();
        shown.push(response.text().contains(slug));
    }
    for path in [
        format!("/blog/{slug}"),
        format!("/api/blogs/{slug}"),
        format!("/blog/{slug}.md"),
    ] {
        shown.push(site.server.get(&path).await.status_code() == 200);
    }
    shown
}

#[tokio::test]
async fn the_site_shows_a_post_from_its_second_on() {
    let site = Site::with_posts(&[post(1)]);
    let admin = site.admin("root");
    let token = &admin.token;
    let body = draft("On time", json!({"publishAt": HOUR_LATER}));
    let new = created(&site, token, &body).await;
    let hidden = vec![false; 14];
    assert_eq!(shown(&site, "on-time").await, hidden);

    site.clock.advance_seconds(HOUR_SECONDS - 1);
    let hour_later = Time::parse(HOUR_LATER);
    assert_eq!(site.publish_due(), hour_later, "the next time is known");
    assert_eq!(shown(&site, "on-time").await, hidden);

    site.clock.advance_seconds(1);
    assert_eq!(site.publish_due(), None);
    assert_eq!(shown(&site, "on-time").await, vec![true; 14]);
    let published = site.get("/api/blogs/on-time").await["blog"].clone();
    for field in ["createdAt", "updatedAt"] {
        assert_eq!(published[field], HOUR_LATER, "{field}");
    }
    let managed = opened(&site, token, "on-time").await;
    for (field, expected) in [
        ("publishAt", json!(null)),
        ("review", json!("none")),
        ("status", json!("published")),
        ("revision", new["revision"].clone()),
    ] {
        assert_eq!(managed[field], expected, "{field}");
    }
    let log = site.get_as(token, "/api/admin/audit").await;
    let row = &log["entries"][0];
    assert_eq!(row["action"], "post.published");
    assert_eq!((&row["actor"], &row["target"]), (&json!(null), &new["id"]));
    assert_eq!(
        (&row["detail"], &row["at"]),
        (&json!("scheduled"), &json!(HOUR_LATER))
    );
    site.assert_counts_are_correct();

    // A second round has nothing to do.
    site.publish_due();
    let rows = plans_in_the_log(&site);
    assert_eq!(rows.len(), 2, "{rows:?}");
}

#[tokio::test]
async fn a_time_that_was_missed_is_the_date_of_the_post_all_the_same() {
    let site = Site::new();
    let token = &site.admin("root").token;
    created(&site, token, &draft("Late", json!({"publishAt": HOUR_LATER}))).await;
    site.clock.advance_seconds(72 * HOUR_SECONDS);
    site.publish_due();
    let published = site.get("/api/blogs/late").await["blog"].clone();
    assert_eq!(published["createdAt"], HOUR_LATER);
    let rows = "select at from audit where action = 'post.published'";
    let now = site.clock.now().milliseconds().to_string();
    assert_eq!(
        database::query(site.folder(), rows),
        [now],
        "the log has the real time"
    );
}

#[tokio::test]
async fn a_post_that_was_public_before_keeps_its_date() {
    let site = Site::with_posts(&[post(1)]);
    let token = &site.admin("root").token;
    let planned = draft("Post 1", json!({"publishAt": HOUR_LATER}));
    blog(&update(&site, token, "post-1", &planned).await);
    assert_eq!(site.server.get("/api/blogs/post-1").await.status_code(), 404);
    site.clock.advance_seconds(HOUR_SECONDS);
    site.publish_due();
    let published = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(published["createdAt"], "2026-01-01T08:00:00.000Z");
    assert_eq!(published["updatedAt"], HOUR_LATER);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn nothing_is_published_after_the_plan_was_given_up() {
    let site = Site::new();
    let token = &site.admin("root").token;
    for title in ["Removed", "Deleted", "By hand", "Moved"] {
        created(&site, token, &draft(title, json!({"publishAt": HOUR_LATER}))).await;
    }
    blog(&schedule(&site, token, "removed", json!(null)).await);
    let deleted = site
        .request(Method::DELETE, "/api/blogs/deleted", token, None)
        .await;
    deleted.assert_status_ok();
    let by_hand = draft("By hand", json!({"status": "published"}));
    blog(&update(&site, token, "by-hand", &by_hand).await);
    blog(&schedule(&site, token, "moved", json!(DAY_LATER)).await);

    site.clock.advance_seconds(HOUR_SECONDS);
    assert_eq!(site.publish_due(), Time::parse(DAY_LATER));
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["by-hand"]);
    let published = site.get("/api/blogs/by-hand").await["blog"].clone();
    assert_eq!(published["createdAt"], super::START);
    site.clock.advance_seconds(23 * HOUR_SECONDS);
    assert_eq!(site.publish_due(), None);
    assert_eq!(site.slugs("/api/blogs", "blogs").await, ["moved", "by-hand"]);
    let rows = plans_in_the_log(&site);
    let published = rows
        .iter()
        .filter(|row| row.starts_with("post.published"))
        .count();
    assert_eq!(published, 1, "{rows:?}");
}

#[tokio::test]
async fn many_that_are_due_at_once_are_published_in_their_order() {
    let site = Site::new();
    let author = site.admin("root").id.into();
    let start = site.clock.now();
    // More than two batches, the later numbers earlier.
    let at = move |number: u32| start.plus_milliseconds(1_000_000 - 1_000 * i64::from(number));
    store_planned(&site.store, author, start, 45, at);
    site.clock.advance_seconds(HOUR_SECONDS);
    assert_eq!(site.publish_due(), None);
    let newest_first = site.slugs("/api/blogs", "blogs").await;
    let expected: Vec<String> = (0..45).map(|number| format!("planned-{number:03}")).collect();
    assert_eq!(newest_first, expected);
    let rows = "select count(*) from audit where action = 'post.published'";
    let targets = "select count(distinct target) from audit where action = 'post.published'";
    for sql in [rows, targets] {
        assert_eq!(database::query(site.folder(), sql), ["45"]);
    }
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_draft_that_changes_while_it_is_published_is_published_as_it_is_then() {
    let site = Site::new();
    let token = &site.admin("root").token;
    created(&site, token, &draft("Plan", json!({"publishAt": HOUR_LATER}))).await;
    site.clock.advance_seconds(HOUR_SECONDS);
    let now = site.clock.now();
    let read = blocking(|| site.store.read_blocking(move |tx| posts::due(tx, now, 20)));
    let due = read.unwrap().pop().unwrap();
    let changed = draft("Plan", json!({"content": "<p>Another gnu text.</p>"}));
    blog(&update(&site, token, "plan", &changed).await);
    let publish = move |tx: &mut blog_app::store::Tx<'_>| -> Result<_, StoreError> {
        let terms = SearchTerms::new(&due.title, &content::plain_text(&due.html));
        posts::publish_due(tx, &due, &terms, now)
    };
    let published = blocking(|| site.store.write_blocking(publish)).unwrap();
    assert_eq!(published, None, "its search terms would be those of another text");
    site.publish_due();
    let found: Value = site.get("/api/blogs?search=gnu").await;
    assert_eq!(found["total"], 1);
    assert_eq!(site.get("/api/blogs?search=zebra").await["total"], 0);
}
