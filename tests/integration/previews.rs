//! The pictures that stand for posts without a cover in link previews.

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

use crate::support::{Site, at_once, blocking, corpus, post, post_with};

const SITE: &str = "Community Blog";
const LASTING: &str = "public, max-age=31536000, immutable";

fn summary(site: &Site, slug: &'static str) -> PostSummary {
    blocking(|| {
        site.store
            .read_blocking(move |tx| posts::any_by_reference(tx, slug))
    })
    .unwrap()
    .unwrap()
}

fn path(site: &Site, slug: &'static str) -> String {
    preview_path(&summary(site, slug), SITE)
}

/// The name in an address of a preview.
fn name(path: &str) -> String {
    path[path.len() - 16..path.len() - 4].to_owned()
}

fn kept(store: &Store, id: PostId, path: &str) -> Option<Vec<u8>> {
    let name = name(path);
    blocking(|| store.read_blocking(move |tx| previews::bytes(tx, id, &name))).unwrap()
}

fn rewrite(site: &Site, id: PostId, title: &str, status: Status) {
    let article = content::article(
        Title::parse(title).unwrap(),
        Category::parse("Other").unwrap(),
        Vec::new(),
        status,
        "<p>Text.</p>".to_owned(),
    );
    let now = site.clock.now();
    let changed = blocking(|| {
        site.store
            .write_blocking(move |tx| posts::update(tx, id, &article, None, now))
    });
    assert!(changed.unwrap());
}

fn assert_leads_to(response: &TestResponse, path: &str) {
    assert_eq!(response.status_code(), 302);
    assert_eq!(response.header("location"), path);
    assert_eq!(response.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn a_preview_is_drawn_once_and_may_be_kept_for_ever() {
    let site = Site::with_posts(&[post(1)]);
    let (id, path) = (summary(&site, "post-1").id, path(&site, "post-1"));
    assert_eq!(kept(&site.store, id, &path), None);

    let first = site.server.get(&path).await;
    first.assert_status_ok();
    assert_eq!(first.header("content-type"), "image/png");
    assert_eq!(first.header("cache-control"), LASTING);
    assert_eq!(first.header("cross-origin-resource-policy"), "cross-origin");
    assert!(first.as_bytes().starts_with(b"\x89PNG"));
    assert_eq!(
        kept(&site.store, id, &path).as_ref(),
        Some(&first.as_bytes().to_vec())
    );

    let second = site.server.get(&path).await;
    assert_eq!(second.as_bytes(), first.as_bytes());
    let etag = first.header("etag");
    let known = site
        .server
        .get(&path)
        .add_header("if-none-match", etag.clone())
        .await;
    assert_eq!(known.status_code(), 304);
    assert_eq!(known.header("etag"), etag);
    assert_eq!(known.header("cache-control"), LASTING);
}

#[tokio::test]
async fn only_published_posts_without_a_cover_have_one() {
    let cover = json!({"featuredImage": "https://example.org/a.png"});
    let site = Site::with_posts(&[post(1), post_with(2, cover)]);
    let draft = summary(&site, "post-1");
    rewrite(&site, draft.id, "Post 1", Status::Draft);
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
async fn an_earlier_address_leads_to_the_present_picture() {
    let site = Site::with_posts(&[post(1)]);
    let (id, before) = (summary(&site, "post-1").id, path(&site, "post-1"));
    let first = site.server.get(&before).await;
    rewrite(&site, id, "A better title", Status::Published);
    let after = path(&site, "post-1");
    assert_ne!(before, after);
    assert_leads_to(&site.server.get(&before).await, &after);
    assert_leads_to(
        &site
            .server
            .get(&before)
            .add_header("if-none-match", first.header("etag"))
            .await,
        &after,
    );
    assert_leads_to(
        &site.server.get(&format!("/media/preview/{id}-x.png")).await,
        &after,
    );

    let second = site.server.get(&after).await;
    second.assert_status_ok();
    assert_ne!(second.as_bytes(), first.as_bytes());
    assert_eq!(kept(&site.store, id, &before), None, "one picture a post");
    assert!(kept(&site.store, id, &after).is_some());
}

#[tokio::test]
async fn a_preview_goes_with_its_post_and_when_a_cover_comes() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let token = site.admin("root").token;
    let (gone, covered) = (summary(&site, "post-1").id, summary(&site, "post-2").id);
    let (first, second) = (path(&site, "post-1"), path(&site, "post-2"));
    for path in [&first, &second] {
        site.server.get(path).await.assert_status_ok();
    }
    let remove = site.call(Method::DELETE, &format!("/api/blogs/{gone}"), &token, None);
    remove.await.assert_status_ok();
    let draft = json!({
        "title": "Post 2",
        "content": "<p>Text.</p>",
        "category": "Other",
        "status": "published",
        "featuredImage": "https://example.org/a.png",
    });
    let update = site.call(
        Method::PUT,
        &format!("/api/blogs/update/{covered}"),
        &token,
        Some(&draft),
    );
    update.await.assert_status_ok();
    for (id, path) in [(gone, first), (covered, second)] {
        assert_eq!(site.server.get(&path).await.status_code(), 404);
        assert_eq!(kept(&site.store, id, &path), None);
    }
    site.assert_counts_are_true();
}

/// Counts how often it is asked.
struct CountingClock(AtomicU32);

impl Clock for CountingClock {
    fn now(&self) -> Time {
        self.0.fetch_add(1, Ordering::Relaxed);
        Time::from_milliseconds(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_at_once_cause_one_drawing() {
    let site = Site::with_posts(&[post(1)]);
    let config = Config::load(&Flags::default(), std::iter::empty()).unwrap();
    let secret = SigningSecret::from_text("a secret of the tests and of nobody else");
    let clock = Arc::new(CountingClock(AtomicU32::new(0)));
    let state = AppState::at(clock.clone(), site.store.clone(), config, &secret);
    let server = TestServer::new(router(state));
    let path = path(&site, "post-1");
    let answers = at_once(8, |_| async { server.get(&path).await }).await;
    for answer in &answers {
        answer.assert_status_ok();
        assert_eq!(answer.as_bytes(), answers[0].as_bytes());
    }
    // Only what was drawn is kept with the time.
    assert_eq!(clock.0.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_backup_holds_the_previews() {
    let site = Site::with_posts(&[post(1)]);
    let (id, path) = (summary(&site, "post-1").id, path(&site, "post-1"));
    let bytes = site.server.get(&path).await.as_bytes().to_vec();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    site.store.backup(&copy, |_, _| {}).unwrap();
    let copy = Store::open(&StoreOptions::new(copy, 1)).unwrap();
    assert_eq!(kept(&copy, id, &path), Some(bytes));
    site.assert_counts_are_true();
}

#[test]
fn odd_titles_give_pictures() {
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
