//! Search engines.

use axum::http::Method;
use serde_json::{Value, json};

use super::{ORIGIN, Told};
use crate::support::{Site, post};

/// Returns the pages of each call since this was asked last, and asserts that the key is at the root of the site.
async fn calls(told: &Told) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    for (headers, body) in told.engines.take_calls() {
        assert_eq!(headers["content-type"], "application/json; charset=utf-8");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["host"], "blog.example.org");
        let location = body["keyLocation"].as_str().unwrap();
        let file = told.site.server.get(location.strip_prefix(ORIGIN).unwrap()).await;
        file.assert_status_ok();
        assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
        assert_eq!(file.text(), body["key"].as_str().unwrap());
        let urls = body["urlList"].as_array().unwrap().iter();
        pages.push(
            urls.map(|url| url.as_str().unwrap().strip_prefix(ORIGIN).unwrap().to_owned())
                .collect(),
        );
    }
    pages
}

/// Tells search engines a minute later.
async fn tell(told: &Told) -> Vec<Vec<String>> {
    told.site.clock.advance_seconds(60);
    told.tell_engines().await;
    calls(told).await
}

#[tokio::test]
async fn search_engines_are_told_of_pages_that_were_published_changed_moved_and_removed() {
    let told = Told::new().await;
    let id = told.create("one", "draft").await;
    assert!(tell(&told).await.is_empty());
    told.update(&id, json!({"title": "one"})).await;
    assert_eq!(tell(&told).await, [["/blog/one"]]);
    assert!(tell(&told).await.is_empty());
    told.update(&id, json!({"title": "Renamed"})).await;
    assert_eq!(tell(&told).await, [["/blog/one"]]);
    told.update(&id, json!({"slug": "two"})).await;
    assert_eq!(tell(&told).await, [["/blog/one", "/blog/two"]]);
    told.update(&id, json!({"status": "draft"})).await;
    assert_eq!(tell(&told).await, [["/blog/two"]]);
    // What nobody could see tells nothing, whatever becomes of it.
    told.update(&id, json!({"status": "draft", "slug": "three"}))
        .await;
    told.delete(&id).await;
    assert!(tell(&told).await.is_empty());
    let id = told.create("four", "published").await;
    told.delete(&id).await;
    assert_eq!(tell(&told).await, [["/blog/four"]]);
}

#[tokio::test]
async fn one_call_a_minute_has_all_pages() {
    let told = Told::new().await;
    for title in ["one", "two", "three"] {
        told.create(title, "published").await;
    }
    assert_eq!(told.tell_engines().await, 3);
    assert_eq!(calls(&told).await, [["/blog/one", "/blog/three", "/blog/two"]]);
    told.create("four", "published").await;
    told.create("five", "published").await;
    told.site.clock.advance_seconds(57);
    assert_eq!(told.tell_engines().await, 0);
    told.site.clock.advance_seconds(1);
    // However many ask at once.
    let (store, clock) = (&told.site.store, &told.site.clock);
    let [one, other] = [
        told.site.pings.tell_engines(store, clock),
        told.site.pings.tell_engines(store, clock),
    ];
    let (one, other) = tokio::join!(one, other);
    assert_eq!(one.unwrap() + other.unwrap(), 2);
    assert_eq!(calls(&told).await, [["/blog/five", "/blog/four"]]);
}

#[tokio::test]
async fn pages_are_named_by_their_canonical_addresses() {
    let told = Told::with(&[("SITE__POST_ADDRESSES", "id")]).await;
    let id = told.create("one", "published").await;
    told.update(&id, json!({"slug": "two"})).await;
    assert_eq!(tell(&told).await, [[format!("/blog/{id}")]]);
}

#[tokio::test]
async fn search_engines_that_fail_are_told_again_for_a_day() {
    let told = Told::new().await;
    told.engines.respond(429);
    told.create("one", "published").await;
    assert_eq!(told.tell_engines().await, 1);
    told.engines.take_calls();
    told.site.clock.advance_seconds(60);
    assert_eq!(told.tell_engines().await, 1);
    told.engines.take_calls();
    // The second pause is two minutes long; a page that has changed since is told at once.
    told.site.clock.advance_seconds(60);
    assert_eq!(told.tell_engines().await, 0);
    told.create("two", "published").await;
    told.engines.respond(202);
    assert_eq!(told.tell_engines().await, 1);
    assert_eq!(calls(&told).await, [["/blog/two"]]);
    assert_eq!(tell(&told).await, [["/blog/one"]]);

    told.engines.respond(403);
    told.create("three", "published").await;
    let mut tries = 0;
    for _ in 0..50 {
        tries += told.tell_engines().await;
        told.site.clock.advance_seconds(1_800);
    }
    assert!((8..=12).contains(&tries), "{tries}");
    told.engines.respond(200);
    told.engines.take_calls();
    let pages = told.queued();
    assert!(pages.iter().all(|row| row.starts_with("feed ")), "{pages:?}");
    assert!(tell(&told).await.is_empty());
}

#[tokio::test]
async fn only_a_site_that_tells_search_engines_has_a_file_with_its_key() {
    let told = Told::new().await;
    let key = told.site.pings.key().unwrap();
    let path = format!("/{key}.txt");
    let posted = told.site.request(Method::POST, &path, "", None).await;
    assert_eq!(posted.status_code(), 405);
    for path in [
        format!("/{key}"),
        format!("/{key}.html"),
        format!("/a/{key}.txt"),
        "/.txt".to_owned(),
        format!("/{}.txt", key.to_uppercase()),
    ] {
        let missing = told.site.server.get(&path).await;
        assert_eq!(missing.status_code(), 404, "{path}");
    }
    let off = Site::with_posts(&[post(1)]);
    assert_eq!(off.pings.key(), None);
    assert_eq!(off.server.get(&path).await.status_code(), 404);
}
