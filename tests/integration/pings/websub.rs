//! The hub of the feeds.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::{ORIGIN, Told};
use crate::support::{Site, database, post};

/// Returns the topics of the calls since this was asked last.
fn topics(told: &Told) -> BTreeSet<String> {
    let calls = told.hub.take_calls();
    let topics = calls.iter().map(|(headers, body)| {
        assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
        let fields: BTreeMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        assert_eq!(fields["hub.mode"], "publish");
        assert_eq!(fields["hub.topic"], fields["hub.url"]);
        fields["hub.topic"].clone()
    });
    topics.collect()
}

/// The topics of these feeds in both formats.
fn in_both_formats(feeds: &[&str]) -> BTreeSet<String> {
    let of = |feed: &&str| [".xml", ".json"].map(|suffix| format!("{ORIGIN}{feed}{suffix}"));
    feeds.iter().flat_map(of).collect()
}

const FEEDS: [&str; 4] = ["/feed", "/feed/other", "/tag/tea-time/feed", "/author/root/feed"];

#[tokio::test]
async fn the_hub_is_told_of_each_feed_of_a_post() {
    let told = Told::new().await;
    let other = told.site.admin("other");
    let id = told.create("one", "draft").await;
    assert_eq!(told.tell_hub().await, 0);
    told.update(&id, json!({"title": "one"})).await;
    assert_eq!(told.tell_hub().await, 4);
    let found = topics(&told);
    assert_eq!(found, in_both_formats(&FEEDS));
    // Each is the address that the feed calls its own.
    for topic in &found {
        let path = topic.strip_prefix(ORIGIN).unwrap();
        let feed = told.site.server.get(path).await;
        feed.assert_status_ok();
        let links = feed.header("link");
        let expected = format!("<{}>; rel=\"hub\", <{topic}>; rel=\"self\"", told.hub.url());
        assert_eq!(links, expected.as_str());
    }
    assert_eq!(told.tell_hub().await, 0);

    let authors = json!({"authors": [told.root.id.to_string(), other.id.to_string()]});
    told.send(Method::PUT, &format!("{id}/authors"), authors).await;
    let series = told
        .site
        .request(
            Method::POST,
            "/api/series",
            &told.root.token,
            Some(&json!({"title": "Parts"})),
        )
        .await
        .json::<Value>();
    let body = json!({"series": series["series"]["_id"]});
    told.send(Method::PUT, &format!("{id}/series"), body).await;
    assert_eq!(told.tell_hub().await, 1);
    assert_eq!(topics(&told), in_both_formats(&["/series/parts/feed"]));
    told.update(&id, json!({"content": "<p>Other words.</p>"})).await;
    told.tell_hub().await;
    let all = [&FEEDS[..], &["/author/other/feed", "/series/parts/feed"]].concat();
    assert_eq!(topics(&told), in_both_formats(&all));
    for change in ["unpublish", "publish", "delete"] {
        match change {
            "unpublish" => told.update(&id, json!({"status": "draft"})).await,
            "publish" => told.update(&id, json!({})).await,
            _ => told.delete(&id).await,
        }
        told.tell_hub().await;
        assert_eq!(topics(&told), in_both_formats(&all), "{change}");
    }
}

#[tokio::test]
async fn planned_posts_are_told_of_when_they_are_published() {
    let told = Told::new().await;
    let id = told.create("one", "draft").await;
    let at = json!({"publishAt": "2026-03-02T12:00:00Z"});
    told.send(Method::PUT, &format!("{id}/schedule"), at).await;
    assert_eq!(told.tell_hub().await, 0);
    told.site.clock.advance_seconds(24 * 3_600);
    told.site.publish_due();
    told.tell_hub().await;
    assert_eq!(topics(&told), in_both_formats(&FEEDS));
    assert_eq!(told.tell_engines().await, 1);
}

#[tokio::test]
async fn several_changes_are_told_once() {
    let told = Told::new().await;
    let id = told.create("one", "published").await;
    told.update(&id, json!({"content": "<p>Other words.</p>"})).await;
    told.create("two", "published").await;
    assert_eq!(told.tell_hub().await, 4);
    assert_eq!(told.hub.take_calls().len(), 8);
}

#[tokio::test]
async fn a_hub_that_fails_is_told_again_with_growing_pauses_for_a_day() {
    let told = Told::new().await;
    told.hub.respond(503);
    told.create("one", "published").await;
    assert_eq!(told.tell_hub().await, 4);
    // The first format is enough to see that it fails.
    assert_eq!(told.hub.take_calls().len(), 4);
    assert_eq!(told.tell_hub().await, 0);
    told.site.clock.advance_seconds(29);
    assert_eq!(told.tell_hub().await, 0);
    told.site.clock.advance_seconds(1);
    assert_eq!(told.tell_hub().await, 4);
    told.hub.take_calls();
    // A new change is told at once.
    told.create("two", "published").await;
    told.hub.respond(204);
    assert_eq!(told.tell_hub().await, 4);
    assert_eq!(topics(&told), in_both_formats(&FEEDS));

    told.hub.respond(301);
    told.create("three", "published").await;
    let mut tries = 0;
    for _ in 0..=25 {
        tries += told.tell_hub().await;
        told.site.clock.advance_seconds(3_600);
    }
    assert_eq!(tries, 4 * 10);
    let queued = told.queued();
    assert!(queued.iter().all(|row| row.starts_with("page ")), "{queued:?}");
}

#[tokio::test]
async fn a_feed_whose_teller_has_died_is_told_when_the_lease_has_ended() {
    let told = Told::new().await;
    told.create("one", "published").await;
    // As the process leaves it that dies between the call and its record.
    let claim = "update pings set claimed_until = next_try_at + 70000 where kind = 'feed'";
    database::execute(told.site.folder(), claim);
    assert_eq!(told.tell_hub().await, 0);
    told.site.clock.advance_seconds(70);
    assert_eq!(told.tell_hub().await, 4);
}

#[tokio::test]
async fn feeds_name_the_hub_only_where_there_is_one() {
    let told = Told::new().await;
    told.create("one", "published").await;
    let hub = told.hub.url();
    let atom = told.site.server.get("/feed.xml").await.text();
    assert!(
        atom.contains(&format!("<link rel=\"hub\" href=\"{hub}\"/>")),
        "{atom}"
    );
    let json_feed = told.site.get("/tag/tea-time/feed.json").await;
    assert_eq!(json_feed["hubs"], json!([{"type": "WebSub", "url": hub}]));

    let site = Site::with_posts(&[post(1)]);
    for path in ["/feed.xml", "/feed.json"] {
        let feed = site.server.get(path).await;
        assert_eq!(feed.maybe_header("link"), None);
        assert!(!feed.text().contains("hub"), "{path}");
    }
}
