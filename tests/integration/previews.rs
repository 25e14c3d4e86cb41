//! Preview pictures of posts without a cover.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::Method;
use axum_test::{TestResponse, TestServer};
use blog_app::actions::previews::preview_path;
use blog_app::auth::secret::SigningSecret;
use blog_app::config::{Config, Flags};
use blog_app::content;
use blog_app::domain::post::{PostSummary, Status, Title};
use blog_app::domain::{Category, Clock, PostId, Time};
use blog_app::http::{AppState, router};
use blog_app::media::preview::Preview;
use blog_app::store::{Store, StoreOptions, posts, previews};
use serde_json::json;

use crate::support::{Site, blocking, corpus, post, post_with_changes, run_concurrently};

const SITE: &str = "Community Blog";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

fn summary(site: &Site, slug: &'static str) -> PostSummary {
    blocking(|| site.store.read_blocking(move |tx| posts::by_id_or_slug(tx, slug)))
        .unwrap()
        .unwrap()
}

fn path(site: &Site, slug: &'static str) -> String {
    preview_path(&summary(site, slug), SITE)
}

/// Returns the preview's name from its path.
fn name(path: &str) -> String {
    path[path.len() - 16..path.len() - 4].to_owned()
}

fn stored(store: &Store, id: PostId, path: &str) -> Option<Vec<u8>> {
    let name = name(path);
    blocking(|| store.read_blocking(move |tx| previews::bytes(tx, id, &name))).unwrap()
}

fn update_post(site: &Site, id: PostId, title: &str, status: Status) {
    let article = content::article(
        Title::parse(title).unwrap(),
        Category::parse("Other").unwrap(),
        Vec::new(),
        status,
        "<p>Text.</p>".to_owned(),
        &content::ImageSizes::new(),
    );
    let now = site.clock.now();
    let result = blocking(|| {
        site.store
            .write_blocking(move |tx| posts::update(tx, id, &article, None, now))
    });
    assert!(result.unwrap());
}

fn assert_redirects_to(response: &TestResponse, path: &str) {
    assert_eq!(response.status_code(), 302);
    assert_eq!(response.header("location"), path);
    assert_eq!(response.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn draws_a_preview_once_and_marks_it_immutable() {
    let site = Site::with_posts(&[post(1)]);
    let (id, path) = (summary(&site, "post-1").id, path(&site, "post-1"));
    assert_eq!(stored(&site.store, id, &path), None);

    let first = site.server.get(&path).await;
    first.assert_status_ok();
    assert_eq!(first.header("content-type"), "image/png");
    assert_eq!(first.header("cache-control"), IMMUTABLE);
    assert_eq!(first.header("cross-origin-resource-policy"), "cross-origin");
    assert!(first.as_bytes().starts_with(b"\x89PNG"));
    assert_eq!(
        stored(&site.store, id, &path).as_ref(),
        Some(&first.as_bytes().to_vec())
    );

    let second = site.server.get(&path).await;
    assert_eq!(second.as_bytes(), first.as_bytes());
    let etag = first.header("etag");
    let not_modified = site
        .server
        .get(&path)
        .add_header("if-none-match", etag.clone())
        .await;
    assert_eq!(not_modified.status_code(), 304);
    assert_eq!(not_modified.header("etag"), etag);
    assert_eq!(not_modified.header("cache-control"), IMMUTABLE);
}

#[tokio::test]
async fn only_published_posts_without_a_cover_have_a_preview() {
    let cover = json!({"featuredImage": "https://example.org/a.png"});
    let site = Site::with_posts(&[post(1), post_with_changes(2, cover)]);
    let draft = summary(&site, "post-1");
    update_post(&site, draft.id, "Post 1", Status::Draft);
    let covered = summary(&site, "post-2");
    assert!(covered.cover.is_some());
    for path in [
        path(&site, "post-1"),
        path(&site, "post-2"),
        "/media/preview/0195a000-0000-7000-8000-000000000000-0123456789ab.png".to_owned(),
        "/media/preview/post-1-0123456789ab.png".to_owned(),
        format!("/media/preview/{}", covered.id),
        "/media/preview/.png".to_owned(),
    ] {
        assert_eq!(site.server.get(&path).await.status_code(), 404, "{path}");
    }
}

#[tokio::test]
async fn redirects_from_an_outdated_path_to_the_current_preview() {
    let site = Site::with_posts(&[post(1)]);
    let (id, before) = (summary(&site, "post-1").id, path(&site, "post-1"));
    let first = site.server.get(&before).await;
    update_post(&site, id, "A better title", Status::Published);
    let after = path(&site, "post-1");
    assert_ne!(before, after);
    assert_redirects_to(&site.server.get(&before).await, &after);
    assert_redirects_to(
        &site
            .server
            .get(&before)
            .add_header("if-none-match", first.header("etag"))
            .await,
        &after,
    );
    assert_redirects_to(
        &site.server.get(&format!("/media/preview/{id}-x.png")).await,
        &after,
    );

    let second = site.server.get(&after).await;
    second.assert_status_ok();
    assert_ne!(second.as_bytes(), first.as_bytes());
    assert_eq!(
        stored(&site.store, id, &before),
        None,
        "the previous picture is still stored"
    );
    assert!(stored(&site.store, id, &after).is_some());
}

#[tokio::test]
async fn deletes_a_preview_with_its_post_or_when_a_cover_is_set() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let token = site.admin("root").token;
    let (deleted, covered) = (summary(&site, "post-1").id, summary(&site, "post-2").id);
    let (first, second) = (path(&site, "post-1"), path(&site, "post-2"));
    for path in [&first, &second] {
        site.server.get(path).await.assert_status_ok();
    }
    let remove = site.request(Method::DELETE, &format!("/api/blogs/{deleted}"), &token, None);
    remove.await.assert_status_ok();
    let draft = json!({
        "title": "Post 2",
        "content": "<p>Text.</p>",
        "category": "Other",
        "status": "published",
        "featuredImage": "https://example.org/a.png",
    });
    let update = site.request(
        Method::PUT,
        &format!("/api/blogs/update/{covered}"),
        &token,
        Some(&draft),
    );
    update.await.assert_status_ok();
    for (id, path) in [(deleted, first), (covered, second)] {
        assert_eq!(site.server.get(&path).await.status_code(), 404);
        assert_eq!(stored(&site.store, id, &path), None);
    }
    site.assert_counts_are_correct();
}

/// A clock that counts its calls.
struct CountingClock(AtomicU32);

impl Clock for CountingClock {
    fn now(&self) -> Time {
        self.0.fetch_add(1, Ordering::Relaxed);
        Time::from_milliseconds(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_once_for_concurrent_requests() {
    let site = Site::with_posts(&[post(1)]);
    let config = Config::load(&Flags::default(), std::iter::empty()).unwrap();
    let secret = SigningSecret::from_text("a secret of the tests and of nobody else");
    let clock = Arc::new(CountingClock(AtomicU32::new(0)));
    let state = AppState::at(clock.clone(), site.store.clone(), config, &secret);
    let server = TestServer::new(router(state));
    let path = path(&site, "post-1");
    let responses = run_concurrently(8, |_| async { server.get(&path).await }).await;
    for response in &responses {
        response.assert_status_ok();
        assert_eq!(response.as_bytes(), responses[0].as_bytes());
    }
    // The clock is read only when a drawn preview is stored.
    assert_eq!(clock.0.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_backup_contains_the_previews() {
    let site = Site::with_posts(&[post(1)]);
    let (id, path) = (summary(&site, "post-1").id, path(&site, "post-1"));
    let bytes = site.server.get(&path).await.as_bytes().to_vec();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    site.store.backup(&copy, |_, _| {}).unwrap();
    let copy = Store::open(&StoreOptions::new(copy, 1)).unwrap();
    assert_eq!(stored(&copy, id, &path), Some(bytes));
    site.assert_counts_are_correct();
}

#[test]
fn draws_odd_titles() {
    for text in corpus::odd_strings() {
        let preview = Preview {
            title: &text,
            category: "Other",
            author: Some(&text),
            site: &text,
        };
        let bytes = preview.draw().unwrap();
        assert!(bytes.len() < 120_000, "{} bytes: {text:?}", bytes.len());
    }
}
